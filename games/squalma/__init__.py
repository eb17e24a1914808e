"""SquAlma by Paschalis Antoniou. Players stack discs to connect the first row with the last. Nothing is captured."""

from games.squalma.board import SIZE, Move
from games.squalma.position import SquAlma

__all__ = ["GAME", "SIZE", "Move", "SquAlma"]

GAME = SquAlma
