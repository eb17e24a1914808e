"""Badges: labels on the cells a player can choose in the move picker."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from render import pieces
from render.board import Board
from render.canvas import Stamp
from render.geometry import Grid
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


Pixel = tuple[int, int]


def badges(
    board: Board[Any], grid: Grid, offered: Mapping[str, Pixel], occupied: Collection[str], cell: float
) -> Iterator[Stamp]:
    """Yield the badges of the offered cells.

    `offered` has the cells' centres in pixels, and `cell` is a cell's width in pixels. A badge is in the centre of an
    empty cell and at `board.badge_place` of an occupied one, unless `board.badges_alike`. It never leaves its cell.
    """
    for name, (x, y) in offered.items():
        if board.names_pieces and name in occupied:
            continue
        like_pieces = name in occupied or board.badges_alike
        share, place = (board.badge, board.badge_place) if like_pieces else (EMPTY, (0, 0))
        if name in grid.others:
            share = board.badge  # a pair of squares shares them with other pairs, whose badges are close
        high = max(LEAST, min(MOST, round(cell * share)))
        across, down = (2 * cell * max(side) for side in zip(*grid.corners(name), strict=True))
        needed = width(name, round(high * pieces.BADGE_TEXT), pieces.BADGE_WEIGHT)
        needed += high * (MARGIN if len(name) <= 2 else NARROW)
        wide = round(min(needed, across - GAP))
        aside, below = round(place[0] * (across - GAP - wide) / 2), round(place[1] * (down - high) / 2)
        yield Stamp(pieces.badge(name, wide / high), x + aside, y + below, high)
