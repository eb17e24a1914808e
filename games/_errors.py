"""Errors of the rules, each with the sentence that the player reads."""

from collections.abc import Sequence
from typing import Any

from language import Sentence, SpokenError


class RuleError(SpokenError, ValueError):
    """Raised if the rules of a game refuse a move or an option."""


class InvalidNotation(RuleError):
    """Raised if the text is not a move of this game."""


class IllegalMove(RuleError):
    """Raised if a move is not legal in the position. The message says why."""


class AmbiguousMove(RuleError):
    """Raised if a text is the start of several legal moves. The message lists them."""

    moves: Sequence[Any]
    """The legal moves that begin with the text, in the order of `legal_moves`."""

    def __init__(self, message: str | Sentence, /, *, legal_moves: Sequence[Any] = (), **fields: object) -> None:
        super().__init__(message, **fields)
        self.moves = legal_moves


class OptionError(RuleError):
    """Raised if an option or its value is unknown. The message lists the allowed options or values."""
