"""The board of King's Convoy: its squares, lines, neighbours and starting position."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from games.base import Seat

SIZE: Final = 13
ATTACKERS: Final[Seat] = 0
DEFENDERS: Final[Seat] = 1
EMPTY, ATTACKER, DEFENDER, KING = range(4)
LETTERS: Final = ".ADK"
"""The letters for EMPTY, ATTACKER, DEFENDER and KING, in this order."""

# Squares are numbered from a1 along the rows: a1 is 0, b1 is 1, a2 is 13, m13 is 168.
NAMES: Final = tuple(f"{column}{row}" for row in range(1, SIZE + 1) for column in "abcdefghijklm")
SQUARES: Final = {name: square for square, name in enumerate(NAMES)}
THRONE: Final = SQUARES["g7"]
CORNERS: Final = frozenset(SQUARES[name] for name in ("a1", "a13", "m1", "m13"))


class Move(NamedTuple):
    """A boat's move between two numbered squares."""

    origin: int
    target: int


Ray = tuple[tuple[int, Move], ...]
"""The squares in one direction from a square, nearest first, each with the move that leads to it."""


def directions(square: int) -> Iterator[list[int]]:
    """Yield four lists of squares: to the right, to the left, above and below, each with the nearest square first."""
    row = square // SIZE * SIZE
    yield list(range(square + 1, row + SIZE))
    yield list(range(square - 1, row - 1, -1))
    yield list(range(square + SIZE, SIZE * SIZE, SIZE))
    yield list(range(square - SIZE, -1, -SIZE))


MOVES: Final = {
    f"{NAMES[square]}-{NAMES[to]}": Move(square, to)
    for square in range(SIZE * SIZE)
    for line in directions(square)
    for to in line
}
"""All moves along rows and columns, by canonical text."""


def _rays(*, never: Iterable[int] = ()) -> tuple[tuple[Ray, ...], ...]:
    """Return the rays from every square, leaving out the squares in `never`, where a boat cannot stop."""
    allowed = ([[to for to in line if to not in never] for line in directions(square)] for square in range(SIZE * SIZE))
    return tuple(
        tuple(tuple((to, MOVES[f"{NAMES[square]}-{NAMES[to]}"]) for to in line) for line in lines if line)
        for square, lines in enumerate(allowed)
    )


# Boats may cross the empty throne but not stop on it, so their rays leave it out. A king on it blocks them.
KING_RAYS: Final = _rays()
BOAT_RAYS: Final = _rays(never=CORNERS)
BOAT_RAYS_OVER_THRONE: Final = _rays(never={*CORNERS, THRONE})

NEIGHBOURS: Final = tuple(tuple(line[0] for line in directions(square) if line) for square in range(SIZE * SIZE))
# For every square: each neighbour where a boat can be captured, with the square beyond it.
SANDWICHES: Final = tuple(
    tuple((line[0], line[1]) for line in directions(square) if len(line) > 1) for square in range(SIZE * SIZE)
)

START: Final = """
    . . . . A A A A A . . . .
    . . . . . . A . . . . . .
    . . . . . . . . . . . . .
    . . . . . . D . . . . . .
    A . . . . . D . . . . . A
    A . . . . . D . . . . . A
    A A . D D D K D D D . A A
    A . . . . . D . . . . . A
    A . . . . . D . . . . . A
    . . . . . . D . . . . . .
    . . . . . . . . . . . . .
    . . . . . . A . . . . . .
    . . . . A A A A A . . . .
"""


def king_taken(cells: bytearray, king: int, attacker: int) -> bool:
    """Return True if an attacker captures the king by moving to `attacker`, a square next to him."""
    if king == THRONE:
        opposite = 2 * THRONE - attacker
        return cells[opposite] == ATTACKER
    return all(cells[near] == ATTACKER or near == THRONE or near in CORNERS for near in NEIGHBOURS[king])


def move_between(before: bytes, after: bytes) -> Move:
    """Return the non-capturing move that changes one board into another."""
    changed = [square for square in range(SIZE * SIZE) if before[square] != after[square]]
    origin, target = changed if after[changed[0]] == EMPTY else reversed(changed)
    return Move(origin, target)
