"""The picture of a profile: the rating, the score and the rating history of each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from render import pieces
from render.brush import Brush, Sprite
from render.canvas import Stamp, compose
from render.frame import EDGE, NAME, SIDE, WIDTH, ending, starting
from render.text import shown_name, width
from render.theme import theme_of

# Lengths and font sizes are in pixels.
# The heights of the title and of the row of a game.
HEAD, ROW = 84, 132
LEFT = EDGE + 28
MIDDLE = 470
"""The left end of the curves."""
SCORE_ENDS = MIDDLE - 30
"""The right end of the scores."""
GAP = 16
"""The minimum distance between a deviation and a score."""
CURVE = (WIDTH - MIDDLE - EDGE - 96, 84)
"""The size of a curve; to its right are the highest and the lowest rating."""
LEAST_SPAN = 100
"""The minimum range of ratings that a curve shows, so that small changes look small."""
# The font sizes of the ratings, of the longest scores, and of the bounds of a curve.
RATING, SMALLEST, BOUND = 54, 16, 22
COLOURS = 128


@dataclass(frozen=True, slots=True)
class Line:
    """The row of a game in a profile, with texts ready to write."""

    game: str
    rating: str
    """`1534` or `1534?`; empty before the first rated match."""
    deviation: str
    """The text after the rating, or in its place if there is none: `± 60` or `not rated`."""
    score: str
    curve: Sequence[float]


def draw_profile(title: str, fallback: str, about: str, lines: Sequence[Line], theme_name: str) -> bytes:
    """Draw a profile as a PNG, 900 pixels wide; `fallback` replaces a title that no font can write."""
    theme = theme_of(theme_name, {})
    size = (WIDTH, 2 * EDGE + HEAD + len(lines) * (ROW + EDGE))
    stamps = [*_head(title, fallback, about)]
    for number, line in enumerate(lines):
        stamps += _line(line, 2 * EDGE + HEAD + number * (ROW + EDGE) + ROW // 2)
    file = BytesIO()
    compose(size, stamps, theme).quantize(COLOURS).save(file, "PNG", optimize=True)
    return file.getvalue()


def _head(title: str, fallback: str, about: str) -> Iterator[Stamp]:
    y = EDGE + HEAD // 2
    yield Stamp(pieces.plate(WIDTH - 2 * EDGE, HEAD, "turn", "turn", 0), WIDTH // 2, y, 1)
    wide = width(about, SIDE, 400)
    name = shown_name(title, fallback, WIDTH - 2 * LEFT - wide - 24, NAME + 6, 600)
    yield starting(name, LEFT, y, NAME + 6, "turn ink")
    yield ending(about, WIDTH - LEFT, y + 2, SIDE, "turn ink", 400)


def _line(line: Line, y: int) -> Iterator[Stamp]:
    yield Stamp(pieces.plate(WIDTH - 2 * EDGE, ROW, "plate", "plate edge", 2), WIDTH // 2, y, 1)
    yield starting(line.game, LEFT, y - 34, SIDE + 2, "faint")
    if line.rating:
        yield starting(line.rating, LEFT, y + 20, RATING, "ink")
    after = LEFT + width(line.rating, RATING, 600) + 14 if line.rating else LEFT
    yield starting(line.deviation, after, y + 28, SIDE, "faint", 400)
    room = SCORE_ENDS - GAP - (after + width(line.deviation, SIDE, 400))
    yield ending(line.score, SCORE_ENDS, y + 26, _score_size(line.score, room), "ink")
    if len(line.curve) > 1:
        yield from _curve(line.curve, y)


def _score_size(score: str, room: float) -> int:
    """The font size of a score that must fit in `room` pixels."""
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
    for text, down in [(highest, 0)] if highest == lowest else [(highest, -36), (lowest, 36)]:
        yield ending(text, WIDTH - LEFT, y + down, BOUND, "faint", 400)


def _paint_curve(brush: Brush, points: Sequence[tuple[float, float]]) -> None:
    bottom = CURVE[1] / 2
    area = [*points, (points[-1][0], bottom), (points[0][0], bottom)]
    brush.polygon(area, "turn", alpha=0.14)
    brush.line(points, 4, "turn")
    brush.circle(points[-1], 8, "plate")
    brush.circle(points[-1], 6, "turn")
