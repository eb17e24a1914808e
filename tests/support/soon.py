"""How Alice plays whole matches against the computer, so that they end soon."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from players import play_as
from players.levels import Level

if TYPE_CHECKING:
    from games import Position

STRONG = Level(nodes=3000, seconds=0, least_plies=2)
"""How she plays against level 1. Against level 5 she plays any legal move."""
NEXT = {1: "Harder: Swell", 5: "Easier: Surge"}
"""The button that begins the next match at another level, by the level."""


def answer_to(position: Position[Any], level: int) -> str:
    """The move that Alice plays against this level."""
    if level == 1:
        return position.format(play_as(position, STRONG, seed=1))
    return position.format(Random(position.ply).choice(position.legal_moves()))
