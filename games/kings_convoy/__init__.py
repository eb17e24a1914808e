"""King's Convoy, a game in which the king tries to reach a corner before the attackers capture him."""

from games.kings_convoy.board import Move
from games.kings_convoy.position import KingsConvoy

__all__ = ["GAME", "KingsConvoy", "Move"]

GAME = KingsConvoy
