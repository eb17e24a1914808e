"""Sentences about moves in Coral Clash, and its move picker's questions and button labels."""

import re
from collections.abc import Iterator, Sequence

from games.base import Seat
from games.coral_clash.board import SIDES, WHALE, Board, Move
from games.coral_clash.lines import NAMES, SQUARE, bits, names_of, squares
from language import Sentence, listing, mark

PLACE = "place coral"
LIFT = "lift coral"
LIFT_NONE = "lift none"
JUST_MOVE = "just move"
_LABELS = {
    PLACE: mark("Place coral"),
    LIFT: mark("Lift coral"),
    LIFT_NONE: mark("Lift none"),
    JUST_MOVE: mark("Just move"),
}
"""The button labels for the effects."""

_CHECKERS = (
    mark("the Whale on {squares}"),
    mark("the dolphin on {squares}"),
    mark("the turtle on {squares}"),
    mark("the pufferfish on {squares}"),
    mark("the crab on {squares}"),
    mark("the octopus on {squares}"),
)
"""The text for a piece that gives check, by the number of the piece's kind."""

_SQUARE = re.compile(r"[a-h][1-8]")
_EMOJI = "🐳🐬🐢🐡🦀🐙"


def question(board: Board, seat: Seat, steps: Sequence[str], *, setup: bool, own_turn: bool) -> Sentence:
    """Return the move picker's question after these steps. `own_turn` says whether the reader plays `seat`."""
    if setup:
        return Sentence(
            "Yellow moves first, so {side} adds a coral. Under which piece?", {"side": Sentence(SIDES[seat])}
        )
    if not steps:
        return Sentence("Which piece moves?")
    piece = board.piece(SQUARE[steps[0][:2]])
    if piece is None:
        raise ValueError(f"no move begins on {steps[0]}")
    if piece.kind == WHALE:
        return _question_of_the_whale(len(steps), own_turn=own_turn)
    if len(steps) == 1:  # what hunters and gatherers do to coral does not matter yet, and a learner does not know it
        return Sentence("Where does the {piece} on {square} go?", {"piece": piece.kind_name, "square": steps[-1]})
    facts = {"piece": piece.name, "square": steps[-1]}
    if piece.gatherer:
        return Sentence("Does the {piece} place a coral on {square}?", facts)
    return Sentence("Does the {piece} lift the coral on {square}?", facts)


def _question_of_the_whale(steps: int, *, own_turn: bool) -> Sentence:
    if steps == 1:
        return Sentence("Where does your Whale go?") if own_turn else Sentence("Where does the Whale go?")
    return Sentence("Which coral does your Whale lift?") if own_turn else Sentence("Which coral does the Whale lift?")


def label(board: Board, step: str, steps: Sequence[str]) -> Sentence:
    """Return the button label for a step: a square, an effect, or a piece, which is shown with its emoji."""
    squares = _SQUARE.findall(step)
    if not squares:
        return Sentence(_LABELS[step])
    if "".join(squares) != step:
        return Sentence("Lift {squares}", {"squares": listing(squares)})
    piece = None if steps or step[:2] not in SQUARE else board.piece(SQUARE[step[:2]])
    if piece is None:
        return Sentence("{square}", {"square": step})
    return Sentence("{emoji} {square}", {"emoji": _EMOJI[piece.kind], "square": step})


def worded(text: str) -> Sentence:
    """Return a move's canonical text with words in place of its effect on coral, such as `e2-h5 (placing a coral)`."""
    _, lift, lifted = text.partition("^")
    if not lift and "+" not in text:
        return Sentence("{move}", {"move": text})
    effect = Sentence("lifting the coral") if lift else Sentence("placing a coral")
    if lifted:
        effect = Sentence("lifting coral from {squares}", {"squares": listing(_SQUARE.findall(lifted))})
    return Sentence("{move} ({effect})", {"move": _way(text), "effect": effect})


def _way(text: str) -> str:
    """Return a move's canonical text without its effect on coral."""
    return text.partition("^")[0].strip("+")


def annotate(board: Board, seat: Seat, move: Move, text: str) -> Sentence:
    """Return a move of `seat` in words, with all its effects if it captures a piece. `text` is its canonical text."""
    if not move.end & board.sides[1 - seat]:
        return worded(text)
    return Sentence("{move} ({effect})", {"move": _way(text), "effect": listing(list(effects(board, seat, move)))})


def describe(board: Board, seat: Seat, move: Move, text: str, player: object) -> Sentence:
    """Return a sentence about a move made by `player` for `seat`. `text` is its canonical text."""
    if not move.start:
        square = next(squares(move.placed))
        piece = board.piece(square)
        return Sentence(
            "{player} began with a coral under the {piece} on {square}",
            {"player": player, "piece": piece and piece.name, "square": NAMES[square]},
        )
    piece = board.piece(next(squares(move.start)))
    fields = {"player": player, "piece": piece and piece.name, "move": _way(text)}
    done = list(effects(board, seat, move))
    if not done:
        return Sentence("{player} moved the {piece} {move}", fields)
    return Sentence("{player} moved the {piece} {move}, {effects}", {**fields, "effects": listing(done)})


def check(board: Board, checking: int) -> Sentence:
    """Return a sentence saying which pieces give check. `checking` is a mask of their squares."""
    pieces = []
    for kind, message in enumerate(_CHECKERS):
        of_kind = board.kinds[kind] & checking
        masks = [of_kind] if kind == WHALE and of_kind else bits(of_kind)
        pieces += [Sentence(message, {"squares": names_of(mask)}) for mask in masks]
    return Sentence("Check by {pieces}", {"pieces": listing(pieces)})


def effects(board: Board, seat: Seat, move: Move) -> Iterator[Sentence]:
    """Yield a phrase for each thing a move captures, places or lifts, such as `capturing the hunter crab on d5`."""
    for square in squares(move.end & board.sides[1 - seat]):
        if piece := board.piece(square):
            yield Sentence("capturing the {piece} on {square}", {"piece": piece.name, "square": NAMES[square]})
    if move.placed:
        yield Sentence("placing a coral")
    for owner, corals in enumerate(board.coral):
        if lifted := move.lifted & corals:
            yield Sentence(
                "lifting {side}'s coral from {squares}",
                {"side": Sentence(SIDES[owner]), "squares": listing([NAMES[square] for square in squares(lifted)])},
            )
