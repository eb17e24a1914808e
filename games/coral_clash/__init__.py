"""Coral Clash: hunters lift coral, and gatherers place it.

Checkmate the Whale, or hold more coral when it is counted.
"""

from games.coral_clash.board import Move
from games.coral_clash.position import CoralClash

__all__ = ["GAME", "CoralClash", "Move"]

GAME = CoralClash
