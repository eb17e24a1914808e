"""The corals of Coral Clash, and symbols for what a move captured, placed and lifted."""

from collections.abc import Iterator
from math import cos, pi, sin

from games.coral_clash.board import WHALE
from render.boards._creatures import CREATURES, CreatureBrush, Stroke
from render.brush import Brush
from render.geometry import Point


def draw_counted(brush: Brush, side: str) -> None:
    """Draw the coloured background of a coral that would count if the game ended now."""
    brush.panel((-0.5, -0.5, 0.5, 0.5), 0.06, f"{side} edge")
    brush.panel((-0.46, -0.46, 0.46, 0.46), 0.05, f"{side} field")


def draw_grown(brush: Brush, side: str, covered: bool, lost: bool) -> None:
    """Draw a coral on its square, over a light shade of its side's colour unless it is `lost`.

    A coral is lost, and does not count, while a piece of the other side stands on it.
    """
    if not lost:
        brush.panel((-0.46, -0.46, 0.46, 0.46), 0.1, f"{side} field")
    coral(brush, side, covered, size=0.94 if covered else 0.84)


def coral(brush: Brush, side: str, covered: bool, middle: Point = (0, 0), size: float = 1) -> None:
    """Draw a coral: forked twigs for Yellow, round knobs for Blue. If a piece covers it, draw only its corners."""
    parts = list(twigs(covered) if side == "yellow" else knobs(covered))
    own = f"{side} coral"
    x, y = middle
    for more, colour in ((0.05, f"{own} edge"), (0.0, own)):
        for points, thick in parts:
            at = [(x + a * size, y + b * size) for a, b in points]
            brush.line(at, (thick + more) * size, colour)
    if side == "blue":
        for points, _ in parts[:4]:
            a, b = points[0]
            brush.circle((x + a * size, y + b * size), 0.06 * size, "blue field")


def twigs(covered: bool) -> Iterator[Stroke]:
    """Yield the lines of Yellow's coral: forked twigs pointing to the corners, with shorter twigs between them."""
    for across in (-1, 1):
        for down in (-1, 1):
            root, fork = (0.1 * across, 0.1 * down), (0.27 * across, 0.27 * down)
            yield Stroke([root, fork, (0.43 * across, 0.31 * down)], 0.1)
            yield Stroke([fork, (0.31 * across, 0.43 * down)], 0.1)
    for turn in range(0 if covered else 4):
        along, aside = (round(cos(turn * pi / 2)), round(sin(turn * pi / 2))), 0.07
        knee = (0.24 * along[0] - aside * along[1], 0.24 * along[1] + aside * along[0])
        yield Stroke([(0, 0), knee, (0.42 * along[0], 0.42 * along[1])], 0.09)
    if not covered:
        yield Stroke([(0, 0)], 0.26)


def knobs(covered: bool) -> Iterator[Stroke]:
    """Yield the lines of Blue's coral: knobs pointing to the corners, smaller ones between them, and a round centre."""
    for across in (-1, 1):
        for down in (-1, 1):
            yield Stroke([(0.345 * across, 0.345 * down), (0.2 * across, 0.2 * down)], 0.27)
    if not covered:
        yield Stroke([(0, 0)], 0.66)
        for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            yield Stroke([(0.365 * across, 0.365 * down)], 0.22)


def area_sign(brush: Brush, side: str) -> None:
    """Draw the symbol for a side's area: a coral on its coloured background."""
    brush.panel((-0.5, -0.5, 0.5, 0.5), 0.1, f"{side} edge")
    brush.panel((-0.44, -0.44, 0.44, 0.44), 0.08, f"{side} field")
    coral(brush, side, covered=False, size=0.8)


def badge(brush: Brush, middle: Point) -> None:
    """Draw the small disc under a symbol."""
    brush.circle(middle, 0.27, "mark edge")
    brush.circle(middle, 0.245, "badge")


def capture_sign(brush: Brush, side: str, kind: int, beside: Point) -> None:
    """Draw a captured creature, small and crossed out, at the edge of its square in the direction `beside`."""
    x, y = middle = (0.58 * beside[0], 0.58 * beside[1])
    badge(brush, middle)
    CREATURES[kind](CreatureBrush(brush, side, 0.22 if kind == WHALE else 0.42, middle=middle))
    for colour, thick in (("mark edge", 0.1), ("mark", 0.055)):
        brush.line([(x - 0.17, y + 0.17), (x + 0.17, y - 0.17)], thick, colour)


def coral_sign(brush: Brush, side: str, lifted: bool, beside: Point) -> None:
    """Draw a small coral at one edge of its square, with an upward arrow if lifted or a plus sign if placed."""
    x, y = middle = (0.58 * beside[0], 0.58 * beside[1])
    badge(brush, middle)
    coral(brush, side, covered=False, middle=middle, size=0.42)
    strokes = [[(x, y + 0.16), (x, y - 0.14)], [(x - 0.11, y - 0.04), (x, y - 0.16), (x + 0.11, y - 0.04)]]
    if not lifted:
        strokes = [[(x - 0.15, y), (x + 0.15, y)], [(x, y - 0.15), (x, y + 0.15)]]
    for colour, thick in (("mark edge", 0.13), ("mark", 0.07)):
        for stroke in strokes:
            brush.line(stroke, thick, colour)
