"""The corals of Coral Clash, and symbols for what a move captured, placed and lifted."""

from math import cos, pi, sin

from games.coral_clash.board import WHALE
from render.boards._creatures import CREATURES, CreatureBrush, Stroke
from render.brush import Brush
from render.geometry import Point

TWIGS = (
    Stroke([(0, 0.42), (0, 0.06), (-0.06, -0.16), (-0.15, -0.42)], 0.1),
    Stroke([(-0.05, -0.12), (0.08, -0.42)], 0.085),
    Stroke([(0, 0.28), (-0.22, 0.1), (-0.3, -0.16)], 0.09),
    Stroke([(-0.22, 0.1), (-0.42, 0.04)], 0.08),
    Stroke([(0, 0.18), (0.22, 0), (0.24, -0.32)], 0.09),
    Stroke([(0.22, 0), (0.42, -0.12)], 0.08),
    Stroke([(-0.12, 0.43), (0.12, 0.43)], 0.1),
)
"""The lines of Yellow's coral: a stem with forked twigs."""
KNOBS = (
    Stroke([(0, 0.42), (0, -0.27)], 0.15),
    Stroke([(0, -0.27)], 0.28),
    Stroke([(0, 0.26), (-0.2, 0.2), (-0.28, 0.02)], 0.13),
    Stroke([(-0.28, 0)], 0.24),
    Stroke([(0, 0.16), (0.2, 0.1), (0.28, -0.08)], 0.13),
    Stroke([(0.28, -0.1)], 0.24),
    Stroke([(-0.14, 0.42), (0.14, 0.42)], 0.12),
)
"""The lines of Blue's coral: a stem with round knobs."""


def draw_grown(brush: Brush, side: str, covered: bool, lost: bool) -> None:
    """Draw a coral on its square. If a piece stands on it, leave a round opening for the piece.

    A coral is lost, and does not count, while a piece of the other side stands on it. Only its corners are drawn then.
    """
    if covered:
        frame(brush, side, broken=lost)
    else:
        coral(brush, side, size=0.98)


def frame(brush: Brush, side: str, *, broken: bool) -> None:
    """Draw the coral around a piece: four corners, which are joined unless the coral is `broken`."""
    first = 24 if broken else 0
    for more, colour in ((0.0, f"{side} rim"), (0.025, f"{side} coral")):
        outer, inner = 0.49 - more, 0.45 + more
        for turn in range(4):
            angles = [angle * pi / 180 for angle in range(first, 91 - first, 6)]
            arc = [(inner * cos(angle), inner * sin(angle)) for angle in angles]
            corner = [(outer, arc[0][1] + more), (outer, outer), (arc[-1][0] + more, outer)]
            brush.polygon([_turned(point, turn) for point in (*corner, *reversed(arc))], colour)
    for turn in range(4):
        if side == "yellow":
            brush.line([_turned((0.36, 0.36), turn), _turned((0.42, 0.42), turn)], 0.045, "yellow field")
        else:
            brush.circle(_turned((0.385, 0.385), turn), 0.05, "blue field")


def _turned(point: Point, quarters: int) -> Point:
    """Return a point rotated around the centre by this many quarter turns."""
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def coral(brush: Brush, side: str, middle: Point = (0, 0), size: float = 1) -> None:
    """Draw a coral on a tile. Yellow's corals have forked twigs, and Blue's have round knobs."""
    x, y = middle
    grown = 0.88 * size
    for half, colour in ((0.5 * size, f"{side} rim"), (0.475 * size, f"{side} coral")):
        brush.panel((x - half, y - half, x + half, y + half), 0.04 * size, colour)
    for points, thick in TWIGS if side == "yellow" else KNOBS:
        brush.line([(x + a * grown, y + b * grown) for a, b in points], thick * grown, f"{side} field")


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
    coral(brush, side, middle, 0.34)
    strokes = [[(x, y + 0.16), (x, y - 0.14)], [(x - 0.11, y - 0.04), (x, y - 0.16), (x + 0.11, y - 0.04)]]
    if not lifted:
        strokes = [[(x - 0.15, y), (x + 0.15, y)], [(x, y - 0.15), (x, y + 0.15)]]
    for colour, thick in (("mark edge", 0.13), ("mark", 0.07)):
        for stroke in strokes:
            brush.line(stroke, thick, colour)
