"""Konane, also called Hawaiian checkers, with the rules of BrainKing: the player without a jump loses."""

from games.konane.board import Move
from games.konane.position import Konane

__all__ = ["GAME", "Konane", "Move"]

GAME = Konane
