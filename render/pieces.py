"""Shapes used by all boards: marks of moves, badges, plates, text and textures."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, dist, pi, sin
from random import Random
from typing import NamedTuple

from PIL import Image, ImageFilter

from render.brush import Brush, Sprite
from render.geometry import Point, between, is_between
from render.text import width

BADGE_TEXT = 0.9
"""The font size of a badge, relative to its height."""
BADGE_WEIGHT = 700
"""The font weight of a badge."""


def writing(text: str, colour: str, weight: int = 600) -> Sprite:
    """Return a sprite of some text, with the font size as the unit."""
    return Sprite(_write, (text, colour, weight), width(text, 100, weight) / 100 + 0.2, 1.5)


def _write(brush: Brush, text: str, colour: str, weight: int) -> None:
    brush.write(text, 1, colour, weight=weight)


class MoveMarks(NamedTuple):
    """How to draw a move's marks. `reach` scales the corners around the cell where the move ends."""

    colour: str
    reach: float = 1.0
    thick: float = 1.0
    """How much thicker the lines are than usual, because the cells are small."""

    @property
    def started(self) -> Sprite:
        """The mark on the cell where the move started if there is no room for an arrow: a broken ring."""
        return Sprite(_started, (self.colour, self.thick))

    def ended(self, width: float = 1, height: float = 1) -> Sprite:
        """Return the mark on the cell where the move ended: four corners around the cell."""
        room = 0.4 * (self.thick - 1)
        return Sprite(_ended, (*self, width + room, height + room), width + room, height + room)

    def left(self, step: Point) -> Sprite:
        """Return the mark on a cell that a piece left by this step: an arrow."""
        long = max(map(abs, step))
        points = tuple((round(step[0] / long * part, 3), round(step[1] / long * part, 3)) for part in (-0.45, 0.33))
        layers = tuple((colour, thick * self.thick) for colour, thick in (("mark edge", 0.16), (self.colour, 0.105)))
        return Sprite(_way, (points, layers), 1.3, 1.3)

    @property
    def taken(self) -> Sprite:
        """The mark on a cell where the move captured a piece: a cross."""
        return Sprite(cross, (0.16, self.colour))

    @property
    def sign(self) -> Sprite:
        """The sign of the move in the legend, 1 wide."""
        return self._replace(thick=1.6).ended(0.8, 0.8)


LAST_MOVE = MoveMarks("mark")
EARLIER_MOVE = MoveMarks("earlier")
"""The marks for the move that the last move replied to."""
WRONG_MOVE = MoveMarks("played")


def _started(brush: Brush, colour: str, thicker: float) -> None:
    wide = 0.1 * thicker
    for ink, thick, gap in (("mark edge", wide, 0), (colour, wide - 0.035 * thicker, 4)):
        for turn in range(0, 360, 45):
            brush.arc((0, 0), 0.45 - (wide - thick) / 2, thick, ink, turn + 6 + gap, turn + 39 - gap)


def _ended(brush: Brush, colour: str, reach: float, thicker: float, width: float, height: float) -> None:
    wide = 0.12 * thicker
    right, low, long = width / 2 - wide / 2, height / 2 - wide / 2, 0.22 * reach
    for ink, thick in (("mark edge", wide), (colour, wide - 0.045 * thicker)):
        for x in (-1, 1):
            for y in (-1, 1):
                corner = (x * right, y * low)
                brush.line([(corner[0], y * (low - long)), corner, (x * (right - long), corner[1])], thick, ink)


def cross(brush: Brush, reach: float, colour: str = "mark") -> None:
    """Draw a diagonal cross twice as wide as `reach`, with the dark edge common to all marks."""
    for ink, thick in (("mark edge", 0.15), (colour, 0.085)):
        for y in (-reach, reach):
            brush.line([(-reach, y), (reach, -y)], thick, ink)


COMPARED = Sprite(cross, (0.22, "chosen")), Sprite(cross, (0.16, "badge")), Sprite(cross, (0.16, "played"))
"""The marks on what a better move, the best reply to the played one, and the played move capture, lowest first."""


def warning(brush: Brush, middle: Point, size: float = 1) -> None:
    """Draw a red disc with an exclamation mark. The board must define the colours `danger` and `danger ink`."""
    brush.circle(middle, 0.19 * size, "danger ink")
    brush.circle(middle, 0.165 * size, "danger")
    brush.write("!", 0.32 * size, "danger ink", weight=800, middle=middle)


def arrowhead(start: Point, end: Point, colour: str) -> Sprite:
    """Return an arrowhead pointing from `start` to `end`."""
    angle = round(degrees(atan2(end[1] - start[1], end[0] - start[0])))
    return Sprite(_arrowhead, (angle, colour), 0.5, 0.5)


def _arrowhead(brush: Brush, angle: int, colour: str) -> None:
    along, across = (cos(angle * pi / 180), sin(angle * pi / 180)), (-sin(angle * pi / 180), cos(angle * pi / 180))

    def at(ahead: float, aside: float) -> Point:
        return along[0] * ahead + across[0] * aside, along[1] * ahead + across[1] * aside

    tail = [at(-0.2, 0)] if angle % 90 else []  # without it, a diagonal one would look like a corner of a frame
    for ink, thick in (("mark edge", 0.12), (colour, 0.07)):
        brush.line([at(-0.06, -0.12), at(0.07, 0), at(-0.06, 0.12)], thick, ink)
        brush.line([at(0.07, 0), *tail], thick, ink)


PLAYED = (("mark edge", 0.16), ("played", 0.105))
"""The layers of the arrow for a wrong move that was played or that is threatened, lowest first.

Each layer has a colour and a thickness.
"""
OFFERED = (("badge ink", 0.16), ("badge", 0.1))
"""The layers of the arrow for a move that the picker offers, in the same form as PLAYED."""
BETTER = (("mark edge", 0.23), ("chosen", 0.18))
"""The layers of the arrow for a better move, in the same form as PLAYED. It is visible below the played one."""
REPLY = (("badge ink", 0.2), ("badge", 0.14))
"""The layers of the arrow for the best reply to a wrong move, in the same form as PLAYED."""
CROSSING_GAP = 0.06
"""The distance between an arrow and the interrupted shaft that it crosses."""
HINT = 0.15
"""The thickness of a hint's frame with its edges, in cell widths."""
RING = 0.16, 0.105
"""The thickness of the first and the last layer of a ring, which shows a move with only one cell."""


def _verdict(brush: Brush, colour: str, right: bool) -> None:
    brush.circle((0, 0), 0.5, "mark edge")
    brush.circle((0, 0), 0.42, colour)
    if right:
        brush.line([(-0.2, 0.02), (-0.05, 0.18), (0.21, -0.17)], 0.13, "mark edge")
    else:
        for y in (-0.17, 0.17):
            brush.line([(-0.17, y), (0.17, -y)], 0.13, "mark edge")


VERDICTS = Sprite(_verdict, ("played", False), 1.1, 1.1), Sprite(_verdict, ("chosen", True), 1.1, 1.1)
"""The signs of a played move and of a better one: discs, 1 wide, with a cross and with a tick."""


def reply_sign(cells: int) -> Sprite:
    """Return the sign of the best reply: a disc, 1 wide, with an arrow or, for a move of one cell, with a ring."""
    return Sprite(_reply_sign, (cells == 1,), 1.1, 1.1)


def _reply_sign(brush: Brush, ring: bool) -> None:
    brush.circle((0, 0), 0.5, "badge ink")
    if ring:
        brush.arc((0, 0), 0.32, 0.12, "badge")
    else:
        _way(brush, ((-0.34, 0), (0.16, 0)), (("badge", 0.14),))


def way(
    points: Sequence[Point], layers: Sequence[tuple[str, float]], scale: float, breaks: Sequence[Point] = ()
) -> tuple[Point, Sprite]:
    """Return the centre and sprite of an arrow along a move's points, or of a ring if there is only one point.

    The shaft is interrupted around each point of `breaks`, where another arrow crosses it.
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    middle = between((min(xs), min(ys)), (max(xs), max(ys)))
    around, gaps = (tuple((x - middle[0], y - middle[1]) for x, y in some) for some in (points, breaks))
    if len(points) == 1:
        layers = [(layer[0], thick) for layer, thick in zip((layers[0], layers[-1]), RING, strict=True)]
    scaled = tuple((colour, thick * scale) for colour, thick in layers)
    return middle, Sprite(_way, (around, scaled, gaps), max(xs) - min(xs) + 1.2, max(ys) - min(ys) + 1.2)


def _way(
    brush: Brush, points: Sequence[Point], layers: Sequence[tuple[str, float]], breaks: Sequence[Point] = ()
) -> None:
    inner = layers[-1][1]
    if len(points) == 1:
        for colour, thick in layers:
            brush.arc(points[0], 0.45 - (layers[0][1] - thick) / 2, thick, colour)
        return
    before, end = points[-2:]
    length = dist(before, end)
    along = ((end[0] - before[0]) / length, (end[1] - before[1]) / length)
    head = inner + 0.16

    def at(ahead: float, aside: float) -> Point:
        return end[0] + along[0] * ahead - along[1] * aside, end[1] + along[1] * ahead + along[0] * aside

    start = between(points[0], points[1], min(0.45 / dist(points[0], points[1]), 0.42))
    shaft = list(_stretches([start, *points[1:-1], at(-head, 0)], breaks, layers[0][1] + CROSSING_GAP))
    for colour, thick in layers:
        for stretch in shaft:
            brush.line(stretch, thick, colour)
        edge = (thick - inner) / 2
        back, side = -head - edge, head * 0.75 + 1.3 * edge
        brush.polygon([at(0.1 + 1.6 * edge, 0), at(back, side), at(back, -side)], colour)


def _stretches(line: Sequence[Point], breaks: Sequence[Point], gap: float) -> Iterator[list[Point]]:
    """Yield the parts of a line that are left if it is interrupted up to `gap` before and after each break."""
    stretch = [line[0]]
    for start, end in pairwise(line):
        length = dist(start, end)
        for part in sorted(dist(start, point) for point in breaks if is_between(point, start, end)):
            if gap < part < length - gap:
                yield [*stretch, between(start, end, (part - gap) / length)]
                stretch = [between(start, end, (part + gap) / length)]
        stretch.append(end)
    yield stretch


def link(start: Point, end: Point, scale: float = 1) -> Sprite:
    """Return the link between two neighbouring cells of a winning path."""
    dx, dy = round(end[0] - start[0], 3), round(end[1] - start[1], 3)
    return Sprite(_link, (dx, dy, scale), abs(dx) + 0.3 * scale, abs(dy) + 0.3 * scale)


def _link(brush: Brush, dx: float, dy: float, scale: float) -> None:
    ends = [(-dx / 2, -dy / 2), (dx / 2, dy / 2)]
    for colour, thick, radius in (("mark edge", 0.17, 0.14), ("path", 0.10, 0.105)):
        brush.line(ends, thick * scale, colour)
        for end in ends:
            brush.circle(end, radius * scale, colour)


def badge(cell: str, wide: float) -> Sprite:
    """Return a badge with a cell's name. The unit is the badge's height, and `wide` is its width in this unit."""
    return Sprite(_badge, (cell, wide), wide + 0.1, 1.1)


def _badge(brush: Brush, cell: str, wide: float) -> None:
    for edge, colour in ((0.03, "badge ink"), (-0.03, "badge")):
        x, y = wide / 2 + edge, 0.5 + edge
        brush.panel((-x, -y, x, y), 0.32 + edge, colour)
    size = min(BADGE_TEXT, (wide - 0.16) * 100 / width(cell, 100, BADGE_WEIGHT))
    brush.write(cell, size, "badge ink", weight=BADGE_WEIGHT, middle=(0, -0.05))  # leaves room for the tail of a `g`


def vote_count(number: int, wide: float) -> Sprite:
    """Return a badge with a number of votes. The unit is the badge's height, and `wide` is its width in this unit."""
    return Sprite(_vote_count, (number, wide), wide + 0.1, 1.1)


def _vote_count(brush: Brush, number: int, wide: float) -> None:
    for edge, colour in ((0.04, "turn ink"), (-0.03, "turn")):
        x, y = wide / 2 + edge, 0.5 + edge
        brush.panel((-x, -y, x, y), 0.32 + edge, colour)
    size = min(BADGE_TEXT, (wide - 0.16) * 100 / width(str(number), 100, BADGE_WEIGHT))
    brush.write(str(number), size, "turn ink", weight=BADGE_WEIGHT)


def chosen_bed(outline: tuple[Point, ...]) -> Sprite:
    """Return the coloured background of a chosen cell. `outline` gives the cell's corners, relative to its centre."""
    return Sprite(_chosen_bed, outline, *_extent(outline))


def _chosen_bed(brush: Brush, *outline: Point) -> None:
    brush.polygon(_inset(outline, 0.04), "chosen", alpha=0.75)


def chosen_ring(outline: tuple[Point, ...], scale: float = 1) -> Sprite:
    """Return the frame around a chosen cell. `outline` gives the cell's corners, relative to its centre."""
    wide, high = _extent(outline)
    return Sprite(_chosen_ring, (scale, *outline), wide + 0.18 * scale, high + 0.18 * scale)


def _chosen_ring(brush: Brush, scale: float, *outline: Point) -> None:
    for colour, thick in (("mark edge", 0.17), ("badge", 0.12), ("chosen", 0.06)):
        brush.line([*outline, outline[0]], thick * scale, colour)


def hint_frame(outline: tuple[Point, ...]) -> Sprite:
    """Return the thick frame inside a hint's cell. `outline` gives the cell's corners, relative to its centre."""
    return Sprite(_hinted, outline, *_extent(outline))


def _hinted(brush: Brush, *outline: Point) -> None:
    wide, high = _extent(outline)
    frame = [(x * (1 - HINT / wide), y * (1 - HINT / high)) for x, y in outline]
    for colour, thick in (("mark edge", HINT), ("chosen", HINT - 0.055)):
        brush.line([*frame, frame[0]], thick, colour)


def _inset(outline: Sequence[Point], by: float) -> list[Point]:
    """Return a cell's outline with each side moved inwards by `by`."""
    return [(x * (1 - 2 * by), y * (1 - 2 * by)) for x, y in outline]


def _extent(outline: Sequence[Point]) -> tuple[float, float]:
    return 2 * max(x for x, _ in outline), 2 * max(y for _, y in outline)


def plate(width: float, height: float, fill: str, edge: str, thick: float) -> Sprite:
    """Return a rounded rectangle with an edge, with pixels as units."""
    return Sprite(_plate, (width, height, fill, edge, thick), width, height)


def _plate(brush: Brush, width: float, height: float, fill: str, edge: str, thick: float) -> None:
    x, y, radius = width / 2, height / 2, min(18, height / 2)
    brush.panel((-x, -y, x, y), radius, edge)
    brush.panel((-x + thick, -y + thick, x - thick, y - thick), radius - thick, fill)


def arrow(colour: str) -> Sprite:
    """Return a triangle that points to the right."""
    return Sprite(_arrow, (colour,))


def _arrow(brush: Brush, colour: str) -> None:
    brush.polygon([(-0.3, -0.42), (0.42, 0), (-0.3, 0.42)], colour)


def _crown(brush: Brush) -> None:
    points = [(-0.45, -0.2), (-0.22, 0.06), (0, -0.38), (0.22, 0.06), (0.45, -0.2), (0.36, 0.36), (-0.36, 0.36)]
    brush.polygon(points, "won ink")
    for x, y in ((-0.45, -0.24), (0, -0.42), (0.45, -0.24)):
        brush.circle((x, y), 0.07, "won ink")


CROWN = Sprite(_crown, (), 1.1, 1.1)


@lru_cache(maxsize=32)
def grain(seed: int, size: tuple[int, int], along: int, across: int) -> Image.Image:
    """Return a wood texture of the given size in pixels: grey noise stretched by `along` and `across`.

    It has only three greys with sharp edges, which keeps the PNG small.
    """
    wide, high = max(2, size[0] // along), max(2, size[1] // across)
    noise = Image.frombytes("L", (wide, high), Random(seed).randbytes(wide * high))  # noqa: S311 (a pattern)
    soft = noise.filter(ImageFilter.GaussianBlur(1.2)).resize(size, Image.Resampling.BICUBIC)
    return soft.point([128 + max(-1, min(1, round((grey - 128) / 20))) * 36 for grey in range(256)])
