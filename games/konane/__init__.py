"""Konane, the Hawaiian checkers: jump over enemy stones; a player who cannot jump loses.

The rules are those of BrainKing.
"""

from __future__ import annotations

from games.konane.board import Move
from games.konane.position import Konane

__all__ = ["GAME", "Konane", "Move"]

GAME = Konane
