"""Explains why a move typed by a player of Coral Clash is illegal."""

import re

from games.base import IllegalMove, InvalidNotation, RuleError, Seat, other_side, shorten
from games.coral_clash.board import CRAB, DOLPHIN, OCTOPUS, PUFFERFISH, SIDES, TURTLE, WHALE, Board, Move, Piece
from games.coral_clash.lines import BETWEEN, NAMES, SLIDES, SQUARE, TURNS, mask_of, names_of, squares
from games.coral_clash.moves import checkers, reach
from language import Sentence, listing, mark

_TYPED = re.compile(r"(\+?)((?:[a-z][0-9]+)+)(\+|\^((?:[a-z][0-9]+)*)|)")
_SQUARES = re.compile(r"[a-z][0-9]+")
_HOW_TO_WRITE = mark(
    "write where the piece stands and where it goes, like d2-b4, with + to place a coral or ^ to lift it; "
    "the Whale by both of its squares, like d1e1-d2e2^d2"
)
_ONE_STRAIGHT = mark("The {piece} moves one square along a row or a column: it cannot go from {start} to {end}.")
_ONE_DIAGONAL = mark("The {piece} moves one square diagonally: it cannot go from {start} to {end}.")
_NOT_SO = {
    DOLPHIN: mark(
        "The {piece} moves in a straight line in any of the eight directions: it cannot go from {start} to {end}."
    ),
    TURTLE: mark("The {piece} moves along a row or a column: it cannot go from {start} to {end}."),
    PUFFERFISH: mark("The {piece} moves diagonally: it cannot go from {start} to {end}."),
}
_NOT_ONE_STEP = {
    ("text", OCTOPUS): _ONE_STRAIGHT,
    ("text", CRAB): _ONE_DIAGONAL,
    ("diagram", OCTOPUS): _ONE_DIAGONAL,
    ("diagram", CRAB): _ONE_STRAIGHT,
}


def refusal(board: Board, seat: Seat, text: str, typed: str, *, setup: bool) -> RuleError:
    """Return the error explaining why a typed move of `seat` is illegal. `text` is the move as returned by `squash`.

    The error quotes `typed`, which is what the player wrote. `setup` is true for the setup move (ply 1).
    """
    match = _TYPED.fullmatch(text)
    if match is None:
        return InvalidNotation("“{typed}” is not a move: {how}.", typed=typed, how=Sentence(_HOW_TO_WRITE))
    plus, named_squares, effect, lifted = match.groups()
    names, lifts = _SQUARES.findall(named_squares), _SQUARES.findall(lifted or "")
    for name in [*names, *lifts]:
        if name not in SQUARE:
            return InvalidNotation("{name} is not on the board: its squares go from a1 to h8.", name=shorten(name))
    if setup:
        return _why_no_setup(board, seat, names)
    if plus:
        return IllegalMove("Blue's extra coral has been placed already: now move a piece, like d2-b4.")
    if len(names) > 4 or len(lifts) > 2:
        return InvalidNotation("“{typed}” names too many squares: {how}.", typed=typed, how=Sentence(_HOW_TO_WRITE))
    if len(names) > 2 or mask_of(*names) == board.whale(seat):
        return _why_no_whale_move(board, seat, names, effect, lifts)
    return _why_no_move(board, seat, names, effect, lifts)


def _why_no_setup(board: Board, seat: Seat, names: list[str]) -> RuleError:
    side, name, square = _side(seat), names[0], SQUARE[names[0]]
    if len(names) > 1:
        return IllegalMove(
            "{side} begins with one more coral under one of its own pieces: type + and the square, like +c7.", side=side
        )
    piece = board.piece(square)
    if piece is None or piece.seat != seat:
        reason = _why_not_yours(piece, seat, name).sentence
        message = mark("{reason} {side} begins with one more coral under one of its own pieces.")
        return IllegalMove(message, reason=reason, side=side)
    if board.coral_owner(square) is not None:
        return IllegalMove("There is a coral on {square} already: choose a piece of yours that has none.", square=name)
    return IllegalMove("The setup is + and one square, like +c7: nothing more.")


def _why_not_yours(piece: Piece | None, seat: Seat, name: str) -> RuleError:
    if piece is None:
        return IllegalMove("There is no piece on {square}.", square=name)
    sides = {"owner": _side(piece.seat), "side": _side(seat)}
    return IllegalMove("The {piece} on {square} is {owner}'s: you play {side}.", piece=piece.name, square=name, **sides)


def _why_no_move(board: Board, seat: Seat, names: list[str], effect: str, lifts: list[str]) -> RuleError:
    start, end = SQUARE[names[0]], SQUARE[names[-1]]
    piece, target = board.piece(start), board.piece(end)
    if piece is None or piece.seat != seat:
        return _why_not_yours(piece, seat, names[0])
    facts = {"piece": piece.name, "start": names[0], "end": names[-1]}
    if piece.kind == WHALE:
        return IllegalMove(
            "The Whale is named by two squares: type {whale} and then both squares where it ends.",
            whale=names_of(board.whale(seat)),
        )
    if len(names) == 1:
        return IllegalMove("Your {piece} on {start} has no legal move now.", **facts)
    if start == end:
        return IllegalMove("The {piece} already stands on {start}: name another square to go to.", **facts)
    if not reach(board, piece.kind, start, 0) >> end & 1:
        return IllegalMove(_NOT_ONE_STEP.get((board.steps, piece.kind)) or _NOT_SO[piece.kind], **facts)
    if target is not None and target.seat == seat:
        return IllegalMove("Your own {piece} stands on {square}.", piece=target.name, square=names[-1])
    return (
        _why_stopped(board, piece, start, end)
        or _why_never_captured(target, names[-1])
        or _why_check_stays(board, seat, Move(1 << start, 1 << end))
        or _why_no_effect(board, piece, end, effect, lifts)
    )


def _why_stopped(board: Board, piece: Piece, start: int, end: int) -> RuleError | None:
    if piece.kind in (OCTOPUS, CRAB):
        return None
    between = list(squares(BETWEEN[start][end]))
    for square in between if start < end else reversed(between):
        name = NAMES[square]
        if other := board.piece(square):
            facts = {"start": NAMES[start], "end": NAMES[end], "piece": other.name, "square": name}
            return IllegalMove("The way from {start} to {end} is blocked: there is a {piece} on {square}.", **facts)
        if board.coral_owner(square) is not None and not piece.gatherer:
            message = mark("A hunter stops where it meets coral: your {piece} gets no further than {square}.")
            return IllegalMove(message, piece=piece.name, square=name)
    return None


def _why_never_captured(target: Piece | None, there: str) -> RuleError | None:
    if target is None or target.kind != WHALE:
        return None
    return IllegalMove(
        "The enemy Whale is on {square}: a Whale is never captured, only trapped (checkmate).", square=there
    )


def _why_no_effect(board: Board, piece: Piece, end: int, effect: str, lifts: list[str]) -> RuleError:
    facts = {"piece": piece.name, "square": NAMES[end]}
    coral = board.coral_owner(end) is not None
    if effect == "+":
        if not piece.gatherer:
            return IllegalMove("Hunters place no coral: your {piece} can only lift one.", **facts)
        if coral:
            return IllegalMove("There is a coral on {square} already: no second one can be placed.", **facts)
        return IllegalMove("You have no coral left to place.")
    if piece.gatherer:
        return IllegalMove("Gatherers lift no coral: your {piece} can only place one.", **facts)
    if not coral:
        return IllegalMove("There is no coral on {square} to lift.", **facts)
    return IllegalMove(
        "A {piece} lifts the coral under it, so a ^ alone is enough, without {lifted}.", lifted=listing(lifts), **facts
    )


def _why_no_whale_move(board: Board, seat: Seat, names: list[str], effect: str, lifts: list[str]) -> RuleError:
    start, end, whale = mask_of(*names[:2]), mask_of(*names[2:]), board.whale(seat)
    if start == board.whale(other_side(seat)):
        sides = {"owner": _side(other_side(seat)), "side": _side(seat)}
        return IllegalMove("The Whale on {squares} is {owner}'s: you play {side}.", squares=names_of(start), **sides)
    if start != whale:
        return IllegalMove("Only the Whale is named by two squares, and yours is on {whale}.", whale=names_of(whale))
    if not end:
        return IllegalMove("Your Whale on {whale} has no legal move now.", whale=names_of(whale))
    if len(names) == 3:
        return IllegalMove("Name both squares where the Whale ends: {square} and one beside it.", square=names[2])
    if end not in SLIDES:
        message = mark("{one} and {other} are not side by side: the Whale fills two neighbouring squares.")
        return IllegalMove(message, one=names[2], other=names[3])
    if end == whale:
        return IllegalMove("The Whale is on {whale} already: name other squares to go to.", whale=names_of(whale))
    refusal = _why_whale_stopped(board, seat, end) or _why_no_whale_effect(board, seat, end, effect, lifts)
    if refusal is None:
        raise AssertionError(f"{names_of(whale)}-{names_of(end)} is legal")
    return refusal


def _why_no_whale_effect(board: Board, seat: Seat, end: int, effect: str, lifts: list[str]) -> RuleError | None:
    whale, lifted = board.whale(seat), mask_of(*lifts)
    coral = end & (board.coral[0] | board.coral[1])
    if effect == "+":
        return IllegalMove("A Whale never places coral.")
    if effect and not lifts:
        example = {"start": names_of(whale), "end": names_of(end), "square": names_of(end)[:2]}
        return IllegalMove("Name the coral that the Whale lifts, like {start}-{end}^{square}.", **example)
    if stray := lifted & ~end:
        message = mark("The Whale lifts only coral under itself: {square} is not a square of {end}.")
        return IllegalMove(message, square=names_of(stray)[:2], end=names_of(end))
    if bare := lifted & ~coral:
        return IllegalMove("There is no coral on {square} to lift.", square=names_of(bare)[:2])
    if len(set(lifts)) < len(lifts):
        return IllegalMove("The coral on {square} can be lifted only once: name it once.", square=lifts[0])
    left, refusal = coral & ~lifted, _why_check_stays(board, seat, Move(whale, end, lifted=lifted))
    if refusal and left and not _why_check_stays(board, seat, Move(whale, end, lifted=coral)):
        named = listing([NAMES[square] for square in squares(left)])
        message = mark("{reason} Lift the coral on {squares} to be guarded.")
        return IllegalMove(message, reason=refusal.sentence, squares=named)
    return refusal


def _why_whale_stopped(board: Board, seat: Seat, end: int) -> RuleError | None:
    whale = board.whale(seat)
    ways = [way[: way.index(end) + 1] for way in SLIDES[whale] if end in way]
    ways += [(turn,) for turn in TURNS[whale] if turn == end]
    if not ways:
        return IllegalMove(
            "The Whale slides in a straight line with both halves, or turns about one of them: "
            "it cannot get from {start} to {end}.",
            start=names_of(whale),
            end=names_of(end),
        )
    for step in ways[0]:
        entered = list(squares(step & ~whale))
        for square in entered:
            piece = board.piece(square)
            if piece is not None and piece.seat == seat:
                facts = {"piece": piece.name, "square": NAMES[square]}
                return IllegalMove("Your own {piece} on {square} is in the Whale's way.", **facts)
            if refusal := _why_never_captured(piece, NAMES[square]):
                return refusal
        for square in entered:
            if step != end and (refusal := _why_ended(board, square)):
                return refusal
    return None


def _why_ended(board: Board, square: int) -> RuleError | None:
    """Return the error explaining why a Whale cannot slide beyond a square, or None if it can."""
    if piece := board.piece(square):
        message = mark("The Whale gets no further than {square}, where it captures the {piece}.")
        return IllegalMove(message, square=NAMES[square], piece=piece.name)
    if board.coral_owner(square) is not None:
        message = mark("The Whale stops where it meets coral: it gets no further than {square}.")
        return IllegalMove(message, square=NAMES[square])
    return None


def _why_check_stays(board: Board, seat: Seat, move: Move) -> RuleError | None:
    after = board.after(move, seat)
    for square in squares(checkers(after, seat)):
        piece, whale = after.piece(square), after.whale(other_side(seat))
        if piece is not None:
            where = names_of(whale) if whale >> square & 1 else NAMES[square]
            moved = {"start": names_of(move.start), "end": names_of(move.end)}
            message = mark("{start}-{end} leaves your Whale in check from the {piece} on {square}.")
            return IllegalMove(message, piece=piece.name, square=where, **moved)
    return None


def _side(seat: Seat) -> Sentence:
    return Sentence(SIDES[seat])
