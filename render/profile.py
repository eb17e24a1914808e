"""The picture of a profile: the rating, the score and the rating history in each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from render.canvas import Stamp
from render.frame import EDGE, NAME, SIDE, WIDTH, ending, starting
from render.ratings import HEAD, LEFT, curve, head, page, plate
from render.text import width

# Lengths and font sizes are in pixels.
ROW = 132
"""The height of a game's row."""
LOW = 92
"""The height of a row without a score."""
MIDDLE = 470
"""The left end of the curves."""
SCORE_ENDS = MIDDLE - 30
"""The right end of the scores."""
GAP = 16
"""The minimum distance between a deviation and a score."""
CURVE = (WIDTH - MIDDLE - EDGE - 96, 66)
"""The size of a curve. To its right are the highest and the lowest rating, and below it the dates of its ends."""
RAISED = 18
"""How far a curve's centre is above that of its row."""
# The font sizes of the ratings, of the longest scores, and of the bounds and dates of a curve.
RATING, SMALLEST, BOUND = 54, 16, 24


@dataclass(frozen=True, slots=True)
class Line:
    """A game's row in a profile, with texts ready to write."""

    game: str
    rating: str
    """`1534` or `1534?`; empty before the first rated match."""
    deviation: str
    """The text that follows or replaces the rating: `± 60` or `not rated`."""
    score: str
    """Empty for a low row, with nothing but a rating and its curve."""
    curve: Sequence[float]
    dates: Sequence[str] = ()
    """The dates of the curve's first and last match, or only one if they are the same."""


def draw_profile(title: str, fallback: str, about: str, lines: Sequence[Line], theme_name: str) -> bytes:
    """Draw a profile as a PNG, 900 pixels wide; `fallback` replaces a title that no font can write."""
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
    """Return the font size in which a score fits into `room` pixels."""
    return max(SMALLEST, min(NAME, int(NAME * room / width(score, NAME, 600))))


def _bounds(values: Sequence[float], y: int, apart: int = 28) -> Iterator[Stamp]:
    """The highest and the lowest rating, to the right of a curve."""
    highest, lowest = f"{max(values):.0f}", f"{min(values):.0f}"
    for text, down in [(highest, 0)] if highest == lowest else [(highest, -apart), (lowest, apart)]:
        yield ending(text, WIDTH - LEFT, y + down, BOUND, "faint", 400)
