"""The squares and lines of Konane, and every move along them; worked out once for each size."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import NamedTuple

from games._grid import Grid, grid


@dataclass(frozen=True, slots=True)
class Move:
    """A jump from one square to another, or a removal, which stops where it starts.

    `own` and `enemy` are the bits of the board that change among the mover's and among the other side's stones.
    """

    start: int
    stop: int
    own: int
    enemy: int


class Hop(NamedTuple):
    """One more enemy in line: the bit jumped over, the bit landed on, and the move that stops there."""

    over: int
    landing: int
    move: Move


class Direction(NamedTuple):
    """One of the four ways to jump; a tuple, since the search for jumps unpacks it all the time.

    The neighbour of square s is s + right - left; a jump goes twice as far.
    """

    right: int
    left: int
    right_twice: int
    left_twice: int
    room: int
    """The bits of the squares from which a jump stays on the board."""
    jumps: dict[int, tuple[Move, tuple[Hop, ...]]]
    """By the bit of each of these squares: the jump over the neighbour, and what may follow it."""


@dataclass(frozen=True, slots=True)
class Board:
    """All that is worth computing once for a size."""

    grid: Grid
    full: int
    black: int
    white: int
    removals: dict[int, Move]
    openings: tuple[Move, ...]
    directions: tuple[Direction, ...]


@functools.cache
def board_of(size: int) -> Board:
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
