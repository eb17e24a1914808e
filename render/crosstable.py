"""Pictures of tournament groups, showing all entrants' results against each other, best entrant first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from language import say
from render import pieces
from render.canvas import Stamp
from render.frame import EDGE, NAME, WIDTH, ending, starting
from render.sheet import HEAD, LEFT, NAMES, SMALL, head, page, plate
from render.text import fitted, shown_name, width

# Lengths and font sizes are in pixels.
ROW = 76
"""The height of an entrant's row, in pixels."""
GAP = 6
"""The distance between two rows, in pixels."""
TITLES = 130
"""The height of the slanting names above the columns, in pixels."""
SLANTED = 142
"""The maximum length of a name above a column, in pixels. Longer names are shortened."""
FOOT = 50
"""The height of the line that explains the signs, in pixels."""
# The minimum and maximum width of the column with the results against one opponent.
CELL, WIDEST = 57, 76
COLUMNS = 400
"""The width of all columns together, in pixels, unless a column would be narrower than CELL or wider than WIDEST."""
# The font sizes of the points and of the single results.
POINTS, RESULT = 40, 34
# The right ends of the places and of the points, and the left end of the names.
PLACE_ENDS, POINTS_END, NAME_BEGINS = LEFT + 26, WIDTH - LEFT, LEFT + 54
POINTS_ROOM = 116
"""The width reserved for the points to the right of the results, in pixels."""
SQUARE = 0.5**0.5
"""The width, and the height, of a slanting text relative to the text's length."""
OPEN = "·"
"""The result of a match that is not over."""
DOT = pieces.plate(12, 12, "faint", "faint", 0)
"""The sign of an open match."""
STRUCK = pieces.plate(40, 3, "faint", "faint", 0)
"""The legend's sign for a struck-out name, which means that the entrant is out of the tournament."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's row in a group's table. All text is in the reader's language."""

    place: str
    """The entrant's place, or an empty text if the entrant's results do not count."""
    name: str
    results: Sequence[str | None]
    """The results against each entrant, in the order of the rows. The entrant's own column has None."""
    points: str
    out: bool = False
    """Whether the entrant has withdrawn. If so, the name is faint."""
    own: bool = False
    """Whether to mark the row as the reader's."""


def draw_crosstable(title: str, about: str, rows: Sequence[Row], theme_name: str) -> bytes:
    """Draw the table of a tournament group as a 900-pixel-wide PNG."""
    top, count = EDGE + HEAD + TITLES, len(rows)
    stamps = [*head(title, title, about), *_titles(rows, top)]
    for number, row in enumerate(rows):
        stamps += _row(row, top + number * (ROW + GAP) + ROW // 2)
    bottom = top + count * (ROW + GAP) - GAP + EDGE
    if explained := list(_foot(rows, bottom + FOOT // 2 - EDGE // 2)):
        bottom += FOOT
    return page(bottom, [*stamps, *explained], theme_name)


def _titles(rows: Sequence[Row], bottom: int) -> Iterator[Stamp]:
    """Yield the opponents' names above the columns, or their numbers if no font can write the name."""
    for number, row in enumerate(rows):
        name = shown_name(row.name, str(number + 1), SLANTED, SMALL, 400)
        half = width(name, SMALL, 400) / 2 * SQUARE
        x, y = _middle(number, len(rows)) + half - 4, bottom - half - 18
        yield Stamp(pieces.slanting(name, "ink", 400), round(x), round(y), SMALL)
    yield ending(say("points"), POINTS_END, bottom - 24, SMALL, "faint", 400)


def _foot(rows: Sequence[Row], y: int) -> Iterator[Stamp]:
    """Yield the legend for dots and struck-out names, which mark open matches and withdrawn entrants.

    Only signs that appear in the table are explained.
    """
    x = LEFT
    for sign, needed, words in (
        (DOT, any(OPEN in row.results for row in rows), say("to be played")),
        (STRUCK, any(row.out for row in rows), say("out of the tournament")),
    ):
        if needed:
            yield Stamp(sign, round(x + sign.width / 2), y + 2, 1)
            yield starting(words, x + sign.width + 14, y, SMALL, "faint", 400)
            x += round(sign.width + width(words, SMALL, 400)) + 56


def column(count: int) -> int:
    """Return the width of a results column in a table with `count` entrants."""
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
    name, size = fitted(row.name, say("Player"), room, NAMES, 600)
    yield starting(name, NAME_BEGINS, y, size, "faint" if row.out else "ink")
    if row.out:
        wide = width(name, size, 600)
        yield Stamp(pieces.plate(wide, 3, "faint", "faint", 0), round(NAME_BEGINS + wide / 2), y + 2, 1)
    for number, result in enumerate(row.results):
        x = _middle(number, count)
        if result is None:
            yield Stamp(pieces.plate(CELL - 10, ROW - 24, "page", "plate edge", 2), x, y, 1)
        elif result == OPEN:
            yield Stamp(DOT, x, y, 1)
        elif result:
            yield Stamp(pieces.writing(result, "faint" if result == "0" else "ink", 600), x, y, RESULT)
    yield ending(row.points, POINTS_END, y, POINTS, "ink")
