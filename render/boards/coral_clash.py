"""Coral Clash's board: sea creatures on squares of sand and weed, with coral growing under them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import copysign
from typing import TYPE_CHECKING, ClassVar, cast

from games.coral_clash import CoralClash, Move
from games.coral_clash.board import KINDS, WHALE, Piece
from games.coral_clash.lines import NAMES, SLIDES, named, squares
from render import pieces
from render.board import Board, Clause, Figure, Trace
from render.boards._corals import area_sign, capture_sign, coral, coral_sign, counted
from render.boards._creatures import CREATURES, Hand
from render.brush import Sprite
from render.geometry import between, rectangle, square_grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.base import Seat
    from render.brush import Brush
    from render.geometry import Grid, Point
    from render.scene import Scene

SEATS: tuple[Seat, Seat] = (0, 1)
SIDES = ("yellow", "blue")
"""The colours by seat."""
SMALL, LARGE = 0.82, 0.93
"""The size of a creature in its square, so that coral shows around it, and of the Whale in its two."""
PLURALS = {"pufferfish": "pufferfish", "octopus": "octopuses"}


class CoralClashBoard(Board[CoralClash]):
    """Yellow's creatures are light with a dark line, Blue's dark; their corals are twigs and knobs."""

    game = CoralClash
    shades = (34, 4)
    colours: ClassVar = {
        "sand": ("#ecdcb2", "#4d6570", "#8c8c8c", "#dcd7c6"),
        "weed": ("#82bba2", "#2c4650", "#5e5e5e", "#a9bccb"),
        "rim": ("#2f6f68", "#16292c", "#ffffff", "#55677a"),
        "yellow": ("#ffd233", "#f3c83c", "#ffffff", "#f5e84e"),
        "yellow edge": ("#3d2a05", "#1a1204", "#000000", "#1a1a10"),
        "yellow spot": ("#e0452c", "#c93a25", "#000000", "#a33c00"),
        "yellow coral": ("#ff9f33", "#f2a04a", "#ffffff", "#f0a830"),
        "yellow coral edge": ("#3d2a05", "#1a1204", "#000000", "#23272e"),
        "yellow field": ("#ffe9a6", "#6b5a1e", "#3a3a3a", "#faf3b5"),
        "blue": ("#1f469c", "#1c3f90", "#000000", "#0e3470"),
        "blue edge": ("#0b1a3d", "#b9cdf5", "#ffffff", "#04101f"),
        "blue spot": ("#ff9d84", "#ffb09a", "#ffffff", "#f2c9a8"),
        "blue coral": ("#3f7fe8", "#3a6fd8", "#000000", "#1f5fbf"),
        "blue coral edge": ("#0b1a3d", "#0d1730", "#ffffff", "#04101f"),
        "blue field": ("#a9c3f2", "#9db4e6", "#c9c9c9", "#b7cdea"),
        "eye": ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
        "pupil": ("#10141a", "#10141a", "#000000", "#10141a"),
        "danger": ("#e02b20", "#ff4a3d", "#ff0000", "#d55e00"),
        "danger ink": ("#ffffff", "#ffffff", "#ffffff", "#ffffff"),
    }

    def grid(self, position: CoralClash, view: Seat) -> Grid:
        del position
        return waters(view)

    def ground(self, grid: Grid) -> Iterable[tuple[str | Point, Sprite]]:
        yield (grid.width / 2, grid.height / 2), Sprite(reef, (), grid.width + 0.2, grid.height + 0.2)
        for square, place in enumerate(NAMES):
            yield place, Sprite(bed, ("weed" if (square // 8 + square) % 2 else "sand",), 1.03, 1.03)

    def pieces(self, position: CoralClash) -> Iterable[tuple[str, Sprite]]:
        board = position.board
        if position.scored:
            yield from areas(position)
        if position.checkers:
            whale = named(board.whale(position.turn))
            yield whale, Sprite(alarm, (upright(whale),), *room(whale))
        men = board.sides[0] | board.sides[1]
        for seat, corals in zip(SEATS, board.coral, strict=True):
            for square in squares(corals):
                yield NAMES[square], coral_of(seat, covered=bool(men >> square & 1))
        for square in squares(men & ~board.kinds[WHALE]):
            if piece := board.piece(square):
                yield NAMES[square], creature(piece)
        for seat in SEATS:
            whale = named(board.whale(seat))
            endangered = position.turn == seat and bool(position.checkers)
            yield whale, Sprite(big_whale, (SIDES[seat], upright(whale), endangered), *room(whale))

    def shown(self, scene: Scene) -> Iterable[tuple[str, Sprite]]:
        yield from ((place, Sprite(threat)) for place in checkers(cast("CoralClash", scene.position)))
        yield from super().shown(scene)
        if isinstance(scene.before, CoralClash):
            yield from last_move(scene.before, scene.move, waters(scene.view))

    def token(self, seat: Seat) -> Sprite:
        return Sprite(little_whale, (SIDES[seat],), 1.1, 1.1)

    def figures(self, position: CoralClash, seat: Seat) -> Sequence[Figure]:
        area = Figure(Sprite(area_sign, (SIDES[seat],)), position.areas[seat], "coral in its area")
        supply = Figure(coral_of(seat), position.supplies[seat], "coral in its supply")
        return [area] if position.scored else [supply, area]

    def words(self, position: CoralClash) -> Sequence[Clause]:
        clauses = []
        if position.checkers:
            clauses.append(Clause(f"{position.info.seats[position.turn]}'s Whale is in check from", checkers(position)))
        for seat, side in zip(SEATS, position.info.seats, strict=True):
            whale = f"Whale {named(position.board.whale(seat))}"
            clauses.append(Clause(f"{side} hunters", (whale, *standing(position, seat, gatherers=False))))
            clauses.append(Clause(f"{side} gatherers", standing(position, seat, gatherers=True)))
            coral = tuple(NAMES[square] for square in squares(position.board.coral[seat]))
            clauses.append(Clause(f"{side} coral", coral))
        return clauses

    def trace(self, scene: Scene) -> Trace:
        """From the square that was left to the one that was entered; of a Whale that of one half."""
        if not isinstance(scene.before, CoralClash):
            return Trace()
        left, entered = way(scene.move)
        return Trace((*left[:1], *entered[:1]), told=", ".join(deeds(scene.before, scene.move)))


@cache
def waters(view: Seat) -> Grid:
    """The squares, and between any two neighbours the place of a Whale on both."""
    board = square_grid(8, 8, view)
    pairs = {}
    for pair in SLIDES:
        one, other = (board.points[NAMES[square]] for square in squares(pair))
        pairs[named(pair)] = between(one, other)
    corners = {pair: rectangle(*room(pair)) for pair in pairs}
    return replace(board, points={**board.points, **pairs}, others=corners)


def way(move: Move) -> tuple[list[str], list[str]]:
    """The squares that the move left and those that it entered, each in order; for the setup where it put coral."""
    left, entered = move.start & ~move.end, move.end & ~move.start or move.placed
    return [NAMES[square] for square in squares(left)], [NAMES[square] for square in squares(entered)]


def last_move(before: CoralClash, move: Move, grid: Grid) -> Iterator[tuple[str, Sprite]]:
    """What the frame does not mark of the last move: a Whale's other half, what was captured, placed or lifted."""
    left, entered = way(move)
    for place in left[1:]:
        yield place, pieces.started()
    for square in squares(move.end | move.placed):
        place, captured, owner = NAMES[square], before.board.piece(square), before.board.coral_owner(square)
        if place not in entered[:1]:
            yield place, pieces.ended()
        beside = [NAMES[half] for half in squares(move.end) if half != square]
        side, other_side = free_sides(grid, place, [*beside, *left[:1]])[:2]
        if captured is not None and captured.seat != before.turn:
            yield place, Sprite(capture_sign, (SIDES[captured.seat], captured.kind, side), 1.3, 1.3)
        if (move.lifted | move.placed) >> square & 1:
            whose = SIDES[before.turn if owner is None else owner]
            yield place, Sprite(coral_sign, (whose, owner is not None, other_side), 1.3, 1.3)


def free_sides(grid: Grid, place: str, others: Sequence[str]) -> list[Point]:
    """The sides of a square, as steps from its middle, that do not point to one of the other squares: at least two."""
    x, y = grid.points[place]
    busy = set()
    for other in others:
        across, down = grid.points[other][0] - x, grid.points[other][1] - y
        if abs(across) != abs(down):
            busy.add((0.0, copysign(1, down)) if abs(down) > abs(across) else (copysign(1, across), 0.0))
    return [side for side in ((0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)) if side not in busy]


def deeds(before: CoralClash, move: Move) -> Iterator[str]:
    """What the move captured, lifted or placed, in words."""
    board, sides = before.board, before.info.seats
    captured = move.end & board.sides[1 - before.turn]
    if captured:
        yield "capturing " + " and ".join(
            f"the {board.piece(square)} on {NAMES[square]}" for square in squares(captured)
        )
    if move.placed:
        yield f"placing {sides[before.turn]}'s coral"
    for seat in SEATS:
        if lifted := move.lifted & board.coral[seat]:
            yield f"lifting {sides[seat]}'s coral from {' and '.join(NAMES[square] for square in squares(lifted))}"


def areas(position: CoralClash) -> Iterator[tuple[str, Sprite]]:
    """A bed in the side's colour under each coral that counts for it."""
    board = position.board
    for seat in SEATS:
        for square in squares(board.coral[seat] & ~board.sides[1 - seat]):
            yield NAMES[square], Sprite(counted, (SIDES[seat],))


def checkers(position: CoralClash) -> tuple[str, ...]:
    """The squares from which the side to move is in check."""
    return tuple(position.checkers[at : at + 2] for at in range(0, len(position.checkers), 2))


def standing(position: CoralClash, seat: Seat, *, gatherers: bool) -> tuple[str, ...]:
    """A side's hunters without the Whale, or its gatherers: `turtles b1 g1`."""
    board = position.board
    these = board.sides[seat] & (board.gatherers if gatherers else ~board.gatherers)
    found = {kind: [NAMES[square] for square in squares(men & these)] for kind, men in enumerate(board.kinds)}
    return tuple(
        f"{KINDS[kind] if len(places) == 1 else PLURALS.get(KINDS[kind], KINDS[kind] + 's')} {' '.join(places)}"
        for kind, places in found.items()
        if places and kind != WHALE
    )


def upright(whale: str) -> bool:
    """Whether the Whale on these two squares stands on one file."""
    return whale[0] == whale[2]


def room(whale: str) -> tuple[float, float]:
    """Width and height of a Whale's sprite."""
    return (1.0, 2.0) if upright(whale) else (2.0, 1.0)


def creature(piece: Piece) -> Sprite:
    """A piece other than a Whale."""
    return Sprite(little, (SIDES[piece.seat], piece.kind, piece.gatherer))


def coral_of(seat: Seat, *, covered: bool = False) -> Sprite:
    """A side's coral, alone on its square or under a piece."""
    return Sprite(coral, (SIDES[seat], covered))


def reef(brush: Brush) -> None:
    """The rim around the squares, and below them their seams."""
    brush.panel((-4.1, -4.1, 4.1, 4.1), 0.16, "rim")


def bed(brush: Brush, ground: str) -> None:
    """A square, a little larger than its room, so that no seam shows."""
    brush.panel((-0.52, -0.52, 0.52, 0.52), 0, ground)


def little(brush: Brush, side: str, kind: int, gatherer: bool) -> None:
    """A creature in one square."""
    hand = Hand(brush, side, SMALL)
    CREATURES[kind].draw(hand)
    if gatherer:
        hand.spots(*CREATURES[kind].marks)


def little_whale(brush: Brush, side: str) -> None:
    """The Whale on a player's plate."""
    CREATURES[WHALE].draw(Hand(brush, side, 0.56))


def big_whale(brush: Brush, side: str, standing_up: bool, endangered: bool) -> None:
    """The Whale in its two squares; with a warning if it is in check."""
    CREATURES[WHALE].draw(Hand(brush, side, LARGE, upright=standing_up))
    if endangered:
        corner = (0.3, -0.8) if standing_up else (0.8, -0.3)
        brush.circle(corner, 0.19, "danger ink")
        brush.circle(corner, 0.165, "danger")
        brush.write("!", 0.32, "danger ink", weight=800, middle=corner)


def alarm(brush: Brush, standing_up: bool) -> None:
    """The red ground of a Whale in check."""
    long, wide = (0.5, 1.0) if standing_up else (1.0, 0.5)
    brush.panel((-long, -wide, long, wide), 0.14, "danger ink")
    brush.panel((-long + 0.03, -wide + 0.03, long - 0.03, wide - 0.03), 0.12, "danger")


def threat(brush: Brush) -> None:
    """The ring around a piece that gives check."""
    for colour, thick in (("danger ink", 0.12), ("danger", 0.07)):
        brush.arc((0, 0), 0.49 - (0.12 - thick) / 2, thick, 0, 360, colour)


BOARD = CoralClashBoard
