"""How strong the computer players are: games between players that are named by short texts.

`python -m benchmarks.players GAME A B --games 40 --seed 1` plays paired games from random openings, each opening once
with either seat, and prints the score of A with its 95 % interval. See `docs/players.md` for what was measured.
"""

from __future__ import annotations

import time
from random import Random

from games import GAMES
from players import engines, has_kernel
from players.levels import Level

SECONDS = 1.0


def report() -> None:
    """How many positions, or simulations, a second each kernel looks at, a few moves into a game."""
    print(f"Kernels: positions or simulations a second of CPU, in thoughts of {SECONDS:.0f} s")
    for key, game in GAMES.items():
        engine = engines.engine(key)
        if not has_kernel(key) or engine is None:
            continue
        chance = Random(3)
        position = game.start()
        for _ in range(8):
            position = position.play(chance.choice(position.legal_moves()))
        engine.think(position, Level(nodes=10, seconds=1), seconds=1, seed=1)
        before = time.process_time()
        thought = engine.think(position, Level(nodes=0, seconds=SECONDS), seconds=SECONDS, seed=1)
        speed = thought.nodes / (time.process_time() - before)
        depth = f"depth {thought.depth}" if thought.depth else ""
        print(f"  {key:16} {speed:12,.0f}  {depth}")
