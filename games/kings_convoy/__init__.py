"""King's Convoy: the king tries to reach a corner before the attackers capture him."""

from __future__ import annotations

from games.kings_convoy.board import (
    ATTACKER,
    CORNERS,
    DEFENDER,
    EMPTY,
    KING,
    LETTERS,
    NAMES,
    SIZE,
    SQUARES,
    THRONE,
    Move,
)
from games.kings_convoy.position import KingsConvoy

__all__ = [
    "ATTACKER",
    "CORNERS",
    "DEFENDER",
    "EMPTY",
    "GAME",
    "KING",
    "LETTERS",
    "NAMES",
    "SIZE",
    "SQUARES",
    "THRONE",
    "KingsConvoy",
    "Move",
]

GAME = KingsConvoy
