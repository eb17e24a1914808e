"""Alice's moves in whole matches against the computer, chosen to end them soon."""

from random import Random
from typing import Any

from games import Position, Result
from players import engines, play_as
from players.levels import Level

STRONG = Level(nodes=20_000, seconds=0, least_plies=2)
"""How she plays against level 1. Against level 5 she plays any legal move."""
NEXT = {1: "Harder: Swell", 5: "Easier: Surge"}
"""The button under Rematch that begins the next match at another level, by the level."""


def answer_to(position: Position[Any], level: int) -> str:
    """The move that Alice plays against this level."""
    if level == 1:
        return position.format(play_as(position, STRONG, seed=1))
    return position.format(Random(position.ply).choice(position.legal_moves()))


def check_winner(key: str, level: int, result: Result) -> None:
    """Check that Alice, who moves first, beats level 1 and loses to level 5.

    In a game without a kernel either may win: the general search is weak, and on a small board she is, too.
    """
    assert result.winner == (0 if level == 1 else 1) or key not in engines.find_bridges()
