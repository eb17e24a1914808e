"""Draws what all boards have in common: coordinates, marks of the last move, and the picker's badges."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import pairwise
from math import dist
from typing import Any

from language import say
from render import arrows, pieces, plates
from render.badges import badges
from render.board import Board, Trace
from render.brush import Sprite
from render.canvas import Canvas, Stamp, compose, encode_page, strips_of
from render.geometry import SQUARE, Grid, Point, between
from render.layout import BELOW, EDGE, LEGEND_ROW, WIDTH, Layout, starting
from render.paintings import about_sprite, about_theme, key_of, paintings
from render.scene import Scene
from render.text import width
from render.theme import Palette, Theme, colours_of

# Lengths and font sizes are in pixels.
COORDINATE = 32
"""The font size of coordinates."""
# The font size of the legend, and the size of its signs.
LEGEND, SIGN = 32, 40
APART_SIGNS = 20
"""The minimum distance between a meaning in the legend and the next sign, in pixels."""
EDGE_OF_CELL = 0.4
"""Where a path of a single step ends before the piece, as a part of the step. Its end is round."""
LONG = 2
"""The number of cells from which on a way has fewer arrowheads."""
MOST_VOTES = 6
"""The maximum number of moves whose vote counts are drawn. The description lists all of them."""
ASIDE = 0.36
"""How far a vote count is to the right of the centre of the move's last cell, and above it, in cell widths.

The piece there stays visible. Several counts in a cell are as far from it as they need to be apart.
"""
ROW = 44
"""The height of the badge of a row, in pixels."""
NARROW = 0.8
"""The width of such a badge for a single letter, in its heights. It leaves room between the board and the edge."""
ROW_MARGIN = 6
"""The minimum distance of such a badge from the edge of the picture, in pixels."""
APART_MARKS = 0.3
"""The minimum distance, in cell widths, between an arrowhead and a mark that it would hide or be hidden by."""
ARROW = 0.75
"""How close to the start of a step, in cell widths, no arrowhead is if an arrow is there."""
SHARED = 1.7
"""The reach of the corners around a cell where the last move ended, too, whose own corners cover part of them."""


def stamps(board: Board[Any], scene: Scene[Any], layout: Layout, *, bare: bool = False) -> Iterator[Stamp]:
    """Yield everything drawn on top of a scene's background, from bottom to top.

    If `bare` is true, that is only pieces, the marks of the last move and the winning path, without names and signs.
    """
    grid, scene = layout.grid, _marked(scene)
    chosen = [(grid.points[cell], grid.corners(cell)) for cell in scene.chosen if cell in grid.points]
    yield from (layout.stamp(point, pieces.chosen_bed(corners)) for point, corners in chosen)
    if scene.hinted:  # behind a piece, which covers part of the frame
        standing_on = {cell for cell, _ in board.pieces(scene.position)}
        hinted = [cell for cell in scene.hinted if cell in standing_on]
        yield from (layout.on(cell, pieces.chosen_bed(grid.corners(cell))) for cell in hinted)
    shown = list(board.pieces(scene.position) if bare else board.in_progress(scene))
    standing = [layout.on(cell, sprite) for cell, sprite in shown]
    winning = [(grid.points[cell], grid.points[next_cell]) for cell, next_cell in board.winning(scene.position)]
    if board.path_below:  # the path ends before the piece, which stays the most visible
        winning = winning[:-1] or [(start, between(start, end, EDGE_OF_CELL)) for start, end in winning]
    scale = layout.thicker
    path = [layout.stamp(between(start, end), pieces.link(start, end, scale**2)) for start, end in winning]
    signs = [] if bare else list(board.signs(scene))
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
    yield from (layout.on(cell, pieces.hint_frame(grid.corners(cell))) for cell in scene.hinted)
    yield from arrows.arrow(arrows.points_of(scene.threat, grid), pieces.PLAYED, layout)
    yield from arrows.offered(scene, layout)
    yield from _compared(board, scene, layout)
    yield from _badges(board, scene, layout, [cell for cell, _ in shown])
    if scene.compared:
        yield from plates.comparison(scene, layout)
    elif scene.plates:
        yield from plates.players(board, scene, layout)


def _marked(scene: Scene[Any]) -> Scene[Any]:
    """Return the scene without the last move if that move's marks would distract from others."""
    if scene.hinted or scene.compared or scene.chosen or scene.offered:
        return replace(scene, before=None, move=None)
    return scene


def _compared(board: Board[Any], scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """Yield the two compared moves and the best reply to the played one, with a cross on all that they capture.

    A placement shows the side's piece, so that one sees whose move it is.
    """
    if not scene.compared:
        return
    grid, ways = layout.grid, list[list[Point]]()
    traces = [board.trace(scene.played(move)) for move in scene.compared]
    for move, trace in zip(scene.compared, traces, strict=True):
        path = trace.path or scene.position.steps(move)
        ways.append(arrows.points_of(path, grid))
        if len(path) == 1 and path[0] in grid.points and path[0] not in scene.position.placement():
            yield layout.on(path[0], board.token(scene.position.turn))
    reply = Trace()
    if scene.reply is not None:
        reply = board.trace(scene.played(scene.compared[0]).played(scene.reply))
    way = arrows.points_of(reply.path, grid)
    yield from arrows.compared(ways, [] if way in ways else way, layout)
    played, better = traces
    for trace, mark in zip((better, reply, played), pieces.COMPARED, strict=True):
        yield from (layout.on(cell, mark) for cell in trace.taken)


def _badges(board: Board[Any], scene: Scene[Any], layout: Layout, standing: Iterable[str]) -> Iterator[Stamp]:
    """Yield the picker's badges. A piece on two squares, as in `d1e1`, has a single one."""
    if not scene.badges:
        return
    standing = {*standing}
    occupied = standing.union(*map(SQUARE.findall, standing))
    offered = [cell for cell in scene.badges if cell in layout.grid.points]
    ways = (arrows.points_of(steps, layout.grid) for steps in scene.offered)
    yield from badges(board, layout, offered, occupied, ways)
    rows = [(text, layout.label(point)) for text, point in layout.grid.labels if text in scene.badges]
    for text, (x, y) in rows:
        wide = NARROW if len(text) == 1 else 1
        yield Stamp(pieces.badge(text, wide), max(x, round(wide * ROW / 2) + ROW_MARGIN), y, ROW)


def _marks_of_moves(
    board: Board[Any], scene: Scene[Any], layout: Layout, occupied: Collection[str], avoided: Collection[Point]
) -> tuple[Sequence[Stamp], Sequence[Stamp]]:
    """Return the marks of the last move and of the one it answered: those below the pieces, and those above them.

    Where both moves have marks, the last one's are on top, and the other's are moved, changed or left out so that both
    can be read. A wrong move is an arrow. No arrowhead is on one of the points `avoided`.
    """
    points, scale = layout.grid.points, layout.thicker
    trace, marks = board.trace(scene), pieces.LAST_MOVE._replace(thick=scale)
    below, above, avoided = list[Stamp](), list[Stamp](), set(avoided)
    if scene.earlier:
        earlier, earlier_marks = board.trace(scene.earlier), pieces.EARLIER_MOVE._replace(thick=scale)
        earlier = replace(earlier, taken=tuple(cell for cell in earlier.taken if cell not in occupied))
        if earlier.path[-1:] == trace.path[-1:]:
            earlier_marks = earlier_marks._replace(reach=SHARED if trace.path else earlier_marks.reach)
        left = earlier.path[:1] == trace.path[-1:] != ()
        if left and not scene.mistake:  # a ring above the piece that has moved there would hide it
            below.append(layout.stamp(points[earlier.path[0]], earlier_marks.started))
        covering = {*_arrowheads(trace, layout, avoided), *(points[cell] for cell in (*trace.path[-1:], *trace.taken))}
        if scene.mistake:
            above += _wrong(earlier, layout)
        else:
            above += _marks(earlier, layout, earlier_marks, avoided | covering, started=not left)
        avoided |= {points[cell] for cell in earlier.taken}
    elif scene.mistake:
        return (), [*_wrong(trace, layout)]
    path = {cell for step in board.winning(scene.position) for cell in step}
    if path and board.path_below:  # the path shows the last move, and the piece that made it is on top
        below += _marks(replace(trace, path=trace.path[-1:]), layout, marks)
    else:  # corners would cross the path
        ended = path.isdisjoint(trace.path[-1:])
        above += _marks(trace, layout, marks, avoided, ended=ended)
    return below, above


def _wrong(trace: Trace, layout: Layout) -> Iterator[Stamp]:
    """Yield the marks of a wrong move: an arrow, crosses on captures, and a verdict."""
    points = layout.grid.points
    yield from (layout.stamp(points[cell], pieces.WRONG_MOVE.taken) for cell in trace.taken)
    if way := [points[cell] for cell in trace.path or trace.taken[:1]]:
        yield from arrows.wrong(way, layout)


def _marks(
    trace: Trace,
    layout: Layout,
    marks: pieces.MoveMarks,
    avoided: Collection[Point] = (),
    *,
    started: bool = True,
    ended: bool = True,
) -> Iterator[Stamp]:
    """Yield a move's marks: an arrow at the start, arrowheads on the path, corners at the end, crosses on captures.

    No arrow or arrowhead is on one of the points `avoided`, where other marks or signs are; if that is the start, it
    has a ring. Without `started`, there is no ring, and without `ended`, there are no corners.
    """
    points = layout.grid.points
    arrowheads = _arrowheads(trace, layout, avoided)
    for point, (start, end) in arrowheads.items():
        if point == start:
            yield layout.stamp(start, marks.left((end[0] - start[0], end[1] - start[1])))
        else:
            yield Stamp(pieces.arrowhead(start, end, marks.colour), *layout.pixel(point), layout.cell * layout.thicker)
    if started and len(trace.path) > 1 and points[trace.path[0]] not in arrowheads:
        yield layout.stamp(points[trace.path[0]], marks.started)
    if ended and trace.path:
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
    its step starts, it stands for a whole arrow, and the next one is not close to it.
    """
    points, heads = layout.grid.points, dict[Point, tuple[Point, Point]]()
    avoided = [*avoided, *(points[cell] for cell in trace.taken)]
    for number, (cell, next_cell) in enumerate(pairwise(trace.path)):
        start, end = points[cell], points[next_cell]
        for at in (between(start, end, part) for part in _parts(start, end, first=number == 0)):
            if start in heads and dist(start, at) < ARROW:
                continue
            if dist(at, end) <= 0.49 or any(dist(at, other) < APART_MARKS for other in avoided):
                continue
            if trace.end:
                (x, y), (wide, high) = points[trace.end], _room(layout.grid, trace.end)
                if abs(at[0] - x) <= wide / 2 and abs(at[1] - y) <= high / 2:
                    continue
            heads[at] = start, end
    return heads


def _parts(start: Point, end: Point, *, first: bool) -> Sequence[float]:
    """Return where a move's arrowheads are, as parts of the way.

    They are at the start of the `first` step of a move and of each one to a neighbouring cell, and between two cells.
    On a short way, they are also on the cells passed, and on a diagonal only there. If there cannot be one at the start
    of the way to a neighbouring cell, it is a little before the middle, where the mark of the move's end may be.
    """
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    steps, begun = round(max(across, down)), [0.0] if first else []
    if steps == 1:
        return (0, 0.41 if across == down else 0.5)
    if across == down:
        return [*begun, *(step / steps for step in range(1, steps))]
    if steps > LONG:
        return [*begun, *((step + 0.5) / steps for step in range(1, steps - 1))]
    return [*begun, *(number / 2 / steps for number in range(1, 2 * steps))]


def _votes(scene: Scene[Any], layout: Layout) -> Iterator[Stamp]:
    """For each move in the last vote, yield a badge with its number of votes, placed on the cell where the move ends.

    It is in the upper right corner or, if several moves enter the cell, at the side from which its move enters. Moves
    that enter a cell from the same side share a badge. There are no arrows for moves that were not played: they would
    look like advice for the next move.
    """
    points, high = layout.grid.points, arrows.label_height(layout)
    numbers = Counter[tuple[Point, Point]]()
    for _, steps, count in sorted(scene.votes, key=lambda vote: -vote[2])[:MOST_VOTES]:
        cells = [points[step] for step in steps if step in points]
        if cells:
            x, y = cells[-1]
            before_x, before_y = cells[-2] if len(cells) > 1 else (x + 1, y - 1)
            numbers[(x, y), (_sign_of(before_x - x), _sign_of(before_y - y))] += count
    size, ends = round(high * pieces.BADGE_TEXT), [cell for cell, _ in numbers]
    wides = {count: width(str(count), size, pieces.BADGE_WEIGHT) + high * 0.3 for count in numbers.values()}
    for (cell, (right, down)), count in sorted(numbers.items(), key=lambda item: item[1]):
        place = cell[0] + ASIDE, cell[1] - ASIDE
        if ends.count(cell) > 1:  # the badges in this cell would overlap
            widest = max(wides.values()) / layout.cell
            aside, below = max(ASIDE, widest * (1 if down else 0.5)), max(ASIDE, high / layout.cell)
            place = cell[0] + right * aside, cell[1] + down * below
        yield Stamp(pieces.vote_count(count, round(wides[count] / high, 2)), *layout.pixel(place), high)


def _sign_of(way: float) -> int:
    return (way > 0) - (way < 0)


def coordinates(layout: Layout) -> Iterator[Stamp]:
    """Yield the coordinates: the names of the rows and columns in the margins."""
    for text, point in layout.grid.labels:
        yield Stamp(pieces.writing(text, "ink"), *layout.label(point), COORDINATE)


def explained(board: Board[Any], scene: Scene[Any]) -> Sequence[tuple[Sprite, str]]:
    """Return the symbols that the legend explains, each with its meaning, in their order.

    The number of votes, or the signs of two marked moves, take the place of a board's less important symbols if there
    is no room for all.
    """
    scene = _marked(scene)
    signs = list(board.legend(scene))
    if scene.votes:
        votes = pieces.vote_count(max(count for _, _, count in scene.votes), 1), say("votes")
        while signs and _room_between([*signs, votes]) < APART_SIGNS:
            signs.pop()
        signs.append(votes)
    if scene.earlier:
        first = pieces.VERDICTS[0] if scene.mistake else pieces.EARLIER_MOVE.sign
        moves = (first, say("move")), (pieces.LAST_MOVE.sign, say("reply"))
        while signs and _room_between([*signs, *moves]) < APART_SIGNS:
            signs.pop()
        signs += moves
    return signs


def legend(signs: Sequence[tuple[Sprite, str]], layout: Layout) -> Iterator[Stamp]:
    """Yield the legend, from the lower left to the lower right corner."""
    y = layout.bottom + layout.below - (LEGEND_ROW if layout.row else BELOW) // 2
    left, gap = float(EDGE), _room_between(signs)
    for sprite, text in signs:
        yield Stamp(sprite, round(left + SIGN / 2), y, SIGN)
        yield starting(text, left + SIGN + 12, y, LEGEND, "ink", 400)
        left += _sign_width(text) + gap


def _sign_width(text: str) -> float:
    return SIGN + 12 + width(text, LEGEND, 400)


def _room_between(signs: Sequence[tuple[Sprite, str]]) -> float:
    """Return how far apart the legend's signs are, in pixels, which is less than APART_SIGNS if there are too many."""
    return (WIDTH - 2 * EDGE - sum(_sign_width(text) for _, text in signs)) / max(1, len(signs) - 1)


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
def canvas(board: Board[Any], grid: Grid, theme: Theme, *, legend: bool) -> tuple[Layout, Canvas]:
    """Return the layout and canvas shared by all pictures of a grid in a theme with a legend, or by those without one.

    Together, they take about 20 kB of memory.
    """
    layout = Layout(grid, legend=legend)
    return layout, Canvas(_background(board, layout, theme), layout.cuts(), palette(board, theme), theme)


def _background(board: Board[Any], layout: Layout, theme: Theme) -> list[bytes]:
    """Return the compressed strips of a background, from the disk cache if it has them."""
    under, colours, cuts = background_stamps(board, layout), palette(board, theme), layout.cuts()
    strips = cache(lambda: strips_of(compose(layout.size, under, theme), cuts, colours))

    def key(number: int) -> bytes | None:
        sprites = [about_sprite(stamp.sprite) for stamp in under]
        positions = [stamp[1:] for stamp in under]
        return key_of(cuts[number], colours.colours, about_theme(theme), positions, *sprites)

    def paint(number: int) -> bytes:
        return strips()[number]

    return [paintings.of(partial(key, number), partial(paint, number)) for number in range(len(cuts))]
