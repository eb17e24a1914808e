"""How the chances of a match went: a picture with a line from the start to the end."""

from __future__ import annotations

import io
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from language import say
from render.text import font, shown_name
from render.theme import THEMES, mix, theme_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from language import Sentence
    from render.theme import RGB

WIDTH, HEIGHT = 900, 500
LEFT = 92
"""The margin to the left of the field of the line, in pixels."""
RIGHT = 32
"""The margin to the right of the field."""
TOP = 66
"""The margin above the field."""
BOTTOM = 126
"""The margin below the field."""
AXIS = 46
"""How far below the field the numbers of the moves are."""
DOT = 9
"""Half the size of a dot."""
LARGE = 2
"""How many times larger it is painted; then it is shrunk, so that the line has no steps."""
INK = 28
"""The size of the names, in pixels."""
LABEL = 26
"""The size of the numbers, in pixels."""
GAP = 14
"""The least room between two numbers, in pixels."""


@dataclass(frozen=True, slots=True)
class Course:
    """What the picture depends on, but for the language."""

    chances: Sequence[float]
    """The chance of the first seat to win, 0 to 1, after each number of moves, from the start on."""
    names: tuple[str, str]
    sides: tuple[Sentence, Sentence]
    slips: Collection[int]
    """The numbers of the moves to mark: so few that their numbers fit into one row."""
    theme: str = "classic"


def draw_course(course: Course) -> bytes:
    """The picture as a PNG: the more the line lies at a player's edge, the better that player stood."""
    colours = theme_of(course.theme if course.theme in THEMES else THEMES[0], {}).colours
    picture = Image.new("RGB", (WIDTH * LARGE, HEIGHT * LARGE), colours["page"])
    brush = ImageDraw.Draw(picture)
    field = (LEFT, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM)
    brush.rectangle([LARGE * side for side in field], fill=colours["plate"], outline=colours["plate edge"], width=3)
    points = [_point(course, ply) for ply in range(len(course.chances))]
    middle = (TOP + HEIGHT - BOTTOM) / 2
    if len(points) > 1:
        area = [(points[0][0], middle), *points, (points[-1][0], middle)]
        brush.polygon(_large(area), fill=mix(colours["plate"], colours["turn"], 0.25))
    brush.line(_large([(LEFT, middle), (WIDTH - RIGHT, middle)]), fill=colours["faint"], width=LARGE)
    numbers = axis(course)
    for ply in course.slips:
        x, y = points[ply]
        way = [(x, y), (x, HEIGHT - BOTTOM + DOT), (numbers[ply], HEIGHT - BOTTOM + AXIS - LABEL / 2)]
        brush.line(_large(way), fill=colours["faint"], width=LARGE, joint="curve")
    brush.line(_large(points), fill=colours["turn"], width=4 * LARGE, joint="curve")
    for x, y in (points[ply] for ply in course.slips):
        box = _large([(x - DOT, y - DOT), (x + DOT, y + DOT)])
        brush.ellipse(box, fill=colours["mark"], outline=colours["mark edge"], width=2 * LARGE)
    _labels(picture, course, numbers, colours)
    small = picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.quantize(200, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def axis(course: Course) -> dict[int, float]:
    """The numbers below the field, with the middle of each: those of the marked moves, and of the start and the end.

    Each is as nearly below its move as it can be without touching another.
    """
    count = len(course.chances) - 1
    plies = sorted({0, count, *(course.slips or [round(count / 2)])})
    room = max(font(str(ply), LABEL, 600).length(str(ply)) for ply in plies) + GAP
    # Less the room of all numbers before it, no middle may be further left than the one before. The nearest such
    # middles are an isotonic regression.
    free = [_point(course, ply)[0] - place * room for place, ply in enumerate(plies)]
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


def course_text(course: Course) -> str:
    """The picture in words, in the language of the reader."""
    count = len(course.chances) - 1
    steps = sorted({round(count * part / 8) for part in range(9)})
    told = ", ".join(_chance(course.chances[ply], ply) for ply in steps)
    return say(
        "The chances of {player} ({side}): {course}.", player=course.names[0], side=course.sides[0], course=told
    )[:1024]


def _chance(chance: float, ply: int) -> str:
    if ply == 0:
        return say("{percent} % at the start", percent=round(100 * chance))
    return say("{percent} % after move {number}", percent=round(100 * chance), number=ply)


def _point(course: Course, ply: int) -> tuple[float, float]:
    """Where the line is after `ply` moves: the first seat's edge is above."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * ply / max(len(course.chances) - 1, 1)
    return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - course.chances[ply])


def _labels(picture: Image.Image, course: Course, numbers: Mapping[int, float], colours: Mapping[str, RGB]) -> None:
    for seat, y in ((0, TOP / 2), (1, HEIGHT - TOP / 2)):
        side = course.sides[seat].said()
        name = shown_name(course.names[seat], side, 420, INK, 600)
        wins = say("{player} ({side}) wins", player=name, side=side)
        _write(picture, say("{side} wins", side=side) if name == side else wins, WIDTH / 2, y, INK, colours["ink"])
    for percent in (100, 50, 0):
        share = percent if percent >= 50 else 100
        y = TOP + (HEIGHT - TOP - BOTTOM) * (1 - percent / 100)
        _write(picture, say("{percent} %", percent=share), LEFT / 2, y, LABEL, colours["ink"], 400)
    for ply, x in numbers.items():
        weight = 600 if ply in course.slips else 400
        _write(picture, str(ply), x, HEIGHT - BOTTOM + AXIS, LABEL, colours["ink"], weight)


def _write(picture: Image.Image, text: str, x: float, y: float, size: int, ink: RGB, weight: int = 600) -> None:
    """Write a text with its middle at a point, but not beyond the left and the right edge."""
    face = font(text, size * LARGE, weight)
    half = face.length(text) / 2
    middle = min(max(x * LARGE, half + 4), WIDTH * LARGE - half - 4)
    mask = Image.new("L", picture.size)
    face.draw(mask, (middle - half, y * LARGE - face.capital / 2), text)
    picture.paste(ink, mask=mask)


def _large(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * LARGE, y * LARGE) for x, y in points]
