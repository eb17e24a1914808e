"""`python -m benchmarks players ladder [GAME …]`: each level against the one below, and level 1 against a beginner.

Rungs 5 and 4 are played with a share of the levels' positions, `--share`, so that they do not take a night. Games are
appended to `--file`, so that a run goes on where it ended; where levels, weights or kernels have changed since then, it
begins again. Prints one row of a Markdown table for each rung.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.players.arena import OPENING_PLIES, Contest, summary
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNGS = {
    "g": ("glance", "level=1"),
    "b": ("beginner", "level=1"),
    "2": ("level=2", "level=1"),
    "3": ("level=3", "level=2"),
    "4": ("level=4", "level=3"),
    "5": ("level=5", "level=4"),
}
SCALED = "45"
"""The rungs that are played with a share. The other levels look at few positions: a share would change them."""
MOST_PLIES = 200
"""The ply after which a game counts as a draw."""


def main(words: Sequence[str]) -> None:
    """Play the rungs of the command line."""
    parser = argparse.ArgumentParser("python -m benchmarks players ladder", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], default=[])
    parser.add_argument("--rungs", default="".join(RUNGS), help="which of gb2345")
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--number", type=int, default=40, help="how many games a rung")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=MOST_PLIES, help="a game of so many plies is drawn")
    parser.add_argument("--file", type=Path, default=Path("ladder.jsonl"))
    asked = parser.parse_args(words)
    for rung in asked.rungs:
        for key in asked.games or GAMES:
            before = process_time()
            scaled = f" share={asked.share:g}" if rung in SCALED else ""
            a, b = (f"{name}{scaled}" for name in RUNGS[rung])
            contest = Contest(key, a, b, asked.seed, OPENING_PLIES.get(key, 4), asked.most)
            *_, games = contest.games(asked.number, asked.file)
            print(f"| {key} | {a} v {b} | {summary(games)} | {process_time() - before:.0f} s |", flush=True)
