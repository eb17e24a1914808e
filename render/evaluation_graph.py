"""A match's evaluation graph, whose line shows the winning chances from the first position to the last."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from language import Sentence, joined, say
from render import pieces
from render.brush import Brush, Sprite
from render.canvas import Stamp, compose
from render.geometry import Point
from render.png import small_png
from render.text import font, shown_name, width
from render.theme import THEMES, theme_of

# Lengths are in pixels.
WIDTH, HEIGHT = 900, 500
# The margins around the plot.
LEFT, RIGHT, TOP, BOTTOM = 92, 32, 66, 126
AXIS = 46
"""The distance of the move numbers below the plot, in pixels."""
DOT = 9
"""The radius of the dots on marked moves, in pixels."""
NAME = 28
LABEL = 26
"""The font size of the numbers."""
GAP = 14
"""The minimum distance between two move numbers, in pixels."""


@dataclass(frozen=True, slots=True)
class EvaluationGraph:
    """Everything that determines the graph, except for the language."""

    chances: Sequence[float]
    """The first seat's winning chance, from 0 to 1, at the start and after each move."""
    names: tuple[str, str]
    sides: tuple[Sentence, Sentence]
    slips: Collection[int]
    """The numbers of the moves to mark. There must be few enough that their labels fit in a row."""
    theme: str = "classic"


def draw_evaluation_graph(graph: EvaluationGraph) -> bytes:
    """Draw the graph as a PNG. The closer the line is to a player's edge, the better were that player's chances."""
    theme = theme_of(graph.theme if graph.theme in THEMES else THEMES[0], {})
    numbers = axis(graph)
    points = tuple(_point(graph, ply) for ply in range(len(graph.chances)))
    marked = tuple((points[ply], numbers[ply]) for ply in graph.slips)
    plot = Stamp(Sprite(_plot, (points, marked), WIDTH, HEIGHT), WIDTH // 2, HEIGHT // 2, 1)
    return small_png(compose((WIDTH, HEIGHT), [plot, *_labels(graph, numbers)], theme), 200)


def _plot(brush: Brush, points: Sequence[Point], marked: Sequence[tuple[Point, float]]) -> None:
    """Draw the line and the marked moves, each with the x coordinate of its number, on the whole picture in pixels."""

    def at(x: float, y: float) -> Point:
        return x - WIDTH / 2, y - HEIGHT / 2

    for inset, colour in ((0, "plate edge"), (1.5, "plate")):
        end = at(WIDTH - RIGHT - inset, HEIGHT - BOTTOM - inset)
        brush.panel((*at(LEFT + inset, TOP + inset), *end), 0, colour)
    middle = (TOP + HEIGHT - BOTTOM) / 2
    line = [at(x, y) for x, y in points]
    if len(line) > 1:
        brush.polygon([at(points[0][0], middle), *line, at(points[-1][0], middle)], "turn", alpha=0.25)
    brush.line([at(LEFT, middle), at(WIDTH - RIGHT, middle)], 1, "faint")
    for (x, y), number in marked:
        below = at(x, HEIGHT - BOTTOM + DOT), at(number, HEIGHT - BOTTOM + AXIS - LABEL / 2)
        brush.line([at(x, y), *below], 1, "faint")
    brush.line(line, 4, "turn")
    for point, _ in marked:
        brush.circle(at(*point), DOT, "mark edge")
        brush.circle(at(*point), DOT - 2, "mark")


def axis(graph: EvaluationGraph) -> dict[int, float]:
    """Return the x coordinates of the labels below the plot, by move number.

    The start, the end and the marked moves have labels; if no move is marked, so does the middle. Each label is as
    close to its move as possible without overlaps.
    """
    count = len(graph.chances) - 1
    plies = sorted({0, count, *(graph.slips or [round(count / 2)])})
    room = max(font(str(ply), LABEL, 600).length(str(ply)) for ply in plies) + GAP
    # Subtract from each position the width of all labels to its left: the results must not decrease. The closest such
    # results are the isotonic regression, computed by its min-max formula.
    free = [_point(graph, ply)[0] - place * room for place, ply in enumerate(plies)]
    size = len(free)
    least, most = room / 2, WIDTH - room / 2 - (size - 1) * room
    middles = [
        max(min(fmean(free[begin:end]) for end in range(place + 1, size + 1)) for begin in range(place + 1))
        for place in range(size)
    ]
    return {
        ply: min(max(middle, least), most) + place * room
        for place, (ply, middle) in enumerate(zip(plies, middles, strict=True))
    }


def evaluation_text(graph: EvaluationGraph) -> str:
    """Return a description of the graph for screen readers, in the reader's language and at most 1,024 characters."""
    count = len(graph.chances) - 1
    steps = sorted({round(count * part / 8) for part in range(9)})
    course = joined(_chance(graph.chances[ply], ply) for ply in steps)
    return say("{player}'s chances ({side}): {course}.", player=graph.names[0], side=graph.sides[0], course=course)[
        :1024
    ]


def _chance(chance: float, ply: int) -> str:
    if ply == 0:
        return say("{percent}% at the start", percent=round(100 * chance))
    return say("{percent}% after move {number}", percent=round(100 * chance), number=ply)


def _point(graph: EvaluationGraph, ply: int) -> Point:
    """Return the line's point after `ply` moves. The first seat's edge is at the top."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * ply / max(len(graph.chances) - 1, 1)
    return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - graph.chances[ply])


def _labels(graph: EvaluationGraph, numbers: Mapping[int, float]) -> Iterator[Stamp]:
    for seat, y in ((0, TOP / 2), (1, HEIGHT - TOP / 2)):
        side = graph.sides[seat].said()
        name = shown_name(graph.names[seat], side, 420, NAME, 600)
        wins = say("{player} ({side}) wins", player=name, side=side)
        yield _writing(say("{side} wins", side=side) if name == side else wins, WIDTH / 2, y, NAME)
    for percent in (100, 50, 0):
        share = percent if percent >= 50 else 100
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - percent / 100)
        yield _writing(say("{percent}%", percent=share), LEFT / 2, y, LABEL, 400)
    for ply, x in numbers.items():
        yield _writing(str(ply), x, HEIGHT - BOTTOM + AXIS, LABEL, 600 if ply in graph.slips else 400)


def _writing(text: str, x: float, y: float, size: int, weight: int = 600) -> Stamp:
    """Return a text centred on a point, moved inwards if it would cross the left or right edge."""
    half = width(text, size, weight) / 2 + 2
    return Stamp(pieces.writing(text, "ink", weight), round(min(max(x, half), WIDTH - half)), round(y), size)
