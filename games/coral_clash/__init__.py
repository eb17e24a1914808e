"""Coral Clash, a game in which hunters lift coral and gatherers place it.

A player wins by checkmating the Whale, or by holding more coral when it is counted.
"""

from games.coral_clash.board import Move
from games.coral_clash.position import CoralClash

__all__ = ["GAME", "CoralClash", "Move"]

GAME = CoralClash
