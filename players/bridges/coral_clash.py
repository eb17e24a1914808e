"""The bridge between Coral Clash and its kernel."""

import struct
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from games.coral_clash import CoralClash, Move
from players.bridges import Bridge

PLACES: Final = 1
LIFTS: Final = 2
OF_WHALE: Final = 1 << 14
SETUP: Final = 1 << 15


class CoralClashBridge(Bridge[CoralClash]):
    """Encodes a position of Coral Clash.

    The bytes are the turn, the ply, the option `steps` (1 for `diagram`) and padding. Bit masks of the sides, the
    kinds, the gatherers and the coral follow.
    """

    key = "coral_clash"

    def encode(self, position: CoralClash) -> bytes:
        return _board(position.turn, position.ply, position.board)

    def earlier(self, position: CoralClash) -> Iterator[bytes]:
        turn, ply = int(position.turn), position.ply
        for board in reversed(position.earlier):
            turn, ply = 1 - turn, ply - 1
            yield _board(turn, ply, board)

    def code(self, position: CoralClash, move: Move) -> int:
        del position
        if not move.start:
            return SETUP | _square(move.placed) << 2
        if move.end.bit_count() == 1:
            effect = PLACES if move.placed else LIFTS if move.lifted else 0
            return _square(move.start) << 8 | _square(move.end) << 2 | effect
        low = move.end & -move.end
        upright = move.end == low | low << 8
        lifted = bool(move.lifted & low) + 2 * bool(move.lifted & ~low)
        return OF_WHALE | upright << 8 | _square(low) << 2 | lifted


def _square(mask: int) -> int:
    return mask.bit_length() - 1


@lru_cache(maxsize=1000)
def _board(turn: int, ply: int, board: Any) -> bytes:  # noqa: ANN401 (private to its game)
    masks = (*board.sides, *board.kinds, board.gatherers, *board.coral)
    return struct.pack("<BBB5x11Q", turn, min(ply, 2), board.steps == "diagram", *masks)


BRIDGES = (CoralClashBridge(),)
