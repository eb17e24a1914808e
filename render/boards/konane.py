"""The board of Konane: a papamu (a stone board with hollows), with pieces of lava and coral."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import ClassVar

from games.base import Seat
from games.konane import Konane
from games.konane.position import FIRST_JUMP
from language import plural, say
from render.board import Board, Clause, Count
from render.brush import Brush, Sprite
from render.geometry import Grid, Point, square_grid
from render.pieces import grain

STONES = ("lava", "coral")

PITS = (
    (-0.10, 0.12, 0.032),
    (0.13, -0.04, 0.026),
    (-0.21, -0.02, 0.022),
    (0.04, 0.27, 0.024),
    (0.23, 0.14, 0.030),
    (0.02, -0.25, 0.022),
    (-0.20, 0.25, 0.018),
    (0.25, -0.16, 0.018),
)
"""The pits in the surface of a stone. Each is given by its x and y coordinates and its size."""


RIM = 0.025
"""The width of both sides of the rim, as a part of the board's. In pixels, it is the same for all board sizes."""


class KonaneBoard(Board[Konane]):
    """A slab of wood with a hollow for each stone."""

    game = Konane
    shades = (48, 8)
    badge_place = (0, 0)  # a stone stays visible around its badge
    colours: ClassVar = {
        "wood": ("#a9763f", "#5b4630", "#6e6e6e", "#8d8f94"),
        "rim": ("#6e4722", "#35281b", "#ffffff", "#5c6068"),
        "hollow": ("#6b4522", "#33271b", "#484848", "#62666e"),
        "lava": ("#34343a", "#1c1d21", "#000000", "#1e2127"),
        "coral": ("#f6e7d9", "#eadccb", "#ffffff", "#fbf8f2"),
        "lava edge": ("#0f0f12", "#a09b97", "#ffffff", "#08090b"),
        "coral edge": ("#4c3626", "#120d08", "#000000", "#33363c"),
    }

    def grid(self, position: Konane, view: Seat) -> Grid:
        return square_grid(position.size, position.size, view)

    def background(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        size = grid.width * (1 + RIM)
        yield (grid.width / 2, grid.height / 2), Sprite(slab, (grid.width,), size, size)
        for cell in grid.points:
            yield cell, Sprite(hollow)

    def pieces(self, position: Konane) -> Iterable[tuple[str, Sprite]]:
        for cell, seat in stones(position).items():
            yield cell, Sprite(stone, (STONES[seat],))

    def token(self, seat: Seat) -> Sprite:
        return Sprite(stone, (STONES[seat],))

    def counts(self, position: Konane, seat: Seat) -> Sequence[Count]:
        if position.ply < FIRST_JUMP or position.result() is not None:
            return []
        jumps = len((position if position.turn == seat else position.after_null_move()).legal_moves())
        possible = plural("{count} possible jump", "{count} possible jumps", jumps)
        return [Count(possible, plural("{count} jump", "{count} jumps", jumps))]

    def to_move(self, position: Konane) -> str:
        return say("remove a stone") if position.ply < FIRST_JUMP else super().to_move(position)

    def clauses(self, position: Konane) -> Sequence[Clause]:
        on_board = stones(position)
        empty = [cell for cell in self.grid(position, 0).points if cell not in on_board]
        sides = [
            Clause(say("{side} stones", side=say(side)), [cell for cell, owner in on_board.items() if owner == seat])
            for seat, side in enumerate(position.info.seats)
        ]
        return [Clause(say("Empty"), empty), *sides]


@lru_cache(maxsize=64)
def stones(position: Konane) -> Mapping[str, int]:
    """Return a dict from occupied cells to the seats that own the stones there."""
    names = square_grid(position.size, position.size, 0).points
    sides = (position.black, position.white)
    return {name: seat for bit, name in enumerate(names) for seat in (0, 1) if sides[seat] >> bit & 1}


def slab(brush: Brush, size: float) -> None:
    half, rim = size / 2, size * RIM / 2
    brush.texture(grain(7, brush.size, 220, 14), "wood", 0.06)
    brush.round_off(0.18)
    brush.border((-half - rim, -half - rim, half + rim, half + rim), 0.18, 0.8 * rim, "rim")


def hollow(brush: Brush) -> None:
    """Draw a hollow for a stone, with its lower edge catching the light."""
    brush.circle((0, 0.025), 0.40, brush.colour("wood", 0.22))
    brush.circle((0, 0), 0.395, "hollow")
    for step in range(6):
        part = step / 6
        brush.circle((0, 0.02 + 0.05 * part), 0.375 - 0.11 * part, brush.colour("hollow", 0.12 * part))


def stone(brush: Brush, kind: str) -> None:
    """Draw a rounded stone of pitted lava, or of coral with small stars."""
    brush.circle((0.02, 0.055), 0.42, (0, 0, 0), alpha=0.45)  # a sharp shadow: a soft one makes the PNG larger
    brush.circle((0, 0), 0.435, f"{kind} edge")
    light = 0.38 if kind == "lava" else 0.62
    for step in range(14):
        part = step / 13
        inner = 0.41 * (1 - part**1.4)
        shift = (inner - 0.41) * 0.38  # the light comes from the top left
        brush.circle((shift, shift), inner, brush.colour(kind, light * part - 0.22))
    for x, y, size in PITS:
        if kind == "lava":
            brush.ellipse((x, y), size, size * 0.8, brush.colour(kind, -0.45))
            brush.ellipse((x, y + size * 0.3), size * 0.8, size * 0.35, brush.colour(kind, 0.26))
        else:
            for turn in range(5):
                angle = 2 * pi * turn / 5
                tip = (x + 1.5 * size * sin(angle), y - 1.5 * size * cos(angle))
                brush.line([(x, y), tip], 0.012, brush.colour(kind, -0.22))


BOARD = KonaneBoard
