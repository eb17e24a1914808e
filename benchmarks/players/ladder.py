"""`python -m benchmarks.players.ladder [GAME …]`: each level against the one below, and level 1 against a beginner.

The strong levels look at a share of their positions, `--share`, so that a rung of them does not take a night.
Results go to `--file`, so that a run goes on where it ended.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from games import GAMES

RUNGS = {"5": ("level=5", "level=4"), "4": ("level=4", "level=3")}
LOW_RUNGS = {
    "3": ("level=3", "level=2"),
    "2": ("level=2", "level=1"),
    "1": ("beginner", "level=1"),
    "0": ("glance", "level=1"),
}
"""Rungs of levels that are not scaled: they look at few positions, of which a share would make another player."""


def main() -> None:
    """Play the rungs of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], default=[])
    parser.add_argument("--rungs", default="012345")
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--number", type=int, default=40, help="how many games a rung")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", default="ladder.jsonl")
    arguments = parser.parse_args()
    for rung in arguments.rungs:
        for key in arguments.games or GAMES:
            if rung in RUNGS:
                a, b = (f"{name} share={arguments.share} seconds=99" for name in RUNGS[rung])
            else:
                a, b = (f"{name} seconds=99" if "level" in name else name for name in LOW_RUNGS[rung])
            options = ["--games", str(arguments.number), "--seed", str(arguments.seed), "--file", arguments.file]
            subprocess.run([sys.executable, "-m", "benchmarks.players", key, a, b, *options], check=True)  # noqa: S603 (our own command)


if __name__ == "__main__":
    main()
