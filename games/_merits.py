"""Explains in a few words why a move is good, based only on the rules."""

from collections.abc import Iterator
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
    danger = next(_winning(position.after_null_move(), other), None)
    if danger is not None and next(_winning(after, other), None) is None:
        return Sentence("it stops {move}, which would win at once", {"move": danger})
    return threat(after, position.turn) or position.gain(move)


def threat(after: Position[Any], seat: Seat) -> Sentence | None:
    """Return a phrase about a move that led to `after`, saying how `seat` threatens to win, or None if it does not."""
    threats = list(_winning(after.after_null_move(), seat))
    if len(threats) > 1:
        facts = {"count": len(threats), "move": threats[0]}
        return Sentence("it threatens to win at once in {count} ways, such as {move}", facts)
    return Sentence("it threatens {move}, which would win at once", {"move": threats[0]}) if threats else None


def _winning(position: Position[Any] | None, seat: Seat) -> Iterator[Sentence]:
    """Yield the moves that win at once for `seat`, in words. There are none if it is not that seat's turn."""
    if position is None or position.turn != seat:
        return
    for move in position.legal_moves():
        result = position.play(move).result()
        if result is not None and result.winner == seat:
            yield position.worded(position.format(move))
