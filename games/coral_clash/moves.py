"""The moves of Coral Clash: where each piece may go, what it may do with coral there, and what gives check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.base import other_side
from games.coral_clash.board import CRAB, DOLPHIN, OCTOPUS, PUFFERFISH, TURTLE, Board, Move
from games.coral_clash.lines import (
    ALL,
    BETWEEN,
    DIAGONAL_LINES,
    DIAGONAL_STEPS,
    ORTHOGONAL_LINES,
    ORTHOGONAL_STEPS,
    SLIDES,
    TURNS,
    approaches,
    bits,
    slide,
    squares,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.base import Seat

SMALL_STEPS = {
    "text": {OCTOPUS: ORTHOGONAL_STEPS, CRAB: DIAGONAL_STEPS},
    "diagram": {OCTOPUS: DIAGONAL_STEPS, CRAB: ORTHOGONAL_STEPS},
}


def reach(board: Board, kind: int, square: int, stop: int) -> int:
    """The squares to which a piece of `kind`, no Whale, could go from `square`: up to the first square of `stop`."""
    if kind in (OCTOPUS, CRAB):
        return SMALL_STEPS[board.steps][kind][square]
    ends = 0
    if kind != PUFFERFISH:
        ends |= slide(ORTHOGONAL_LINES[square], stop)
    if kind != TURTLE:
        ends |= slide(DIAGONAL_LINES[square], stop)
    return ends


def attackers(board: Board, seat: Seat, square: int, occupied: int) -> int:
    """The pieces of `seat`, except its Whale, that could capture on `square` if only `occupied` were occupied."""
    men, kinds = board.sides[seat], board.kinds
    small = SMALL_STEPS[board.steps]
    found = men & (kinds[OCTOPUS] & small[OCTOPUS][square] | kinds[CRAB] & small[CRAB][square])
    for lines, kind in ((ORTHOGONAL_LINES[square], TURTLE), (DIAGONAL_LINES[square], PUFFERFISH)):
        sliders = men & (kinds[DOLPHIN] | kinds[kind]) & lines.reach
        if gatherers := sliders & board.gatherers:
            found |= gatherers & slide(lines, occupied)
        if hunters := sliders & ~board.gatherers:
            found |= hunters & slide(lines, occupied | board.coral[0] | board.coral[1])
    return found


def whale_ends(board: Board, seat: Seat) -> Iterator[int]:
    """The pairs of squares to which the Whale of `seat` could move if it might move into check."""
    whale, prey = board.whale(seat), board.whale(other_side(seat))
    barred = board.sides[seat] & ~whale | prey
    ending = board.sides[other_side(seat)] | (board.coral[0] | board.coral[1]) & ~whale
    for way in SLIDES[whale]:
        for step in way:
            if step & barred:
                break
            yield step
            if step & ending:
                break
    for turn in TURNS[whale]:
        if not turn & barred:
            yield turn


def whale_threatens(board: Board, seat: Seat) -> bool:
    """Whether the Whale of `seat` could capture the other Whale without being attacked afterwards."""
    whale, prey = board.whale(seat), board.whale(other_side(seat))
    occupied = board.sides[0] | board.sides[1]
    for end in _captures(whale, prey, board.sides[seat], occupied | board.coral[0] | board.coral[1]):
        left = occupied & ~whale & ~prey | end
        if not any(attackers(board, other_side(seat), square, left) & ~end for square in squares(end)):
            return True
    return False


def _captures(whale: int, prey: int, men: int, ending: int) -> Iterator[int]:
    """The pairs of squares on which a Whale could end when it captures the other Whale, `prey`.

    `men` are the pieces of its own side. It slides no further than the first square of `ending`.
    """
    for passed, end in approaches(whale, prey)[0]:
        if not (passed & ending & ~whale or end & men & ~whale):
            yield end


def checkers(board: Board, seat: Seat) -> int:
    """The squares of the pieces that give check to `seat`. A Whale that gives check counts with both of its squares."""
    occupied, found = board.sides[0] | board.sides[1], 0
    for half in squares(board.whale(seat)):
        found |= attackers(board, other_side(seat), half, occupied)
    if whale_threatens(board, other_side(seat)):
        found |= board.whale(other_side(seat))
    return found


def moves(board: Board, seat: Seat) -> Iterator[Move]:
    """The moves of `seat` that the rules of movement allow, whether or not the game is over."""
    yield from _piece_moves(board, seat)
    yield from _whale_moves(board, seat)


def _piece_moves(board: Board, seat: Seat) -> Iterator[Move]:
    own, coral = board.sides[seat], board.coral[0] | board.coral[1]
    occupied = board.sides[0] | board.sides[1]
    answers, pinned = _answers_and_pins(board, seat)
    landing = answers & ~own & ~board.whale(other_side(seat))
    exposing = _exposing(board, seat)
    can_place = board.supplies[seat] > 0
    for kind in (DOLPHIN, TURTLE, PUFFERFISH, CRAB, OCTOPUS):
        for start in bits(board.kinds[kind] & own):
            gatherer = board.gatherers & start
            stop = occupied if gatherer else occupied | coral
            ends = reach(board, kind, start.bit_length() - 1, stop) & landing & pinned.get(start, ALL)
            for end in bits(ends):
                move = Move(start, end)
                if exposing & (start | end) and whale_threatens(board.after(move, seat), other_side(seat)):
                    continue
                yield move
                if gatherer:
                    if can_place and not end & coral:
                        yield Move(start, end, placed=end)
                elif end & coral:
                    yield Move(start, end, lifted=end)


def _whale_moves(board: Board, seat: Seat) -> Iterator[Move]:
    whale, prey, coral = board.whale(seat), board.whale(other_side(seat)), board.coral[0] | board.coral[1]
    others = (board.sides[0] | board.sides[1]) & ~whale
    for end in whale_ends(board, seat):
        if any(attackers(board, other_side(seat), half, others | end) & ~end for half in squares(end)):
            continue
        near = any(_captures(prey, end, board.sides[other_side(seat)] & ~end, others | end | coral))
        for lifted in _choices(end & coral):
            move = Move(whale, end, lifted=lifted)
            if not (near and whale_threatens(board.after(move, seat), other_side(seat))):
                yield move


def _choices(coral: int) -> tuple[int, ...]:
    if not coral:
        return (0,)
    each = tuple(bits(coral))
    return (0, *each) if len(each) == 1 else (0, *each, coral)


def _exposing(board: Board, seat: Seat) -> int:
    """The squares that matter for a capture by the other Whale: a move that leaves or enters one may allow it.

    If nothing bars the other Whale's way now, it is kept away only because our pieces guard the squares on which it
    would end. Then every square matters.
    """
    whale, prey = board.whale(other_side(seat)), board.whale(seat)
    ending = board.sides[0] | board.sides[1] | board.coral[0] | board.coral[1]
    return ALL if any(_captures(whale, prey, board.sides[other_side(seat)], ending)) else approaches(whale, prey)[1]


def _answers_and_pins(board: Board, seat: Seat) -> tuple[int, dict[int, int]]:
    """The squares on which a piece must land so that no check remains, and the squares left to each pinned piece.

    Checks by the other Whale are not considered. The function looks from each half of our Whale at each enemy slider
    on its lines. If nothing stands between, the slider gives check: a piece must land between, or capture it. If one
    piece of ours stands alone between, it is pinned to the line. Coral between stops a hunter, also after our move: a
    piece that lifts this coral stands in the way itself.
    """
    whale, men, kinds = board.whale(seat), board.sides[other_side(seat)], board.kinds
    occupied, coral = board.sides[0] | board.sides[1], board.coral[0] | board.coral[1]
    own = board.sides[seat] & ~whale
    small = SMALL_STEPS[board.steps]
    answers = ALL
    pinned: dict[int, int] = {}
    for half in squares(whale):
        for checker in bits(men & (kinds[OCTOPUS] & small[OCTOPUS][half] | kinds[CRAB] & small[CRAB][half])):
            answers &= checker
        sliders = (kinds[DOLPHIN] | kinds[TURTLE]) & ORTHOGONAL_LINES[half].reach
        sliders |= (kinds[DOLPHIN] | kinds[PUFFERFISH]) & DIAGONAL_LINES[half].reach
        for slider in bits(men & sliders):
            between = BETWEEN[half][slider.bit_length() - 1]
            if between & coral and not slider & board.gatherers:
                continue
            blockers = between & occupied
            if not blockers:
                answers &= between | slider
            elif blockers & own == blockers and not blockers & (blockers - 1):
                pinned[blockers] = pinned.get(blockers, ALL) & (between | slider)
    return answers, pinned
