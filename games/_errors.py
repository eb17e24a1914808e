"""The errors raised by the rules, with messages for the player."""

from collections.abc import Sequence
from typing import Any

from language import Sentence, SpokenError


class RuleError(SpokenError, ValueError):
    """Raised if a move or option is against a game's rules."""


class InvalidNotation(RuleError):
    """Raised if the text is not a move of this game."""


class IllegalMove(RuleError):
    """Raised if a move is illegal in the position. The message explains why."""


class AmbiguousMove(RuleError):
    """Raised if several legal moves begin with the typed text. The message lists them."""

    moves: Sequence[Any]
    """The legal moves beginning with the text, in the order of `legal_moves`."""

    def __init__(self, message: str | Sentence, /, *, legal_moves: Sequence[Any] = (), **fields: object) -> None:
        super().__init__(message, **fields)
        self.moves = legal_moves


class OptionError(RuleError):
    """Raised if an option does not exist or cannot have the given value. The message lists what is allowed."""
