"""The geometry of Konane and all its possible moves, computed once for each board size."""

import functools
from dataclasses import dataclass
from typing import NamedTuple

from games._grid import Grid, grid


@dataclass(frozen=True, slots=True)
class Move:
    """A jump from one square to another, identified by their numbers. A removal starts and ends on the same square."""

    start: int
    stop: int
    own: int
    """The mover's stones that change, as a bit mask."""
    enemy: int
    """The captured stones, as a bit mask."""


class Hop(NamedTuple):
    """A way to continue a jump by hopping over another enemy stone."""

    over: int
    """The bit of the square jumped over."""
    landing: int
    """The bit of the square landed on."""
    move: Move
    """The whole jump up to this landing square."""


class Direction(NamedTuple):
    """One of the four directions in which stones can jump. From square `s`, the next square is `s + right - left`.

    It is a tuple because move generation unpacks it often.
    """

    right: int
    """By how many bits to shift right so that each neighbour takes the place of its square, or 0."""
    left: int
    """The same for a shift to the left. Either `right` or `left` is 0."""
    right_twice: int
    left_twice: int
    room: int
    """The squares from which a jump in this direction stays on the board."""
    jumps: dict[int, tuple[Move, tuple[Hop, ...]]]
    """For the bit of each starting square, the jump over its neighbour and the continuations of that jump."""


@dataclass(frozen=True, slots=True)
class Board:
    """The tables for one board size."""

    grid: Grid
    full: int
    """All squares, as a bit mask."""
    black: int
    """Black's stones at the start, as a bit mask."""
    white: int
    removals: dict[int, Move]
    openings: tuple[Move, ...]
    """The removals with which Black may begin."""
    directions: tuple[Direction, ...]


@functools.cache
def board_of(size: int) -> Board:
    """Return the precomputed moves and geometry of a board with `size` squares per side."""
    squares = [(file, rank) for rank in range(size) for file in range(size)]
    black = sum(1 << square for square, (file, rank) in enumerate(squares) if (file + rank) % 2)
    full = (1 << size * size) - 1
    removals = {square: Move(square, square, 1 << square, 0) for square in range(size * size)}
    last, middle = size - 1, size // 2
    diagonal = dict.fromkeys([(0, last), (middle - 1, middle), (middle, middle - 1), (last, 0)])
    openings = tuple(removals[rank * size + file] for file, rank in diagonal)
    directions = tuple(_direction(size, *step) for step in ((0, 1), (1, 0), (0, -1), (-1, 0)))
    return Board(grid(size), full, black, full ^ black, removals, openings, directions)


def _direction(size: int, east: int, north: int) -> Direction:
    step = north * size + east
    jumps = {}
    for start in range(size * size):
        rank, file = divmod(start, size)
        hops = []
        taken = 0
        over, stop = start + step, start + 2 * step
        while 0 <= (file := file + 2 * east) < size and 0 <= (rank := rank + 2 * north) < size:
            taken |= 1 << over
            hops.append(Hop(1 << over, 1 << stop, Move(start, stop, 1 << start | 1 << stop, taken)))
            over, stop = over + 2 * step, stop + 2 * step
        if hops:
            jumps[1 << start] = (hops[0].move, tuple(hops[1:]))
    right, left = max(step, 0), max(-step, 0)
    return Direction(right, left, 2 * right, 2 * left, sum(jumps), jumps)
