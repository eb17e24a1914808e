"""Pictures of leaderboards, showing each person's place, name, rating, recent trend and number of matches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from language import say
from render import pieces
from render.canvas import Stamp
from render.layout import EDGE, NAME, WIDTH, ending, starting
from render.sheet import HEAD, LEFT, SMALL, curve, head, in_row, page, plate

# Lengths and font sizes are in pixels.
ROW = 76
"""The height of a person's row, in pixels."""
GAP = 6
"""The distance between two rows, in pixels."""
TITLES = 52
"""The height of the line with the column titles, in pixels."""
SKIPPED = 30
"""The height, in pixels, of a gap for people left out."""
UNCERTAIN = 48
"""The height of the line above uncertain ratings, in pixels."""
# The font sizes of the ratings and of the other numbers.
RATING, NUMBER = 40, 30
# The centre of the places, the right ends of the ratings and changes, and the left ends of the names and curves.
PLACE, NAME_BEGINS, RATING_ENDS, CURVE_BEGINS, CHANGE_ENDS = LEFT + 16, LEFT + 60, 570, 600, 766
NO_CHANGE = "–"
"""What stands for the change of a rating without a rated match in the last month."""
CURVE = (70, 36)
"""The width and height of a curve, in pixels."""


@dataclass(frozen=True, slots=True)
class Row:
    """One person's row on a leaderboard. All text is in the reader's language."""

    place: int
    name: str
    rating: str
    trend: Sequence[float]
    """The person's ratings in the last month, oldest first. If there are none, no curve is drawn."""
    change: str
    """How the rating has changed in the last month, such as `+34`. It is empty if there was no rated match."""
    matches: int
    own: bool = False
    """Whether to mark the row as the reader's."""
    uncertain: bool = False
    """Whether the rating is still uncertain. Such rows come last."""


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of one game.

    The picture shows a gap where places are missing between two rows, and a line of text above uncertain ratings.
    """

    title: str
    rows: Sequence[Row]


def draw_leaderboards(title: str, about: str, sections: Sequence[Section], theme_name: str) -> bytes:
    """Draw one or more leaderboards as a 900-pixel-wide PNG."""
    stamps, y = [*head(title, title, about)], EDGE + HEAD
    for section in sections:
        stamps += _titles(section.title, y + TITLES // 2)
        y += TITLES
        for before, row in zip([None, *section.rows], section.rows, strict=False):
            if before is not None and row.place > before.place + 1:
                stamps.append(Stamp(pieces.writing("…", "faint"), WIDTH // 2, y + SKIPPED // 2 - 8, NAME))
                y += SKIPPED
            if row.uncertain and not (before is not None and before.uncertain):
                words = say("Still uncertain, after few matches lately")
                stamps.append(starting(words, LEFT, y + UNCERTAIN // 2 - GAP // 2, SMALL, "faint", 400))
                y += UNCERTAIN
            stamps += _row(row, y + ROW // 2)
            y += ROW + GAP
    return page(y - GAP + EDGE, stamps, theme_name)


def _titles(title: str, y: int) -> Iterator[Stamp]:
    yield starting(title, LEFT, y + 4, SMALL + 2, "ink")
    yield ending(say("rating"), RATING_ENDS, y + 4, SMALL, "faint", 400)
    yield starting(say("30 days"), CURVE_BEGINS, y + 4, SMALL, "faint", 400)
    yield ending(say("matches"), WIDTH - LEFT, y + 4, SMALL, "faint", 400)


def _row(row: Row, y: int) -> Iterator[Stamp]:
    yield plate(y, ROW, own=row.own)
    if row.place == 1:
        yield Stamp(pieces.plate(50, 50, "won", "won", 0), PLACE, y, 1)
    yield Stamp(pieces.writing(str(row.place), "won ink" if row.place == 1 else "faint"), PLACE, y, NAME)
    for line, middle, size in in_row(row.name, RATING_ENDS - 118 - NAME_BEGINS, y):
        yield starting(line, NAME_BEGINS, middle, size, "ink")
    yield ending(row.rating, RATING_ENDS, y, RATING, "ink")
    if len(row.trend) > 1:
        yield curve(row.trend, CURVE_BEGINS, y, CURVE)
    yield ending(row.change or NO_CHANGE, CHANGE_ENDS, y, NUMBER, "ink" if row.change else "faint", 400)
    yield ending(str(row.matches), WIDTH - LEFT, y, NUMBER, "ink", 400)
