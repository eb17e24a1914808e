"""The silhouettes of Coral Clash's six kinds of sea creature, facing right or left."""

import re
from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from render.brush import Brush
from render.geometry import Point, curve

EDGE = 0.036
"""The width of the line around a silhouette, in cell widths."""
EMBLEMS = {"yellow": "yellow edge", "blue": "blue field"}
"""The colours of emblems. They contrast with the colours of their sides."""


class Stroke(NamedTuple):
    """A part of a silhouette: a filled outline if `thick` is 0, otherwise a line with round ends."""

    points: list[Point]
    thick: float = 0


class CreatureBrush:
    """A brush that draws one creature.

    It mirrors Blue's creatures, which face left, and rotates a Whale that stands upright.
    """

    def __init__(
        self,
        brush: Brush,
        side: str,
        size: float,
        *,
        emblem: bool = False,
        upright: bool = False,
        middle: Point = (0, 0),
    ) -> None:
        """Create a brush for one creature. An `emblem` is plain and contrasts with its side's colour."""
        self._brush = brush
        self._middle = middle
        self._side = side
        self._emblem = emblem
        self._fill, self._line = (EMBLEMS[side], side) if emblem else (side, f"{side} edge")
        self._detail = side if emblem else EMBLEMS[side]
        self._size = size
        self._flip = -1 if side == "blue" else 1
        self._upright = upright

    def _at(self, points: Sequence[Point]) -> list[Point]:
        placed = []
        for x, y in points:
            across, down = x * self._size * self._flip, y * self._size
            if self._upright:
                across, down = down * self._flip, -across * self._flip
            placed.append((self._middle[0] + across, self._middle[1] + down))
        return placed

    def silhouette(self, *parts: Stroke) -> None:
        """Draw all parts in one colour, with a line around their combined shape."""
        for more, colour in ((EDGE, self._line), (0.0, self._fill))[self._emblem :]:
            for points, thick in parts:
                at = self._at(points)
                if thick:
                    self._brush.line(at, thick * self._size + 2 * more, colour)
                else:
                    self._brush.polygon(at, colour)
                    if more:
                        self._brush.line([*at, at[0]], 2 * more, colour)

    def shade(self, points: Sequence[Point], shade: float) -> None:
        """Draw a lighter or darker part of the body."""
        self._brush.polygon(self._at(points), self._brush.colour(self._fill, 0 if self._emblem else shade))

    def line(self, points: Sequence[Point], thick: float) -> None:
        """Draw a line on the body, such as a mouth."""
        self._brush.line(self._at(points), thick * self._size, self._detail)

    def dot(self, middle: Point, radius: float, colour: str) -> None:
        self._brush.circle(self._at([middle])[0], radius * self._size, colour)

    def eye(self, middle: Point, radius: float) -> None:
        """Draw an eye looking ahead, or a plain dot if the creature is an emblem."""
        x, y = middle
        self.dot(middle, radius * (0.75 if self._emblem else 1), self._line)
        if self._emblem:
            return
        self.dot(middle, radius * 0.78, "badge")
        self.dot((x + radius * 0.22, y + radius * 0.05), radius * 0.46, "badge ink")


def outline(path: str) -> list[Point]:
    """Return the points of a closed outline given as SVG path data, using only the absolute commands M, L and Q."""
    points: list[Point] = []
    for command, numbers in re.findall(r"([MLQ])([^MLQ]+)", path):
        ends = [(float(x), float(y)) for x, y in (pair.split(",") for pair in numbers.split())]
        if command == "Q":
            for bend, end in zip(ends[::2], ends[1::2], strict=True):
                points += curve(points[-1], bend, end)[1:]
        else:
            points += ends
    return points


def oval(middle: Point, rx: float, ry: float) -> list[Point]:
    x, y = middle
    return [(x + rx * cos(step * pi / 24), y + ry * sin(step * pi / 24)) for step in range(48)]


def dolphin(creature: CreatureBrush) -> None:
    """Draw a leaping dolphin."""
    body = outline(
        "M0.46,0.1 Q0.38,0.02 0.33,0.01 0.3,-0.16 0.1,-0.2 0.02,-0.215 -0.02,-0.21 -0.06,-0.38 -0.22,-0.41 "
        "-0.15,-0.3 -0.16,-0.19 -0.3,-0.13 -0.36,0.06 -0.48,0.06 -0.48,0.22 -0.42,0.17 -0.36,0.18 "
        "-0.34,0.3 -0.22,0.34 -0.25,0.24 -0.27,0.13 -0.2,0.06 -0.05,0.09 -0.06,0.24 0.04,0.33 "
        "0.08,0.2 0.13,0.115 0.26,0.12 0.34,0.11 0.42,0.13 0.46,0.1"
    )
    creature.silhouette(Stroke(body))
    belly = outline("M0.33,0.085 Q0.16,0.02 -0.1,0.02 0.02,0.1 0.13,0.09 0.26,0.1 0.33,0.085")
    creature.shade(belly, 0.45)
    creature.line(curve((0.42, 0.075), (0.34, 0.075), (0.28, 0.05)), 0.022)
    creature.eye((0.225, -0.045), 0.052)


def turtle(creature: CreatureBrush) -> None:
    """Draw a swimming turtle, seen from above."""
    flippers = [
        outline("M0.16,-0.18 Q0.24,-0.42 0.08,-0.46 -0.04,-0.4 0,-0.2"),
        outline("M0.16,0.18 Q0.24,0.42 0.08,0.46 -0.04,0.4 0,0.2"),
        outline("M-0.18,-0.16 Q-0.28,-0.34 -0.4,-0.32 -0.4,-0.2 -0.26,-0.06"),
        outline("M-0.18,0.16 Q-0.28,0.34 -0.4,0.32 -0.4,0.2 -0.26,0.06"),
    ]
    head, tail = oval((0.37, 0), 0.115, 0.098), outline("M-0.3,-0.06 L-0.46,0 -0.3,0.06")
    shell = oval((0.0, 0), 0.31, 0.265)
    creature.silhouette(*(Stroke(part) for part in (*flippers, head, tail, shell)))
    creature.line([*shell, shell[0]], 0.03)
    creature.shade(oval((0.0, 0), 0.285, 0.24), -0.16)
    plate = [(0.12 * cos(turn * pi / 3), 0.12 * sin(turn * pi / 3)) for turn in range(6)]
    for corner in plate:
        far = (corner[0] * 2.35, corner[1] * 2.02)
        creature.line([corner, far], 0.024)
    creature.shade(plate, 0)
    creature.line([*plate, plate[0]], 0.024)
    for y in (-0.055, 0.055):
        creature.dot((0.41, y), 0.024, "badge ink")


def pufferfish(creature: CreatureBrush) -> None:
    """Draw an inflated pufferfish with all its spines."""
    middle, radius, tip, half = (0.02, 0.01), 0.295, 0.295 + 0.125, 0.115

    def at(angle: float, far: float) -> Point:
        return middle[0] + cos(angle) * far, middle[1] + sin(angle) * far

    angles = [(turn + 0.5) * 2 * pi / 14 for turn in range(14)]
    spines = [Stroke([at(angle - half, radius), at(angle, tip), at(angle + half, radius)]) for angle in angles]
    tail = outline("M-0.24,-0.05 Q-0.36,-0.1 -0.47,-0.15 -0.43,0 -0.47,0.15 -0.36,0.1 -0.24,0.05")
    creature.silhouette(*spines, Stroke(tail), Stroke(oval(middle, radius, radius)))
    belly = outline("M-0.19,0.15 Q0.06,0.26 0.27,0.12 0.16,0.3 0.02,0.29 -0.12,0.29 -0.19,0.15")
    creature.shade(belly, 0.45)
    fin = outline("M-0.02,0.03 Q-0.12,-0.06 -0.17,-0.02 -0.13,0.04 -0.17,0.11 -0.1,0.12 -0.02,0.03")
    creature.line([*fin, fin[0]], 0.022)
    creature.eye((0.14, -0.085), 0.085)
    creature.line(curve((0.305, 0.07), (0.25, 0.10), (0.205, 0.075)), 0.028)


def crab(creature: CreatureBrush) -> None:
    """Draw a crab with raised claws, seen from the front."""
    parts = []
    for side in (-1, 1):
        for knee, foot in (((0.36, 0.10), (0.45, 0.26)), ((0.32, 0.19), (0.37, 0.37)), ((0.23, 0.25), (0.23, 0.42))):
            parts.append(Stroke([(0.16 * side, 0.12), (knee[0] * side, knee[1]), (foot[0] * side, foot[1])], 0.05))
        parts.append(Stroke([(0.22 * side, 0.02), (0.36 * side, -0.08), (0.34 * side, -0.2)], 0.075))
        claw = outline(
            "M0.27,-0.19 Q0.17,-0.34 0.3,-0.47 0.3,-0.38 0.345,-0.33 0.4,-0.37 0.43,-0.45 "
            "0.5,-0.26 0.38,-0.17 0.32,-0.14 0.27,-0.19"
        )
        parts.append(Stroke([(x * side, y) for x, y in claw]))
        parts.append(Stroke([(0.085 * side, -0.04), (0.10 * side, -0.2)], 0.04))
    body = outline("M-0.31,0.06 Q-0.29,-0.13 0,-0.13 0.29,-0.13 0.31,0.06 0.25,0.27 0,0.27 -0.25,0.27 -0.31,0.06")
    creature.silhouette(*parts, Stroke(body))
    for side in (-1, 1):
        creature.eye((0.10 * side, -0.2), 0.062)
    creature.line(curve((-0.075, 0.06), (0, 0.125), (0.075, 0.06)), 0.026)


def octopus(creature: CreatureBrush) -> None:
    """Draw an octopus with curled arms, seen from the front."""
    arms = []
    for side in (-1, 1):
        for points in (
            [*curve((0.12, 0.10), (0.34, 0.16), (0.40, 0.02)), *curve((0.40, 0.02), (0.42, -0.08), (0.34, -0.07))],
            [*curve((0.12, 0.12), (0.28, 0.34), (0.42, 0.24)), *curve((0.42, 0.24), (0.47, 0.19), (0.44, 0.14))],
            [*curve((0.08, 0.14), (0.18, 0.42), (0.31, 0.41)), *curve((0.31, 0.41), (0.37, 0.40), (0.36, 0.34))],
            [*curve((0.03, 0.14), (0.05, 0.34), (0.07, 0.38)), *curve((0.07, 0.38), (0.10, 0.45), (0.16, 0.41))],
        ):
            arms.append(Stroke([(x * side, y) for x, y in points], 0.082))  # noqa: PERF401 (a comprehension is longer)
    head = outline(
        "M-0.17,0.14 Q-0.16,0.04 -0.22,-0.06 -0.34,-0.44 0,-0.45 0.34,-0.44 0.22,-0.06 0.16,0.04 0.17,0.14 "
        "0,0.22 -0.17,0.14"
    )
    creature.silhouette(*arms, Stroke(head))
    for side in (-1, 1):
        creature.eye((0.095 * side, -0.08), 0.068)
    creature.line(curve((-0.06, 0.045), (0, 0.09), (0.06, 0.045)), 0.026)


def whale(creature: CreatureBrush) -> None:
    """Draw a spouting whale, two squares long."""
    body = outline(
        "M0.86,0.1 Q0.88,-0.2 0.52,-0.25 0.1,-0.3 -0.28,-0.1 -0.48,0 -0.62,-0.06 -0.72,-0.12 -0.72,-0.18 "
        "-0.82,-0.18 -0.92,-0.3 -0.96,-0.16 -0.86,-0.04 -0.9,0.1 -0.8,0.22 -0.7,0.14 -0.66,0.06 "
        "-0.5,0.26 -0.22,0.32 0.3,0.42 0.62,0.34 0.84,0.29 0.86,0.1"
    )
    fin = outline("M0.3,0.22 Q0.16,0.3 0.04,0.45 0.24,0.46 0.44,0.27")
    spout = [
        Stroke(curve((0.50, -0.28), (0.50, -0.40), (0.38, -0.42)), 0.055),
        Stroke(curve((0.50, -0.28), (0.50, -0.40), (0.62, -0.42)), 0.055),
    ]
    creature.silhouette(*spout, Stroke(body), Stroke(fin))
    throat = outline("M0.855,0.12 Q0.6,0.1 0.4,0.2 0.2,0.3 -0.2,0.31 0.3,0.41 0.62,0.33 0.83,0.28 0.855,0.12")
    creature.shade(throat, 0.5)
    for y in (0.17, 0.225, 0.28):
        creature.line(curve((0.83 - (y - 0.12) * 0.55, y), (0.66, y - 0.005), (0.50, y + 0.03)), 0.014)
    creature.shade(fin, -0.15)
    creature.line([*fin[:-1], fin[-1]], 0.026)
    creature.line(curve((0.855, 0.115), (0.70, 0.115), (0.56, 0.06)), 0.024)
    creature.eye((0.50, -0.01), 0.062)


CREATURES = (whale, dolphin, turtle, pufferfish, crab, octopus)
"""The functions that draw the creatures, in the order of the numbers that their kinds have in the rules."""


HUNTERS = (1, 1.12, 1, 1.02, 1, 1)
"""The scale of each kind of creature as a hunter, so that all look equally large."""
EMBLEMS_ON_DISCS = (1, 0.84, 0.84, 0.88, 0.74, 0.8)
"""The scale of each kind of creature on a gatherer's disc."""


def creature(brush: Brush, side: str, kind: int, gatherer: bool, size: float) -> None:
    """Draw a creature. A gatherer is an emblem on a disc edged in the colour of its side's coral."""
    if not gatherer:
        CREATURES[kind](CreatureBrush(brush, side, HUNTERS[kind] * size))
        return
    for radius, colour in ((0.54, f"{side} coral"), (0.485, side)):
        brush.circle((0, 0), radius * size, colour)
    CREATURES[kind](CreatureBrush(brush, side, EMBLEMS_ON_DISCS[kind] * size, emblem=True))
