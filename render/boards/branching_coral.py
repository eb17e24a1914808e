"""The board of Branching Coral, with interlocking corals, and pale branches where corals have just been lifted."""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin
from typing import ClassVar, NamedTuple

from games.base import SEATS
from games.branching_coral import BranchingCoral
from render.boards._reef import KINDS, REEF, ReefBoard, Stone
from render.brush import Brush, Sprite
from render.geometry import ROW_PITCH, Point
from render.scene import Scene

DIAGONAL = 0b110110
"""The directions that lead to other rows, as bits of `Stone.links`."""


PAIR = 0.62
"""The size of the corals in the legend's symbol for the largest group."""


class Branch(NamedTuple):
    """A branch of a coral: a line through several points, possibly with a bud at its end."""

    points: tuple[Point, ...]
    thick: float
    tip: float = 0
    """The radius of the bud at the end of the branch, or 0 if it has no bud."""


def _largest(brush: Brush) -> None:
    """Draw two linked corals with the rim of a largest group."""
    pair = [
        Branch(tuple((shift + x * PAIR, y * PAIR) for x, y in branch.points), branch.thick * PAIR)
        for shift, link in ((-PAIR / 2, 1), (PAIR / 2, 8))
        for branch in _branches(KINDS[0], link)
    ]
    for more, colour in ((0.16, "rim"), (0.07, "black edge"), (0.0, "black")):
        for branch in pair:
            brush.line(branch.points, branch.thick + more, colour)


class BranchingCoralBoard(ReefBoard[BranchingCoral]):
    """A board with branching corals: Black's look like forked antlers, White's like fingers with round tips."""

    game = BranchingCoral
    shades = (35, 5)
    largest = Sprite(_largest, (), 1.15, 1)
    number_between = True
    colours: ClassVar = {
        **REEF,
        "shallows": ("#3a64ab", "#131f42", "#000000", "#3f6f96"),
        "water": ("#8ab3ea", "#3a5488", "#4a5f86", "#8fb6d4"),
        "closed": ("#7097d0", "#2e436f", "#1e2838", "#7295b4"),
        "hatch": ("#3a64ab", "#6f8bc4", "#6f82a6", "#3f6f96"),
        "open ink": ("#143668", "#cddcf8", "#ffffff", "#123a5a"),
        "black": ("#5a2140", "#3a1530", "#000000", "#23262e"),
        "black edge": ("#22081a", "#cab7c4", "#ffffff", "#0c0d10"),
        "black tip": ("#d98ab0", "#96597f", "#000000", "#8a93a3"),
        "white": ("#fbeed6", "#efe2cb", "#ffffff", "#fbf8f2"),
        "white edge": ("#6b4a35", "#1a120c", "#000000", "#3a3d44"),
        "bleached": ("#b9d2f2", "#6f86b4", "#8a8a8a", "#b9d3e6"),
        "bleached edge": ("#a6c4ee", "#5a72a4", "#000000", "#7fa6c4"),
        "white tip": ("#f0b98d", "#b98a63", "#000000", "#9a8f7d"),
    }

    def coral(self, stone: Stone) -> Sprite:
        """Return a coral's sprite, which stays within its cell except where it slightly overlaps linked neighbours."""
        return Sprite(_coral, (stone,), *_room(stone.links))

    def lifted_sprites(self, scene: Scene[BranchingCoral]) -> Iterable[tuple[str, Sprite]]:
        before = scene.before
        if before is not None:
            lifted = set(self.trace(scene).taken)
            for seat in SEATS:
                for cell in before.board.names(before.stones(seat)):
                    if cell in lifted:
                        yield cell, Sprite(_bleached, (KINDS[seat],), *_room(0))


def _room(links: int) -> tuple[float, float]:
    return (1.03 if links else 0.98), (ROW_PITCH + 0.02 if links & DIAGONAL else ROW_PITCH)


def _coral(brush: Brush, stone: Stone) -> None:
    kind, links, largest, fine = stone
    branches = _branches(kind, links)
    layers = [(0.14, "rim"), (0.07, f"{kind} edge")] if largest else [(0.08, f"{kind} edge")]
    for more, colour in [*layers, (0.0, kind)]:
        _paint(brush, branches, more, colour)
    if not fine:
        return
    for branch in branches:
        brush.line([(x - 0.012, y - 0.018) for x, y in branch.points], branch.thick * 0.34, brush.colour(kind, 0.25))
    for branch in branches:
        if branch.tip:
            brush.circle(branch.points[-1], branch.tip, f"{kind} tip")


def _bleached(brush: Brush, kind: str) -> None:
    branches = _branches(kind, 0)
    _paint(brush, branches, 0.05, "bleached edge")
    _paint(brush, branches, -0.01, "bleached")


def _paint(brush: Brush, branches: Sequence[Branch], more: float, colour: str) -> None:
    """Draw a coral's branches and foot in one colour. `more` makes every line thicker."""
    brush.circle((0, 0), 0.16 + more / 2, colour)
    for branch in branches:
        brush.line(branch.points, branch.thick + more, colour)


def _branches(kind: str, links: int) -> list[Branch]:
    """Return a coral's branches: an arm towards each linked neighbour, and free branches in other directions."""
    arm, free = (_black_arm, _black_free) if kind == "black" else (_white_arm, _white_free)
    return [branch for n in range(6) for branch in (arm(n) if links >> n & 1 else free(n))]


def _black_arm(direction: int) -> Iterator[Branch]:
    yield Branch((_at(direction, 0), _at(direction, 0.53)), 0.19)
    for aside in (0.16, -0.16):
        yield Branch((_at(direction, 0.14), _at(direction, 0.26, aside)), 0.09, 0.035)


def _black_free(direction: int) -> Iterator[Branch]:
    if direction % 2:
        yield Branch((_at(direction, 0), _at(direction, 0.2, 0.02), _at(direction, 0.3, -0.03)), 0.1, 0.04)
        return
    fork = _at(direction, 0.2, 0.03)
    yield Branch((_at(direction, 0), fork, _at(direction, 0.3, 0.09)), 0.11, 0.04)
    yield Branch((fork, _at(direction, 0.31, -0.1)), 0.1, 0.04)


def _white_arm(direction: int) -> Iterator[Branch]:
    yield Branch((_at(direction, 0), _at(direction, 0.53)), 0.24)


def _white_free(direction: int) -> Iterator[Branch]:
    reach = 0.25 if direction % 2 else 0.3
    yield Branch((_at(direction, 0), _at(direction, reach)), 0.15)
    yield Branch((_at(direction, reach - 0.015), _at(direction, reach)), 0.2, 0.045)


def _at(direction: int, along: float, aside: float = 0) -> Point:
    """Return the point `along` units away in a direction and `aside` units to the left of it."""
    angle = direction * pi / 3
    return along * cos(angle) - aside * sin(angle), -along * sin(angle) - aside * cos(angle)


BOARD = BranchingCoralBoard
