"""Games between two players, and what a score of so many games says."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.players.opponents import opening, player
from games import GAMES

if TYPE_CHECKING:
    import argparse

OPENING_PLIES = {"konane": 6, "squalma": 4, "kings_convoy": 4, "brain_coral": 2, "branching_coral": 2, "coral_clash": 5}
MOST_PLIES = 300


def one_game(arguments: argparse.Namespace, number: int) -> dict[str, Any]:
    """Game `number`: two of them share an opening, with seats changed."""
    options = dict(word.split("=") for word in arguments.options)
    chance = Random(f"{arguments.seed} {number // 2}")
    position = opening(GAMES[arguments.game].start(**options), arguments.plies, chance)
    seat = number % 2
    names = (arguments.a, arguments.b) if seat == 0 else (arguments.b, arguments.a)
    players = [player(name, arguments.game) for name in names]
    while not position.result() and position.ply < arguments.most:
        position = position.play(players[position.turn](position, arguments.seed * 1000 + number))
    result = position.result()
    score = 0.5 if result is None or result.winner is None else float(result.winner == seat)
    reason = result.reason if result else "unfinished"
    return {"number": number, "seat": seat, "score": score, "plies": position.ply, "reason": reason}


def interval(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    if not games:
        return 0, 1
    z = 1.96
    share, square = score / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / games + square / 4 / games)
    return middle - half, middle + half
