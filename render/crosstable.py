"""The picture of a tournament group: all entrants' results against each other, with the best entrant at the top."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from language import say
from render import pieces
from render.canvas import Stamp
from render.layout import EDGE, NAME, WIDTH, ending, starting
from render.sheet import HEAD, LEFT, SMALL, head, in_row, page, plate, tinted
from render.text import drawable, first_letters, width

# Lengths and font sizes are in pixels.
ROW = 76
"""The height of an entrant's row."""
GAP = 6
"""The distance between two rows."""
TITLES = 60
"""The height of the line with names above the columns."""
LETTERS = 3
"""How many letters of a name that does not fit are above its column."""
LEGEND_LINE = 46
"""The height of a line of the legend."""
# The minimum and maximum width of the column with the results against one opponent.
CELL, WIDEST = 57, 110
COLUMNS = 462
"""The width of all columns together, unless a column would be narrower than CELL or wider than WIDEST."""
# The font sizes of the points and of the single results.
POINTS, RESULT = 40, 34
# The centre of the places, the left end of the names and the right end of the points.
PLACE, NAME_BEGINS, POINTS_END = LEFT + 8, LEFT + 42, WIDTH - LEFT
POINTS_ROOM = 108
"""The width reserved for the points to the right of the results."""
CHIP = CELL - 5, ROW - 20
"""The width and height of a result's coloured ground."""
# How strongly a result's ground is coloured if the points are level, and if the row's entrant has more of them.
LEVEL, AHEAD = 0.24, 0.48
DOT = pieces.plate(12, 12, "faint", "faint", 0)
"""The sign of a match that is not over."""
SELF = tinted(*CHIP, "faint", 0.28)
"""The ground in the column of the row's own entrant."""
STRUCK = pieces.plate(40, 3, "faint", "faint", 0)
"""The legend's sign for a struck-out name, which means that the entrant is out of the tournament."""


class Result(NamedTuple):
    """An entrant's points against one opponent. All fields have their defaults if no match between the two counts."""

    points: str = ""
    """The points in the reader's language, or an empty text if no match is over."""
    lead: int = 0
    """How many half points the entrant is ahead of the opponent."""
    open: bool = False
    """Whether a match between the two is not over."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's row in a group's table. All text is in the reader's language."""

    place: str
    """The entrant's place, or an empty text if the entrant's results do not count."""
    name: str
    results: Sequence[Result | None]
    """The results against each entrant, in the order of the rows. The entrant's own column has None."""
    points: str
    out: bool = False
    """Whether the entrant has withdrawn. If so, the name is faint."""
    own: bool = False
    """Whether to mark the row as the reader's."""


def draw_crosstable(title: str, about: str, rows: Sequence[Row], theme_name: str) -> bytes:
    """Draw the table of a tournament group as a 900-pixel-wide PNG."""
    top = EDGE + HEAD + TITLES
    stamps = [*head(title, title, about), *_titles(rows, top - TITLES // 2 + 2)]
    for number, row in enumerate(rows):
        stamps += _row(row, top + number * (ROW + GAP) + ROW // 2)
    bottom = top + len(rows) * (ROW + GAP) - GAP + EDGE
    legend, lines = _legend(rows, bottom)
    return page(bottom + lines * LEGEND_LINE, [*stamps, *legend], theme_name)


def _titles(rows: Sequence[Row], y: int) -> Iterator[Stamp]:
    for number, (row, text) in enumerate(zip(rows, heads([row.name for row in rows]), strict=True)):
        ink, weight = ("turn", 600) if row.own else ("ink", 400)
        yield Stamp(pieces.writing(text, ink, weight), _middle(number, len(rows)), y, SMALL)
    yield ending(say("points"), POINTS_END, y, SMALL, "faint", 400)


def heads(names: Sequence[str]) -> list[str]:
    """Return each name, or its first letters if it does not fit above its column.

    If several names would have the same letters, the first letter is followed by those in which the names differ. A
    name that no font can write is replaced by its number.
    """
    room = column(len(names)) - 2 * GAP

    def cut(name: str, fallback: str) -> str:
        whole = drawable(name) or fallback
        return whole if width(whole, SMALL, 600) <= room else first_letters(name, fallback, room, LETTERS, SMALL, 600)

    short = [cut(name, str(number)) for number, name in enumerate(names, 1)]
    titles = []
    for name, text in zip(names, short, strict=True):
        alike = [other for other, its_text in zip(names, short, strict=True) if its_text == text]
        same = len([*takewhile(lambda letters: len({*letters}) == 1, zip(*alike, strict=False))])
        titles.append(text if len(alike) == 1 else cut(name[:1] + name[same:], text))
    return titles


def _legend(rows: Sequence[Row], top: int) -> tuple[list[Stamp], int]:
    """Return the legend, which explains only what occurs in the table, and the number of lines it takes up."""
    results = [result for row in rows for result in row.results if result]
    entries = [
        (None, any(result.points for result in results), say("win 1, draw ½, loss 0")),
        (DOT, any(result.open for result in results), say("to be played")),
        (STRUCK, any(row.out for row in rows), say("out of the tournament")),
    ]
    stamps, lines, x = list[Stamp](), 0, float(WIDTH)
    for sign, _, words in (entry for entry in entries if entry[1]):
        before = sign.width + 14 if sign else 0
        if x + before + width(words, SMALL, 400) > WIDTH - LEFT:
            lines, x = lines + 1, LEFT
        y = top + lines * LEGEND_LINE - LEGEND_LINE // 2 - 4
        if sign:
            stamps.append(Stamp(sign, round(x + sign.width / 2), y + 2, 1))
        stamps.append(starting(words, x + before, y, SMALL, "faint", 400))
        x += before + width(words, SMALL, 400) + 44
    return stamps, lines


def column(count: int) -> int:
    """Return the width of a results column in a table of `count` entrants."""
    return max(CELL, min(WIDEST, COLUMNS // count))


def _middle(number: int, count: int) -> int:
    """Return the x coordinate of the centre of a results column."""
    return POINTS_END - POINTS_ROOM - (count - number) * column(count) + column(count) // 2


def _row(row: Row, y: int) -> Iterator[Stamp]:
    yield plate(y, ROW, own=row.own)
    first = row.place == "1"
    if first:
        yield Stamp(pieces.plate(50, 50, "won", "won", 0), PLACE, y, 1)
    yield Stamp(pieces.writing(row.place, "won ink" if first else "faint"), PLACE, y, NAME)
    count = len(row.results)
    room = _middle(0, count) - column(count) // 2 - 8 - NAME_BEGINS
    for line, middle, size in in_row(row.name, room, y):
        yield starting(line, NAME_BEGINS, middle, size, "faint" if row.out else "ink")
        if row.out:
            wide = width(line, size, 600)
            yield Stamp(pieces.plate(wide, 3, "faint", "faint", 0), round(NAME_BEGINS + wide / 2), middle + 2, 1)
    for number, result in enumerate(row.results):
        yield from _cell(result, _middle(number, count), y)
    yield ending(row.points, POINTS_END, y, POINTS, "faint" if row.out else "ink")


def _cell(result: Result | None, x: int, y: int) -> Iterator[Stamp]:
    if result is None:
        yield Stamp(SELF, x, y, 1)
        return
    scored = result.points not in {"", "0"}
    if scored and result.lead >= 0:
        yield Stamp(tinted(*CHIP, "turn", AHEAD if result.lead else LEVEL), x, y, 1)
    if result.points:
        ink = "ink" if scored and result.lead >= 0 else "faint"
        yield Stamp(pieces.writing(result.points, ink, 600), x, y - (8 if result.open else 0), RESULT)
    if result.open:
        yield Stamp(DOT, x, y + (20 if result.points else 0), 1)
