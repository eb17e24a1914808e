"""`python -m benchmarks players match GAME A B …`: pairs of games between two players, with the score of A.

Games are appended to `--file` as they end, one JSON object a game; a run with the same arguments goes on where it
ended, unless levels, weights or kernels have changed since then.
`benchmarks/players/opponents.py` says how A and B are written.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.players.arena import MOST_PLIES, OPENING_PLIES, Contest, summary
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str]) -> None:
    """Play the games that the command line asks for."""
    parser = argparse.ArgumentParser("python -m benchmarks players match", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, help="random moves of the openings")
    parser.add_argument("--most", type=int, default=MOST_PLIES, help="a game of so many plies is drawn")
    parser.add_argument("--options", nargs="*", default=[], help="options of the game: size=6")
    parser.add_argument("--seat", type=int, choices=(0, 1), help="A always has this one; otherwise either in turn")
    parser.add_argument("--file", type=Path)
    asked = parser.parse_args(words)
    plies = OPENING_PLIES.get(asked.game, 4) if asked.plies is None else asked.plies
    options = dict(word.split("=") for word in asked.options)
    contest = Contest(asked.game, asked.a, asked.b, asked.seed, plies, asked.most, options)
    try:
        contest.players()
    except ValueError as error:
        parser.error(str(error))
    *_, games = contest.games(asked.games, asked.file, asked.seat)
    print(f"{asked.game}: {asked.a} v {asked.b}, seed {asked.seed}: {summary(games)}")
