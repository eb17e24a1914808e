"""Hexagonal boards as bitboards: cell names, neighbours and connected groups.

A set of cells is an int with one bit per cell. The bits of neighbours differ by 1, by the stride or by the stride + 1,
and an unused column separates the rows, so that one shift moves a whole set of cells in one direction.
"""

from functools import cache
from string import ascii_lowercase

SMALLEST_RING = 6
"""The fewest stones that can enclose a cell."""


class HexBoard:
    """A hexagonal board. Call `hex_board` to get the shared instance for a given grid and order."""

    __slots__ = ("all", "bit", "cells", "grid", "neighbours", "order", "perimeter", "rows", "stride")

    def __init__(self, grid: str, order: int) -> None:
        self.grid = grid
        self.order = order
        growing = list(range(order, 2 * order - 1))
        shrinking = growing[::-1] if grid == "hex" else [*growing[-2::-1], order - 1]
        widest = [2 * order - 1] if grid == "hex" else []
        self.rows: tuple[int, ...] = (*growing, *widest, *shrinking)
        """How many cells each row has, bottom row first."""
        self.stride = 2 * order
        middle = self.rows.index(max(self.rows))
        self.bit: dict[str, int] = {
            f"{ascii_lowercase[row]}{index + 1}": 1 << row * self.stride + index + max(0, row - middle)
            for row, length in enumerate(self.rows)
            for index in range(length)
        }
        """The bit of each cell, by the cell's name. The cells are in the order a1, a2 … b1."""
        self.cells: tuple[tuple[int, str], ...] = tuple((bit, name) for name, bit in self.bit.items())
        self.all = sum(self.bit.values())
        self.neighbours: dict[int, int] = {bit: self.reach(bit) & self.all for bit in self.bit.values()}
        self.perimeter = sum(bit for bit, around in self.neighbours.items() if around.bit_count() < 6)

    def __reduce__(self) -> tuple[object, ...]:
        return hex_board, (self.grid, self.order)

    def names(self, cells: int) -> list[str]:
        """Return the names of `cells`, in board order."""
        return [name for bit, name in self.cells if cells & bit]

    def neighbour_sets(self, cells: int) -> tuple[int, int, int, int, int, int]:
        """Return six sets, one per direction, of the cells whose neighbour in that direction is in `cells`.

        The directions are in circular order. These sets, and those derived from them by other methods, may have bits
        outside the board.
        """
        across = self.stride + 1
        return cells >> 1, cells >> across, cells >> self.stride, cells << 1, cells << across, cells << self.stride

    def reach(self, cells: int) -> int:
        """Return all cells with at least one neighbour in `cells`."""
        e, ne, nw, w, sw, se = self.neighbour_sets(cells)
        return e | ne | nw | w | sw | se

    def reach_twice(self, cells: int) -> int:
        """Return all cells with at least two neighbours in `cells`."""
        return _two_of(*self.neighbour_sets(cells))

    def spans(self, cells: int) -> int:
        """Return the cells whose neighbours in `cells` form two or more separate runs.

        If `cells` are connected, a stone on one of these closes a ring.
        """
        e, ne, nw, w, sw, se = self.neighbour_sets(cells)
        return _two_of(e & ~ne, ne & ~nw, nw & ~w, w & ~sw, sw & ~se, se & ~e)

    def flood_fill(self, seed: int, within: int) -> int:
        """Return all cells reachable from `seed` without leaving `within`."""
        while (grown := (seed | self.reach(seed)) & within) != seed:
            seed = grown
        return seed

    def parts(self, cells: int) -> tuple[int, ...]:
        """Return the connected components of `cells`, ordered by their first cells."""
        parts = []
        while cells:
            part = self.flood_fill(cells & -cells, cells)
            parts.append(part)
            cells &= ~part
        return tuple(parts)

    def linking(self, empty: int, clusters: tuple[int, ...]) -> int:
        """Return the empty cells where a stone can be placed without cutting any cell off from the perimeter.

        Each cell must keep a path of empty cells to the perimeter. `clusters` are the connected components of all
        stones of either colour. Every cell must be linked now. A stone breaks links in three ways: it has no empty
        neighbour, it takes the last empty neighbour of another stone, or it closes a ring. It closes a ring only if one
        cluster lacks just this cell of the ring. Such a ring always encloses an empty cell, because all cells beside a
        whole cluster are empty.
        """
        one_left = self.all & ~empty & ~self.reach_twice(empty)
        free = empty & self.reach(empty) & ~self.reach(one_left)
        for cluster in clusters:
            if cluster.bit_count() >= SMALLEST_RING - 1:
                free &= ~self.spans(cluster)
        return free


def _two_of(a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Return the cells in at least two of the six sets."""
    ab, cd, ef = a | b, c | d, e | f
    return a & b | c & d | e & f | ab & cd | (ab | cd) & ef


@cache
def symmetric_cells(board: HexBoard) -> tuple[tuple[str, ...], ...]:
    """Return a board's cells, grouped by equivalence under rotation and reflection."""
    kinds = dict.fromkeys(board.neighbours, 0)
    for _ in board.rows:  # refine: cells of one kind have neighbours of the same kinds
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
    """Return the board with `order` cells per side. On a `limping` grid, every second side is one cell shorter."""
    return HexBoard(grid, order)
