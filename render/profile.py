"""The picture of a profile: for each game the rating, the record and the curve of the rating."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from render import pieces
from render.brush import Sprite
from render.canvas import Stamp, compose
from render.frame import EDGE, NAME, SMALL, WIDTH
from render.text import shown_name, width
from render.theme import theme_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from render.brush import Brush

HEAD = 84
ROW = 132
NUMBER = 54
"""The size of the ratings."""
LEFT = EDGE + 28
MIDDLE = 470
"""Where the curves begin."""
SCORE_ENDS = MIDDLE - 30
"""Where the scores end."""
GAP = 16
"""The least space between a deviation and a score."""
SMALLEST = 16
"""The smallest size of a score."""
CURVE = (WIDTH - MIDDLE - EDGE - 96, 84)
"""The size of a curve; to its right stand the highest and the lowest rating."""
LEAST_SPAN = 100
"""The least span of ratings that a curve shows, in points, so that small changes look small."""
TINY = 22
"""The size of the ends of a curve."""
COLOURS = 128


@dataclass(frozen=True, slots=True)
class Line:
    """One game of a profile; all texts are written as they are."""

    game: str
    rating: str
    """`1534` or `1534?`; empty before the first rated match."""
    deviation: str
    """What stands after the rating, and without one in its place: `± 60` or `not rated`."""
    score: str
    curve: Sequence[float]


def draw_profile(title: str, otherwise: str, about: str, lines: Sequence[Line], theme_name: str) -> bytes:
    """The picture as a PNG, 900 pixels wide; `otherwise` is written where the fonts cannot write the title."""
    theme = theme_of(theme_name, {})
    size = (WIDTH, 2 * EDGE + HEAD + len(lines) * (ROW + EDGE))
    stamps = [*_head(title, otherwise, about)]
    for number, line in enumerate(lines):
        stamps += _line(line, 2 * EDGE + HEAD + number * (ROW + EDGE) + ROW // 2)
    file = BytesIO()
    compose(size, stamps, theme).quantize(COLOURS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _head(title: str, otherwise: str, about: str) -> Iterator[Stamp]:
    y = EDGE + HEAD // 2
    yield Stamp(pieces.plate(WIDTH - 2 * EDGE, HEAD, "turn", "turn", 0), WIDTH // 2, y, 1)
    wide = width(about, SMALL, 400)
    name = shown_name(title, otherwise, WIDTH - 2 * LEFT - wide - 24, NAME + 6, 600)
    yield from _left(name, LEFT, y, NAME + 6, "turn ink")
    yield from _right(about, WIDTH - LEFT, y + 2, SMALL, "turn ink", 400)


def _line(line: Line, y: int) -> Iterator[Stamp]:
    yield Stamp(pieces.plate(WIDTH - 2 * EDGE, ROW, "plate", "plate edge", 2), WIDTH // 2, y, 1)
    yield from _left(line.game, LEFT, y - 34, SMALL + 2, "faint")
    if line.rating:
        yield from _left(line.rating, LEFT, y + 20, NUMBER, "ink")
    after = LEFT + width(line.rating, NUMBER, 600) + 14 if line.rating else LEFT
    yield from _left(line.deviation, after, y + 28, SMALL, "faint", 400)
    room = SCORE_ENDS - GAP - (after + width(line.deviation, SMALL, 400))
    yield from _right(line.score, SCORE_ENDS, y + 26, _fitting(line.score, room), "ink")
    if len(line.curve) > 1:
        yield from _curve(line.curve, y)


def _fitting(score: str, room: float) -> int:
    """The size of a score that stands in so much room: smaller where somebody has played hundreds of matches."""
    return max(SMALLEST, min(NAME, int(NAME * room / width(score, NAME, 600))))


def _curve(values: Sequence[float], y: int) -> Iterator[Stamp]:
    wide, high = CURVE
    low, top = min(values), max(values)
    spare = max(0.0, LEAST_SPAN - (top - low)) / 2
    low, top = low - spare, top + spare
    points = tuple(
        (wide * (number / (len(values) - 1) - 0.5), high * (0.5 - (value - low) / (top - low)))
        for number, value in enumerate(values)
    )
    yield Stamp(Sprite(_paint_curve, (points,), wide + 24, high + 24), MIDDLE + wide // 2, y, 1)
    highest, lowest = f"{max(values):.0f}", f"{min(values):.0f}"
    if highest == lowest:
        yield from _right(highest, WIDTH - LEFT, y, TINY, "faint", 400)
        return
    yield from _right(highest, WIDTH - LEFT, y - 36, TINY, "faint", 400)
    yield from _right(lowest, WIDTH - LEFT, y + 36, TINY, "faint", 400)


def _paint_curve(brush: Brush, points: Sequence[tuple[float, float]]) -> None:
    bottom = CURVE[1] / 2
    area = [*points, (points[-1][0], bottom), (points[0][0], bottom)]
    brush.polygon(area, "turn", alpha=0.14)
    brush.line(points, 4, "turn")
    brush.circle(points[-1], 8, "plate")
    brush.circle(points[-1], 6, "turn")


def _left(text: str, x: float, y: int, size: int, colour: str, weight: int = 600) -> Iterator[Stamp]:
    """A text that begins at x."""
    yield Stamp(pieces.writing(text, colour, weight), round(x + width(text, size, weight) / 2), y, size)


def _right(text: str, x: float, y: int, size: int, colour: str, weight: int = 600) -> Iterator[Stamp]:
    """A text that ends at x."""
    yield Stamp(pieces.writing(text, colour, weight), round(x - width(text, size, weight) / 2), y, size)
