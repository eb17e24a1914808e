"""What every picture has around and on its board: plates, coordinates, marks of the last move, the picker's letters."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from language import say
from render import pieces
from render.canvas import Canvas, Stamp, compose, whole
from render.geometry import between, distance
from render.palette import Palette, kept
from render.text import shown_name, width
from render.words import side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.base import Seat
    from render.board import Board, Count, Trace
    from render.brush import Sprite
    from render.canvas import Cut
    from render.geometry import Grid, Point
    from render.scene import Scene
    from render.theme import Theme

WIDTH = 900
EDGE = 12
PLATE = 70
BEFORE = 50
"""The room for coordinates to the left of the board; to its right there is EDGE + 8."""
BELOW = 46
"""The room for coordinates below the board."""
MARGIN = 14
"""The room between the board and what is above it."""
COORDINATE = 31
NAME = 34
SMALL = 26
TINY = 22
"""Sizes of type, in pixels."""
PILL = 400
"""The width that the words in the pill of a plate may have; longer words are written smaller, or cut."""


PLATES = (0, -1)
"""The strips on which the plates stand."""


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
        """The strips of the picture: a plate, a margin, those of the grid, the coordinates, and a plate."""
        strips = []
        for top, bottom, xs in self.grid.strips:
            inner = [self.pixel((x, 0))[0] for x in xs]
            strips.append((self.pixel((0, top))[1], self.pixel((0, bottom))[1], (0, *inner, WIDTH)))
        thirds = (0, WIDTH // 2, WIDTH * 3 // 4, WIDTH)
        above, below = self.top - MARGIN, self.bottom + BELOW - 2
        return [
            (0, above, thirds),
            (above, strips[0][0], (0, WIDTH)),
            *strips,
            (strips[-1][1], below, thirds),
            (below, self.size[1], thirds),
        ]


def stamps(board: Board[Any], scene: Scene, layout: Layout) -> Iterator[Stamp]:
    """Everything that this scene has on the ground, from the lowest to the highest."""
    grid = layout.grid
    chosen = [(grid.points[cell], grid.corners(cell)) for cell in scene.chosen if cell in grid.points]
    yield from (layout.stamp(point, pieces.chosen_bed(corners)) for point, corners in chosen)
    shown = list(board.underway(scene))
    yield from (layout.stamp(grid.points[cell], sprite) for cell, sprite in shown)
    for cell, next_cell in board.winning(scene.position):
        start, end = grid.points[cell], grid.points[next_cell]
        yield layout.stamp(between(start, end), pieces.link(start, end))
    if scene.earlier:
        occupied = {cell for cell, _ in shown}
        trace = board.trace(scene.earlier)
        taken = tuple(cell for cell in trace.taken if cell not in occupied)
        yield from _last_move(replace(trace, taken=taken), layout)
    yield from _last_move(board.trace(scene), layout)
    yield from (layout.stamp(grid.points[cell], sprite) for cell, sprite in board.signs(scene))
    yield from (layout.stamp(point, pieces.chosen_ring(corners)) for point, corners in chosen)
    if len(chosen) > 1:
        yield layout.stamp(chosen[0][0], pieces.started())
    yield from _letters(board, scene, layout, {cell for cell, _ in shown})
    if scene.plates:
        yield from plates(board, scene, layout)


def _last_move(trace: Trace, layout: Layout) -> Iterator[Stamp]:
    """A broken ring where it began, arrowheads on its way, corners where it ended, crosses where it took pieces."""
    points = layout.grid.points
    taken = [points[cell] for cell in trace.taken]
    for cell, next_cell in pairwise(trace.path):
        start, end = points[cell], points[next_cell]
        count = round(distance(start, end) * 2)
        on_the_way = [between(start, end, number / count) for number in range(1, count)]
        free = [point for point in on_the_way if point not in taken and distance(point, end) > 0.49]
        yield from (layout.stamp(point, pieces.arrowhead(start, end)) for point in free)
    if len(trace.path) > 1:
        yield layout.stamp(points[trace.path[0]], pieces.started())
    if trace.path:
        yield layout.stamp(points[trace.path[-1]], pieces.ended())
    yield from (layout.stamp(point, pieces.taken()) for point in taken)


def _letters(board: Board[Any], scene: Scene, layout: Layout, occupied: set[str]) -> Iterator[Stamp]:
    """The picker's letters: in the middle of a cell, or in a corner if a piece stands there."""
    badge = max(40, round(layout.cell * board.badge))
    right, down = (round((layout.cell - badge) / 2 * way) for way in board.badge_corner)
    for cell, text in sorted(scene.marks.items()):
        if cell in layout.grid.points:
            x, y = layout.pixel(layout.grid.points[cell])
            aside = (right, down) if cell in occupied else (0, 0)
            yield Stamp(pieces.letter(text, small=badge < 48), x + aside[0], y + aside[1], badge)


def plates(board: Board[Any], scene: Scene, layout: Layout) -> Iterator[Stamp]:
    """The plates of both players: token, name, counts, and who is to move or how the match ended."""
    seats: tuple[Seat, Seat] = (0, 1)
    for seat in seats:
        y = layout.plate(seat, scene.view)
        fill, edge, ink, words = _state(board, scene, seat)
        yield Stamp(pieces.plate(WIDTH - 2 * EDGE, PLATE, fill, edge, 5 if words else 2), WIDTH // 2, y, 1)
        yield Stamp(board.token(seat), EDGE + 44, y, 56)
        right = WIDTH - EDGE - 16.0
        if words:
            size = SMALL if width(words, SMALL, 600) <= PILL else TINY
            words = shown_name(words, words, PILL, size, 600)
            sign = _sign(scene)
            yield from _pill(words, size, sign, "won" if scene.result else "turn", right, y)
            right -= width(words, size, 600) + (82 if sign else 50)
        for count in reversed(board.counts(scene.position, seat)):
            yield from _count(count, ink, right, y)
            right -= width(str(count.number), NAME, 600) + 72
        yield from _name(scene, seat, (EDGE + 82, right), (ink, "won ink" if fill == "won" else "faint"), y)


def _state(board: Board[Any], scene: Scene, seat: Seat) -> tuple[str, str, str, str]:
    """The fill, the edge and the ink of a plate, and its words; after a draw the lower plate gives the reason."""
    result = scene.result
    if result is None and scene.position.turn == seat:
        return "plate", "turn", "ink", board.to_move(scene.position)
    if result is None or result.winner not in (seat, None):
        return "plate", "plate edge", "ink", ""
    if result.winner == seat:
        return "won", "won ink", "won ink", say("wins: {reason}", reason=result.phrase)
    how = say("no result") if scene.void else say("draw")
    return "won", "won ink", "won ink", result.phrase.said() if seat == scene.view else how


def _name(scene: Scene, seat: Seat, room: tuple[float, float], inks: tuple[str, str], y: int) -> Iterator[Stamp]:
    """The player's name and, if there is room, that of the side."""
    left, right = room
    side_name = side(scene.position, seat)
    name = shown_name(scene.names[seat], side_name, right - left, NAME, 600)
    wide, side_wide = width(name, NAME, 600), width(side_name, SMALL, 400)
    yield Stamp(pieces.writing(name, inks[0]), round(left + wide / 2), y, NAME)
    if name != side_name and wide + 16 + side_wide < right - left:
        yield Stamp(pieces.writing(side_name, inks[1], 400), round(left + wide + 16 + side_wide / 2), y + 2, SMALL)


def _sign(scene: Scene) -> Sprite | None:
    """The sign before the words of a plate: a crown for the winner, an arrow for the side to move."""
    if scene.result is None:
        return pieces.arrow("turn ink")
    return pieces.crown("won ink") if scene.result.winner is not None else None


def _pill(text: str, size: int, sign: Sprite | None, fill: str, right: float, y: int) -> Iterator[Stamp]:
    """The words at the right end of a plate, on a ground of their own."""
    wide = width(text, size, 600)
    room = round(wide + (64 if sign else 32))
    yield Stamp(pieces.plate(room, 48, fill, fill, 0), round(right - room / 2), y, 1)
    if sign:
        yield Stamp(sign, round(right - room + 26), y, 26)
    yield Stamp(pieces.writing(text, f"{fill} ink"), round(right - 16 - wide / 2), y, size)


def _count(count: Count, ink: str, right: float, y: int) -> Iterator[Stamp]:
    number = str(count.number)
    wide = width(number, NAME, 600)
    yield Stamp(pieces.writing(number, ink), round(right - wide / 2), y, NAME)
    yield Stamp(count.sprite, round(right - wide - 30), y, 44)


def coordinates(layout: Layout) -> Iterator[Stamp]:
    """The names of rows and columns in the margin."""
    for text, point in layout.grid.labels:
        x, y = layout.pixel(point)
        if point[0] <= 0:
            x -= 26
        if point[1] >= layout.grid.height:
            y += 26
        yield Stamp(pieces.writing(text, "ink"), x, y, COORDINATE)


def ground_stamps(board: Board[Any], layout: Layout) -> list[Stamp]:
    """Everything that is the same in all pictures of a layout."""
    under = []
    for where, sprite in board.ground(layout.grid):
        under.append(layout.stamp(layout.grid.points[where] if isinstance(where, str) else where, sprite))
    return [*under, *coordinates(layout)]


def chart(board: Board[Any], scene: Scene) -> bytes:
    """The chart of the pieces as a PNG. Raises LookupError if the game has none."""
    drawn = board.chart(scene.position)
    if drawn is None:
        raise LookupError(f"{scene.position.info.key} has no chart")
    theme = board.theme(scene.theme)
    colours = palette(board, theme)
    return whole(compose(drawn.size, drawn.stamps, theme), colours)


@lru_cache(maxsize=64)
def palette(board: Board[Any], theme: Theme) -> Palette:
    """The colours of all pictures of a board in a theme, the same for every size, view and language."""
    return Palette(kept(board.game.info.key)[theme.name])


@lru_cache(maxsize=256)
def canvas(board: Board[Any], grid: Grid, theme: Theme) -> tuple[Layout, Canvas]:
    """What all pictures of a grid in a theme share: about 20 kB, compressed."""
    layout = Layout(grid)
    ground = compose(layout.size, ground_stamps(board, layout), theme)
    return layout, Canvas(ground, layout.cuts(), palette(board, theme), theme)
