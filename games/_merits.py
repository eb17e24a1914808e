"""Explains in a few words why a move is good, based only on the rules."""

from typing import Any

from games._endings import Seat
from games.base import Position, other_side
from language import Sentence


def merit(position: Position[Any], move: Any) -> Sentence | None:  # noqa: ANN401 (each game has its own moves)
    """Return a phrase about what a legal move wins, prevents, threatens or gains, or None if it does none of these."""
    after = position.play(move)
    result = after.result()
    if result is not None:
        return Sentence("it wins at once") if result.winner == position.turn else None
    if len(position.legal_moves()) == 1:
        return Sentence("it is the only legal move")
    other = other_side(position.turn)
    threat = _winning(position.after_null_move(), other)
    if threat is not None and _winning(after, other) is None:
        return Sentence("it stops {move}, which would win at once", {"move": threat})
    threat = _winning(after.after_null_move(), position.turn)
    if threat is not None:
        return Sentence("it threatens {move}, which would win at once", {"move": threat})
    return position.gain(move)


def _winning(position: Position[Any] | None, seat: Seat) -> Sentence | None:
    """Describe a move that wins at once for `seat`, or return None if there is none or it is not that seat's turn."""
    if position is None or position.turn != seat:
        return None
    for move in position.legal_moves():
        result = position.play(move).result()
        if result is not None and result.winner == seat:
            return position.worded(position.format(move))
    return None
