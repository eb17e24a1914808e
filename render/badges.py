"""Badges: labels on the cells a player can choose in the move picker."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from render import pieces
from render.board import Board
from render.canvas import Stamp
from render.text import width

LEAST = 36
"""The minimum height of a badge, in pixels. It makes sure that badges are readable on a phone."""
MOST = 50
"""The maximum height of a badge, in pixels. A larger one would only cover more of its piece."""
OVERLAP = 0.08
"""How far a badge beside a piece overlaps the piece's cell, in cell widths."""

Pixel = tuple[int, int]
Side = tuple[int, int]
"""The direction from a cell to a neighbouring cell."""
SIDES: Sequence[Side] = ((0, 1), (0, -1), (1, 0), (-1, 0))
"""The positions of a badge beside a piece, best first: below, above, right and left."""


def badges(
    board: Board[Any], offered: Mapping[str, Pixel], occupied: Mapping[str, Sequence[Side]], cell: float
) -> Iterator[Stamp]:
    """Yield the badges of the offered cells.

    `offered` has the cells' centres in pixels, and `cell` is a cell's width in pixels. A badge is in the centre of an
    empty cell and in a corner of an occupied one. `occupied` has the sides of each occupied cell on which the next cell
    is empty: on a board with badges beside its pieces, the badge is there and points at the piece, unless it would
    cover another badge.
    """
    high = max(LEAST, min(MOST, round(cell * board.badge)))
    size = round(high * pieces.BADGE_TEXT)
    drawn: list[tuple[Pixel, int]] = []
    # cells with the fewest choices first
    for name in sorted(offered, key=lambda name: (len(occupied.get(name, SIDES)), name)):
        middle = offered[name]
        wide = round(width(name, size, pieces.BADGE_WEIGHT) + high * 0.3)
        place, side = middle, (0, 0)
        if name in occupied:
            place = _towards(board.badge_corner, middle, ((cell - wide) / 2, (cell - high) / 2))
            reach = (cell + wide) / 2 - OVERLAP * cell, (cell + high) / 2 - OVERLAP * cell
            beside = [(_towards(way, middle, reach), way) for way in occupied[name]] if board.badge_beside else []
            free = (each for each in beside if all(_apart((each[0], wide), other, high) for other in drawn))
            place, side = next(free, (place, side))
        drawn.append((place, wide))
        yield Stamp(pieces.badge(name, wide / high, side), *place, high)


def _towards(way: tuple[float, float], middle: Pixel, reach: tuple[float, float]) -> Pixel:
    """Return the point `reach` pixels away from `middle` in the direction `way`."""
    return middle[0] + round(way[0] * reach[0]), middle[1] + round(way[1] * reach[1])


def _apart(one: tuple[Pixel, int], other: tuple[Pixel, int], high: int) -> bool:
    """Return True if two badges, each given as its centre and width, do not overlap."""
    ((x, y), wide), ((other_x, other_y), other_wide) = one, other
    return abs(x - other_x) >= (wide + other_wide) / 2 or abs(y - other_y) >= high
