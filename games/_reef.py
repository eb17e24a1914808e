"""The hexagonal reef of the coral placement games: its cells, their names and neighbours, and what is connected.

A set of cells is an int with one bit for each cell. Bits of neighbours differ by 1, by the stride or by the stride + 1,
and an empty column parts the rows, so that one shift moves a whole set of cells in one direction.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

SMALLEST_RING = 6
"""So many cells at least lie around an enclosed one."""


class Reef:
    """A board of one grid and order; `reef(grid, order)` always gives the same one."""

    __slots__ = ("all", "bit", "cells", "grid", "neighbours", "order", "perimeter", "rows", "stride")

    def __init__(self, grid: str, order: int) -> None:
        self.grid = grid
        self.order = order
        growing = list(range(order, 2 * order - 1))
        shrinking = growing[::-1] if grid == "hex" else [*growing[-2::-1], order - 1]
        widest = [2 * order - 1] if grid == "hex" else []
        self.rows: tuple[int, ...] = (*growing, *widest, *shrinking)
        """The number of cells in each row, from the bottom."""
        self.stride = 2 * order
        middle = self.rows.index(max(self.rows))
        self.bit: dict[str, int] = {
            f"{ascii_lowercase[row]}{index + 1}": 1 << row * self.stride + index + max(0, row - middle)
            for row, length in enumerate(self.rows)
            for index in range(length)
        }
        """The bit of each cell by its name, row by row from the bottom, each from the left."""
        self.cells: tuple[tuple[int, str], ...] = tuple((bit, name) for name, bit in self.bit.items())
        self.all = sum(self.bit.values())
        self.neighbours: dict[int, int] = {bit: self.reach(bit) & self.all for bit in self.bit.values()}
        self.perimeter = sum(bit for bit, around in self.neighbours.items() if around.bit_count() < 6)

    def __reduce__(self) -> tuple[object, ...]:
        return reef, (self.grid, self.order)

    def names(self, cells: int) -> list[str]:
        """The names of `cells` in the order of the board: a1, a2 … b1."""
        return [name for bit, name in self.cells if cells & bit]

    def around(self, cells: int) -> tuple[int, int, int, int, int, int]:
        """For each of the six directions, once round: where the neighbour in that direction is one of `cells`.

        These sets, and those made from them below, spill over the edge: take what is on the board.
        """
        across = self.stride + 1
        return cells >> 1, cells >> across, cells >> self.stride, cells << 1, cells << across, cells << self.stride

    def reach(self, cells: int) -> int:
        """Where at least one neighbour is one of `cells`."""
        e, ne, nw, w, sw, se = self.around(cells)
        return e | ne | nw | w | sw | se

    def reach_twice(self, cells: int) -> int:
        """Where at least two neighbours are among `cells`."""
        return _two_of(*self.around(cells))

    def spans(self, cells: int) -> int:
        """Where `cells`, connected among themselves, lie on two sides with something else between on either hand.

        A stone there joins them to a closed ring.
        """
        e, ne, nw, w, sw, se = self.around(cells)
        return _two_of(e & ~ne, ne & ~nw, nw & ~w, w & ~sw, sw & ~se, se & ~e)

    def connected(self, seed: int, within: int) -> int:
        """What can be reached from `seed` through cells of `within`."""
        while (grown := (seed | self.reach(seed)) & within) != seed:
            seed = grown
        return seed

    def parts(self, cells: int) -> tuple[int, ...]:
        """The connected parts of `cells`, by their first cell."""
        parts = []
        while cells:
            part = self.connected(cells & -cells, cells)
            parts.append(part)
            cells &= ~part
        return tuple(parts)

    def linking(self, empty: int, clusters: tuple[int, ...]) -> int:
        """The empty cells that can be filled so that an empty path still links every cell to an empty perimeter cell.

        `clusters` are the connected parts of all stones, whatever their colour, and every cell must be linked now.
        A stone breaks the links in three ways: it has no empty neighbour, it takes the last one of another stone, or
        it closes a ring of stones. Only a cluster that lacks one cell of a ring can do the last, and whatever it
        encloses has an empty cell, because what lies beside a whole cluster is empty.
        """
        one_left = self.all & ~empty & ~self.reach_twice(empty)
        free = empty & self.reach(empty) & ~self.reach(one_left)
        for cluster in clusters:
            if cluster.bit_count() >= SMALLEST_RING - 1:
                free &= ~self.spans(cluster)
        return free


def _two_of(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The cells in at least two of six sets."""
    ab, cd, ef = a | b, c | d, e | f
    return a & b | c & d | e & f | ab & cd | (ab | cd) & ef


@cache
def reef(grid: str, order: int) -> Reef:
    """The board of a grid, `limping` (sides of order - 1 and order cells in turn) or `hex`, and an order."""
    return Reef(grid, order)
