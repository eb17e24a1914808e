"""The bridges for Brain Coral and Branching Coral, which share a kernel."""

from typing import Final

from games._placement import Placement
from players.bridges import Bridge

SWAP: Final = 254
BONUSES: Final = ("own", "opponent", "none")


class CoralBridge(Bridge[Placement]):
    """Encodes a position of Brain Coral or Branching Coral.

    One byte each: branching, bonus, cascade, whether a swap is possible now or after the next move, turn, ply, the
    number of rows, their lengths, and the cells (0 empty, 1 black, 2 white).
    """

    def __init__(self, key: str, *, branching: bool) -> None:
        self.key = key
        self._branching = branching

    def kernel(self, position: Placement) -> str:
        del position
        return "corals"

    def encode(self, position: Placement) -> bytes:
        variant, board = position.variant, position.board
        swap = position.may_swap() if position.ply else variant.pie == "on"
        options = self._branching, BONUSES.index(variant.bonus), variant.tiebreak == "cascade", swap
        cells = (bool(position.black & bit) + 2 * bool(position.white & bit) for bit, _ in board.cells)
        return bytes([*options, position.turn, min(position.ply, 2), len(board.rows), *board.rows, *cells])

    def code(self, position: Placement, move: str) -> int:
        return SWAP if move == "swap" else list(position.board.bit).index(move)


BRIDGES = (CoralBridge("brain_coral", branching=False), CoralBridge("branching_coral", branching=True))
