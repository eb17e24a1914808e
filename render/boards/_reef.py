"""The base class for the boards of Brain Coral and Branching Coral."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import cos, dist, pi, sin, sqrt
from typing import Any, ClassVar, NamedTuple, TypeVar

from games._placement import Placement
from games.base import SEATS, Seat, other_side
from language import plural, say
from render.board import Board, Clause, Count, Trace
from render.brush import Brush, Sprite
from render.geometry import Grid, Point, hex_grid, hexagon
from render.scene import Scene
from render.theme import Colours, mix

P = TypeVar("P", bound=Placement)

KINDS = ("black", "white")
"""The colours of the corals by seat."""

REEF: Mapping[str, Colours] = {
    "shore": ("#e3cfa2", "#4a4a3f", "#ffffff", "#d8d2bf"),
    "rim": ("#ff7a45", "#ff8a50", "#ffff00", "#e69f00"),
    "size": ("#fffdf6", "#f4f6f8", "#ffffff", "#ffffff"),
    "size ink": ("#10222b", "#10151a", "#000000", "#101418"),
}
"""The colours of the shore, of the rims of the largest groups, and of the numbers that show group sizes. The water of
each game has its own colour.
"""

FAINT = 0.9
"""How strongly the names of cells are written. Corals, and the badges of the picker, must stand out."""
ASIDE = 0.16
"""How far a number between two corals is to the side of their branch, which stays visible."""
NEIGHBOUR = 1.1
"""A distance between that of two neighbouring cells, in cell widths, and that of any others."""
LARGEST_FINE = 6
"""The order of the largest board whose cells have room for fine details."""


class Stone(NamedTuple):
    """The properties that determine how a coral looks."""

    kind: str
    links: int = 0
    """A bit mask. Bit d is set if the neighbour at d * 60 degrees, anticlockwise from the right, is in the group."""
    largest: bool = False
    """Whether the coral's group is one of its side's largest."""
    fine: bool = True
    """Whether the cell has room for fine details."""


class ReefBoard(Board[P]):
    """Corals on hexagons of water.

    Cells where a coral may be placed show their names, and other empty cells are shaded. The corals of a group grow
    together and show their size. The largest group of each side has a rim.
    """

    shades = (33, 3)
    largest: ClassVar[Sprite]
    """The legend's symbol for the largest group."""
    number_between: ClassVar[bool] = False
    """Whether the size of a group is shown between two of its corals, rather than on one of them."""

    @abstractmethod
    def coral(self, stone: Stone) -> Sprite:
        """Return a coral's sprite."""

    def grid(self, position: P, view: Seat) -> Grid:
        del view
        return hex_grid(position.board.rows)

    def background(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        for colour, beyond in (("shore", 0.027), ("shallows", 0.015), ("water", -0.005)):
            size = 1 + beyond * grid.width  # the shore is equally wide on all board sizes
            for cell in grid.points:
                yield cell, Sprite(_cell, (colour, size), size, 1.2 * size)

    def pieces(self, position: P) -> Iterator[tuple[str, Sprite]]:
        board = position.board
        fine = board.order <= LARGEST_FINE
        for seat in SEATS:
            stones, kind, of_side = position.stones(seat), KINDS[seat], groups_of(position, seat)
            largest = sum(group for group in of_side if 1 < group.bit_count() == of_side[0].bit_count())
            a, b, c, d, e, f = board.neighbour_sets(stones)  # neighbours of the same colour belong to the same group
            for bit, name in board.cells:
                if bit & stones:
                    links = (
                        (1 if a & bit else 0)
                        | (2 if b & bit else 0)
                        | (4 if c & bit else 0)
                        | (8 if d & bit else 0)
                        | (16 if e & bit else 0)
                        | (32 if f & bit else 0)
                    )
                    yield name, _coral_of(self, kind, links, bool(bit & largest), fine)

    def visible_sprites(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        position, may = scene.position, open_cells(scene.position)
        size = 0.34 if position.board.order <= LARGEST_FINE else 0.43
        for name in position.board.names(position.empty & ~may):
            yield name, CLOSED
        yield from self.lifted_sprites(scene)
        names = position.board.names(may)
        for name in names:
            if name not in scene.badges:
                yield name, Sprite(_open, (name, size), 0.9, 0.5)
        yield from self.pieces(position)

    def signs(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        return self._sizes(scene.position)

    def lifted_sprites(self, scene: Scene[P]) -> Iterable[tuple[str, Sprite]]:
        """Return sprites for the remains of the corals lifted by the last move."""
        del scene
        return ()

    def legend(self, scene: Scene[P]) -> Sequence[tuple[Sprite, str]]:
        position, lifted = scene.position, [sprite for _, sprite in self.lifted_sprites(scene)]
        signs = [(CLOSED_SIGN, say("closed"))] if position.empty & ~open_cells(position) else []
        if lifted:
            signs.append((lifted[0], say("just lifted")))
        elif any(group.bit_count() > 1 for seat in SEATS for group in groups_of(position, seat)):
            signs.append((self.largest, say("largest group")))
        return signs

    def common(self) -> Iterable[Sprite]:
        """Yield a sprite for every coral that can appear on a board with cells large enough for fine details."""
        for kind, links, largest in product(KINDS, range(1 << 6), (False, True)):
            yield self.coral(Stone(kind, links, largest))

    def token(self, seat: Seat) -> Sprite:
        return self.coral(Stone(KINDS[seat]))

    def counts(self, position: P, seat: Seat) -> Sequence[Count]:
        size = max(map(int.bit_count, groups_of(position, seat)), default=0)
        score = scores_of(position)[seat]
        points = Count(plural("{count} point", "{count} points", score))
        if not score:
            return [points]
        if position.variant.bonus == "none":
            return [points, Count(say("largest group {size}", size=size))]
        counted = seat if position.variant.bonus == "own" else other_side(seat)
        number = len(groups_of(position, counted))
        if counted == seat:
            groups = plural("{count} group", "{count} groups", number)
        else:
            groups = plural("{count} opposing group", "{count} opposing groups", number)
        full = say("largest group {size} + {groups}", size=size, groups=groups)
        return [points, Count(full, say("largest {size} + {groups}", size=size, groups=groups))]

    def to_move(self, position: P) -> str:
        return say("to move or swap") if position.may_swap() else super().to_move(position)

    def to_move_sentence(self, position: P, player: str) -> str:
        if position.may_swap():
            return say("{player} to move or swap.", player=player)
        return super().to_move_sentence(position, player)

    def clauses(self, position: P) -> Sequence[Clause]:
        board = position.board
        groups = [
            Clause(
                say("{side} groups", side=say(side)),
                [" ".join(board.names(group)) for group in groups_of(position, seat)],
            )
            for seat, side in zip(SEATS, position.info.seats, strict=True)
        ]
        return [*groups, Clause(say("Open cells"), board.names(open_cells(position)))]

    def trace(self, scene: Scene[P]) -> Trace:
        before, after = scene.before, scene.position
        if before is None:
            return Trace()
        board = after.board
        placed = board.names(after.stones(before.turn) & ~before.stones(before.turn))
        return Trace(tuple(placed), tuple(board.names(after.empty & ~before.empty)))

    def _sizes(self, position: P) -> Iterator[tuple[str, Sprite]]:
        """Yield the number of corals in each group of at least two, each with the cell to draw it on."""
        grid = self.grid(position, 0)
        for seat in SEATS:
            for group in groups_of(position, seat):
                if (size := group.bit_count()) > 1:
                    cell, place = _middle(grid, position.board.names(group), between=self.number_between)
                    room = 0.5 + 2 * abs(place[0]), 0.5 + 2 * abs(place[1])
                    yield cell, Sprite(_size, (str(size), place), *room)


@lru_cache(maxsize=64)
def groups_of(position: Placement, seat: Seat) -> Sequence[int]:
    """Return a side's groups, largest first.

    The result is cached because each picture needs it several times.
    """
    return position.groups(seat)


@lru_cache(maxsize=64)
def scores_of(position: Placement) -> tuple[int, int]:
    """Return the scores of both players if the game ended now.

    The result is cached because each picture needs it once for each player.
    """
    return position.scores()


@lru_cache(maxsize=1024)
def _coral_of(board: ReefBoard[Any], kind: str, links: int, largest: bool, fine: bool) -> Sprite:
    """Return a coral's sprite. The sprites are cached, as there are only a few hundred different ones."""
    return board.coral(Stone(kind, links, largest, fine))


@lru_cache(maxsize=64)
def open_cells(position: Placement) -> int:
    """Return a bit mask of the cells where a coral can be placed."""
    return position.open_cells()


def _middle(grid: Grid, names: Sequence[str], *, between: bool) -> tuple[str, Point]:
    """Return the cell closest to the centre of a group's cells, and a point relative to the cell's centre.

    The point is the centre itself or, if `between` is set, above the middle of the way to a neighbour in the group.
    """
    points = {name: grid.points[name] for name in names}
    x, y = centre = tuple(sum(point[axis] for point in points.values()) / len(points) for axis in (0, 1))
    cell = min(names, key=lambda name: dist(points[name], centre))
    if not between:
        return cell, (0.0, 0.0)
    at = points[cell]
    halves = [
        ((point[0] - at[0]) / 2, (point[1] - at[1]) / 2) for point in points.values() if 0 < dist(point, at) < NEIGHBOUR
    ]
    half = min(halves, key=lambda half: dist((at[0] + half[0], at[1] + half[1]), (x, y)))
    if half[0] < 0:
        half = -half[0], -half[1]
        cell = min(names, key=lambda name: dist(points[name], (at[0] - 2 * half[0], at[1] - 2 * half[1])))
    return cell, (half[0] + 2 * ASIDE * half[1], half[1] - 2 * ASIDE * half[0])


def _cell(brush: Brush, colour: str, size: float) -> None:
    brush.polygon(hexagon(size), colour)


def _closed(brush: Brush) -> None:
    brush.polygon(hexagon(0.94), "closed")
    for number in range(-3, 4):
        _stripe(brush, number * 0.13, 0.5, 0.035, alpha=0.5)


def _closed_sign(brush: Brush) -> None:
    """Draw the legend's symbol of a closed cell, which is so small that it needs an edge and coarse stripes."""
    brush.polygon(hexagon(0.96), "faint")
    brush.polygon(hexagon(0.86), "closed")
    for across in (-0.24, 0, 0.24):
        _stripe(brush, across, 0.44, 0.07, alpha=0.7)


def _stripe(brush: Brush, across: float, half: float, thick: float, *, alpha: float) -> None:
    """Draw a stripe parallel to two sides of a hexagon that is 2 * `half` wide, `across` from its centre."""
    long = half - abs(across) / sqrt(3)
    ends = [(across * SLANT[0] + y * SLANT[1], -across * SLANT[1] + y * SLANT[0]) for y in (-long, long)]
    brush.line(ends, thick, "hatch", alpha=alpha)


SLANT = cos(pi / 3), sin(pi / 3)
CLOSED = Sprite(_closed, (), 0.98, 1.12)
"""The background of an empty cell where no coral may be placed."""
CLOSED_SIGN = Sprite(_closed_sign, (), 1.0, 1.12)


def _open(brush: Brush, name: str, size: float) -> None:
    brush.write(name, size, mix(brush.colour("water"), brush.colour("open ink"), FAINT), weight=400)


def _size(brush: Brush, text: str, place: Point) -> None:
    brush.circle(place, 0.23, "size ink")
    brush.circle(place, 0.205, "size")
    brush.write(text, 0.27 if len(text) < 2 else 0.24, "size ink", weight=700, middle=place)
