"""The bridge between King's Convoy and its kernel."""

from collections.abc import Iterator

from games import other_side
from games.kings_convoy import KingsConvoy, Move
from players.bridges import Bridge


class KingsConvoyBridge(Bridge[KingsConvoy]):
    """Encodes a position of King's Convoy.

    The bytes are the turn, the option `throne` (1 for `always`), and the board in the same form as in the rules.
    """

    key = "kings_convoy"

    def encode(self, position: KingsConvoy) -> bytes:
        return bytes([position.turn, position.throne == "always"]) + position.board

    def earlier(self, position: KingsConvoy) -> Iterator[bytes]:
        turn = position.turn
        for board in reversed(position.earlier):
            turn = other_side(turn)
            yield bytes([turn, position.throne == "always"]) + board

    def code(self, position: KingsConvoy, move: Move) -> int:
        del position
        return move.origin << 8 | move.target


BRIDGES = (KingsConvoyBridge(),)
