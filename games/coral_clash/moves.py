"""Generates the moves of Coral Clash and their effects on coral, taking checks and pins into account."""

from collections.abc import Iterator

from games.base import Seat, other_side
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

SMALL_STEPS = {
    "text": {OCTOPUS: ORTHOGONAL_STEPS, CRAB: DIAGONAL_STEPS},
    "diagram": {OCTOPUS: DIAGONAL_STEPS, CRAB: ORTHOGONAL_STEPS},
}


def reach(board: Board, kind: int, square: int, stop: int) -> int:
    """Return the squares a piece other than a Whale can move to. A slide ends at the first square in `stop`."""
    if kind in (OCTOPUS, CRAB):
        return SMALL_STEPS[board.steps][kind][square]
    ends = 0
    if kind != PUFFERFISH:
        ends |= slide(ORTHOGONAL_LINES[square], stop)
    if kind != TURTLE:
        ends |= slide(DIAGONAL_LINES[square], stop)
    return ends


def attackers(board: Board, seat: Seat, square: int, occupied: int) -> int:
    """Return the pieces of `seat` that attack `square`, given the `occupied` squares.

    The Whale is not included.
    """
    men, kinds = board.sides[seat], board.kinds
    small = SMALL_STEPS[board.steps]
    attacking = men & (kinds[OCTOPUS] & small[OCTOPUS][square] | kinds[CRAB] & small[CRAB][square])
    for lines, kind in ((ORTHOGONAL_LINES[square], TURTLE), (DIAGONAL_LINES[square], PUFFERFISH)):
        sliders = men & (kinds[DOLPHIN] | kinds[kind]) & lines.reach
        if gatherers := sliders & board.gatherers:
            attacking |= gatherers & slide(lines, occupied)
        if hunters := sliders & ~board.gatherers:
            attacking |= hunters & slide(lines, occupied | board.coral[0] | board.coral[1])
    return attacking


def whale_ends(board: Board, seat: Seat) -> Iterator[int]:
    """Yield the pairs of squares the Whale of `seat` could move to, ignoring checks."""
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
    """Return True if the Whale of `seat` could capture the other Whale without being open to recapture."""
    whale, prey = board.whale(seat), board.whale(other_side(seat))
    occupied = board.sides[0] | board.sides[1]
    for end in _captures(whale, prey, board.sides[seat], occupied | board.coral[0] | board.coral[1]):
        left = occupied & ~whale & ~prey | end
        if not any(attackers(board, other_side(seat), square, left) & ~end for square in squares(end)):
            return True
    return False


def _captures(whale: int, prey: int, men: int, ending: int) -> Iterator[int]:
    """Yield the pairs of squares where a Whale could land when capturing the other Whale, which is on `prey`.

    `men` are the pieces of the capturing side. A slide stops at the first square in `ending`.
    """
    for passed, end in approaches(whale, prey)[0]:
        if not (passed & ending & ~whale or end & men & ~whale):
            yield end


def checkers(board: Board, seat: Seat) -> int:
    """Return the squares of the pieces giving check to `seat`, including both squares of a checking Whale."""
    occupied, checking = board.sides[0] | board.sides[1], 0
    for half in squares(board.whale(seat)):
        checking |= attackers(board, other_side(seat), half, occupied)
    if whale_threatens(board, other_side(seat)):
        checking |= board.whale(other_side(seat))
    return checking


def moves(board: Board, seat: Seat) -> Iterator[Move]:
    """Yield the legal moves of `seat`, even if the game is already over."""
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
    """Return the squares that a piece cannot leave or enter without possibly exposing its Whale to the other Whale.

    If the other Whale's path is already clear, it is deterred only by pieces that guard its final squares, so every
    square counts.
    """
    whale, prey = board.whale(other_side(seat)), board.whale(seat)
    ending = board.sides[0] | board.sides[1] | board.coral[0] | board.coral[1]
    return ALL if any(_captures(whale, prey, board.sides[other_side(seat)], ending)) else approaches(whale, prey)[1]


def _answers_and_pins(board: Board, seat: Seat) -> tuple[int, dict[int, int]]:
    """Return the squares where a move must land to end all checks, and those to which each pinned piece can move.

    Checks by the other Whale are ignored. From each half of our Whale, look at every enemy slider on its lines. With
    nothing in between, the slider gives check, so a piece must land in between or capture it. A single piece of ours in
    between is pinned to the line. Coral in between always stops a hunter, because a piece that lifts the coral then
    blocks the line.
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
