"""The bridge between King's Convoy and its kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games import other_side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.kings_convoy import KingsConvoy, Move


class Bridge:
    """Writes a position as turn, option (1: the throne always helps), then the board as the rules keep it."""

    KEY = "kings_convoy"

    @staticmethod
    def kernel(position: KingsConvoy) -> str:
        del position
        return "kings_convoy"

    @staticmethod
    def written(position: KingsConvoy) -> bytes:
        return bytes([position.turn, position.throne == "always"]) + position.board

    @staticmethod
    def earlier(position: KingsConvoy) -> Iterator[bytes]:
        turn = position.turn
        for board in reversed(position.earlier):
            turn = other_side(turn)
            yield bytes([turn, position.throne == "always"]) + board

    @staticmethod
    def code(position: KingsConvoy, move: Move) -> int:
        del position
        return move.origin << 8 | move.target


BRIDGES: tuple[Any, ...] = (Bridge,)
