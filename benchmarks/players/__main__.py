"""`python -m benchmarks players` lets computer players play, and times their kernels.

`match` plays pairs of games between A and B, which `benchmarks/players/opponents.py` describes, and prints the score of
A. `ladder` plays each level against the one below, and level 1 against a beginner. Both append their games to `--file`;
a repeated run continues there, unless levels, weights or kernels have changed. `speed` prints how many positions, or
simulations, a kernel examines in a second of processor time.
"""

import argparse
import os
import sys
from argparse import Namespace
from pathlib import Path
from random import Random
from time import process_time

from benchmarks.players.arena import Contest, opening_plies, summary
from benchmarks.players.opponents import full, opening
from games import GAMES
from players import engines
from players.levels import Level

RUNGS = {
    "b": ("beginner", "level=1"),
    "2": ("level=2", "level=1"),
    "3": ("level=3", "level=2"),
    "4": ("level=4", "level=3"),
    "5": ("level=5", "level=4"),
}
SCALED = "45"
"""The rungs to which `--share` applies. The other levels examine few positions: a share would change them."""
SEARCHES = 3
"""How many positions of each game `speed` searches, each after PLIES random moves."""
PLIES = 8


def main(*words: str) -> None:
    """Run the command that the words give."""
    parser = argparse.ArgumentParser("python -m benchmarks players", description=__doc__)
    commands = parser.add_subparsers(required=True)
    match = commands.add_parser("match")
    match.set_defaults(run=_match)
    match.add_argument("game", choices=GAMES)
    match.add_argument("a")
    match.add_argument("b")
    match.add_argument("--plies", type=int, help="random moves of the openings")
    match.add_argument("--options", nargs="*", default=[], help="options of the game: size=6")
    match.add_argument("--seat", type=int, choices=(0, 1), help="seat of A in all games; by default they alternate")
    match.add_argument("--file", type=Path)
    ladder = commands.add_parser("ladder")
    ladder.set_defaults(run=_ladder)
    ladder.add_argument("games", nargs="*", choices=[[], *GAMES], default=[])
    ladder.add_argument("--rungs", default="".join(RUNGS), help=f"any of {''.join(RUNGS)}")
    ladder.add_argument("--share", type=float, default=0.1, help="of the positions of levels 4 and 5")
    ladder.add_argument("--file", type=Path, default=Path("ladder.jsonl"))
    for command, most in ((match, 300), (ladder, 200)):
        command.add_argument("--number", type=int, default=40, help="games")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--most", type=int, default=most, help="a game of so many plies is drawn")
    speed = commands.add_parser("speed")
    speed.set_defaults(run=_speed)
    speed.add_argument("games", nargs="*", choices=[[], *GAMES], default=[])
    speed.add_argument("--share", type=float, default=0.5, help="of the positions of a full search of two seconds")
    asked = parser.parse_args(words)
    try:
        asked.run(asked)
    except ValueError as error:
        parser.error(str(error))


def _match(asked: Namespace) -> None:
    plies = opening_plies(asked.game) if asked.plies is None else asked.plies
    options = dict(word.split("=") for word in asked.options)
    contest = Contest(asked.game, asked.a, asked.b, asked.seed, plies, asked.most, options)
    games = contest.games(asked.number, asked.file, asked.seat)
    print(f"{asked.game}: {asked.a} v {asked.b}, seed {asked.seed}: {summary(games)}")


def _ladder(asked: Namespace) -> None:
    for rung in asked.rungs:
        for key in asked.games or GAMES:
            scaled = f" share={asked.share:g}" if rung in SCALED else ""
            a, b = (f"{name}{scaled}" for name in RUNGS[rung])
            contest = Contest(key, a, b, asked.seed, opening_plies(key), asked.most)
            print(f"| {key} | {a} v {b} | {summary(contest.games(asked.number, asked.file))} |", flush=True)


def _speed(asked: Namespace) -> None:
    for key in asked.games or GAMES:
        print(f"{key}: {_speed_of(key, asked.share)}", flush=True)
    print(f"load {os.getloadavg()[0]:.1f} at the end")


def _speed_of(key: str, share: float) -> str:
    engine = engines.load(GAMES[key].start())
    if isinstance(engine, str):
        return engine
    level = Level(nodes=max(10, round(full(key) * share)), seconds=0)
    nodes = seconds = 0.0
    for seed in range(SEARCHES):
        position = opening(GAMES[key].start(), PLIES, Random(seed))
        engine.think(position, Level(nodes=10, seconds=0), seconds=0, seed=seed)  # compiles the kernel
        before = process_time()
        nodes += engine.think(position, level, seconds=0, seed=seed).nodes
        seconds += process_time() - before
    return f"{nodes / seconds:,.0f} a second, in {seconds:.1f} s of CPU"


if __name__ == "__main__":
    main(*sys.argv[1:])
