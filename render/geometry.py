"""Grids, which say where the cells of a board are.

A point is (x, y) in cell widths from the top left corner of the board as its viewer sees it, y downwards.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import dist, sqrt

from games.base import Seat

Point = tuple[float, float]
Strip = tuple[float, float, tuple[float, ...]]
"""A horizontal strip of the board: its top, its bottom, and the x coordinates at which it is cut into tiles."""

ROW_PITCH = sqrt(3) / 2
"""The distance between two rows of hexagons that are 1 wide."""
CURVE_STEPS = 12
"""The number of line segments that approximate a curve."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SQUARE = re.compile(r"(?<![a-z])[a-z]++\d+")
"""Matches a square's name within a cell's name."""


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of a board as seen by one of the players.

    Grids are compared by identity, so functions can cache their results by grid.
    """

    width: float
    height: float
    points: Mapping[str, Point]
    """The centre of each cell, by the cell's name."""
    labels: Sequence[tuple[str, Point]]
    """The coordinates. Each has a point in the margin."""
    strips: Sequence[Strip]
    """The strips, from top to bottom. Each cell has its own tile, which lies between two cuts of a strip."""
    outline: tuple[Point, ...]
    """The corners of a cell, relative to its centre."""
    others: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    """The corners of each cell of another shape, by cell name."""
    legend: bool = False
    """Whether all pictures have a row for the legend below the coordinates, because each has a legend."""

    def corners(self, cell: str) -> tuple[Point, ...]:
        """Return a cell's corners relative to its centre."""
        return self.others.get(cell, self.outline)


@cache
def square_grid(columns: int, rows: int, view: Seat) -> Grid:
    """Return a grid of squares named as in chess. Seat 0 sees square a1 at the bottom left, seat 1 at the top right."""
    points: dict[str, Point] = {}
    for row in range(rows):
        for column in range(columns):
            x, y = column + 0.5, rows - row - 0.5
            points[f"{LETTERS[column]}{row + 1}"] = (x, y) if view == 0 else (columns - x, rows - y)
    files = [(LETTERS[column], (points[f"{LETTERS[column]}1"][0], rows + 0.0)) for column in range(columns)]
    ranks = [(str(row + 1), (0.0, points[f"a{row + 1}"][1])) for row in range(rows)]
    cuts = tuple(float(column) for column in range(columns + 1))
    strips = [(float(row), row + 1.0, cuts) for row in range(rows)]
    return Grid(columns, rows, points, files + ranks, strips, rectangle(1, 1))


def rectangle(width: float, height: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle around (0, 0)."""
    x, y = width / 2, height / 2
    return ((-x, -y), (x, -y), (x, y), (-x, y))


@cache
def hex_grid(lengths: tuple[int, ...]) -> Grid:
    """Return a grid of hexagons with vertical sides. `lengths` are the row lengths, starting with `a` at the bottom.

    The cells of a row are numbered from the left. Neighbouring rows differ by one cell and are offset by half a cell.
    The margin shows only the letters of the rows.
    """
    width = max(lengths) + 0.0
    height = (len(lengths) - 1) * ROW_PITCH + 2 / sqrt(3)
    middle = 1 / sqrt(3)

    def point(row: int, index: int) -> Point:
        return width / 2 - lengths[row] / 2 + index - 0.5, height - middle - row * ROW_PITCH

    points = {
        f"{LETTERS[row]}{index}": point(row, index)
        for row, length in enumerate(lengths)
        for index in range(1, length + 1)
    }
    leftmost = [point(row, 1) for row in range(len(lengths))]
    labels = [(LETTERS[row], (max(0.0, x - 0.5 - 0.032 * width), y)) for row, (x, y) in enumerate(leftmost)]
    strips = []
    for row in reversed(range(len(lengths))):
        xs = [point(row, index)[0] for index in range(1, lengths[row] + 1)]
        y = point(row, 1)[1]
        strips.append((y - ROW_PITCH / 2, y + ROW_PITCH / 2, (*(x - 0.5 for x in xs), xs[-1] + 0.5)))
    return Grid(width, height, points, labels, strips, tuple(hexagon()))


def hexagon(side_to_side: float = 1.0) -> list[Point]:
    """Return the corners of a hexagon with vertical sides, centred on (0, 0)."""
    x, y = side_to_side / 2, side_to_side / sqrt(3)
    return [(0, -y), (x, -y / 2), (x, y / 2), (0, y), (-x, y / 2), (-x, -y / 2)]


def between(start: Point, end: Point, part: float = 0.5) -> Point:
    """Return a point on the line from `start` to `end`. `part` is a fraction from 0 (`start`) to 1 (`end`)."""
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def is_between(point: Point, start: Point, end: Point) -> bool:
    """Return whether a point is on the line from `start` to `end`."""
    return dist(start, point) + dist(point, end) < dist(start, end) + 1e-6


def crossing(line: Sequence[Point], other: Sequence[Point]) -> Point | None:
    """Return where two straight lines cross, each given by its ends, or None if they are apart or parallel."""
    (x, y), (x1, y1) = line
    (u, v), (u1, v1) = other
    dx, dy, du, dv = x1 - x, y1 - y, u1 - u, v1 - v
    slant = dx * dv - dy * du
    if abs(slant) < 1e-6:
        return None
    part, other_part = ((u - x) * dv - (v - y) * du) / slant, ((u - x) * dy - (v - y) * dx) / slant
    return between(line[0], line[1], part) if 0 < part < 1 and 0 < other_part < 1 else None


def curve(start: Point, bend: Point, end: Point) -> list[Point]:
    """Return points on the quadratic Bézier curve from `start` to `end` with the control point `bend`."""
    parts = (step / CURVE_STEPS for step in range(CURVE_STEPS + 1))
    return [between(between(start, bend, part), between(bend, end, part), part) for part in parts]
