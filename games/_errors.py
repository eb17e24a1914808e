"""The errors that the rules raise. Each contains the sentence that the player reads."""

from collections.abc import Sequence
from typing import Any

from language import Sentence, SpokenError


class RuleError(SpokenError, ValueError):
    """Raised if a move or an option is against the rules of a game."""


class InvalidNotation(RuleError):
    """Raised if the text is not a move of this game."""


class IllegalMove(RuleError):
    """Raised if a move is not legal in the position. The message explains why."""


class AmbiguousMove(RuleError):
    """Raised if the typed text is the beginning of several legal moves. The message lists these moves."""

    moves: Sequence[Any]
    """The legal moves that begin with the text, in the order of `legal_moves`."""

    def __init__(self, message: str | Sentence, /, *, legal_moves: Sequence[Any] = (), **fields: object) -> None:
        super().__init__(message, **fields)
        self.moves = legal_moves


class OptionError(RuleError):
    """Raised if an option does not exist or cannot have the given value. The message lists the options or values that
    are allowed.
    """
