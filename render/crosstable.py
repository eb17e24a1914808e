"""The picture of a group in a tournament: the results of everybody against everybody, best first."""

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
"""The height of an entrant's row."""
GAP = 6
"""The distance between two rows."""
TITLES = 46
"""The height of the line with the titles of the columns."""
CELL = 58
"""The width of the column for the results against one opponent."""
# The font sizes of the points and of the single results.
POINTS, RESULT = 40, 32
# The right ends of the places and of the points, and the left end of the names.
PLACE_ENDS, POINTS_END, NAME_BEGINS = LEFT + 26, WIDTH - LEFT, LEFT + 54
POINTS_ROOM = 100
"""The room for the points, to the right of the results."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant of a group, with texts ready to write."""

    place: str
    """Empty for an entrant whose results do not count."""
    name: str
    results: Sequence[str | None]
    """The results against each entrant, in the order of the rows; None against oneself."""
    points: str
    out: bool = False
    """Whether the entrant has withdrawn; the name is then faint."""
    own: bool = False
    """Whether to mark the row as the reader's."""


def draw_crosstable(title: str, about: str, rows: Sequence[Row], theme_name: str) -> bytes:
    """Draw the table of a group as a PNG, 900 pixels wide, with texts in the reader's language."""
    top = EDGE + HEAD + TITLES
    stamps = [*head(title, title, about), *_titles(len(rows), EDGE + HEAD + TITLES // 2 + 4)]
    for number, row in enumerate(rows):
        stamps += _row(row, top + number * (ROW + GAP) + ROW // 2)
    return page(top + len(rows) * (ROW + GAP) - GAP + EDGE, stamps, theme_name)


def _titles(count: int, y: int) -> Iterator[Stamp]:
    for number in range(count):
        yield Stamp(pieces.writing(str(number + 1), "faint", 400), _middle(number, count), y, SIDE)
    yield ending(say("points"), POINTS_END, y, SIDE, "faint", 400)


def _middle(number: int, count: int) -> int:
    """The x coordinate of the centre of a column of results."""
    return POINTS_END - POINTS_ROOM - (count - number) * CELL + CELL // 2


def _row(row: Row, y: int) -> Iterator[Stamp]:
    yield plate(y, ROW, own=row.own)
    first = row.place == "1"
    if first:
        yield Stamp(pieces.plate(50, 50, "won", "won", 0), PLACE_ENDS - 8, y, 1)
    yield ending(row.place, PLACE_ENDS, y, NAME, "won ink" if first else "faint")
    count = len(row.results)
    room = _middle(0, count) - CELL // 2 - 8 - NAME_BEGINS
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
