"""The picture of a profile: the rating, the score and the rating history of each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from render.canvas import Stamp
from render.frame import EDGE, NAME, SIDE, WIDTH, ending, starting
from render.ratings import HEAD, LEFT, curve, head, page, plate
from render.text import width

# Lengths and font sizes are in pixels.
ROW = 132
"""The height of the row of a game."""
MIDDLE = 470
"""The left end of the curves."""
SCORE_ENDS = MIDDLE - 30
"""The right end of the scores."""
GAP = 16
"""The minimum distance between a deviation and a score."""
CURVE = (WIDTH - MIDDLE - EDGE - 96, 84)
"""The size of a curve; to its right are the highest and the lowest rating."""
# The font sizes of the ratings, of the longest scores, and of the bounds of a curve.
RATING, SMALLEST, BOUND = 54, 16, 22


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
    stamps = [*head(title, fallback, about)]
    for number, line in enumerate(lines):
        stamps += _line(line, 2 * EDGE + HEAD + number * (ROW + EDGE) + ROW // 2)
    return page(2 * EDGE + HEAD + len(lines) * (ROW + EDGE), stamps, theme_name)


def _line(line: Line, y: int) -> Iterator[Stamp]:
    yield plate(y, ROW)
    yield starting(line.game, LEFT, y - 34, SIDE + 2, "faint")
    if line.rating:
        yield starting(line.rating, LEFT, y + 20, RATING, "ink")
    after = LEFT + width(line.rating, RATING, 600) + 14 if line.rating else LEFT
    yield starting(line.deviation, after, y + 28, SIDE, "faint", 400)
    room = SCORE_ENDS - GAP - (after + width(line.deviation, SIDE, 400))
    yield ending(line.score, SCORE_ENDS, y + 26, _score_size(line.score, room), "ink")
    if len(line.curve) > 1:
        yield curve(line.curve, MIDDLE, y, CURVE)
        yield from _bounds(line.curve, y)


def _score_size(score: str, room: float) -> int:
    """The font size of a score that must fit in `room` pixels."""
    return max(SMALLEST, min(NAME, int(NAME * room / width(score, NAME, 600))))


def _bounds(values: Sequence[float], y: int) -> Iterator[Stamp]:
    """The highest and the lowest rating, to the right of a curve."""
    highest, lowest = f"{max(values):.0f}", f"{min(values):.0f}"
    for text, down in [(highest, 0)] if highest == lowest else [(highest, -36), (lowest, 36)]:
        yield ending(text, WIDTH - LEFT, y + down, BOUND, "faint", 400)
