"""Conditional moves: "if they play this, I answer that", prepared in private and played at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games import RuleError
from games.base import shorten
from language import mark
from matches.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games import Seat

DEEPEST = 2
"""The most answers of one's own in one line."""
MOST = 50
"""The most answers that one player may prepare in a match, with any limits: one message has to show them all."""


@dataclass(frozen=True, slots=True)
class Condition:
    """An answer to the last move of `path`: moves from the present position on, theirs and mine in turn."""

    path: tuple[str, ...]
    answer: str


def with_line(known: Sequence[Condition], moves: Sequence[str]) -> list[Condition]:
    """The answers with those of a line of moves, shorter lines first.

    Another answer to the same moves is replaced, and what was built upon it is dropped.
    """
    by_path = {one.path: one for one in known}
    for length in range(1, len(moves), 2):
        made = Condition(tuple(moves[:length]), moves[length])
        by_path = {path: one for path, one in by_path.items() if not _contradicts(one, made)}
        by_path[made.path] = made
    return sorted(by_path.values(), key=lambda one: (len(one.path), one.path))


def legal_line(position: Any, line: Sequence[str], seat: Seat) -> list[str]:  # noqa: ANN401 (a position of any game)
    """The canonical texts of a line in which `seat` answers."""
    moves: list[str] = []
    for n, text in enumerate(line):
        if position.turn == seat and n % 2 == 0:
            if not moves:
                raise Refusal("It is your turn: play your move, then prepare answers.")
            raise Refusal("After {move} it would still be your own turn.", move=moves[-1])
        try:
            move = position.parse(text)
        except RuleError as error:
            message = mark("Your answer {move}: {reason}") if n % 2 else mark("Their move {move}: {reason}")
            raise type(error)(message, move=shorten(text), reason=error.sentence) from error
        if n % 2 and position.turn != seat:
            raise Refusal("After {move} it would still be their turn: there is nothing to answer yet.", move=moves[-1])
        moves.append(position.format(move))
        position = position.play(move)
    return moves


def _contradicts(known: Condition, made: Condition) -> bool:
    """Whether a line goes on from another answer than the one just made."""
    at = len(made.path)
    return len(known.path) > at and known.path[:at] == made.path and known.path[at] != made.answer
