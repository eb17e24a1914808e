"""Why a typed text is no legal move of Coral Clash, in the player's words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.base import IllegalMove, InvalidNotation, RuleError, shorten
from games.coral_clash.board import (
    CRAB,
    DOLPHIN,
    OCTOPUS,
    PUFFERFISH,
    SIDES,
    TURTLE,
    WHALE,
    Board,
    Move,
    Piece,
    other_side,
)
from games.coral_clash.lines import BETWEEN, NAMES, SLIDES, SQUARE, TURNS, mask_of, named, squares
from games.coral_clash.moves import checkers, reach

if TYPE_CHECKING:
    from games.base import Seat

_TYPED = re.compile(r"(\+?)((?:[a-z][0-9]+)+)(\+|\^((?:[a-z][0-9]+)*)|)")
_SQUARES = re.compile(r"[a-z][0-9]+")
_HOW_TO_WRITE = (
    "write where the piece stands and where it goes, like d2-b4, with + to place a coral or ^ to lift it; "
    "the Whale by both of its squares, like d1e1-d2e2^d2"
)
_FAR = {
    DOLPHIN: "in a straight line in any of the eight directions",
    TURTLE: "along a row or a column",
    PUFFERFISH: "diagonally",
}
_ONE_STEP = {
    ("text", OCTOPUS): "one square along a row or a column",
    ("text", CRAB): "one square diagonally",
    ("diagram", OCTOPUS): "one square diagonally",
    ("diagram", CRAB): "one square along a row or a column",
}


def refusal(board: Board, seat: Seat, text: str, *, setup: bool) -> RuleError:
    """Why the squashed `text` is no legal move of `seat`: in Blue's setup on ply 1, or later."""
    match = _TYPED.fullmatch(text)
    if match is None:
        return InvalidNotation(f"“{shorten(text)}” is no move: {_HOW_TO_WRITE}.")
    plus, named_squares, effect, lifted = match.groups()
    places, lifts = _SQUARES.findall(named_squares), _SQUARES.findall(lifted or "")
    for name in [*places, *lifts]:
        if name not in SQUARE:
            return InvalidNotation(f"{shorten(name)} is not on the board: its squares go from a1 to h8.")
    if setup:
        return IllegalMove(_why_no_setup(board, seat, places))
    if plus:
        return IllegalMove("Blue's extra coral has been placed already: now move a piece, like d2-b4.")
    if len(places) > 4 or len(lifts) > 2:
        return InvalidNotation(f"“{shorten(text)}” names too many squares: {_HOW_TO_WRITE}.")
    if len(places) > 2 or mask_of(*places) == board.whale(seat):
        return IllegalMove(_why_no_whale_move(board, seat, places, effect, lifts))
    return IllegalMove(_why_no_move(board, seat, places, effect, lifts))


def _why_no_setup(board: Board, seat: Seat, places: list[str]) -> str:
    side = SIDES[seat]
    if len(places) > 1:
        return f"{side} begins with one more coral under one of its own pieces: type + and the square, like +c7."
    square = SQUARE[places[0]]
    if reason := _why_not_yours(board, seat, places[0]):
        return f"{reason} {side} begins with one more coral under one of its own pieces."
    if board.coral_owner(square) is not None:
        return f"There is a coral on {NAMES[square]} already: choose a piece of yours that has none."
    return "The setup is + and one square, like +c7: nothing more."


def _why_not_yours(board: Board, seat: Seat, name: str) -> str:
    piece = board.piece(SQUARE[name])
    if piece is None:
        return f"There is no piece on {name}."
    if piece.seat != seat:
        return f"The {piece} on {name} is {SIDES[piece.seat]}'s: you play {SIDES[seat]}."
    return ""


def _why_no_move(board: Board, seat: Seat, places: list[str], effect: str, lifts: list[str]) -> str:
    here, there = places[0], places[-1]
    start, end = SQUARE[here], SQUARE[there]
    piece, target = board.piece(start), board.piece(end)
    if piece is None or piece.seat != seat:
        return _why_not_yours(board, seat, here)
    if piece.kind == WHALE:
        return (
            f"The Whale is named by two squares: type {named(board.whale(seat))} and then both squares where it ends."
        )
    if len(places) == 1:
        return f"Your {piece} on {here} has no legal move now."
    if start == end:
        return f"The {piece} already stands on {here}: name another square to go to."
    if not reach(board, piece.kind, start, 0) >> end & 1:
        how = _ONE_STEP.get((board.steps, piece.kind)) or _FAR[piece.kind]
        return f"The {piece} moves {how}: it cannot go from {here} to {there}."
    if target is not None and target.seat == seat:
        return f"Your own {target} stands on {there}."
    return (
        _why_stopped(board, piece, start, end)
        or _why_never_captured(target, there)
        or _why_check_stays(board, seat, Move(1 << start, 1 << end))
        or _why_no_effect(board, piece, end, effect, lifts)
    )


def _why_stopped(board: Board, piece: Piece, start: int, end: int) -> str:
    if piece.kind in (OCTOPUS, CRAB):
        return ""
    between = list(squares(BETWEEN[start][end]))
    for square in between if start < end else reversed(between):
        if board.piece(square) is not None:
            return f"The way from {NAMES[start]} to {NAMES[end]} is blocked: there is a {_at(board, square)}."
        if board.coral_owner(square) is not None and not piece.gatherer:
            return f"A hunter stops where it meets coral: your {piece} gets no further than {NAMES[square]}."
    return ""


def _why_never_captured(target: Piece | None, there: str) -> str:
    if target is None or target.kind != WHALE:
        return ""
    return f"The enemy Whale is on {there}: a Whale is never captured, it is checkmated."


def _why_no_effect(board: Board, piece: Piece, end: int, effect: str, lifts: list[str]) -> str:
    there, coral = NAMES[end], board.coral_owner(end) is not None
    if effect == "+":
        if not piece.gatherer:
            return f"Hunters place no coral: your {piece} can only lift one."
        if coral:
            return f"There is a coral on {there} already: no second one can be placed."
        return "Your supply of coral is empty: there is none to place."
    if piece.gatherer:
        return f"Gatherers lift no coral: your {piece} can only place one."
    if not coral:
        return f"There is no coral on {there} to lift."
    return f"A {piece} lifts the coral under it, so a ^ alone is enough, without {' and '.join(lifts)}."


def _why_no_whale_move(board: Board, seat: Seat, places: list[str], effect: str, lifts: list[str]) -> str:
    start, end, whale = mask_of(*places[:2]), mask_of(*places[2:]), board.whale(seat)
    if start == board.whale(other_side(seat)):
        return f"The Whale on {named(start)} is {SIDES[other_side(seat)]}'s: you play {SIDES[seat]}."
    if start != whale:
        return f"Only the Whale is named by two squares, and yours is on {named(whale)}."
    if not end:
        return f"Your Whale on {named(whale)} has no legal move now."
    if len(places) == 3:
        return f"Name both squares where the Whale ends: {places[2]} and one beside it."
    if end not in SLIDES:
        return f"{places[2]} and {places[3]} are not side by side: the Whale fills two neighbouring squares."
    if end == whale:
        return f"The Whale is on {named(whale)} already: name other squares to go to."
    return _why_whale_stopped(board, seat, end) or _why_no_whale_effect(board, seat, end, effect, lifts)


def _why_no_whale_effect(board: Board, seat: Seat, end: int, effect: str, lifts: list[str]) -> str:
    whale, lifted = board.whale(seat), mask_of(*lifts)
    coral = end & (board.coral[0] | board.coral[1])
    if effect == "+":
        return "A Whale never places coral."
    if effect and not lifts:
        return f"Name the coral that the Whale lifts, like {named(whale)}-{named(end)}^{named(end)[:2]}."
    if stray := lifted & ~end:
        return f"The Whale lifts only coral under itself: {named(stray)[:2]} is no square of {named(end)}."
    if bare := lifted & ~coral:
        return f"There is no coral on {named(bare)[:2]} to lift."
    if len(set(lifts)) < len(lifts):
        return f"The coral on {lifts[0]} can be lifted only once: name it once."
    left, reason = coral & ~lifted, _why_check_stays(board, seat, Move(whale, end, lifted=lifted))
    if left and not _why_check_stays(board, seat, Move(whale, end, lifted=coral)):
        return f"{reason} Lift the coral on {' and '.join(NAMES[square] for square in squares(left))} to be guarded."
    return reason


def _why_whale_stopped(board: Board, seat: Seat, end: int) -> str:
    whale = board.whale(seat)
    ways = [way[: way.index(end) + 1] for way in SLIDES[whale] if end in way]
    ways += [(turn,) for turn in TURNS[whale] if turn == end]
    if not ways:
        return (
            "The Whale slides in a straight line with both halves, or turns about one of them: "
            f"it cannot get from {named(whale)} to {named(end)}."
        )
    for step in ways[0]:
        entered = list(squares(step & ~whale))
        for square in entered:
            piece = board.piece(square)
            if piece is not None and piece.seat == seat:
                return f"Your own {piece} on {NAMES[square]} is in the Whale's way."
            if reason := _why_never_captured(piece, NAMES[square]):
                return reason
        for square in entered:
            if step != end and (reason := _why_ended(board, square)):
                return reason
    return ""


def _why_ended(board: Board, square: int) -> str:
    """Why a Whale that enters the square slides no further; empty if it does."""
    if board.piece(square) is not None:
        return f"The Whale gets no further than {NAMES[square]}, where it captures the {board.piece(square)}."
    if board.coral_owner(square) is not None:
        return f"The Whale stops where it meets coral: it gets no further than {NAMES[square]}."
    return ""


def _why_check_stays(board: Board, seat: Seat, move: Move) -> str:
    after = board.after(move, seat)
    attacking = checkers(after, seat)
    if not attacking:
        return ""
    square = next(squares(attacking))
    where = named(after.whale(other_side(seat))) if after.whale(other_side(seat)) >> square & 1 else NAMES[square]
    return (
        f"{named(move.start)}-{named(move.end)} leaves your Whale in check from the {after.piece(square)} on {where}."
    )


def _at(board: Board, square: int) -> str:
    return f"{board.piece(square)} on {NAMES[square]}"
