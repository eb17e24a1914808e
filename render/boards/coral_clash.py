"""The board of Coral Clash: sea creatures on squares of sand and weed, with coral growing underneath."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar

from games.base import SEATS, Result, Seat
from games.coral_clash import CoralClash, Move
from games.coral_clash.board import OCTOPUS, WHALE
from games.coral_clash.lines import NAMES, SLIDES, names_of, squares
from language import Sentence, listing, mark, mark_plural, plural, say
from render import pieces
from render.board import Board, Chart, Clause, Count, Trace
from render.boards._corals import CORAL_ASIDE, capture_sign, coral_sign, draw_grown
from render.boards._creature_chart import creature_chart
from render.boards._creatures import CREATURES, CreatureBrush, creature
from render.brush import Brush, Sprite
from render.geometry import Grid, Point, between, rectangle, square_grid
from render.scene import Scene

SIDES = ("yellow", "blue")
# The size of a creature relative to its square, small enough that coral under it can be seen, and the size of a Whale
# relative to its two squares.
SMALL, LARGE = 0.86, 0.93
LISTED = (
    mark_plural("Whale {squares}", "Whales {squares}"),
    mark_plural("dolphin {squares}", "dolphins {squares}"),
    mark_plural("turtle {squares}", "turtles {squares}"),
    mark_plural("pufferfish {squares}", "pufferfish {squares}"),
    mark_plural("crab {squares}", "crabs {squares}"),
    mark_plural("octopus {squares}", "octopuses {squares}"),
)
"""The singular and plural texts that list the pieces of a kind with their squares, by the number of the kind."""
CAPTURED = (
    (mark("the Whale on {square}"), mark("the Whale on {square}")),
    (mark("the hunter dolphin on {square}"), mark("the gatherer dolphin on {square}")),
    (mark("the hunter turtle on {square}"), mark("the gatherer turtle on {square}")),
    (mark("the hunter pufferfish on {square}"), mark("the gatherer pufferfish on {square}")),
    (mark("the hunter crab on {square}"), mark("the gatherer crab on {square}")),
    (mark("the hunter octopus on {square}"), mark("the gatherer octopus on {square}")),
)
"""The texts for a captured hunter and for a captured gatherer, by the number of the piece's kind."""

REASONS = {
    "empty_supply": (mark("placed all coral"), mark("opponent placed all coral")),
    "lone_whale": (mark("only the Whale left"), mark("opponent has only the Whale left")),
    "last_row": (mark("reached the last row"), mark("opponent reached the last row")),
}
"""For each ending that one side causes, the texts on that side's plate and on the other one."""
ROOM = 2 * CORAL_ASIDE + 0.66, 2 * CORAL_ASIDE + 0.66
"""The width and height, in cells, of a sign in any corner of its square."""
CORNERS = (1, 1), (-1, 1), (1, -1), (-1, -1)
"""The corners of a square, those that cover least of most creatures first."""


class CoralClashBoard(Board[CoralClash]):
    """Sea creatures and coral.

    Yellow's creatures are light and its coral has twigs; Blue's are dark and its coral has knobs. Hunters swim freely,
    and gatherers are on discs edged in the colour of their coral.
    """

    game = CoralClash
    shades = (30, 2)
    badge = 0.32
    badge_place = (1, 1)
    colours: ClassVar = {
        "sand": ("#c9e4dc", "#344b55", "#808080", "#dfe4e6"),
        "weed": ("#b3d6cf", "#2b414a", "#6c6c6c", "#cbd5da"),
        "rim": ("#2f6f68", "#16292c", "#ffffff", "#55677a"),
        "yellow": ("#ffd233", "#f3c83c", "#fff27a", "#f5e84e"),
        "yellow edge": ("#3d2a05", "#1a1204", "#000000", "#1a1a10"),
        "yellow coral": ("#f9a944", "#f2a04a", "#fff27a", "#f0a830"),
        "yellow rim": ("#8a4a10", "#1a1204", "#000000", "#23272e"),
        "yellow field": ("#ffe9a6", "#6b5a1e", "#3a3a3a", "#faf3b5"),
        "blue": ("#2a5cc0", "#1c3f90", "#000e56", "#0e3470"),
        "blue edge": ("#0b1a3d", "#b9cdf5", "#cfe0ff", "#04101f"),
        "blue coral": ("#6ea2f2", "#3a6fd8", "#000e56", "#1f5fbf"),
        "blue rim": ("#24509f", "#b9cdf5", "#cfe0ff", "#04101f"),
        "blue field": ("#cfe0fb", "#9db4e6", "#b2caff", "#b7cdea"),
        "danger": ("#e02b20", "#ff4a3d", "#ff0000", "#d55e00"),
        "danger ink": ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
    }

    def grid(self, position: CoralClash, view: Seat) -> Grid:
        del position
        return reef_grid(view)

    def background(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        yield (grid.width / 2, grid.height / 2), Sprite(rim, (), grid.width + 0.2, grid.height + 0.2)
        for square, cell in enumerate(NAMES):
            yield cell, Sprite(square_ground, ("weed" if (square // 8 + square) % 2 else "sand",), 1.03, 1.03)

    def pieces(self, position: CoralClash) -> Iterable[tuple[str, Sprite]]:
        board = position.board
        if position.checkers:
            whale = names_of(board.whale(position.turn))
            yield whale, Sprite(check_ground, (upright(whale),), *room(whale))
        occupied = board.sides[0] | board.sides[1]
        for seat, corals in zip(SEATS, board.coral, strict=True):
            for square in squares(corals):
                covered, lost = (bool(these >> square & 1) for these in (occupied, board.sides[1 - seat]))
                yield NAMES[square], coral_of(seat, covered=covered, lost=lost)
        for square in squares(occupied & ~board.kinds[WHALE]):
            if piece := board.piece(square):
                yield NAMES[square], Sprite(board_creature, (SIDES[piece.seat], piece.kind, piece.gatherer))
        for seat in SEATS:
            whale = names_of(board.whale(seat))
            endangered = position.turn == seat and bool(position.checkers)
            yield whale, Sprite(board_whale, (SIDES[seat], upright(whale), endangered), *room(whale))

    def visible_sprites(self, scene: Scene[CoralClash]) -> Iterable[tuple[str, Sprite]]:
        """Yield the sprites of all pieces and rings around those that give check."""
        yield from super().visible_sprites(scene)
        yield from ((cell, Sprite(check_ring, (), 1.1, 1.1)) for cell in checkers(scene.position))

    def signs(self, scene: Scene[CoralClash]) -> Iterable[tuple[str, Sprite]]:
        return last_move(scene, reef_grid(scene.view))

    def token(self, seat: Seat) -> Sprite:
        return Sprite(creature, (SIDES[seat], WHALE, False, 0.56), 1.1, 1.1)

    def counts(self, position: CoralClash, seat: Seat) -> Sequence[Count]:
        score, left = position.board.areas[seat], position.board.supplies[seat]
        points = Count(plural("{count} point", "{count} points", score), symbol=coral_of(seat))
        if position.scored:
            return [points]
        return [points, Count(plural("{count} coral to place", "{count} corals to place", left))]

    def to_move(self, position: CoralClash) -> str:
        return say("in check") if position.checkers else super().to_move(position)

    def reason(self, position: CoralClash, result: Result, seat: Seat) -> str:
        key, cause = position.scoring
        if key and key == result.key:
            return say(REASONS[key][seat != cause])
        return super().reason(position, result, seat)

    def legend(self, scene: Scene[CoralClash]) -> Sequence[tuple[Sprite, str]]:
        """Return the signs of what the last move did, or of both roles if there are none."""
        if signs := self._signs_of_move(scene):
            return signs
        hunter, gatherer = (Sprite(creature, (SIDES[0], OCTOPUS, role, 0.95), 1.1, 1.1) for role in (False, True))
        return [(hunter, say("hunter: lifts coral")), (gatherer, say("gatherer: places coral"))]

    def _signs_of_move(self, scene: Scene[CoralClash]) -> Sequence[tuple[Sprite, str]]:
        shown = {"placed": say("coral placed"), "lifted": say("coral lifted"), "captured": say("captured")}
        signs = dict[str, Sprite]()
        for _, (shape, details, *_) in self.signs(scene):
            if shape is coral_sign:
                side, lifted, _ = details
                larger = Sprite(coral_sign, (side, lifted, (0, 0), 2.2), 1.1, 1.1)
                signs["lifted" if lifted else "placed"] = larger
            elif shape is capture_sign:
                side, kind, _ = details
                signs["captured"] = Sprite(capture_sign, (side, kind, (0, 0), 1.5), 1.1, 1.1)
        return [(signs[key], text) for key, text in shown.items() if key in signs]

    def clauses(self, position: CoralClash) -> Sequence[Clause]:
        clauses = []
        for seat, name in zip(SEATS, position.info.seats, strict=True):
            side = say(name)
            coral = [NAMES[square] for square in squares(position.board.coral[seat])]
            clauses.append(Clause(say("{side} hunters", side=side), list_pieces(position, seat, gatherers=False)))
            clauses.append(Clause(say("{side} gatherers", side=side), list_pieces(position, seat, gatherers=True)))
            clauses.append(Clause(say("{side} coral", side=side), coral))
        return clauses

    def chart(self, position: CoralClash) -> Chart:
        return creature_chart(position.board.steps)

    def trace(self, scene: Scene[CoralClash]) -> Trace:
        """Return the last move's effects.

        The path leads from the square that the piece (or half of a Whale) left to the one that it entered. If a Whale
        moved by one square along its length, the path leads only to the square on which it stays.
        """
        if scene.before is None:
            return Trace()
        left, entered = squares_of(scene.move)
        end = names_of(scene.move.end) if scene.move.end.bit_count() > 1 else ""
        stays = names_of(scene.move.start & scene.move.end)
        if stays and (left[0][0] == entered[0][0] or left[0][1] == entered[0][1]):
            entered = [stays]
        return Trace((*left[:1], *entered[:1]), end=end, effects=tuple(effects(scene.before, scene.move)))


@cache
def reef_grid(view: Seat) -> Grid:
    """Return a grid with a cell for each square and another for each pair of squares a Whale can occupy."""
    board = square_grid(8, 8, view)
    pairs = {}
    for pair in SLIDES:
        first, second = (board.points[NAMES[square]] for square in squares(pair))
        pairs[names_of(pair)] = between(first, second)
    corners = {pair: rectangle(*room(pair)) for pair in pairs}
    return replace(board, points={**board.points, **pairs}, others=corners, legend=True)


def squares_of(move: Move) -> tuple[list[str], list[str]]:
    """Return two lists: the squares that a move left, and the squares that it entered.

    The square of a coral that is placed before the game counts as entered.
    """
    left, entered = move.start & ~move.end, move.end & ~move.start or move.placed
    return [NAMES[square] for square in squares(left)], [NAMES[square] for square in squares(entered)]


def last_move(scene: Scene[CoralClash], grid: Grid) -> Iterator[tuple[str, Sprite]]:
    """Yield the last move's marks that the frame does not draw itself: a Whale's other half, captures and coral."""
    before, move = scene.before, scene.move
    if before is None:
        return
    left, entered = squares_of(move)
    for start, end in zip(left[1:], entered[1:], strict=True):
        step = grid.points[end][0] - grid.points[start][0], grid.points[end][1] - grid.points[start][1]
        yield start, pieces.LAST_MOVE.left(step)
    for square in squares(move.end | move.placed):
        cell, captured, owner = NAMES[square], before.board.piece(square), before.board.coral_owner(square)
        beside = [NAMES[half] for half in squares(move.end) if half != square]
        free = free_corners(grid, cell, beside, left)
        if captured is not None and captured.seat != before.turn:
            yield cell, Sprite(capture_sign, (SIDES[captured.seat], captured.kind, free[1]), *ROOM)
        if (move.lifted | move.placed) >> square & 1:
            owning = SIDES[before.turn if owner is None else owner]
            yield cell, Sprite(coral_sign, (owning, owner is not None, free[0]), *ROOM)


def free_corners(grid: Grid, cell: str, beside: Sequence[str], left: Sequence[str]) -> list[Point]:
    """Return the corners of a square, best first, for signs of the last move.

    The worst ones are close to the Whale's other half in `beside`, then those on a diagonal from the squares in `left`.
    """
    x, y = grid.points[cell]

    def ways(corner: Point, others: Sequence[str]) -> list[Point]:
        points = [grid.points[other] for other in others]
        return [((across - x) * corner[0], (down - y) * corner[1]) for across, down in points]

    def hidden(corner: Point) -> tuple[int, int]:
        return sum(max(way) > 0 for way in ways(corner, beside)), sum(min(way) > 0 for way in ways(corner, left))

    return sorted(CORNERS, key=hidden)


def effects(before: CoralClash, move: Move) -> Iterator[str]:
    """Yield sentences saying which pieces a move captured and which corals it lifted."""
    board, sides = before.board, before.info.seats
    captured = [(square, board.piece(square)) for square in squares(move.end & board.sides[1 - before.turn])]
    lost = [
        Sentence(CAPTURED[piece.kind][piece.gatherer], {"square": NAMES[square]}) for square, piece in captured if piece
    ]
    if lost:
        yield say("It captured {pieces}.", pieces=listing(lost))
    for seat in SEATS:
        if lifted := move.lifted & board.coral[seat]:
            where = listing([NAMES[square] for square in squares(lifted)])
            yield say("It lifted {side}'s coral from {squares}.", side=say(sides[seat]), squares=where)


def checkers(position: CoralClash) -> tuple[str, ...]:
    """Return the squares of the pieces giving check to the side to move."""
    return tuple(position.checkers[at : at + 2] for at in range(0, len(position.checkers), 2))


def list_pieces(position: CoralClash, seat: Seat, *, gatherers: bool) -> list[str]:
    """List a side's hunters or its gatherers, grouped by kind, for example "turtles b1 g1"."""
    board = position.board
    these = board.sides[seat] & (board.gatherers if gatherers else ~board.gatherers)
    items = []
    for kind, (singular, plural_form) in enumerate(LISTED):
        if of_kind := board.kinds[kind] & these:
            where = [names_of(of_kind)] if kind == WHALE else [NAMES[square] for square in squares(of_kind)]
            items.append(plural(singular, plural_form, len(where), squares=" ".join(where)))
    return items


def upright(whale: str) -> bool:
    """Return True if a Whale stands upright, with both its squares on the same file."""
    return whale[0] == whale[2]


def room(whale: str) -> tuple[float, float]:
    """Return the width and height, in cells, of a Whale's sprite."""
    return (1.0, 2.0) if upright(whale) else (2.0, 1.0)


def coral_of(seat: Seat, *, covered: bool = False, lost: bool = False) -> Sprite:
    """Return the sprite of a side's coral. `covered` says whether a piece of either side stands on it."""
    return Sprite(draw_grown, (SIDES[seat], covered, lost))


def rim(brush: Brush) -> None:
    brush.panel((-4.1, -4.1, 4.1, 4.1), 0.16, "rim")


def square_ground(brush: Brush, colour: str) -> None:
    """Draw a square's ground, slightly larger than the square so that no gaps are visible."""
    brush.panel((-0.52, -0.52, 0.52, 0.52), 0, colour)


def board_creature(brush: Brush, side: str, kind: int, gatherer: bool) -> None:
    """Draw a creature on its square."""
    creature(brush, side, kind, gatherer, SMALL)


def board_whale(brush: Brush, side: str, upright_whale: bool, endangered: bool) -> None:
    """Draw a Whale on its two squares, with a warning symbol if it is in check."""
    CREATURES[WHALE](CreatureBrush(brush, side, LARGE, upright=upright_whale))
    if endangered:
        pieces.warning(brush, (0.3, -0.8) if upright_whale else (0.8, -0.3))


def check_ground(brush: Brush, upright_whale: bool) -> None:
    """Draw the red background of a Whale in check."""
    long, wide = (0.5, 1.0) if upright_whale else (1.0, 0.5)
    brush.panel((-long, -wide, long, wide), 0.14, "danger ink")
    brush.panel((-long + 0.03, -wide + 0.03, long - 0.03, wide - 0.03), 0.12, "danger")


def check_ring(brush: Brush) -> None:
    """Draw the ring around a piece that gives check."""
    for colour, thick in (("danger ink", 0.13), ("danger", 0.08)):
        brush.arc((0, 0), 0.51 - (0.13 - thick) / 2, thick, colour)


BOARD = CoralClashBoard
