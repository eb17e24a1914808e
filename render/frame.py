"""The frame that every picture has: plates, coordinates, marks of the last move, the picker's letters, the result."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from render import pieces
from render.canvas import Canvas, Palette, Stamp, compose
from render.geometry import between, distance
from render.scene import Scene
from render.text import shown_name, width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.base import Seat
    from render.board import Board, Figure, Trace
    from render.brush import Sprite
    from render.canvas import Cut
    from render.geometry import Grid, Point
    from render.theme import Theme

WIDTH = 900
EDGE = 12
PLATE = 70
BEFORE = 50
"""Room for the coordinates before the rows; after them there is EDGE + 8."""
BELOW = 46
COORDINATE = 31
NAME = 34
SMALL = 26
TINY = 22
SAID = 400
"""The room for what a plate says of the game; longer words are written smaller, and cut."""


class Layout:
    """Where everything lies in the pictures of one grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.cell = (WIDTH - BEFORE - EDGE - 8) // grid.width
        self.left = round(BEFORE + (WIDTH - BEFORE - EDGE - 8 - self.cell * grid.width) / 2)
        self.top = 2 * EDGE + PLATE + 6
        self.bottom = self.top + round(self.cell * grid.height)
        self.size = (WIDTH, self.bottom + BELOW + PLATE + EDGE)

    def pixel(self, point: Point) -> tuple[int, int]:
        """The pixel of a point of the grid."""
        return round(self.left + point[0] * self.cell), round(self.top + point[1] * self.cell)

    def stamp(self, point: Point, sprite: Sprite) -> Stamp:
        """The sprite with its middle at a point of the grid."""
        return Stamp(sprite, *self.pixel(point), self.cell)

    def plate(self, seat: Seat, view: Seat) -> int:
        """The middle of a player's plate: the viewer's is below the board."""
        return self.size[1] - EDGE - PLATE // 2 if seat == view else EDGE + PLATE // 2

    def cuts(self) -> list[Cut]:
        """The rooms of the picture: those of the grid, grown to the picture's edges, and three for each plate."""
        rooms = []
        for top, bottom, xs in self.grid.strips:
            inner = [self.pixel((x, 0))[0] for x in xs]
            rooms.append((self.pixel((0, top))[1], self.pixel((0, bottom))[1], (0, *inner, WIDTH)))
        thirds = (0, WIDTH // 2, WIDTH * 3 // 4, WIDTH)
        return [(0, rooms[0][0], thirds), *rooms, (rooms[-1][1], self.size[1], thirds)]


def stamps(board: Board[Any], scene: Scene, layout: Layout) -> Iterator[Stamp]:
    """All that stands on the ground in this scene, from the lowest to the highest."""
    grid = layout.grid
    chosen = [(grid.points[place], grid.corners(place)) for place in scene.chosen if place in grid.points]
    yield from (layout.stamp(point, pieces.chosen_bed(corners)) for point, corners in chosen)
    standing = list(board.shown(scene))
    yield from (layout.stamp(grid.points[place], sprite) for place, sprite in standing)
    for place, next_place in board.winning(scene.position):
        start, end = grid.points[place], grid.points[next_place]
        yield layout.stamp(between(start, end), pieces.link(start, end))
    yield from _last_move(board.trace(scene), layout)
    yield from (layout.stamp(point, pieces.chosen_ring(corners)) for point, corners in chosen)
    yield from _letters(scene, layout, {place for place, _ in standing})
    yield from plates(board, scene, layout)


def _last_move(trace: Trace, layout: Layout) -> Iterator[Stamp]:
    """A broken ring where it began, arrowheads on the way, corners where it ended, crosses on what it took."""
    points = layout.grid.points
    taken = [points[place] for place in trace.taken]
    for place, next_place in pairwise(trace.path):
        start, end = points[place], points[next_place]
        count = round(distance(start, end) * 2)
        on_the_way = [between(start, end, number / count) for number in range(1, count)]
        free = [point for point in on_the_way if point not in taken and distance(point, end) > 0.49]
        yield from (layout.stamp(point, pieces.footstep(start, end)) for point in free)
    if len(trace.path) > 1:
        yield layout.stamp(points[trace.path[0]], pieces.started())
    if trace.path:
        yield layout.stamp(points[trace.path[-1]], pieces.ended())
    yield from (layout.stamp(point, pieces.taken()) for point in taken)


def _letters(scene: Scene, layout: Layout, occupied: set[str]) -> Iterator[Stamp]:
    """The picker's letters: in the middle of an empty place, in the corner of one where a piece stands."""
    badge = max(40, round(layout.cell * 0.5))
    for place, text in sorted(scene.marks.items()):
        if place in layout.grid.points:
            x, y = layout.pixel(layout.grid.points[place])
            aside = round((layout.cell - badge) / 2) if place in occupied else 0
            yield Stamp(pieces.letter(text, small=badge < 48), x + aside, y - aside, badge)


def plates(board: Board[Any], scene: Scene, layout: Layout) -> Iterator[Stamp]:
    """Both players' plates: token, name, counts, and who is to move or how the game ended."""
    seats: tuple[Seat, Seat] = (0, 1)
    for seat in seats:
        y = layout.plate(seat, scene.view)
        fill, edge, ink, said = _state(board, scene, seat)
        yield Stamp(pieces.plate(WIDTH - 2 * EDGE, PLATE, fill, edge, 5 if said else 2), WIDTH // 2, y, 1)
        yield Stamp(board.token(seat), EDGE + 44, y, 56)
        right = WIDTH - EDGE - 16.0
        if said:
            size = SMALL if width(said, SMALL, 600) <= SAID else TINY
            said = shown_name(said, said, SAID, size, 600)
            sign = _sign(scene)
            yield from _said(said, size, sign, "won" if scene.result else "turn", right, y)
            right -= width(said, size, 600) + (82 if sign else 50)
        for figure in reversed(board.figures(scene.position, seat)):
            yield from _figure(figure, ink, right, y)
            right -= width(str(figure.number), NAME, 600) + 72
        yield from _name(scene, seat, (EDGE + 82, right), (ink, "won ink" if fill == "won" else "faint"), y)


def _state(board: Board[Any], scene: Scene, seat: Seat) -> tuple[str, str, str, str]:
    """The fill, the edge and the ink of a plate, and what it says; of a draw the lower plate gives the reason."""
    result = scene.result
    if result is None and scene.position.turn == seat:
        return "plate", "turn", "ink", board.asked(scene.position)
    if result is None or result.winner not in (seat, None):
        return "plate", "plate edge", "ink", ""
    if result.winner == seat:
        return "won", "won ink", "won ink", f"wins: {result.reason}"
    how = "no result" if scene.void else "draw"
    return "won", "won ink", "won ink", result.reason if seat == scene.view else how


def _name(scene: Scene, seat: Seat, room: tuple[float, float], inks: tuple[str, str], y: int) -> Iterator[Stamp]:
    """The player's name and, where there is room, the side's."""
    left, right = room
    side = scene.position.info.seats[seat]
    name = shown_name(scene.names[seat], side, right - left, NAME, 600)
    wide, side_wide = width(name, NAME, 600), width(side, SMALL, 400)
    yield Stamp(pieces.writing(name, inks[0]), round(left + wide / 2), y, NAME)
    if name != side and wide + 16 + side_wide < right - left:
        yield Stamp(pieces.writing(side, inks[1], 400), round(left + wide + 16 + side_wide / 2), y + 2, SMALL)


def _sign(scene: Scene) -> Sprite | None:
    """What stands before the words of a plate: a crown for the winner, an arrow for the side to move."""
    if scene.result is None:
        return pieces.arrow("turn ink")
    return pieces.crown("won ink") if scene.result.winner is not None else None


def _said(text: str, size: int, sign: Sprite | None, fill: str, right: float, y: int) -> Iterator[Stamp]:
    """The pill at the right end of a plate."""
    wide = width(text, size, 600)
    room = round(wide + (64 if sign else 32))
    yield Stamp(pieces.plate(room, 48, fill, fill, 0), round(right - room / 2), y, 1)
    if sign:
        yield Stamp(sign, round(right - room + 26), y, 26)
    yield Stamp(pieces.writing(text, f"{fill} ink"), round(right - 16 - wide / 2), y, size)


def _figure(figure: Figure, ink: str, right: float, y: int) -> Iterator[Stamp]:
    number = str(figure.number)
    wide = width(number, NAME, 600)
    yield Stamp(pieces.writing(number, ink), round(right - wide / 2), y, NAME)
    yield Stamp(figure.sprite, round(right - wide - 30), y, 44)


def coordinates(layout: Layout) -> Iterator[Stamp]:
    """The names of rows and columns in the margin; a label lies as far outside the grid as its row is high."""
    for text, point in layout.grid.labels:
        x, y = layout.pixel(point)
        if point[0] <= 0:
            x -= 26
        if point[1] >= layout.grid.height:
            y += 26
        yield Stamp(pieces.writing(text, "ink"), x, y, COORDINATE)


def ground_stamps(board: Board[Any], layout: Layout) -> list[Stamp]:
    """All that never changes."""
    under = []
    for where, sprite in board.ground(layout.grid):
        under.append(layout.stamp(layout.grid.points[where] if isinstance(where, str) else where, sprite))
    return [*under, *coordinates(layout)]


@lru_cache(maxsize=64)
def palette(board: Board[Any], theme: Theme) -> Palette:
    """The colours of all pictures of the board in the theme, the same for every size and view."""
    scenes = list(board.samples())
    layout = Layout(board.grid(scenes[0].position, 0))
    ground = compose(layout.size, ground_stamps(board, layout), theme)
    places = sorted(layout.grid.points)
    letters = dict(zip(places, "ABCD", strict=False))
    scenes.append(Scene(scenes[-1].position, scenes[-1].names, marks=letters, chosen=tuple(places[-2:])))
    seen = [stamp for scene in scenes for stamp in stamps(board, scene, layout)]
    middle = layout.size[1] // 2
    for fill, edge in (("won", "won ink"), ("plate", "turn"), ("turn", "turn ink")):
        seen.append(Stamp(pieces.plate(600, PLATE, fill, edge, 5), WIDTH // 2, middle, 1))
    seen += [Stamp(sprite, WIDTH // 2, middle, layout.cell) for sprite in (pieces.link((0, 0), (1, 0)), pieces.taken())]
    return Palette.of(ground, seen, theme, board.shades)


@lru_cache(maxsize=48)
def canvas(board: Board[Any], grid: Grid, theme: Theme) -> tuple[Layout, Canvas]:
    """What all pictures on a grid in a theme share."""
    layout = Layout(grid)
    ground = compose(layout.size, ground_stamps(board, layout), theme)
    return layout, Canvas(ground, layout.cuts(), palette(board, theme), theme)
