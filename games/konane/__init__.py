"""Konane, also called Hawaiian checkers. As on BrainKing, a player with no jumps left loses."""

from games.konane.board import Move
from games.konane.position import Konane

__all__ = ["GAME", "Konane", "Move"]

GAME = Konane
