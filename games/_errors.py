"""The refusals of the rules: errors that carry the sentence which the player reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from language import Sentence

if TYPE_CHECKING:
    from collections.abc import Sequence


class RuleError(ValueError):
    """A refusal by the rules. `str()` of it is English; `said()` is in the language of the reader."""

    sentence: Sentence
    """The sentence that the player reads."""

    def __init__(self, message: str | Sentence, /, **fields: object) -> None:
        """A message and its fields, or a whole sentence if it has a plural."""
        super().__init__(message)
        self.sentence = message if isinstance(message, Sentence) else Sentence(message, fields)

    def __str__(self) -> str:
        return str(self.sentence)

    def said(self) -> str:
        """The sentence in the language of the reader."""
        return self.sentence.said()


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
