"""The refusals of the rules: errors that carry the sentence which the player reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from language import SpokenError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from language import Sentence


class RuleError(SpokenError, ValueError):
    """A refusal by the rules."""


class InvalidNotation(RuleError):
    """The text is no move of this game."""


class IllegalMove(RuleError):
    """The text is a move, but it may not be played now; the message says why."""


class AmbiguousMove(RuleError):
    """The text is only the beginning of legal moves; the message names them."""

    moves: Sequence[Any]
    """The moves that begin so, in the order of `legal_moves`."""

    def __init__(self, message: str | Sentence, /, *, begun: Sequence[Any] = (), **fields: object) -> None:
        super().__init__(message, **fields)
        self.moves = begun


class OptionError(RuleError):
    """The game has no such option, or the option has no such value; the message lists what is allowed."""
