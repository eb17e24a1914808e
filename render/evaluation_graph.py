"""The evaluation graph of a match: a line for the winning chances from the first position to the last."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from PIL import Image, ImageDraw

from language import Sentence, say
from render.png import small_png
from render.text import font, shown_name
from render.theme import RGB, THEMES, mix, theme_of

# Lengths are in pixels.
WIDTH, HEIGHT = 900, 500
# The margins around the plot.
LEFT, RIGHT, TOP, BOTTOM = 92, 32, 66, 126
AXIS = 46
"""The distance of the move numbers below the plot."""
DOT = 9
"""The radius of the dots on marked moves."""
LARGE = 2
"""The supersampling factor."""
NAME = 28
LABEL = 26
"""The font size of the numbers."""
GAP = 14
"""The minimum distance between two move numbers."""


@dataclass(frozen=True, slots=True)
class EvaluationGraph:
    """Everything that the graph depends on, except for the language."""

    chances: Sequence[float]
    """The winning chance of the first seat, from 0 to 1, at the start and after each move."""
    names: tuple[str, str]
    sides: tuple[Sentence, Sentence]
    slips: Collection[int]
    """The numbers of the moves to mark. They must be few enough for their labels to fit in a row."""
    theme: str = "classic"


def draw_evaluation_graph(graph: EvaluationGraph) -> bytes:
    """The graph as a PNG. The closer the line is to a player's edge, the better that player's chances were."""
    colours = theme_of(graph.theme if graph.theme in THEMES else THEMES[0], {}).colours
    picture = Image.new("RGB", (WIDTH * LARGE, HEIGHT * LARGE), colours["page"])
    brush = ImageDraw.Draw(picture)
    plot = (LEFT, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM)
    brush.rectangle([LARGE * edge for edge in plot], fill=colours["plate"], outline=colours["plate edge"], width=3)
    points = [_point(graph, ply) for ply in range(len(graph.chances))]
    middle = (TOP + HEIGHT - BOTTOM) / 2
    if len(points) > 1:
        area = [(points[0][0], middle), *points, (points[-1][0], middle)]
        brush.polygon(_large(area), fill=mix(colours["plate"], colours["turn"], 0.25))
    brush.line(_large([(LEFT, middle), (WIDTH - RIGHT, middle)]), fill=colours["faint"], width=LARGE)
    numbers = axis(graph)
    for ply in graph.slips:
        x, y = points[ply]
        path = [(x, y), (x, HEIGHT - BOTTOM + DOT), (numbers[ply], HEIGHT - BOTTOM + AXIS - LABEL / 2)]
        brush.line(_large(path), fill=colours["faint"], width=LARGE, joint="curve")
    brush.line(_large(points), fill=colours["turn"], width=4 * LARGE, joint="curve")
    for x, y in (points[ply] for ply in graph.slips):
        box = _large([(x - DOT, y - DOT), (x + DOT, y + DOT)])
        brush.ellipse(box, fill=colours["mark"], outline=colours["mark edge"], width=2 * LARGE)
    _labels(picture, graph, numbers, colours)
    small = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    return small_png(small, 200)


def axis(graph: EvaluationGraph) -> dict[int, float]:
    """The x coordinates of the labels below the plot, by the number of the move.

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
    """The graph as text for screen readers, in the language of the reader and at most 1,024 characters long."""
    count = len(graph.chances) - 1
    steps = sorted({round(count * part / 8) for part in range(9)})
    course = ", ".join(_chance(graph.chances[ply], ply) for ply in steps)
    return say(
        "The chances of {player} ({side}): {course}.", player=graph.names[0], side=graph.sides[0], course=course
    )[:1024]


def _chance(chance: float, ply: int) -> str:
    if ply == 0:
        return say("{percent} % at the start", percent=round(100 * chance))
    return say("{percent} % after move {number}", percent=round(100 * chance), number=ply)


def _point(graph: EvaluationGraph, ply: int) -> tuple[float, float]:
    """The point of the line after `ply` moves; the first seat's edge is at the top."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * ply / max(len(graph.chances) - 1, 1)
    return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - graph.chances[ply])


def _labels(
    picture: Image.Image, graph: EvaluationGraph, numbers: Mapping[int, float], colours: Mapping[str, RGB]
) -> None:
    for seat, y in ((0, TOP / 2), (1, HEIGHT - TOP / 2)):
        side = graph.sides[seat].said()
        name = shown_name(graph.names[seat], side, 420, NAME, 600)
        wins = say("{player} ({side}) wins", player=name, side=side)
        _write(picture, say("{side} wins", side=side) if name == side else wins, WIDTH / 2, y, NAME, colours["ink"])
    for percent in (100, 50, 0):
        share = percent if percent >= 50 else 100
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - percent / 100)
        _write(picture, say("{percent} %", percent=share), LEFT / 2, y, LABEL, colours["ink"], 400)
    for ply, x in numbers.items():
        weight = 600 if ply in graph.slips else 400
        _write(picture, str(ply), x, HEIGHT - BOTTOM + AXIS, LABEL, colours["ink"], weight)


def _write(picture: Image.Image, text: str, x: float, y: float, size: int, ink: RGB, weight: int = 600) -> None:
    """Write a text centred on a point, moved inwards if it would cross the left or right edge."""
    face = font(text, size * LARGE, weight)
    half = face.length(text) / 2
    middle = min(max(x * LARGE, half + 4), WIDTH * LARGE - half - 4)
    mask = Image.new("L", picture.size)
    face.draw(mask, (middle - half, y * LARGE - face.capital / 2), text)
    picture.paste(ink, mask=mask)


def _large(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * LARGE, y * LARGE) for x, y in points]
