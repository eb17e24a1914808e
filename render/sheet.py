"""Elements common to all pictures without a board: a title, names, rows, curves, and a small palette."""

from collections.abc import Iterator, Sequence

from language import say
from render import pieces
from render.brush import Brush, Sprite
from render.canvas import Stamp, compose
from render.layout import EDGE, NAME, WIDTH, ending, starting
from render.png import small_png
from render.text import fitted, in_lines, width
from render.theme import mix, theme_of

# Lengths and font sizes are in pixels.
SMALL = 30
"""The smallest font size, in pixels. A phone shows pictures 314 to 340 pixels wide, so this is 10.5 to 11.3 there."""
NAMES = (NAME, 32, SMALL)
"""The font sizes for names, largest first. A name that does not fit in any of them is shortened."""
LINE = 32
"""The distance between the two lines of a long name, in pixels."""
HEAD = 84
"""The height of the title, in pixels."""
LEFT = EDGE + 28
OWN = 0.13
"""How strongly the reader's own row is coloured."""
LEAST_SPAN = 100
"""The smallest range of ratings that a curve covers, so that small changes look small."""
COLOURS = 128


def page(height: int, stamps: Sequence[Stamp], theme_name: str) -> bytes:
    """Return a PNG of the stamps, 900 pixels wide."""
    return small_png(compose((WIDTH, height), stamps, theme_of(theme_name, {})), COLOURS)


def head(title: str, fallback: str, about: str) -> Iterator[Stamp]:
    """Yield a picture's title and, to its right, the text `about`.

    If no font can write the title, `fallback` replaces it.
    """
    y = EDGE + HEAD // 2
    yield Stamp(pieces.plate(WIDTH - 2 * EDGE, HEAD, "turn", "turn", 0), WIDTH // 2, y, 1)
    wide = width(about, SMALL, 400)
    name, size = fitted(title, fallback, WIDTH - 2 * LEFT - wide - 24, (NAME + 6, *NAMES), 600)
    yield starting(name, LEFT, y, size, "turn ink")
    yield ending(about, WIDTH - LEFT, y + 2, SMALL, "turn ink", 400)


def plate(y: int, height: int, *, own: bool = False) -> Stamp:
    """Return the plate behind a row, vertically centred on `y`.

    If `own` is true, it is marked as the reader's own row.
    """
    wide = WIDTH - 2 * EDGE
    look = tinted(wide, height, "turn", OWN, 6) if own else pieces.plate(wide, height, "plate", "plate edge", 2)
    return Stamp(look, WIDTH // 2, y, 1)


def in_row(name: str, room: float, y: int) -> list[tuple[str, int, int]]:
    """Return a name's one or two lines in a row that is centred on `y`, each with its y coordinate and font size."""
    lines, size = in_lines(name, say("Player"), (room, room), NAMES, 600)
    first = y - (len(lines) - 1) * LINE // 2
    return [(line, first + number * LINE, size) for number, line in enumerate(lines)]


def tinted(wide: float, high: float, colour: str, part: float, thick: float = 0) -> Sprite:
    """Return a rounded rectangle filled with a plate's colour tinted with `colour`, with an edge in `colour`."""
    return Sprite(_tinted, (wide, high, colour, part, thick), wide, high)


def _tinted(brush: Brush, wide: float, high: float, colour: str, part: float, thick: float) -> None:
    x, y, radius = wide / 2, high / 2, min(18, high / 4)
    brush.panel((-x, -y, x, y), radius, colour)
    fill = mix(brush.colour("plate"), brush.colour(colour), part)
    brush.panel((-x + thick, -y + thick, x - thick, y - thick), radius - thick, fill)


def curve(values: Sequence[float], left: int, y: int, size: tuple[int, int]) -> Stamp:
    """Return a curve through two or more ratings. `size` is its width and height, and `y` its centre's y coordinate."""
    wide, high = size
    low, top = min(values), max(values)
    spare = max(0.0, LEAST_SPAN - (top - low)) / 2
    low, top = low - spare, top + spare
    points = tuple(
        (wide * (number / (len(values) - 1) - 0.5), high * (0.5 - (value - low) / (top - low)))
        for number, value in enumerate(values)
    )
    return Stamp(Sprite(_paint_curve, (points, high), wide + 24, high + 24), left + wide // 2, y, 1)


def _paint_curve(brush: Brush, points: Sequence[tuple[float, float]], high: int) -> None:
    bottom = high / 2
    area = [*points, (points[-1][0], bottom), (points[0][0], bottom)]
    brush.polygon(area, "turn", alpha=0.14)
    brush.line(points, 4, "turn")
    brush.circle(points[-1], 8, "plate")
    brush.circle(points[-1], 6, "turn")
