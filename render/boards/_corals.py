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
# How far the centres of the signs of what was captured, placed or lifted are from that of their square, in cell widths.
CAPTURE_ASIDE, CORAL_ASIDE = 0.36, 0.37


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
    for more, inner, colour in ((0.0, 0.455, f"{side} rim"), (0.025, 0.488, f"{side} coral")):
        outer = 0.49 - more  # a gatherer's disc covers the inner edge of the rim, and no ground shows around it
        for turn in range(4):
            angles = [angle * pi / 180 for angle in range(first, 91 - first, 3)]
            arc = [(min(inner * cos(angle), outer), min(inner * sin(angle), outer)) for angle in angles]
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


def capture_sign(brush: Brush, side: str, kind: int, corner: Point, size: float = 1) -> None:
    """Draw a captured creature, small and struck through, in this corner of its square: (1, -1) is the top right.

    The sign is 0.64 wide, times `size`.
    """
    x, y = middle = (CAPTURE_ASIDE * corner[0], CAPTURE_ASIDE * corner[1])
    for radius, colour in ((0.32, "mark edge"), (0.295, "mark"), (0.26, "badge")):
        brush.circle(middle, radius * size, colour)
    for colour, thick in (("mark edge", 0.09), ("mark", 0.055)):
        brush.line([(x - 0.19 * size, y + 0.19 * size), (x + 0.19 * size, y - 0.19 * size)], thick * size, colour)
    CREATURES[kind](CreatureBrush(brush, side, (0.25 if kind == WHALE else 0.44) * size, middle=middle))


def coral_sign(brush: Brush, side: str, lifted: bool, corner: Point, size: float = 1) -> None:
    """Draw a tile in the colour of a coral, with an upward arrow if lifted or a plus sign if placed.

    It is in this corner of its square, as `capture_sign`, and 0.44 wide, times `size`.
    """
    x, y = CORAL_ASIDE * corner[0], CORAL_ASIDE * corner[1]
    for half, colour in ((0.22, "mark edge"), (0.195, "badge"), (0.165, f"{side} coral")):
        brush.panel((x - half * size, y - half * size, x + half * size, y + half * size), 0.05 * size, colour)
    strokes: list[list[Point]] = [[(0, 0.1), (0, -0.08)], [(-0.087, -0.013), (0, -0.1), (0.087, -0.013)]]
    if not lifted:
        strokes = [[(-0.1, 0), (0.1, 0)], [(0, -0.1), (0, 0.1)]]
    for stroke in strokes:
        brush.line([(x + a * size, y + b * size) for a, b in stroke], 0.066 * size, f"{side} edge")
