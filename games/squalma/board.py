"""The board of SquAlma: finding moves and connected paths, and converting boards to and from text."""

from dataclasses import dataclass

from games._grid import grid
from language import mark

SIZE = 8
TALLEST = 3
GRID = grid(SIZE)
DISCS = ("B", "W")

BOARD = (1 << SIZE * SIZE) - 1
FIRST_RANK = 0xFF
LAST_RANK = 0xFF << 56
_NOT_H = 0x7F7F7F7F7F7F7F7F
_NOT_A = _NOT_H << 1


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a stack's top disc from the square `start` to the square `stop`. Both are -1 for a pass."""

    start: int
    stop: int


PASS = Move(-1, -1)
PASS_TEXT = mark("pass")


def _targets(height: int) -> tuple[tuple[tuple[Move, int], ...], ...]:
    """Return, for each square, the moves a disc can make from a stack of this height, each with its destination."""
    ways = [(north, east) for north in (1, 0, -1) for east in (0, 1, -1) if north or east]
    table = []
    for start in range(SIZE * SIZE):
        rank, file = divmod(start, SIZE)
        ends = [(rank + height * north, file + height * east) for north, east in ways]
        stops = [rank * SIZE + file for rank, file in ends if 0 <= rank < SIZE and 0 <= file < SIZE]
        table.append(tuple((Move(start, stop), stop) for stop in stops))
    return tuple(table)


TARGETS = ((), *(_targets(height) for height in range(1, TALLEST + 1)))
MOVES = {
    PASS_TEXT: PASS,
    **{
        f"{GRID.names[move.start]}-{GRID.names[move.stop]}": move
        for table in TARGETS
        for row in table
        for move, _ in row
    },
}
"""All possible moves, by canonical text."""
ROOM = (0, 1, 2, 2)
"""The height of the tallest stack on which a disc may land, indexed by the height of the stack that it leaves."""


def with_neighbours(bits: int) -> int:
    """Return these squares and all their neighbours, including diagonal ones."""
    wide = bits | (bits & _NOT_H) << 1 | (bits & _NOT_A) >> 1
    return wide | wide << SIZE | wide >> SIZE


def connects(active: int) -> bool:
    """Return True if these squares contain a path from rank 1 to rank 8, which may have diagonal steps."""
    if not active & LAST_RANK:
        return False
    reached, grown = 0, active & FIRST_RANK
    while grown != reached:
        reached = grown
        grown = with_neighbours(reached) & active
    return bool(reached & LAST_RANK)


def missing(active: int) -> int:
    """Return the smallest number of squares to add to `active` to complete a path from rank 1 to rank 8."""
    reached, added = active & FIRST_RANK, 0
    while True:
        while (wider := reached | with_neighbours(reached) & active) != reached:
            reached = wider
        if reached & LAST_RANK:
            return added
        reached, added = with_neighbours(reached) & BOARD | FIRST_RANK, added + 1


def encode_board(stacks: tuple[str, ...]) -> str:
    """Return a board as text, top rank first, with slashes between ranks and commas between stacks."""
    ranks = [",".join(stacks[first : first + SIZE]) for first in range(0, SIZE * SIZE, SIZE)]
    return "/".join(reversed(ranks))


def decode_board(text: str) -> tuple[str, ...]:
    """Return the board described by `text`. Raises ValueError if `encode_board` did not produce the text."""
    ranks = [rank.split(",") for rank in text.split("/")]
    stacks = tuple(stack for rank in reversed(ranks) for stack in rank)
    square = [len(rank) for rank in ranks] == [SIZE] * SIZE
    if not square or any(len(stack) > TALLEST or set(stack) - {*DISCS} for stack in stacks):
        raise ValueError("a board of SquAlma is 8 by 8 stacks of at most 3 discs, B or W")
    return stacks
