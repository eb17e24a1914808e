"""Arrows: the moves that the picker offers, a threatened move, and a played move beside a better one."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, starmap
from math import dist
from typing import Any

from render import pieces
from render.brush import Sprite
from render.canvas import Stamp
from render.geometry import Grid, Point, crossing
from render.layout import Layout
from render.scene import Scene

ALONE = 0.02
"""How far before the centre of its cell a single arrow ends, in cell widths. Its tip is about 0.15 further."""
FACING = 0.26
"""The same for arrows from clearly different sides of the cell."""
BESIDE = 0.46
"""The same for a diagonal arrow that is close to another one."""
THROUGH = -0.18
"""The same for a straight arrow between such ones. It ends beyond the centre."""
AHEAD = 0.14
"""How far before the end of a shorter arrow a longer one of the same piece is interrupted, in cell widths."""
CLOSE = 0.5
"""The cosine of the angle between two directions below which arrows to the same cell would overlap."""
LABEL = 0.4
"""The height of a verdict or a vote's number, in cell widths."""
LEAST_LABEL = 38
"""The minimum height of those, in pixels. It makes sure that numbers are readable on a phone."""
CORNER = 0.36
"""How far a verdict is to the side of the centre of a cell, and above it, in cell widths."""
CLEAR = 0.2
"""The minimum distance of a verdict's edge from the centre of a cell, in cell widths. It leaves room for an arrow."""


def label_height(layout: Layout) -> int:
    """Return the height of verdicts and vote counts, in pixels."""
    return max(LEAST_LABEL, round(layout.cell * LABEL))


def points_of(steps: Sequence[str], grid: Grid) -> list[Point]:
    """Return the centres of a move's cells."""
    return [grid.points[step] for step in steps if step in grid.points]


def arrow(
    points: Sequence[Point], layers: Sequence[tuple[str, float]], layout: Layout, breaks: Sequence[Point] = ()
) -> Iterator[Stamp]:
    """Yield the arrow along these points. See `pieces.way`."""
    if points:
        middle, sprite = pieces.way(points, layers, layout.thicker, breaks)
        yield layout.stamp(middle, sprite)


def offered(scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield the arrows of the moves that the picker offers.

    Arrows to the same cell end at different points of it. Where two cross, the lower one is interrupted. So is a
    piece's longer arrow at the head of a shorter one.
    """
    ways = [way for steps in scene.offered if len(way := points_of(steps, layout.grid)) > 1]
    ways = _apart(sorted(ways, key=lambda way: sum(starmap(dist, pairwise(way))), reverse=True))
    for number, way in enumerate(ways):  # a short arrow lies on the longer one of the same line
        above = [line for upper in ways[number + 1 :] for line in pairwise(upper)]
        crossings = [crossing(line, other) for line in pairwise(way) for other in above]
        crossings += [_ahead(upper) for upper in ways[number + 1 :] if upper[0] == way[0]]
        yield from arrow(way, pieces.OFFERED, layout, [point for point in crossings if point])


def compared(moves: Sequence[Sequence[Point]], reply: Sequence[Point], layout: Layout) -> Iterator[Stamp]:
    """Yield the better move as an arrow, then the played move as a narrower one, each marked as right or wrong.

    `moves` are the points of both, the played one first. Between them is the best reply to the played one.

    A move with only one cell is shown as a ring instead. The verdicts are where the moves end or, if both end on the
    same cell, where they start.
    """
    played, better, *replies = _apart([*moves, reply])
    layers = (pieces.BETTER, *[pieces.REPLY] * len(replies), pieces.PLAYED)
    for points, layer in zip((better, *replies, played), layers, strict=True):
        yield from arrow(points, layer, layout)
    starts, ends = ([tuple(way[part]) for way in moves] for part in (slice(1), slice(-1, None)))
    same_end = len({*ends}) == 1
    places = starts if same_end and len({*starts}) > 1 else ends
    for way, place, verdict in zip(moves, places, pieces.VERDICTS, strict=False):
        (right, down), first = _direction(way), same_end and verdict is pieces.VERDICTS[0]
        # Neither an arrow that leaves the cell to the upper right nor one that comes from there is covered.
        left = right > 0 if places is starts else first or right < 0 < down
        for point in place:
            yield _verdict(verdict, point, layout, left=left)


def wrong(move: Sequence[Point], layout: Layout) -> Iterator[Stamp]:
    """Yield a wrong move as an arrow or, if it has only one cell, as a ring, marked as wrong where it ends."""
    yield from arrow(move, pieces.PLAYED, layout)
    right, down = _direction(move)
    yield _verdict(pieces.VERDICTS[0], move[-1], layout, left=right < 0 < down)


def _verdict(verdict: Sprite, point: Point, layout: Layout, *, left: bool) -> Stamp:
    """Return a stamp of a verdict in the upper left or the upper right corner of the cell around a point."""
    high, (x, y) = label_height(layout), point
    aside = max(CORNER, CLEAR + high / layout.cell / 2)
    return Stamp(verdict, *layout.pixel((x - aside if left else x + aside, y - CORNER)), high)


def _apart(ways: Sequence[Sequence[Point]]) -> list[list[Point]]:
    """Return the ways, each with its end moved so that arrowheads on the same cell do not overlap."""
    ahead = [_direction(way) for way in ways]
    apart = []
    for way, (x, y) in zip(ways, ahead, strict=True):
        beside = [x * u + y * v for other, (u, v) in zip(ways, ahead, strict=True) if other[-1:] == way[-1:]]
        angles = [cosine for cosine in beside if cosine < 0.99]
        if not angles:
            short = ALONE
        elif max(angles) < CLOSE:
            short = FACING
        elif abs(x * y) > 0.01:
            short = BESIDE
        else:
            short = FACING if min(angles) < -CLOSE else THROUGH
        apart.append([*way[:-1], (way[-1][0] - x * short, way[-1][1] - y * short)] if len(way) > 1 else [*way])
    return apart


def _ahead(way: Sequence[Point]) -> Point:
    """Return the point just ahead of an arrow."""
    (x, y), (u, v) = way[-1], _direction(way)
    return x + AHEAD * u, y + AHEAD * v


def _direction(way: Sequence[Point]) -> Point:
    """Return the direction of a way's last step, with length 1."""
    if len(way) < 2:
        return (0, 0)
    (x, y), (u, v) = way[-2:]
    length = dist((x, y), (u, v))
    return (u - x) / length, (v - y) / length
