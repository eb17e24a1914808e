"""Pictures of profiles, showing the person's rating, score and rating history in each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from language import say
from render.brush import Brush, Sprite
from render.canvas import Stamp
from render.layout import EDGE, NAME, WIDTH, ending, starting
from render.sheet import HEAD, LEFT, NAMES, SMALL, curve, head, page, plate
from render.text import fitted, shown_name, width
from render.theme import mix

# Lengths and font sizes are in pixels.
TITLES = 66
"""The height, in pixels, of the line with the titles of the rating and score columns."""
ROW = 152
"""The height of a game's row, in pixels."""
UNRATED = 124
"""The height of the row of a game without a rating, in pixels."""
LOW = 100
"""The height of a row without a score, in pixels."""
MIDDLE = 456
"""The x coordinate of the curves' left end, in pixels."""
SCORE_ENDS = MIDDLE - 30
"""The x coordinate of the scores' right end, in pixels."""
GAP = 16
"""The minimum distance between a rating and a score, in pixels."""
CURVE = (WIDTH - MIDDLE - LEFT - 152, 66)
"""The width and height of a curve. To its right are its highest and lowest rating, and below it its dates."""
BAR = 10
"""The height of the bar that shows the shares of won, lost and drawn matches, in pixels."""
KEY = 22
"""How far the colours of won, lost and drawn matches are below the centres of these words, in pixels."""
SHARES = ("turn", 1.0), ("faint", 0.55), ("turn", 0.4)
"""The colours of won, lost and drawn matches in the bar. Each is mixed with the colour of the plate."""
RAISED = 22
"""How far a curve's centre is above the centre of its row, in pixels."""
RATING = 54
"""The font size of a rating, in pixels."""


@dataclass(frozen=True, slots=True)
class Line:
    """One game's row in a profile. All text is in the reader's language."""

    game: str
    rating: str
    """The rating, such as `1534`, or an empty text before the first rated match."""
    note: str
    """The text instead of the rating, `not rated`, or the one after it in a low row, such as `still uncertain`."""
    score: str
    """The score. It is empty in a low row, which shows only a rating and its curve."""
    tally: Sequence[int]
    """The numbers of won, lost and drawn matches."""
    curve: Sequence[float]
    dates: Sequence[str] = ()
    """The dates of the first and the last match on the curve, or none if they are the same."""


def draw_profile(title: str, fallback: str, about: str, lines: Sequence[Line], theme_name: str) -> bytes:
    """Draw a profile as a 900-pixel-wide PNG, with the title `fallback` if no font can write `title`."""
    stamps, bottom = [*head(title, fallback, about)], 2 * EDGE + HEAD
    if any(line.score for line in lines):
        stamps += _titles(EDGE + HEAD + TITLES // 2 - 4)
        bottom += TITLES - EDGE
    for line in lines:
        row, high = (_unrated, UNRATED) if not line.rating else (_line, ROW) if line.score else (_low_line, LOW)
        stamps += row(line, bottom + high // 2)
        bottom += high + EDGE
    return page(bottom, stamps, theme_name)


def _titles(y: int) -> Iterator[Stamp]:
    yield starting(say("rating"), LEFT, y, SMALL, "faint", 400)
    room = SCORE_ENDS - LEFT - GAP - width(say("rating"), SMALL, 400)
    words = shown_name(say("won-lost-drawn"), "", room, SMALL, 400)
    yield ending(words, SCORE_ENDS, y, SMALL, "faint", 400)
    begins, parts = SCORE_ENDS - width(words, SMALL, 400), words.split("-")
    if len(parts) != len(SHARES) or not all(parts):  # the words are cut
        return
    for number, word in enumerate(parts):  # the colours of the bars
        wide = round(width(word, SMALL, 400))
        share = tuple(int(place == number) for place in range(len(SHARES)))
        yield _bar(share, round(begins), round(begins) + wide, y + KEY)
        begins += width(f"{word}-", SMALL, 400)


def _line(line: Line, y: int) -> Iterator[Stamp]:
    yield plate(y, ROW)
    name, size = fitted(line.game, line.game, SCORE_ENDS - LEFT, NAMES, 600)
    yield starting(name, LEFT, y - 46, size, "ink")
    yield starting(line.rating, LEFT, y + 8, RATING, "ink")
    yield _score(line, LEFT + width(line.rating, RATING, 600), y + 14)
    yield _bar(line.tally, LEFT, SCORE_ENDS, y + 52)
    if len(line.curve) > 1:
        yield curve(line.curve, MIDDLE, y - RAISED, CURVE)
        yield from _bounds(line.curve, y - RAISED)
        for date, write, x in zip(line.dates, (starting, ending), (MIDDLE, WIDTH - LEFT), strict=False):
            yield write(date, x, y + 50, SMALL, "faint", 400)


def _unrated(line: Line, y: int) -> Iterator[Stamp]:
    """Yield the row of a game without a rating."""
    yield plate(y, UNRATED)
    name, size = fitted(line.game, line.game, SCORE_ENDS - LEFT, NAMES, 600)
    yield starting(name, LEFT, y - 34, size, "ink")
    yield starting(line.note, LEFT, y + 9, SMALL, "faint", 400)
    yield _score(line, LEFT + width(line.note, SMALL, 400), y + 8)
    yield _bar(line.tally, LEFT, SCORE_ENDS, y + 40)


def _score(line: Line, begins: float, y: int) -> Stamp:
    """Return the score, which is to the right of what ends at `begins`."""
    score, size = fitted(line.score, line.score, SCORE_ENDS - GAP - begins - 14, NAMES, 600)
    return ending(score, SCORE_ENDS, y, size, "ink")


def _bar(tally: Sequence[int], left: int, right: int, y: int) -> Stamp:
    wide = right - left
    return Stamp(Sprite(_paint_bar, (tuple(tally), wide), wide, BAR), left + wide // 2, y, 1)


def _paint_bar(brush: Brush, tally: Sequence[int], wide: int) -> None:
    left, gap = -wide / 2, 4
    shown = [(count, *look) for count, look in zip(tally, SHARES, strict=True) if count]
    room = wide - gap * (len(shown) - 1) - BAR * len(shown)
    for count, colour, part in shown:
        right = left + BAR + room * count / sum(tally)
        ink = mix(brush.colour("plate"), brush.colour(colour), part)
        brush.panel((left, -BAR / 2, right, BAR / 2), BAR / 2, ink)
        left = right + gap


def _low_line(line: Line, y: int) -> Iterator[Stamp]:
    yield plate(y, LOW)
    name, size = fitted(line.game, line.game, SCORE_ENDS - LEFT, NAMES[1:], 600)
    yield starting(name, LEFT, y - 22, size, "ink")
    yield starting(line.rating, LEFT, y + 22, NAME, "ink")
    yield starting(line.note, LEFT + width(line.rating, NAME, 600) + 14, y + 23, SMALL, "faint", 400)
    if len(line.curve) > 1:
        yield curve(line.curve, MIDDLE, y, (CURVE[0], LOW - 40))
        yield from _bounds(line.curve, y, 22)


def _bounds(values: Sequence[float], y: int, apart: int = 23) -> Iterator[Stamp]:
    """Yield the labels to the right of a curve: the highest and the lowest rating, or only one if they are the same."""
    highest, lowest = f"{max(values):.0f}", f"{min(values):.0f}"
    most, least = say("max {rating}", rating=highest), say("min {rating}", rating=lowest)
    for text, down in [(highest, 0)] if highest == lowest else [(most, -apart), (least, apart)]:
        yield ending(text, WIDTH - LEFT, y + down, SMALL, "faint", 400)
