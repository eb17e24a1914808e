"""Badges: labels on the cells a player can choose in the move picker."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from render import pieces
from render.board import Board
from render.canvas import Stamp
from render.geometry import Point, between
from render.layout import Layout
from render.text import width

LEAST = 34
"""The minimum height of a badge, in pixels. It makes sure that badges are readable on a phone."""
MOST = 50
"""The maximum height of a badge, in pixels. A larger one would only cover more of its piece."""
EMPTY = 0.46
"""The height of a badge on an empty cell, in cell widths."""
MARGIN = 0.3
"""The total space, in badge heights, to the left and right of a badge's text."""
NARROW = 0.12
"""MARGIN for texts of more than two characters."""
GAP = 6
"""The minimum distance between the badges of neighbouring cells, in pixels."""
CLEAR = 0.1
"""How far an offered arrow reaches to each side of its line, in cell widths."""
BEGINS = 0.3
"""The part of its first step after which an arrow is tested for being at a badge. Its shaft begins about there."""
SAMPLES = 12
"""The number of points at which each step of an arrow is tested."""


def badges(
    board: Board[Any],
    layout: Layout,
    offered: Collection[str],
    occupied: Collection[str],
    ways: Iterable[Sequence[Point]],
) -> Iterator[Stamp]:
    """Yield the badges of the offered cells. `ways` are the points of the arrows drawn.

    A badge is in the centre of an empty cell and at `board.badge_place` of an occupied one or, if an arrow is there, at
    the mirrored place. It never leaves its cell.
    """
    grid, cell = layout.grid, layout.cell
    passed = [layout.pixel(point) for way in ways for point in _samples(way)]
    for name in offered:
        filled = name in occupied
        if filled and board.names_pieces:
            continue
        # A pair of empty squares shares them with other pairs, whose badges are close.
        share = board.badge if filled or name in grid.others else EMPTY
        high = max(LEAST, min(MOST, round(cell * share)))
        across, down = (2 * cell * max(side) for side in zip(*grid.corners(name), strict=True))
        needed = width(name, round(high * pieces.BADGE_TEXT), pieces.BADGE_WEIGHT)
        needed += high * (MARGIN if len(name) <= 2 else NARROW)
        wide = round(min(needed, across - GAP))
        right, below = board.badge_place if filled else (0, 0)
        x, y = layout.pixel(grid.points[name])
        reach = wide / 2 + CLEAR * cell, high / 2 + CLEAR * cell
        places = [
            (x + round(mirrored * right * (across - GAP - wide) / 2), y + round(side * below * (down - high) / 2))
            for mirrored in (1, -1)
            for side in (1, -1)
        ]
        free = (at for at in places if not any(_within(point, at, reach) for point in passed))
        yield Stamp(pieces.badge(name, wide / high), *next(free, places[0]), high)


def _samples(way: Sequence[Point]) -> Iterator[Point]:
    """Yield points along an arrow."""
    for number, (start, end) in enumerate(pairwise(way)):
        least = 0 if number else BEGINS
        yield from (between(start, end, least + (1 - least) * part / SAMPLES) for part in range(SAMPLES + 1))


def _within(point: Point, middle: Point, reach: Point) -> bool:
    """Return whether a point is in the rectangle around `middle`."""
    return abs(point[0] - middle[0]) < reach[0] and abs(point[1] - middle[1]) < reach[1]
