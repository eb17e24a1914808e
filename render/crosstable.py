"""The picture of a tournament group, with everybody's results against everybody else, best entrant first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from language import say
from render import pieces
from render.canvas import Stamp
from render.frame import EDGE, NAME, SIDE, WIDTH, ending, starting
from render.ratings import HEAD, LEFT, head, page, plate
from render.text import shown_name, width

# Lengths and font sizes are in pixels.
ROW = 76
"""The height of an entrant's row, in pixels."""
GAP = 6
"""The distance between two rows, in pixels."""
TITLES = 46
"""The height of the line with the column titles, in pixels."""
CELL = 58
"""The minimum width of the column with the results against one opponent, in pixels."""
WIDEST = 118
"""The maximum width of a column of results, in pixels."""
COLUMNS = 420
"""The total width of all columns in pixels, unless a column would be narrower than CELL."""
# The font sizes of the points, of the single results, and the largest of the names above the columns.
POINTS, RESULT, HEADING = 40, 32, 26
SMALLEST = 20
"""The smallest font size of a name above a column. Longer names are cut."""
BETWEEN = 6
"""The minimum distance between two names above the columns, in pixels."""
# The right ends of the places and of the points, and the left end of the names.
PLACE_ENDS, POINTS_END, NAME_BEGINS = LEFT + 26, WIDTH - LEFT, LEFT + 54
POINTS_ROOM = 100
"""The width reserved for the points to the right of the results, in pixels."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's row in a group's table, with texts in the reader's language."""

    place: str
    """The place, or an empty text for an entrant whose results do not count."""
    name: str
    results: Sequence[str | None]
    """The results against each entrant, in the order of the rows, with None in the entrant's own column."""
    points: str
    out: bool = False
    """Whether the entrant has withdrawn. If so, the name is faint."""
    own: bool = False
    """Whether to mark the row as the reader's."""


def draw_crosstable(title: str, about: str, rows: Sequence[Row], theme_name: str) -> bytes:
    """Draw a group's table as a PNG, 900 pixels wide, with texts in the reader's language."""
    top = EDGE + HEAD + TITLES
    stamps = [*head(title, title, about), *_titles(rows, EDGE + HEAD + TITLES // 2 + 4)]
    for number, row in enumerate(rows):
        stamps += _row(row, top + number * (ROW + GAP) + ROW // 2)
    return page(top + len(rows) * (ROW + GAP) - GAP + EDGE, stamps, theme_name)


def _titles(rows: Sequence[Row], y: int) -> Iterator[Stamp]:
    """Yield the opponents' names above the columns, cut to fit.

    A name that no font can write is replaced by its number.
    """
    count, room = len(rows), column(len(rows)) - BETWEEN
    for number, row in enumerate(rows):
        size = _heading_size(row.name, room)
        name = shown_name(row.name, str(number + 1), room, size, 400)
        yield Stamp(pieces.writing(name, "faint", 400), _middle(number, count), y, size)
    yield ending(say("points"), POINTS_END, y, SIDE, "faint", 400)


def _heading_size(name: str, room: int) -> int:
    """Return the largest font size up to HEADING in which a name fits, or SMALLEST if it fits in none."""
    return next((size for size in range(HEADING, SMALLEST, -1) if width(name, size, 400) <= room), SMALLEST)


def column(count: int) -> int:
    """Return the width of a column in a table with this many entrants."""
    return max(CELL, min(WIDEST, COLUMNS // count))


def _middle(number: int, count: int) -> int:
    """Return the x coordinate of the centre of a results column."""
    return POINTS_END - POINTS_ROOM - (count - number) * column(count) + column(count) // 2


def _row(row: Row, y: int) -> Iterator[Stamp]:
    yield plate(y, ROW, own=row.own)
    first = row.place == "1"
    if first:
        yield Stamp(pieces.plate(50, 50, "won", "won", 0), PLACE_ENDS - 8, y, 1)
    yield ending(row.place, PLACE_ENDS, y, NAME, "won ink" if first else "faint")
    count = len(row.results)
    room = _middle(0, count) - column(count) // 2 - 8 - NAME_BEGINS
    name = shown_name(row.name, say("Player"), room, NAME, 600)
    yield starting(name, NAME_BEGINS, y, NAME, "faint" if row.out else "ink")
    if row.out:
        wide = min(width(name, NAME, 600), room)
        yield Stamp(pieces.plate(wide, 3, "faint", "faint", 0), round(NAME_BEGINS + wide / 2), y + 2, 1)
    for number, result in enumerate(row.results):
        x = _middle(number, count)
        if result is None:
            yield Stamp(pieces.plate(CELL - 10, ROW - 24, "page", "plate edge", 2), x, y, 1)
        elif result:
            yield Stamp(pieces.writing(result, "ink", 400), x, y, RESULT)
    yield ending(row.points, POINTS_END, y, POINTS, "ink")
