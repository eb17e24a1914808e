"""The picture of a profile, with the rating, the score and the rating history in each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from render.canvas import Stamp
from render.frame import EDGE, NAME, SIDE, WIDTH, ending, starting
from render.ratings import HEAD, LEFT, curve, head, page, plate
from render.text import width

# Lengths and font sizes are in pixels.
ROW = 132
"""The height of a game's row, in pixels."""
LOW = 92
"""The height of a row without a score, in pixels."""
MIDDLE = 470
"""The x coordinate of the curves' left end, in pixels."""
SCORE_ENDS = MIDDLE - 30
"""The x coordinate of the scores' right end, in pixels."""
GAP = 16
"""The minimum distance between a deviation and a score, in pixels."""
CURVE = (WIDTH - MIDDLE - EDGE - 96, 66)
"""The width and height of a curve.

To its right are the highest and lowest rating, and below it the dates of its ends.
"""
RAISED = 18
"""How far a curve's centre is above the centre of its row, in pixels."""
# The font sizes of the ratings, of the longest scores, and of the bounds and dates of a curve.
RATING, SMALLEST, BOUND = 54, 16, 24


@dataclass(frozen=True, slots=True)
class Line:
    """A game's row in a profile, with texts in the reader's language."""

    game: str
    rating: str
    """The rating, such as `1534` or `1534?`, or an empty text before the first rated match."""
    deviation: str
    """The text after the rating or in its place, such as `± 60` or `not rated`."""
    score: str
    """The score. It is empty for a low row, which has only a rating and its curve."""
    curve: Sequence[float]
    dates: Sequence[str] = ()
    """The dates of the curve's first and last match. If they are the same, there is only one."""


def draw_profile(title: str, fallback: str, about: str, lines: Sequence[Line], theme_name: str) -> bytes:
    """Draw a profile as a PNG, 900 pixels wide. If no font can write the title, `fallback` replaces it."""
    stamps = [*head(title, fallback, about)]
    bottom = 2 * EDGE + HEAD
    for line in lines:
        row, high = (_line, ROW) if line.score else (_low_line, LOW)
        stamps += row(line, bottom + high // 2)
        bottom += high + EDGE
    return page(bottom, stamps, theme_name)


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
        yield curve(line.curve, MIDDLE, y - RAISED, CURVE)
        yield from _bounds(line.curve, y - RAISED)
        for date, write, x in zip(reversed(line.dates), (ending, starting), (MIDDLE + CURVE[0], MIDDLE), strict=False):
            yield write(date, x, y + ROW // 2 - 24, BOUND, "faint", 400)


def _low_line(line: Line, y: int) -> Iterator[Stamp]:
    yield plate(y, LOW)
    yield starting(line.game, LEFT, y - 20, SIDE - 2, "faint")
    yield starting(line.rating, LEFT, y + 18, NAME, "ink")
    yield starting(line.deviation, LEFT + width(line.rating, NAME, 600) + 14, y + 20, SIDE - 2, "faint", 400)
    if len(line.curve) > 1:
        yield curve(line.curve, MIDDLE, y, (CURVE[0], LOW - 40))
        yield from _bounds(line.curve, y, 20)


def _score_size(score: str, room: float) -> int:
    """Return the font size at which a score fits into `room` pixels."""
    return max(SMALLEST, min(NAME, int(NAME * room / width(score, NAME, 600))))


def _bounds(values: Sequence[float], y: int, apart: int = 28) -> Iterator[Stamp]:
    """Yield the highest and the lowest rating to the right of a curve."""
    highest, lowest = f"{max(values):.0f}", f"{min(values):.0f}"
    for text, down in [(highest, 0)] if highest == lowest else [(highest, -apart), (lowest, apart)]:
        yield ending(text, WIDTH - LEFT, y + down, BOUND, "faint", 400)
