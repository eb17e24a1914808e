"""`python -m benchmarks players speed [GAME …]`: how many positions, or simulations, a kernel looks at in a second.

Seconds are of CPU, in thoughts of a fixed number of positions a few moves into a game. Other programs that keep the
cores busy make these slower, too, so the load stands beside them.
"""

from __future__ import annotations

import argparse
import os
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.players.opponents import full, opening
from games import GAMES
from players import engines
from players.levels import Level

if TYPE_CHECKING:
    from collections.abc import Sequence

PLIES = 8
"""How many random moves come before a thought."""
THOUGHTS = 3
"""How many positions of each game are thought about."""


def main(words: Sequence[str]) -> None:
    """Measure the kernels of the command line, or of all games that have one."""
    parser = argparse.ArgumentParser("python -m benchmarks players speed", description=__doc__)
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], default=[])
    parser.add_argument("--share", type=float, default=0.5, help="of the positions of a full thought of two seconds")
    asked = parser.parse_args(words)
    for key in asked.games or GAMES:
        print(f"{key}: {_speed(key, asked.share)}", flush=True)
    print(f"load {os.getloadavg()[0]:.1f} at the end")


def _speed(key: str, share: float) -> str:
    """The speed of one game's kernel, as text."""
    engine = engines.load(GAMES[key].start())
    if isinstance(engine, str):
        return engine
    how = Level(nodes=max(10, round(full(key) * share)), seconds=0)
    nodes = seconds = 0.0
    for seed in range(THOUGHTS):
        position = opening(GAMES[key].start(), PLIES, Random(seed))
        engine.think(position, Level(nodes=10, seconds=0), seconds=0, seed=seed)  # compiles the kernel
        before = process_time()
        nodes += engine.think(position, how, seconds=0, seed=seed).nodes
        seconds += process_time() - before
    return f"{nodes / seconds:,.0f} a second, in {seconds:.1f} s of CPU"
