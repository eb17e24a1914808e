"""Conditional moves (planned replies), such as “if they play this, I reply that”.

Only the player who made them sees them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games import RuleError, Seat
from games.base import shorten
from language import mark
from matches.errors import Refusal

MOST_REPLIES_IN_LINE = 2
MOST_REPLIES = 50
"""The most replies that a player may prepare in a match, whatever the limits. One message must show them all."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A planned reply to the last move of `path`.

    The path starts at the current position and alternates between the opponent's moves and the player's. A reply is
    shelved while its path starts with an empty text. The path then continues from the position before the opponent's
    last move, and the reply becomes active again if that move is taken back.
    """

    path: tuple[str, ...]
    answer: str

    @property
    def shelved(self) -> bool:
        return self.path[:1] == ("",)


def standing(known: Sequence[Condition]) -> list[Condition]:
    """Return the active replies, which are not shelved."""
    return [condition for condition in known if not condition.shelved]


def shelve(known: Sequence[Condition]) -> list[Condition]:
    """Shelve the active replies because the move just played matches none of them.

    Drops the replies shelved earlier.
    """
    return [Condition(("", *condition.path), condition.answer) for condition in standing(known)]


def unshelve(known: Sequence[Condition]) -> list[Condition]:
    """Reactivate the replies shelved by a move that has been taken back, and discard the currently active ones."""
    return [Condition(condition.path[1:], condition.answer) for condition in known if condition.shelved]


def with_line(known: Sequence[Condition], moves: Sequence[str]) -> list[Condition]:
    """Add the replies in a line of moves to the known ones, and return them all, shortest paths first.

    A different reply to the same path is replaced, and the conditions that continue from it are dropped.
    """
    by_path = {condition.path: condition for condition in known}
    for length in range(1, len(moves), 2):
        added = Condition(tuple(moves[:length]), moves[length])
        by_path = {path: condition for path, condition in by_path.items() if not _contradicts(condition, added)}
        by_path[added.path] = added
    return sorted(by_path.values(), key=lambda condition: (len(condition.path), condition.path))


def legal_line(position: Any, line: Sequence[str], seat: Seat) -> list[str]:  # noqa: ANN401 (a position of any game)
    """Return a line's moves in canonical notation. `seat` is the side whose replies it contains.

    Raises Refusal or RuleError if the line is not legal.
    """
    moves: list[str] = []
    for n, text in enumerate(line):
        if position.turn == seat and n % 2 == 0:
            if not moves:
                raise Refusal("It is your turn: play your move, then plan replies.")
            raise Refusal("After {move} it would still be your own turn.", move=moves[-1])
        try:
            move = position.parse(text)
        except RuleError as error:
            message = mark("Your reply {move}: {reason}") if n % 2 else mark("Their move {move}: {reason}")
            raise type(error)(message, move=shorten(text), reason=error.sentence) from error
        if n % 2 and position.turn != seat:
            raise Refusal(
                "After {move} it would still be their turn, so there is nothing to reply to yet.", move=moves[-1]
            )
        moves.append(position.format(move))
        position = position.play(move)
    return moves


def _contradicts(known: Condition, added: Condition) -> bool:
    """Return whether `added` makes a known reply unreachable by giving a different reply to the same moves."""
    length = len(added.path)
    return len(known.path) > length and known.path[:length] == added.path and known.path[length] != added.answer
