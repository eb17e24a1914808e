"""The bridge between SquAlma and its kernel."""

from collections.abc import Iterator
from functools import cache, lru_cache

from games import other_side
from games.squalma import Move, SquAlma
from players.bridges import Bridge


class SquAlmaBridge(Bridge[SquAlma]):
    """Encodes a position of SquAlma.

    The bytes are the turn and the stacks. A stack is a marker bit followed by one bit for each disc, and the lowest
    disc is first. For example, 1 is an empty stack, 10 a black disc, 11 a white disc, and 110 a black disc on a white
    one.
    """

    key = "squalma"

    def encode(self, position: SquAlma) -> bytes:
        return _board(position.turn, position.stacks)

    def earlier(self, position: SquAlma) -> Iterator[bytes]:
        turn = position.turn
        for stacks in reversed(position.history):
            turn = other_side(turn)
            yield _board(turn, stacks)

    def code(self, position: SquAlma, move: Move) -> int:
        del position
        return 0 if move.start < 0 else move.start << 8 | move.stop


@lru_cache(maxsize=1000)
def _board(turn: int, stacks: tuple[str, ...]) -> bytes:
    return bytes([turn, *(_bits(stack) for stack in stacks)])


@cache
def _bits(stack: str) -> int:
    return int("1" + stack.translate({ord("B"): "0", ord("W"): "1"}), 2)


BRIDGES = (SquAlmaBridge(),)
