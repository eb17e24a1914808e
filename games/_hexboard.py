"""The hexagonal board of the coral placement games: its cells, their names and neighbours, and what is connected.

A set of cells is an int with one bit for each cell. The bits of neighbours differ by 1, by the stride or by the stride
+ 1. An unused column separates the rows. Therefore one shift moves a whole set of cells in one direction.
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase

SMALLEST_RING = 6
"""The smallest number of stones that can enclose a cell."""


class HexBoard:
    """A board of one grid and order. `hex_board(grid, order)` gives the same object each time."""

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
        """The bit of each cell by its name: the rows from the bottom, each from the left."""
        self.cells: tuple[tuple[int, str], ...] = tuple((bit, name) for name, bit in self.bit.items())
        self.all = sum(self.bit.values())
        self.neighbours: dict[int, int] = {bit: self.reach(bit) & self.all for bit in self.bit.values()}
        self.perimeter = sum(bit for bit, around in self.neighbours.items() if around.bit_count() < 6)

    def __reduce__(self) -> tuple[object, ...]:
        return hex_board, (self.grid, self.order)

    def names(self, cells: int) -> list[str]:
        """The names of `cells`, in the order a1, a2 … b1."""
        return [name for bit, name in self.cells if cells & bit]

    def around(self, cells: int) -> tuple[int, int, int, int, int, int]:
        """For each of the six directions, the cells whose neighbour in that direction is one of `cells`.

        The directions follow each other round the cell. These sets, and the sets that other methods make from them,
        may have bits outside the board.
        """
        across = self.stride + 1
        return cells >> 1, cells >> across, cells >> self.stride, cells << 1, cells << across, cells << self.stride

    def reach(self, cells: int) -> int:
        """The cells that have at least one neighbour among `cells`."""
        e, ne, nw, w, sw, se = self.around(cells)
        return e | ne | nw | w | sw | se

    def reach_twice(self, cells: int) -> int:
        """The cells that have at least two neighbours among `cells`."""
        return _two_of(*self.around(cells))

    def spans(self, cells: int) -> int:
        """The cells that have `cells` on two sides, and on both ways round from one side to the other something else.

        If `cells` are connected, a stone there closes a ring.
        """
        e, ne, nw, w, sw, se = self.around(cells)
        return _two_of(e & ~ne, ne & ~nw, nw & ~w, w & ~sw, sw & ~se, se & ~e)

    def connected(self, seed: int, within: int) -> int:
        """The cells that are connected to `seed` by cells of `within`."""
        while (grown := (seed | self.reach(seed)) & within) != seed:
            seed = grown
        return seed

    def parts(self, cells: int) -> tuple[int, ...]:
        """The connected parts of `cells`, in the order of their first cells."""
        parts = []
        while cells:
            part = self.connected(cells & -cells, cells)
            parts.append(part)
            cells &= ~part
        return tuple(parts)

    def linking(self, empty: int, clusters: tuple[int, ...]) -> int:
        """The empty cells on which a stone leaves every cell linked to an empty perimeter cell by an empty path.

        `clusters` are the connected parts of all stones, whatever their colour. Every cell must be linked now.
        A stone can break links in three ways. It has no empty neighbour itself. It takes the last empty neighbour of
        another stone. Or it closes a ring of stones: for that, one cluster must lack just this cell of a ring. Such a
        ring always encloses an empty cell, because all cells beside a whole cluster are empty.
        """
        one_left = self.all & ~empty & ~self.reach_twice(empty)
        free = empty & self.reach(empty) & ~self.reach(one_left)
        for cluster in clusters:
            if cluster.bit_count() >= SMALLEST_RING - 1:
                free &= ~self.spans(cluster)
        return free


def _two_of(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """The cells that are in at least two of the six sets."""
    ab, cd, ef = a | b, c | d, e | f
    return a & b | c & d | e & f | ab & cd | (ab | cd) & ef


@cache
def symmetric_cells(board: HexBoard) -> tuple[tuple[str, ...], ...]:
    """The names of the cells in groups: the board can be turned or mirrored so that a cell becomes any of its group."""
    kinds = dict.fromkeys(board.neighbours, 0)
    for _ in board.rows:  # cells are of one kind if their neighbours are
        kinds_around = {
            cell: (kinds[cell], *sorted(kinds[bit] for bit in kinds if bit & around))
            for cell, around in board.neighbours.items()
        }
        numbers = {kind: number for number, kind in enumerate(sorted(set(kinds_around.values())))}
        kinds = {cell: numbers[kind] for cell, kind in kinds_around.items()}
    return tuple(
        tuple(name for bit, name in board.cells if kinds[bit] == kind) for kind in dict.fromkeys(kinds.values())
    )


@cache
def hex_board(grid: str, order: int) -> HexBoard:
    """The board of a grid and an order. Sides have `order` cells; in a `limping` grid every second one has one less."""
    return HexBoard(grid, order)
