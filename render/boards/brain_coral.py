"""The board of Brain Coral, whose corals are round, have winding grooves and grow together."""

from functools import lru_cache
from math import cos, pi, sin
from typing import ClassVar

from games.brain_coral import BrainCoral
from render.boards._reef import REEF, ReefBoard, Stone
from render.brush import Brush, Sprite
from render.geometry import ROW_PITCH, Point

BODY = 0.395
"""The radius of a coral."""
NECK = 0.28
"""Half the width of the necks between the corals of a group."""
FAR = 0.74
"""The maximum distance between an outline and the centre of its coral."""
EAST, WEST = 1 << 0, 1 << 3
DIAGONAL = 0b110110
_DIRECTIONS = [(degree, cos(degree * pi / 180), -sin(degree * pi / 180)) for degree in range(0, 360, 4)]
"""The directions of an outline's points, in degrees and as unit vectors."""


def _largest(brush: Brush) -> None:
    corners = [(-0.22, 0.18), (0.22, 0.18), (0.0, -0.2)]
    for grown, colour in ((0.05, "rim"), (0.0, "black edge"), (-0.05, "black")):
        brush.polygon(corners, colour)
        brush.line([*corners, corners[0]], 0.3 + 2 * grown, colour)
        for corner in corners:
            brush.circle(corner, 0.23 + grown, colour)


class BrainCoralBoard(ReefBoard[BrainCoral]):
    """A board with grooved domes. Black's grooves run through the middle, White's along the outline."""

    game = BrainCoral
    largest = Sprite(_largest)
    colours: ClassVar = {
        **REEF,
        "shallows": ("#2a7a60", "#0d2c22", "#000000", "#7d7043"),
        "water": ("#74c4a4", "#2d614d", "#46654f", "#d9cda2"),
        "closed": ("#5ba68a", "#244d3e", "#1d2b22", "#baad80"),
        "hatch": ("#2a7a60", "#5f9a84", "#6a8f76", "#7d7043"),
        "open ink": ("#0b402e", "#c4e8d2", "#ffffff", "#3a341a"),
        "black": ("#4a2a4f", "#2b1a33", "#000000", "#23262e"),
        "black edge": ("#1d0f22", "#c3b7c9", "#ffffff", "#0c0d10"),
        "black groove": ("#9a6fa0", "#8d6a9a", "#ffffff", "#8a93a3"),
        "white": ("#f7ead3", "#efe2cb", "#ffffff", "#fbf8f2"),
        "white edge": ("#6b4a35", "#1a120c", "#000000", "#3a3d44"),
        "white groove": ("#c99a72", "#b98a63", "#000000", "#9a8f7d"),
    }

    def coral(self, stone: Stone) -> Sprite:
        """Return a coral's sprite, which is larger than a cell if necks join the coral to its neighbours."""
        width = 1.26 if stone.links & DIAGONAL else 1.03 if stone.links else 0.98
        height = ROW_PITCH + 0.02 if stone.links & DIAGONAL else 0.84
        return Sprite(_dome, (stone,), width, height)


def _dome(brush: Brush, stone: Stone) -> None:
    kind, links, largest, fine = stone
    left, right = -0.515 if links & WEST else -1, 0.515 if links & EAST else 1

    def layer(inset: float, colour: str, shade: float = 0) -> None:
        lift = 0.12 * inset
        shape = _outline(links, BODY - inset, NECK - inset, filled=inset < 0.05)
        points = [(min(max(x - lift, left), right), y - lift) for x, y in shape]
        brush.polygon(points, brush.colour(colour, shade))

    layer(-0.02, "rim" if largest else f"{kind} edge")
    layer(0.015 if largest else 0.01, f"{kind} edge")
    for inset, shade in ((0.04, -0.13), (0.13, 0.08)) if fine else ((0.04, 0.0),):
        layer(inset, kind, shade)
    if kind == "white":
        for inset in (0.13, 0.29) if fine else (0.15,):
            layer(inset, "white groove")
            layer(inset + (0.035 if fine else 0.06), kind, -0.06 + inset * 0.5)
    elif fine:
        _folds(brush, links)


def _folds(brush: Brush, links: int) -> None:
    for direction in range(6):
        angle = direction * pi / 3
        linked = links >> direction & 1
        line = []
        for part in range(11):
            along = (0.52 if linked else 0.27) * part / 10
            aside = 0.05 * sin(along * 4 * pi)
            line.append((along * cos(angle) + aside * sin(angle), -along * sin(angle) + aside * cos(angle)))
        brush.line(line, 0.045, "black groove")


@lru_cache(maxsize=1000)
def _outline(links: int, body: float, neck: float, *, filled: bool) -> list[Point]:
    """Return a coral's outline: a disc with a neck towards each linked neighbour.

    `body` is the radius of the disc, and `neck` is half the width of a neck. If `filled` is set, three corals that all
    touch each other have no gap between them.
    """
    linked = [(60 * n, filled and links >> (n + 1) % 6 & 1) for n in range(6) if links >> n & 1]
    alone = max(body, 0) ** 8
    points = []
    for degree, across, down in _DIRECTIONS:
        reach = alone
        for direction, whole in linked:
            off = (degree - direction + 180) % 360 - 180
            if neck > 0 and abs(off) < 80:
                reach += min(FAR, neck / max(0.05, abs(sin(off * pi / 180)))) ** 8
            if whole and 0 <= off <= 60:
                reach += FAR**8
        far = min(FAR, reach**0.125)
        points.append((far * across, far * down))
    return points


BOARD = BrainCoralBoard
