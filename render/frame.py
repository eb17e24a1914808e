"""Draws what all boards have in common: name plates, coordinates, marks of the last move, and the picker's badges."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import pairwise
from math import dist
from typing import Any, NamedTuple

from games.base import SEATS, Seat
from language import mark, say
from render import arrows, pieces
from render.badges import badges
from render.board import Board, Count, Trace
from render.brush import Sprite
from render.canvas import Canvas, Cut, Stamp, compose, encode_page, strips_of
from render.descriptions import side
from render.geometry import SQUARE, Grid, Point, between
from render.paintings import about_sprite, about_theme, key_of, paintings
from render.scene import Scene
from render.text import fitted, shown_name, width
from render.theme import Palette, Theme, colours_of

# Lengths and font sizes are in pixels.
WIDTH = 900
EDGE = 12
PLATE = 90
"""The height of a plate, in pixels."""
# The margins for the coordinates, to the left of the board and below it, and the margin to the right of the board.
BEFORE, BELOW, AFTER = 48, 46, 16
MARGIN = 14
"""The distance between the board and the plate above it, in pixels."""
# The font sizes of coordinates, players' names, and the words on plates. A phone shows pictures at a width
# of about 314 pixels, where a size of 32 becomes 11.
COORDINATE, NAME, WORD = 32, 34, 32
COUNTS = (((40, 34), 600), ((32,), 400))
"""For each line of counts on a plate, its font sizes, largest first, and its weight."""
LEGEND_ROW = 44
"""The height of a legend that is below the coordinates, in pixels."""
# The distance of the two lines of a plate from its middle.
RAISED, LOWERED = 19, 21
# The font size of the legend, and the size of its signs.
LEGEND, SIGN = 32, 40
STATUSES = (34, 32)
"""The font sizes for the status on a plate, largest first. A longer status has two lines."""
LEAST_NAME = 146
"""The minimum width that the status must leave for the name, in pixels."""
APART = 16
"""The distance between the counts and the status on a plate, in pixels."""
SYMBOL = 40
"""The size of the symbol before a count, in pixels."""
LONG = 2
"""The number of cells from which on a way has fewer arrowheads."""
MOST_VOTES = 6
"""The maximum number of moves whose vote counts are drawn. The description lists all of them."""
ASIDE = 0.3
"""How far a vote count is from the centre of the move's last cell, in cell widths. A piece there stays visible."""
ROW = 44
"""The height of the badge of a row, in pixels."""
NARROW = 0.8
"""The width of such a badge for a single letter, in its heights. It leaves room between the board and the edge."""
ROW_MARGIN = 6
"""The minimum distance of such a badge from the edge of the picture, in pixels."""
SMALL_CELL = 90
"""The cell width, in pixels, below which arrows, marks and frames become no thinner."""
APART_MARKS = 0.3
"""The minimum distance, in cell widths, between an arrowhead and a mark that it would hide or be hidden by."""
SHARED = 1.7
"""The reach of the corners around a cell where the last move ended, too, whose own corners cover part of them."""
COMPARED = mark("Played: {move}"), mark("Better: {move}")
KEY = 48
"""The size, in pixels, of a verdict in the key that explains two compared moves."""
KEY_ROW = 32
"""The height of each move's row in the key, in pixels, if the moves do not fit side by side."""


class FittedCount(NamedTuple):
    """A count with wording and a font that make it fit on its plate."""

    text: str
    size: int
    weight: int
    symbol: Sprite | None


def thicker(cell: float) -> float:
    """Return how much thicker than usual lines are in cells of this width, in pixels."""
    return max(1.0, SMALL_CELL / cell)


class Layout:
    """Maps points of a grid to pixels of its pictures."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        room = WIDTH - BEFORE - AFTER
        self.cell = room // grid.width
        self.left = round(BEFORE + (room - self.cell * grid.width) / 2)
        self.top = 2 * EDGE + PLATE + 6
        self.bottom = self.top + round(self.cell * grid.height)
        self.below = BELOW + (LEGEND_ROW if grid.legend else 0)
        self.size = (WIDTH, self.bottom + self.below + PLATE + EDGE)
        self.thicker = thicker(self.cell)
        self._cells = {cell: self.pixel(point) for cell, point in grid.points.items()}

    def pixel(self, point: Point) -> tuple[int, int]:
        return round(self.left + point[0] * self.cell), round(self.top + point[1] * self.cell)

    def label(self, point: Point) -> tuple[int, int]:
        """Return the centre of a coordinate in the margin."""
        x, y = self.pixel(point)
        return x - (28 if point[0] <= 0 else 0), y + (26 if point[1] >= self.grid.height else 0)

    def stamp(self, point: Point, sprite: Sprite) -> Stamp:
        """Return a stamp of a sprite, centred on a point of the grid."""
        return Stamp(sprite, *self.pixel(point), self.cell)

    def on(self, cell: str, sprite: Sprite) -> Stamp:
        """Return a stamp of the sprite centred on a cell."""
        x, y = self._cells[cell]
        return Stamp(sprite, x, y, self.cell)

    def plate(self, seat: Seat, view: Seat) -> int:
        """Return the y coordinate of a name plate's centre. The player in seat `view` is at the bottom."""
        return self.size[1] - EDGE - PLATE // 2 if seat == view else EDGE + PLATE // 2

    def cuts(self) -> list[Cut]:
        """Return where to cut a picture into strips.

        From top to bottom, these are a name plate, a margin, the strips of the grid, the coordinates, and the other
        name plate.
        """
        strips = []
        for top, bottom, xs in self.grid.strips:
            inner = [self.pixel((x, 0))[0] for x in xs]
            strips.append((self.pixel((0, top))[1], self.pixel((0, bottom))[1], (0, *inner, WIDTH)))
        quarters = tuple(WIDTH * part // 4 for part in range(5))
        above, below = self.top - MARGIN, self.bottom + self.below - 2
        return [
            (0, above, quarters),
            (above, strips[0][0], quarters),
            *strips,
            (strips[-1][1], below, quarters),
            (below, self.size[1], quarters),
        ]


class BareLayout(Layout):
    """A layout without plates or coordinates, with cells of width `cell` and the same `margin` on all sides.

    With `like_picture`, lines are as thick for their cells as in the game's pictures, whatever the size of the cells.
    """

    def __init__(self, grid: Grid, cell: float, margin: int = 0, *, like_picture: bool = False) -> None:
        self.grid, self.cell, self.left, self.top = grid, cell, margin, margin
        self.thicker = Layout(grid).thicker if like_picture else thicker(cell)
        self.bottom = margin + round(cell * grid.height)
        self.size = (2 * margin + round(cell * grid.width), self.bottom + margin)
        self._cells = {name: self.pixel(point) for name, point in grid.points.items()}


def stamps(board: Board[Any], scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield everything drawn on top of a scene's background, from bottom to top."""
    grid = layout.grid
    if scene.hinted or scene.compared or scene.chosen or scene.offered:  # the last move's marks would distract
        scene = replace(scene, before=None, move=None)
    chosen = [(grid.points[cell], grid.corners(cell)) for cell in scene.chosen if cell in grid.points]
    yield from (layout.stamp(point, pieces.chosen_bed(corners)) for point, corners in chosen)
    shown = list(board.in_progress(scene))
    standing = [layout.on(cell, sprite) for cell, sprite in shown]
    winning = [(grid.points[cell], grid.points[next_cell]) for cell, next_cell in board.winning(scene.position)]
    scale = layout.thicker
    path = [layout.stamp(between(start, end), pieces.link(start, end, scale**2)) for start, end in winning]
    signs = list(board.signs(scene))
    avoided = {grid.points[cell] for cell, _ in signs}
    below, above = _marks_of_moves(board, scene, layout, {cell for cell, _ in shown}, avoided)
    yield from below
    yield from (*path, *standing) if board.path_below else (*standing, *path)
    yield from above
    yield from _votes(scene, layout)
    yield from (layout.on(cell, sprite) for cell, sprite in signs)
    yield from (layout.stamp(point, pieces.chosen_ring(corners, scale)) for point, corners in chosen)
    if len(chosen) > 1:
        yield layout.stamp(chosen[0][0], pieces.LAST_MOVE._replace(thick=scale).started)
    for edge in (True, False):  # all edges first, because the frames of adjacent cells overlap
        yield from (layout.on(cell, pieces.hint_frame(grid.corners(cell), edge=edge)) for cell in scene.hinted)
    yield from arrows.arrow(arrows.points_of(scene.threat, grid), pieces.PLAYED, layout)
    yield from arrows.offered(scene, layout)
    yield from arrows.compared(scene, layout)
    yield from _badges(board, scene, layout, [cell for cell, _ in shown])
    if scene.compared:
        yield from _comparison(scene, layout)
    elif scene.plates:
        yield from plates(board, scene, layout)


def _badges(board: Board[Any], scene: Scene[Any], layout: Layout, standing: Iterable[str]) -> Iterator[Stamp]:
    """Yield the picker's badges. A piece on two squares, as in `d1e1`, has a badge on each of them."""
    points = layout.grid.points
    squares_of = {cell: SQUARE.findall(cell) for cell in standing}
    occupied = {square for squares in squares_of.values() for square in squares}
    offered = [part for cell in scene.badges if cell in points for part in squares_of.get(cell, [cell])]
    pixels = {cell: layout.pixel(points[cell]) for cell in offered}
    yield from badges(board, layout.grid, pixels, occupied, layout.cell)
    rows = [(text, layout.label(point)) for text, point in layout.grid.labels if text in scene.badges]
    for text, (x, y) in rows:
        wide = NARROW if len(text) == 1 else 1
        yield Stamp(pieces.badge(text, wide), max(x, round(wide * ROW / 2) + ROW_MARGIN), y, ROW)


def _marks_of_moves(
    board: Board[Any], scene: Scene[Any], layout: Layout, occupied: Collection[str], avoided: Collection[Point]
) -> tuple[Sequence[Stamp], Sequence[Stamp]]:
    """Return the marks of the last move and of the one it answered: those below the pieces, and those above them.

    Where both moves have marks, the last one's are on top, and the other's are moved, changed or left out so that both
    can be read. No arrowhead is on one of the points `avoided`.
    """
    points, scale = layout.grid.points, layout.thicker
    trace, marks = board.trace(scene), pieces.LAST_MOVE._replace(thick=scale)
    below, above, heads, avoided = list[Stamp](), list[Stamp](), not scene.badges, set(avoided)
    if scene.earlier:
        earlier, earlier_marks = board.trace(scene.earlier), pieces.EARLIER_MOVE._replace(thick=scale)
        earlier = replace(earlier, taken=tuple(cell for cell in earlier.taken if cell not in occupied))
        if earlier.path[-1:] == trace.path[-1:]:
            earlier_marks = earlier_marks._replace(reach=SHARED if trace.path else earlier_marks.reach)
        left = earlier.path[:1] == trace.path[-1:] != ()
        if left:  # a ring above the piece that has moved there would hide it
            below.append(layout.stamp(points[earlier.path[0]], earlier_marks.started))
        covering = {*_arrowheads(trace, layout, avoided), *(points[cell] for cell in (*trace.path[-1:], *trace.taken))}
        above += _marks(earlier, layout, earlier_marks, avoided | covering, heads=heads, started=not left)
        avoided |= {points[cell] for cell in earlier.taken}
    if board.path_below and board.winning(scene.position):  # the path shows the last move
        trace, marks = replace(trace, path=trace.path[-1:]), pieces.WINNING_MOVE._replace(thick=scale)
    above += _marks(trace, layout, marks, avoided, heads=heads)
    return below, above


def _marks(
    trace: Trace,
    layout: Layout,
    marks: pieces.MoveMarks,
    avoided: Collection[Point] = (),
    *,
    heads: bool = True,
    started: bool = True,
) -> Iterator[Stamp]:
    """Yield a move's marks: a ring at the start, arrowheads on the path, corners at the end, and crosses on captures.

    A step to a neighbouring cell has an arrow in place of ring and arrowheads, for which there is no room. No arrowhead
    is on one of the points `avoided`, where other marks or signs are. Without `heads`, there are none, and without
    `started`, there is no ring.
    """
    points = layout.grid.points
    arrowheads = _arrowheads(trace, layout, avoided) if heads else {}
    for point, (start, end) in arrowheads.items():
        if point == start:
            yield layout.stamp(start, marks.stepped((end[0] - start[0], end[1] - start[1])))
        else:
            yield Stamp(pieces.arrowhead(start, end, marks.colour), *layout.pixel(point), layout.cell * layout.thicker)
    if started and len(trace.path) > 1 and points[trace.path[0]] not in arrowheads:
        yield layout.stamp(points[trace.path[0]], marks.started)
    if trace.path:
        last = trace.end or trace.path[-1]
        yield layout.stamp(points[last], marks.ended(*_room(layout.grid, last)))
    yield from (layout.stamp(points[cell], marks.taken) for cell in trace.taken)


def _room(grid: Grid, cell: str) -> tuple[float, float]:
    """Return the width and height of the corners around a cell."""
    wide, high = (2 * max(side) for side in zip(*grid.others.get(cell, ((0.5, 0.5),)), strict=True))
    return wide, high


def _arrowheads(trace: Trace, layout: Layout, avoided: Collection[Point]) -> dict[Point, tuple[Point, Point]]:
    """Return where a move has arrowheads, each with the start and end of the step that it shows.

    None is at a captured piece, within the cell where the move ends, or at one of the points `avoided`. If one is where
    its step starts, it stands for a whole arrow.
    """
    points, heads = layout.grid.points, dict[Point, tuple[Point, Point]]()
    avoided = [*avoided, *(points[cell] for cell in trace.taken)]
    for cell, next_cell in pairwise(trace.path):
        start, end = points[cell], points[next_cell]
        for at in (between(start, end, part) for part in _parts(start, end)):
            if start in heads or dist(at, end) <= 0.49 or any(dist(at, other) < APART_MARKS for other in avoided):
                continue
            if trace.end:
                (x, y), (wide, high) = points[trace.end], _room(layout.grid, trace.end)
                if abs(at[0] - x) <= wide / 2 and abs(at[1] - y) <= high / 2:
                    continue
            heads[at] = start, end
    return heads


def _parts(start: Point, end: Point) -> Sequence[float]:
    """Return where a move's arrowheads are, as parts of the way.

    They are between two cells and, on a short way, also on the cells passed. On a diagonal, they are on the cells
    passed. On the way to a neighbouring cell, there is one at the start or, if it cannot be there, a little before the
    middle, where the mark of the move's end may be.
    """
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    steps = round(max(across, down))
    if steps == 1:
        return (0, 0.41 if across == down else 0.5)
    if across == down:
        return [step / steps for step in range(1, steps)]
    if steps > LONG:
        return [(step + 0.5) / steps for step in range(1, steps - 1)]
    return [number / 2 / steps for number in range(1, 2 * steps)]


def _comparison(scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield the key below the board: the played move and the better one in words, each marked as wrong or right."""
    y, half = layout.plate(0, 0), WIDTH // 2
    yield Stamp(pieces.plate(WIDTH - 2 * EDGE, PLATE, "plate", "plate edge", 2), half, y, 1)
    position, compared = scene.position, scene.compared or ()
    said = [position.worded(position.format(move)) for move in compared]
    texts = [say(told, move=move) for move, told in zip(said, COMPARED, strict=True)]
    room, high, places = half - EDGE - KEY - 42, KEY, [(EDGE + 28, y), (half, y)]
    if any(width(text, STATUSES[-1], 600) > room for text in texts):
        room, high, places = (
            WIDTH - 2 * EDGE - 92,
            KEY_ROW,
            [(EDGE + 28, y + part * (KEY_ROW + 4) // 2) for part in (-1, 1)],
        )
    for (left, middle), text, verdict in zip(places, texts, pieces.VERDICTS, strict=True):
        yield Stamp(verdict, left + high // 2, middle, high)
        words, size = fitted(text, text, room, STATUSES if high == KEY else STATUSES[-1:], 600)
        yield starting(words, left + high + 16, middle, size, "ink")


def _votes(scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """For each move in the last vote, yield a badge with its number of votes, placed on the cell where the move ends.

    If a move has only one cell, its badge is in the upper right corner. Moves that enter a cell from the same side
    share a badge. There are no arrows for moves that were not played: they would look like advice for the next move.
    """
    points, high = layout.grid.points, arrows.label_height(layout)
    numbers = dict[Point, int]()
    for _, steps, count in sorted(scene.votes, key=lambda vote: -vote[2])[:MOST_VOTES]:
        cells = [points[step] for step in steps if step in points]
        if cells:
            x, y = cells[-1]
            before_x, before_y = cells[-2] if len(cells) > 1 else (x + 1, y - 1)
            place = x + ASIDE * _sign_of(before_x - x), y + ASIDE * _sign_of(before_y - y)
            numbers[place] = numbers.get(place, 0) + count
    for place, number in sorted(numbers.items(), key=lambda item: item[1]):
        wide = width(str(number), round(high * pieces.BADGE_TEXT), pieces.BADGE_WEIGHT) + high * 0.3
        yield Stamp(pieces.vote_count(number, round(wide / high, 2)), *layout.pixel(place), high)


def _sign_of(way: float) -> int:
    return (way > 0) - (way < 0)


def plates(board: Board[Any], scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield both players' name plates, each with a piece, the name, the counts, and the turn or the result."""
    for seat in SEATS:
        y = layout.plate(seat, scene.view)
        fill, edge, ink, status = _state(board, scene, seat)
        inks = ink, "won ink" if fill == "won" else "faint"
        yield Stamp(
            pieces.plate(WIDTH - 2 * EDGE, PLATE, fill, edge, 2 if edge == "plate edge" else 5), WIDTH // 2, y, 1
        )
        yield Stamp(board.token(seat), EDGE + 48, y, 64)
        left, right = EDGE + 92, WIDTH - EDGE - 16.0
        counts, sign = board.counts(scene.position, seat), _sign(scene, seat)
        around = (66 if sign else 32) + APART  # the sign and the margins of the status
        name = LEAST_NAME
        least = min(_width(lines, STATUSES[-1]) for lines in _lines(status)) + around if status else 0
        if scene.goal and status:  # stays on one line, next to the more important count
            counts, least = counts[:1], _width((status,), STATUSES[-1]) + around
            name = max(name, round(width(side(scene.position, seat), NAME, 600)) + APART)
        shown = _fitted_counts(counts, right - left - least - name - APART)
        wide = max((_count_width(*count) + APART for count in shown), default=0)
        if status:
            room = right - left - wide - name - around
            lines, size = _fitted_lines(status, room)
            panel = {"turn": "turn", "won": "won"}.get(edge if scene.result is None or scene.preview else fill)
            yield from _status(lines, size, sign, panel, right, y)
            right -= _width(lines, size) + around
        yield from _counts(shown, inks, right, y)
        yield from _name(scene, seat, (left, right - wide), inks, y)


def _lines(text: str) -> list[Sequence[str]]:
    """Return the ways to write a status: on one line and, if it has several words, on two of similar length."""
    words = text.split(" ")
    halves = [(" ".join(words[:count]), " ".join(words[count:])) for count in range(1, len(words))]
    return [(text,), *([min(halves, key=lambda lines: _width(lines, STATUSES[-1]))] if halves else [])]


def _fitted_lines(text: str, room: float) -> tuple[Sequence[str], int]:
    """Return a status's lines and their font size, truncating lines that are still too long."""
    ways = [(lines, size) for lines in _lines(text) for size in STATUSES]
    lines, size = next((way for way in ways if _width(*way) <= room), ways[-1])
    return [shown_name(line, line, room, size, 600) for line in lines], size


def _width(lines: Sequence[str], size: int) -> float:
    return max(width(line, size, 600) for line in lines)


def _state(board: Board[Any], scene: Scene[Any], seat: Seat) -> tuple[str, str, str, str]:
    """Return a name plate's status text and the colours of its fill, edge and text.

    The loser's plate says why the match ended, because the winner's has the crown. If there is no result, the plate of
    the player who caused that says why, or both plates if it was not one player. In a draw, the lower plate says why.
    """
    result = scene.result
    if scene.preview:
        tried = scene.before is not None and scene.before.turn == seat
        return "plate", "plate edge", "ink", say("not played yet") if tried else ""
    if result is None:
        mine = scene.position.turn == seat
        status = scene.goal or board.to_move(scene.position)
        return "plate", "turn" if mine else "plate edge", "ink", status if mine else ""
    reason = board.reason(scene.position, result, seat)
    if result.winner is not None:
        if result.winner == seat:
            return "won", "won ink", "won ink", say("wins")
        return "plate", "plate edge", "ink", reason
    if scene.void:
        by = result.ending and result.ending.by
        own = by is None or seat == (scene.position.turn if by == "turn" else by)
        return "plate", "plate edge", "ink", reason if own else say("no result")
    return "won", "won ink", "won ink", reason if seat == scene.view else say("draw")


def starting(text: str, x: float, y: int, size: int, colour: str, weight: int = 600) -> Stamp:
    return Stamp(pieces.writing(text, colour, weight), round(x + width(text, size, weight) / 2), y, size)


def ending(text: str, x: float, y: int, size: int, colour: str, weight: int = 600) -> Stamp:
    return Stamp(pieces.writing(text, colour, weight), round(x - width(text, size, weight) / 2), y, size)


def _name(scene: Scene[Any], seat: Seat, room: tuple[float, float], inks: tuple[str, str], y: int) -> Iterator[Stamp]:
    """Yield a player's name and, if there is room, their side's name."""
    left, right = room
    side_name = side(scene.position, seat)
    name = shown_name(scene.names[seat], side_name, right - left, NAME, 600)
    both = side_name not in {name, scene.names[seat]} and width(side_name, WORD, 400) <= right - left
    yield starting(name, left, y - RAISED if both else y, NAME, inks[0])
    if both:
        yield starting(side_name, left, y + LOWERED, WORD, inks[1], 400)


def _sign(scene: Scene[Any], seat: Seat) -> Sprite | None:
    """Return the symbol before a name plate's status: a crown for the winner, or an arrow for the side to move."""
    if scene.preview:
        return None
    if scene.result is None:
        return pieces.arrow("turn ink")
    return pieces.CROWN if scene.result.winner == seat else None


def _status(
    lines: Sequence[str], size: int, sign: Sprite | None, panel: str | None, right: float, y: int
) -> Iterator[Stamp]:
    """Yield the status at the right end of a name plate, on a background in the colour `panel` if one is given."""
    room = round(_width(lines, size) + (66 if sign else 32))
    if panel:
        yield Stamp(
            pieces.plate(room, 52 if len(lines) == 1 else PLATE - 8, panel, panel, 0), round(right - room / 2), y, 1
        )
    if sign:
        yield Stamp(sign, round(right - room + 28), y, 28)
    heights = (y,) if len(lines) == 1 else (y - RAISED, y + LOWERED)
    weight = 600 if panel or len(lines) == 1 else 400
    for line, height in zip(lines, heights, strict=True):
        colour = f"{panel} ink" if panel else "ink"
        yield (
            starting(line, right - room + 50, height, size, colour, weight)
            if sign
            else ending(line, right - 16, height, size, colour, weight)
        )


def _fitted_counts(counts: Sequence[Count], room: float) -> list[FittedCount]:
    """Return the counts that fit into `room`. A count that is too long gets fewer words or a smaller font."""
    shown = []
    for count, (sizes, weight) in zip(counts, COUNTS, strict=False):
        texts = filter(None, (count.text, count.short))
        ways = [FittedCount(text, size, weight, count.symbol) for text in texts for size in sizes]
        shown += [way for way in ways if _count_width(*way) <= room][:1]
    return shown


def _count_width(text: str, size: int, weight: int, symbol: Sprite | None) -> float:
    return width(text, size, weight) + (SYMBOL + 8 if symbol else 0)


def _counts(counts: Sequence[FittedCount], inks: tuple[str, str], right: float, y: int) -> Iterator[Stamp]:
    """Yield the counts, one above the other or, if there is only one, in the middle of the plate."""
    heights = (y,) if len(counts) == 1 else (y - RAISED, y + LOWERED)
    for count, ink, height in zip(counts, inks, heights, strict=False):
        yield ending(count.text, right, height, count.size, ink, count.weight)
        if count.symbol:
            yield Stamp(count.symbol, round(right - _count_width(*count) + SYMBOL / 2), height, SYMBOL)


def coordinates(layout: Layout) -> Iterator[Stamp]:
    """Yield the coordinates: the names of the rows and columns in the margins."""
    for text, point in layout.grid.labels:
        yield Stamp(pieces.writing(text, "ink"), *layout.label(point), COORDINATE)


def legend(board: Board[Any], scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield the legend's symbols and their meanings, the first at the lower left and the second at the lower right."""
    y = layout.bottom + layout.below - (LEGEND_ROW if layout.grid.legend else BELOW) // 2
    for number, (sprite, text) in enumerate(board.legend(scene)):
        left = EDGE if number == 0 else WIDTH - EDGE - SIGN - 12 - width(text, LEGEND, 400)
        yield Stamp(sprite, round(left + SIGN / 2), y, SIGN)
        yield starting(text, left + SIGN + 12, y, LEGEND, "ink", 400)


def ground(board: Board[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield the empty board."""
    points = layout.grid.points
    for where, sprite in board.background(layout.grid):
        yield layout.stamp(points[where] if isinstance(where, str) else where, sprite)


def background_stamps(board: Board[Any], layout: Layout) -> list[Stamp]:
    """Return the background's stamps, which are the same in all pictures with this layout."""
    return [*ground(board, layout), *coordinates(layout)]


def chart(board: Board[Any], scene: Scene[Any]) -> bytes:
    """Draw the chart explaining a game's pieces, as a PNG. Raises LookupError if the game has no chart."""
    drawn = board.chart(scene.position)
    if drawn is None:
        raise LookupError(f"{scene.position.info.key} has no chart")
    theme = board.theme(scene.theme)
    return encode_page(compose(drawn.size, drawn.stamps, theme), palette(board, theme))


@lru_cache(maxsize=64)
def palette(board: Board[Any], theme: Theme) -> Palette:
    """Return a board's palette in a theme. It is the same for all picture sizes, views and languages."""
    return Palette(colours_of(board.game.info.key)[theme.name])


@lru_cache(maxsize=256)
def canvas(board: Board[Any], grid: Grid, theme: Theme) -> tuple[Layout, Canvas]:
    """Return the layout and canvas shared by all pictures of a grid in a theme.

    Together, they take about 20 kB of memory.
    """
    layout = Layout(grid)
    return layout, Canvas(_background(board, layout, theme), layout.cuts(), palette(board, theme), theme)


def _background(board: Board[Any], layout: Layout, theme: Theme) -> list[bytes]:
    """Return the compressed strips of a background, from the disk cache if it has them."""
    under, colours, cuts = background_stamps(board, layout), palette(board, theme), layout.cuts()
    strips = cache(lambda: strips_of(compose(layout.size, under, theme), cuts, colours))

    def key(number: int) -> bytes | None:
        sprites = [about_sprite(stamp.sprite) for stamp in under]
        positions = [stamp[1:] for stamp in under]
        return key_of(number, layout.size, cuts, colours.colours, about_theme(theme), positions, *sprites)

    def paint(number: int) -> bytes:
        return strips()[number]

    return [paintings.of(partial(key, number), partial(paint, number)) for number in range(len(cuts))]
