"""The bridges between Brain Coral, Branching Coral and their common kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

if TYPE_CHECKING:
    from games import Position

SWAP: Final = 254
BONUSES: Final = ("own", "opponent", "none")


class Bridge:
    """Writes a position as a row of numbers.

    Branching, bonus, cascade, whether a swap is possible or can become so, turn, ply, how many rows, their lengths,
    then the cells: 0, 1 black, 2 white.
    """

    KEY: ClassVar[str] = "brain_coral"
    BRANCHING: ClassVar[int] = 0

    @staticmethod
    def kernel(position: Position[str]) -> str:
        del position
        return "corals"

    @classmethod
    def written(cls, position: Any) -> bytes:  # noqa: ANN401 (either game)
        terms, reef = position.terms, position.reef
        swap = position.may_swap() if position.ply else terms.pie == "on"
        options = cls.BRANCHING, BONUSES.index(terms.bonus), terms.tiebreak == "cascade", swap
        cells = (bool(position.black & bit) + 2 * bool(position.white & bit) for bit, _ in reef.cells)
        return bytes([*options, position.turn, min(position.ply, 2), len(reef.rows), *reef.rows, *cells])

    @staticmethod
    def earlier(position: Position[str]) -> tuple[bytes, ...]:
        del position
        return ()

    @staticmethod
    def code(position: Any, move: str) -> int:  # noqa: ANN401 (a position of either game)
        return SWAP if move == "swap" else list(position.reef.bit).index(move)


class Branching(Bridge):
    """The bridge of Branching Coral, whose positions also have lifted stones."""

    KEY: ClassVar[str] = "branching_coral"
    BRANCHING: ClassVar[int] = 1


BRIDGES: tuple[Any, ...] = (Bridge, Branching)
