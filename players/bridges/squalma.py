"""The bridge between SquAlma and its kernel."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from games import other_side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.squalma import Move, SquAlma


class Bridge:
    """Writes a position as the turn, then the stacks as bits from the top down below a marker.

    1 is an empty stack, 10 black, 11 white, 110 white under black.
    """

    KEY = "squalma"

    @staticmethod
    def kernel(position: SquAlma) -> str:
        del position
        return "squalma"

    @staticmethod
    def written(position: SquAlma) -> bytes:
        return _board(position.turn, position.stacks)

    @staticmethod
    def earlier(position: SquAlma) -> Iterator[bytes]:
        turn = position.turn
        for stacks in reversed(position.history):
            turn = other_side(turn)
            yield _board(turn, stacks)

    @staticmethod
    def code(position: SquAlma, move: Move) -> int:
        del position
        return 0 if move.start < 0 else move.start << 8 | move.stop


@lru_cache(maxsize=1000)
def _board(turn: int, stacks: tuple[str, ...]) -> bytes:
    return bytes([turn, *(_STACKS[stack] for stack in stacks)])


def _bits(stack: str) -> int:
    bits = 1
    for disc in stack:
        bits = bits << 1 | (disc == "W")
    return bits


_TALLEST = 3
_STACKS = {"": 1}
for _ in range(_TALLEST):
    _STACKS |= {stack + disc: _bits(stack + disc) for stack in list(_STACKS) for disc in "BW"}

BRIDGES: tuple[Any, ...] = (Bridge,)
