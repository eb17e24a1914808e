"""Graphs of how the players' winning chances change during a match."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean

from language import Sentence, join_texts, say
from render import pieces
from render.brush import Brush, Sprite
from render.canvas import Stamp, compose
from render.geometry import Point
from render.layout import ending, starting
from render.png import small_png
from render.sheet import NAMES, SMALL
from render.text import fitted, font, width
from render.theme import RGB, THEMES, mix, theme_of

# Lengths are in pixels.
WIDTH, HEIGHT = 900, 564
# The margins around the plot.
LEFT, RIGHT, TOP, BOTTOM = 112, 36, 110, 118
BAND = 54
"""The height, in pixels, of the bands with the players' names above and below the plot."""
TITLE = BAND + 26
"""How far above the plot the centre of the title is, in pixels."""
AXIS = BAND + 32
"""How far below the plot the move numbers are, in pixels."""
DOT = 15
"""The radius of the signs on marked moves, in pixels."""
SWATCH = 26
"""The size of the coloured squares beside the players' names, in pixels."""
AREAS = ("turn", "faint")
"""The colour of the area where each player is ahead, to be mixed with the plate's colour."""
GAP = 14
"""The minimum distance between two move numbers, in pixels."""


@dataclass(frozen=True, slots=True)
class EvaluationGraph:
    """Everything that determines an evaluation graph except the language of its text."""

    chances: Sequence[float]
    """The winning chance of the player at the top, from 0 to 1, at the start and after each move."""
    names: tuple[str, str]
    """The players' names. The player at the top comes first, as in `sides`."""
    sides: tuple[Sentence, Sentence]
    slips: Collection[int]
    """The numbers of the moves to mark. There must be few enough that their labels fit in a row."""
    theme: str = "classic"


def draw_evaluation_graph(graph: EvaluationGraph) -> bytes:
    """Draw an evaluation graph as a PNG. The closer the line is to a player's edge, the better that player stands."""
    theme = theme_of(graph.theme if graph.theme in THEMES else THEMES[0], {})
    numbers = axis(graph)
    points = tuple(_point(graph, ply) for ply in range(len(graph.chances)))
    marked = tuple((points[ply], numbers[ply]) for ply in graph.slips)
    plot = Stamp(Sprite(_plot, (points, marked), WIDTH, HEIGHT), WIDTH // 2, HEIGHT // 2, 1)
    signs = [_mistake(*points[ply], AREAS[_mistaken(graph.chances, ply)]) for ply in graph.slips]
    return small_png(compose((WIDTH, HEIGHT), [plot, *_labels(graph, numbers), *signs], theme), 200)


def _plot(brush: Brush, points: Sequence[Point], marked: Sequence[tuple[Point, float]]) -> None:
    """Draw the graph's line and the marked moves on a sprite that covers the whole picture, with pixels as units."""

    def at(x: float, y: float) -> Point:
        return x - WIDTH / 2, y - HEIGHT / 2

    for inset, colour in ((0, "plate edge"), (1.5, "plate")):
        begin, end = at(LEFT + inset, TOP - BAND + inset), at(WIDTH - RIGHT - inset, HEIGHT - BOTTOM + BAND - inset)
        brush.panel((*begin, *end), 0, colour)
    middle = (TOP + HEIGHT - BOTTOM) / 2
    outline = [points[0], *_crossings(points, middle), points[-1]]
    for colour, inner in zip(AREAS, (min, max), strict=True):
        area = [(points[0][0], middle), *((x, inner(y, middle)) for x, y in outline), (points[-1][0], middle)]
        brush.polygon([at(x, y) for x, y in area], _tint(brush, colour))
    for y, thick in ((TOP, 1), (middle, 2), (HEIGHT - BOTTOM, 1)):
        brush.line([at(LEFT, y), at(WIDTH - RIGHT, y)], thick, "plate edge" if thick == 1 else "faint")
    for (x, y), number in marked:
        below = at(x, HEIGHT - BOTTOM + DOT), at(number, HEIGHT - BOTTOM + AXIS - SMALL / 2)
        brush.line([at(x, y), *below], 1, "faint")
    brush.line([at(x, y) for x, y in points], 5, "ink")


def _mistaken(chances: Sequence[float], ply: int) -> int:
    """Return the place in `names` of the player whose mistake a move was, the one whose chance fell."""
    return int(chances[ply] > chances[ply - 1])


def _mistake(x: float, y: float, colour: str) -> Stamp:
    """Return the symbol marking a mistake, in the colour of the area of the player who made it."""
    return Stamp(Sprite(_paint_mistake, (colour,), 2 * DOT, 2 * DOT), round(x), round(y), 1)


def _paint_mistake(brush: Brush, colour: str) -> None:
    brush.circle((0, 0), DOT, "ink")
    brush.circle((0, 0), DOT - 2.5, _tint(brush, colour))
    for y in (-5, 5):
        brush.line([(-5, y), (5, -y)], 4, "ink")


def _crossings(points: Sequence[Point], level: float) -> Iterator[Point]:
    """Yield all points of a line, adding one wherever the line crosses the height `level`."""
    for (x, y), (next_x, next_y) in pairwise(points):
        yield x, y
        if (y - level) * (next_y - level) < 0:
            yield x + (next_x - x) * (level - y) / (next_y - y), level


def axis(graph: EvaluationGraph) -> dict[int, float]:
    """Return a dict from the numbers of the labelled moves to the x coordinates of their labels below the graph.

    The start, the end and the marked moves have labels; if no move is marked, so does the middle. Each label is as
    close to its move as possible without overlaps.
    """
    count = len(graph.chances) - 1
    plies = sorted({0, count, *(graph.slips or [round(count / 2)])})
    room = max(font(str(ply), SMALL, 600).length(str(ply)) for ply in plies) + GAP
    # Subtract from each position the width of all labels to its left: the results must not decrease. The closest such
    # results are the isotonic regression, computed by its min-max formula.
    free = [_point(graph, ply)[0] - place * room for place, ply in enumerate(plies)]
    size = len(free)
    least, most = LEFT, WIDTH - room / 2 - (size - 1) * room
    middles = [
        max(min(fmean(free[begin:end]) for end in range(place + 1, size + 1)) for begin in range(place + 1))
        for place in range(size)
    ]
    return {
        ply: min(max(middle, least), most) + place * room
        for place, (ply, middle) in enumerate(zip(plies, middles, strict=True))
    }


def evaluation_text(graph: EvaluationGraph) -> str:
    """Describe an evaluation graph for screen readers, in the reader's language and in at most 1,024 characters."""
    count = len(graph.chances) - 1
    steps = sorted({round(count * part / 8) for part in range(9)})
    course = join_texts(_chance(graph.chances[ply], ply) for ply in steps)
    return say("{player}'s chances ({side}): {course}.", player=graph.names[0], side=graph.sides[0], course=course)[
        :1024
    ]


def _chance(chance: float, ply: int) -> str:
    if ply == 0:
        return say("{percent}% at the start", percent=round(100 * chance))
    return say("{percent}% after move {number}", percent=round(100 * chance), number=ply)


def _point(graph: EvaluationGraph, ply: int) -> Point:
    """Return the point of the line after `ply` moves. A higher point is better for the player at the top."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * ply / max(len(graph.chances) - 1, 1)
    return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - graph.chances[ply])


def _labels(graph: EvaluationGraph, numbers: Mapping[int, float]) -> Iterator[Stamp]:
    begins, ends = LEFT + 16, WIDTH - RIGHT - 16
    title, size = fitted(say("Chance of winning"), "", WIDTH - LEFT - RIGHT, NAMES[1:], 600)
    yield starting(title, LEFT, TOP - TITLE, size, "ink")
    mistaken, legend = {_mistaken(graph.chances, ply) for ply in graph.slips}, say("mistake")
    long = width(legend, SMALL, 400) + 12 + 2 * DOT
    for seat, y in ((0, TOP - BAND // 2), (1, HEIGHT - BOTTOM + BAND // 2)):
        room = float(ends - begins - SWATCH - 12)
        if seat in mistaken:
            yield Stamp(pieces.plate(long + 16, BAND - 8, "plate", "plate", 0), round(ends - long / 2), y, 1)
            yield _mistake(ends - long + DOT, y, AREAS[seat])
            yield ending(legend, ends, y, SMALL, "ink", 400)
            room -= long + 24
        side = graph.sides[seat].said()
        beside = width(say("{name} ({side})", name="", side=side), NAMES[1], 600)
        name, size = fitted(graph.names[seat], side, room - beside, NAMES[1:], 600)
        text = side if name == side else say("{name} ({side})", name=name, side=side)
        wide = SWATCH + 12 + width(text, size, 600)
        yield Stamp(pieces.plate(wide + 8, BAND - 8, "plate", "plate", 0), round(begins + wide / 2), y, 1)
        yield _area(AREAS[seat], begins + SWATCH // 2, y, SWATCH, SWATCH)
        yield starting(text, begins + SWATCH + 12, y, size, "ink")
    for share, y, colour in (
        (100, TOP, AREAS[0]),
        (50, (TOP + HEIGHT - BOTTOM) // 2, ""),
        (100, HEIGHT - BOTTOM, AREAS[1]),
    ):
        text = say("{percent}%", percent=share)
        wide = width(text, SMALL, 400)
        if colour:
            yield _area(colour, round(LEFT - 12 - wide / 2), y, round(wide) + 12, SMALL + 10)
        yield ending(text, LEFT - 12, y, SMALL, "ink", 400)
    unit, size = fitted(say("move"), "", LEFT - 30, (SMALL, 27), 400)
    yield ending(unit, LEFT - 27, HEIGHT - BOTTOM + AXIS, size, "faint", 400)
    for ply, x in numbers.items():
        weight = 600 if ply in graph.slips else 400
        yield Stamp(pieces.writing(str(ply), "ink", weight), round(x), HEIGHT - BOTTOM + AXIS, SMALL)


def _area(colour: str, x: int, y: int, wide: int, high: int) -> Stamp:
    """Return a rectangle in the colour of the area where a player is ahead."""
    return Stamp(Sprite(_paint_area, (colour, wide, high), wide, high), x, y, 1)


def _paint_area(brush: Brush, colour: str, wide: int, high: int) -> None:
    for edge, ink in ((0, "ink"), (2, _tint(brush, colour))):
        brush.panel((edge - wide / 2, edge - high / 2, wide / 2 - edge, high / 2 - edge), 4, ink)


def _tint(brush: Brush, colour: str) -> RGB:
    return mix(brush.colour("plate"), brush.colour(colour), 0.4)
