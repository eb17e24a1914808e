"""The strength of the computer players: games between players that short texts describe, and the speed of the kernels.

`python -m benchmarks players match GAME A B --games 40 --seed 1` plays pairs of games from random openings, each
opening once with either seat, and prints the score of A with its 95 % interval. `docs/players.md` has the results.
"""

from __future__ import annotations

import time
from random import Random

from games import GAMES
from players import engines
from players.levels import Level

SECONDS = 1.0


def report() -> None:
    """The positions, or simulations, that each kernel looks at in a second, a few moves into a game."""
    print(f"Kernels: positions or simulations a second of CPU, in thoughts of {SECONDS:.0f} s")
    for key, game in GAMES.items():
        chance = Random(3)
        position = game.start()
        engine = engines.engine(position)
        if engine is None:
            continue
        for _ in range(8):
            position = position.play(chance.choice(position.legal_moves()))
        engine.think(position, Level(nodes=10, seconds=1), seconds=1, seed=1)
        before = time.process_time()
        thought = engine.think(position, Level(nodes=0, seconds=SECONDS), seconds=SECONDS, seed=1)
        speed = thought.nodes / (time.process_time() - before)
        depth = f"depth {thought.depth}" if thought.depth else ""
        print(f"  {key:16} {speed:12,.0f}  {depth}")
