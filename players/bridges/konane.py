"""The bridge between Konane and its kernels: one for the boards of 6 and 8 squares, one for the board of 10."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.konane import Konane, Move


class Bridge:
    """Writes a position as size, turn, number of removals made, then the squares: 0 empty, 1 black, 2 white."""

    KEY = "konane"

    @staticmethod
    def kernel(position: Konane) -> str:
        return "konane" if position.size <= 8 else "konane_large"

    @staticmethod
    def written(position: Konane) -> bytes:
        squares = range(position.size * position.size)
        cells = ((position.black >> square & 1) + 2 * (position.white >> square & 1) for square in squares)
        return bytes([position.size, position.turn, min(position.ply, 2), *cells])

    @staticmethod
    def earlier(position: Konane) -> tuple[bytes, ...]:
        del position
        return ()

    @staticmethod
    def code(position: Konane, move: Move) -> int:
        del position
        return move.start << 8 | move.stop


BRIDGES: tuple[Any, ...] = (Bridge,)
