"""Rule errors; each carries the sentence that the player reads."""

from collections.abc import Sequence
from typing import Any

from language import Sentence, SpokenError


class RuleError(SpokenError, ValueError):
    """A move or option that a game's rules refuse."""


class InvalidNotation(RuleError):
    """The text is not a move of this game."""


class IllegalMove(RuleError):
    """The move is not legal in this position; the message says why."""


class AmbiguousMove(RuleError):
    """The text is the start of several legal moves; the message lists them."""

    moves: Sequence[Any]
    """The legal moves that begin with the text, in the order of `legal_moves`."""

    def __init__(self, message: str | Sentence, /, *, begun: Sequence[Any] = (), **fields: object) -> None:
        super().__init__(message, **fields)
        self.moves = begun


class OptionError(RuleError):
    """Unknown option or value; the message lists what is allowed."""
