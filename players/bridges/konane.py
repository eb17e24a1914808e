"""The bridge for Konane, which has two kernels: one for board sizes 6 and 8, and one for size 10."""

from games.konane import Konane, Move
from players.bridges import Bridge


class KonaneBridge(Bridge[Konane]):
    """Encodes a position of Konane.

    The bytes are the size, the turn, the number of stones removed at the start, and the squares (0 empty, 1 black, 2
    white).
    """

    key = "konane"

    def kernel(self, position: Konane) -> str:
        return "konane" if position.size <= 8 else "konane_large"

    def encode(self, position: Konane) -> bytes:
        squares = range(position.size * position.size)
        cells = ((position.black >> square & 1) + 2 * (position.white >> square & 1) for square in squares)
        return bytes([position.size, position.turn, min(position.ply, 2), *cells])

    def code(self, position: Konane, move: Move) -> int:
        del position
        return move.start << 8 | move.stop


BRIDGES = (KonaneBridge(),)
