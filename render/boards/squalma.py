"""The board of SquAlma, seen at an angle, with stacks of wooden discs between two rows of sand."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import ClassVar

from games.base import SEATS, Seat
from games.squalma import SIZE, SquAlma
from language import plural, say
from render.board import Board, Clause, Count
from render.brush import Brush, Sprite
from render.geometry import Grid, Point, square_grid
from render.scene import Scene

WOODS = {"B": "walnut", "W": "maple"}
# Half the width and half the depth of a disc's face, and the height of its rim.
WIDE, DEEP, THICK = 0.41, 0.245, 0.145


class SquAlmaBoard(Board[SquAlma]):
    """A board of sea-glass squares, with two rows of sand that the players must connect."""

    game = SquAlma
    shades = (40, 6)
    badge = 0.32  # below the number on the face of a disc, and above the frame of a chosen stack
    badge_place = (0, 0.78)
    colours: ClassVar = {
        "glass": ("#88bbb0", "#386966", "#505050", "#87a3bc"),
        "sand": ("#ccb27c", "#6b5a3a", "#b08a00", "#c9c6b8"),
        "rim": ("#4c736d", "#1d2c2e", "#ffffff", "#55677a"),
        "walnut": ("#4a2f21", "#26170f", "#000000", "#23262c"),
        "maple": ("#faeed6", "#e9d3a6", "#ffffff", "#fbf6ea"),
        "walnut edge": ("#170c06", "#bfb3a9", "#ffffff", "#0b0c0e"),
        "maple edge": ("#5a4325", "#1b120a", "#000000", "#2c2f36"),
    }

    def grid(self, position: SquAlma, view: Seat) -> Grid:
        del position
        return board_grid(view)

    def background(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        yield (grid.width / 2, grid.height / 2), Sprite(tray, (), SIZE + 0.2, SIZE + 0.2)
        for number, cell in enumerate(grid.points):
            row, column = divmod(number, SIZE)
            yield cell, Sprite(square, ("sand" if row in (0, SIZE - 1) else "glass", (row + column) % 2 == 1))

    def pieces(self, position: SquAlma) -> Iterable[tuple[str, Sprite]]:
        for cell, discs in stacks(position).items():
            yield cell, Sprite(stack, (discs,))

    def signs(self, scene: Scene[SquAlma]) -> Iterable[tuple[str, Sprite]]:
        path = {cell for step in self.winning(scene.position) for cell in step}  # has a dot there instead
        for cell, discs in stacks(scene.position).items():
            if len(discs) > 1 and cell not in path:
                yield cell, Sprite(height, (discs,))

    def legend(self, scene: Scene[SquAlma]) -> Sequence[tuple[Sprite, str]]:
        del scene
        return [(Sprite(swatch, ("sand",)), say("connect rows 1 and 8"))]

    def token(self, seat: Seat) -> Sprite:
        return Sprite(stack, ("BW"[seat],))

    def counts(self, position: SquAlma, seat: Seat) -> Sequence[Count]:
        controlled = sum(discs[-1:] == "BW"[seat] for discs in position.stacks)
        return [Count(plural("{count} stack", "{count} stacks", controlled))]

    def winning(self, position: SquAlma) -> Sequence[tuple[str, str]]:
        return [step for seat in SEATS for step in pairwise(position.path(seat))]

    def clauses(self, position: SquAlma) -> Sequence[Clause]:
        clauses = []
        for name, disc in zip(position.info.seats, "BW", strict=True):
            side = say(name)
            own = [(cell, discs) for cell, discs in stacks(position).items() if discs[-1] == disc]
            single = [cell for cell, discs in own if len(discs) == 1]
            higher = [f"{cell} {discs}" for cell, discs in own if len(discs) > 1]
            clauses.append(Clause(say("{side}'s single discs", side=side), single))
            clauses.append(Clause(say("{side}'s stacks from bottom to top", side=side), higher))
        return clauses


@cache
def board_grid(view: Seat) -> Grid:
    """Return a grid with a row for the legend."""
    return replace(square_grid(SIZE, SIZE, view), legend=True)


def stacks(position: SquAlma) -> dict[str, str]:
    """Return a dict from occupied cells to their discs, bottom to top."""
    cells = square_grid(SIZE, SIZE, 0).points
    return {cell: discs for cell, discs in zip(cells, position.stacks, strict=True) if discs}


def tray(brush: Brush) -> None:
    """Draw the rim around the squares."""
    half = SIZE / 2 + 0.1
    brush.panel((-half, -half, half, half), 0.18, "rim")


def square(brush: Brush, colour: str, light: bool) -> None:
    """Draw a square with a fine joint around it."""
    brush.panel((-0.5, -0.5, 0.5, 0.5), 0, brush.colour(colour, -0.16))
    brush.panel((-0.485, -0.485, 0.485, 0.485), 0.05, brush.colour(colour, 0.10 if light else 0))


def swatch(brush: Brush, colour: str) -> None:
    """Draw the symbol of a square for the legend."""
    brush.panel((-0.4, -0.42, 0.4, 0.38), 0.08, brush.colour(colour, -0.3))
    brush.panel((-0.36, -0.38, 0.36, 0.34), 0.06, colour)


def stack(brush: Brush, discs: str) -> None:
    """Draw a stack of one to three discs, showing each disc's rim and the top disc's face."""
    foot = len(discs) * THICK / 2
    brush.ellipse((0.03, foot + 0.02), WIDE, DEEP - 0.02, (0, 0, 0), alpha=0.5)
    brush.soften(0.03)
    for level, disc in enumerate(discs):
        rim(brush, foot - level * THICK, WOODS[disc])
    face(brush, foot - len(discs) * THICK, WOODS[discs[-1]])


def height(brush: Brush, discs: str) -> None:
    """Write the number of discs in a stack on its top disc."""
    top, other = (0, -len(discs) * THICK / 2), "W" if discs[-1] == "B" else "B"
    brush.ellipse(top, WIDE, DEEP, brush.colour(WOODS[discs[-1]], 0.10))
    brush.write(str(len(discs)), 0.44, WOODS[other], weight=800, middle=top)


def rim(brush: Brush, y: float, wood: str) -> None:
    """Draw the side of a disc whose bottom is at `y`."""
    edge, line = brush.colour(f"{wood} edge"), 0.018
    for grow, colour in ((line, edge), (0.0, brush.colour(wood, -0.14))):
        brush.ellipse((0, y), WIDE + grow, DEEP + grow, colour)
        brush.panel((-WIDE - grow, y - THICK, WIDE + grow, y), 0, colour)
        brush.ellipse((0, y - THICK), WIDE + grow, DEEP + grow, colour)


def face(brush: Brush, y: float, wood: str) -> None:
    """Draw the face of the top disc, with lathe grooves."""
    brush.ellipse((0, y), WIDE + 0.018, DEEP + 0.018, f"{wood} edge")
    brush.ellipse((0, y), WIDE, DEEP, brush.colour(wood, 0.10))
    for part, shade in ((0.84, -0.12), (0.79, 0.06), (0.42, -0.12), (0.37, 0.12)):
        brush.ellipse((0, y), WIDE * part, DEEP * part, brush.colour(wood, shade))


BOARD = SquAlmaBoard
