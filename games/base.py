"""What every game is: a position that is a value, its moves and its one text form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Seat = Literal[0, 1]
"""A side of a match: 0 moves first unless the rules say otherwise."""

Move = TypeVar("Move")


class RuleError(ValueError):
    """A refusal by the rules; its text is the sentence that the player reads."""


class InvalidNotation(RuleError):
    """The text is no move of this game."""


class IllegalMove(RuleError):
    """The text is a move, but it may not be played now; the message says why."""


class AmbiguousMove(RuleError):
    """The text fits several legal moves; the message names them."""


class OptionError(RuleError):
    """An unknown option, or a value that the option does not have; the message lists what is allowed."""


class Option(tuple[str, ...]):  # noqa: SLOT001 (a tuple that carries a word about itself)
    """The allowed values of an option as texts, the default first; `about` says what it chooses."""

    about: str

    def __new__(cls, *values: str, about: str) -> Self:
        option = super().__new__(cls, values)
        option.about = about
        return option


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game without a position."""

    key: str
    """The name in code, database and files: `kings_convoy`."""
    name: str
    """The name that people read: `King's Convoy`."""
    seats: tuple[str, str]
    """The names of the two sides, by seat."""
    rules_version: int
    """Raised when a change of the rules would replay an old match differently."""
    summary: str
    """The aim of the game in one short sentence, for lists of games."""
    legend: str
    """What the signs of `diagram` mean."""
    options: Mapping[str, Option] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winner's seat (None for a draw) and why, as a short phrase."""

    winner: Seat | None
    reason: str


class Position(ABC, Generic[Move]):
    """A position of a game with all that the rules need: board, side to move, options, history.

    Each game is a frozen, slotted dataclass: hashable, compared by value with its history included.
    Its module names the class `GAME`, too; `games.GAMES` finds it there.
    """

    __slots__ = ()

    info: ClassVar[GameInfo]
    turn: Seat
    ply: int
    """How many moves have been played."""

    @classmethod
    @abstractmethod
    def start(cls, **options: str) -> Self:
        """The starting position. An unknown option or value raises OptionError, which lists what is allowed."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """The legal moves in a stable order without duplicates; empty exactly when `result()` is not None."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after `move`, which must be legal here (it is not checked again)."""

    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def format(self, move: Move) -> str:
        """The canonical text of a legal move."""

    @abstractmethod
    def refusal(self, text: str) -> RuleError:
        """Why `text`, already squashed, is no legal move here, in the player's words."""

    @abstractmethod
    def encode(self) -> str:
        """The whole position as one line: `decode(p.encode()) == p`."""

    @classmethod
    @abstractmethod
    def decode(cls, text: str) -> Self:
        """The position that `encode` wrote; raises ValueError for anything else."""

    @abstractmethod
    def diagram(self) -> str:
        """The board as monospace text with coordinates, as its first seat sees it."""

    def parse(self, text: str) -> Move:
        """The legal move that `text` names; case, spaces, '-', 'x' and '>' do not matter.

        Raises IllegalMove (with the reason), AmbiguousMove or InvalidNotation.
        """
        if over := self.result():
            raise IllegalMove(f"The game is over: {over.reason}.")
        typed = squash(text)
        if not typed:
            raise InvalidNotation(f"Name a move, such as {self.format(self.legal_moves()[0])}.")
        begun: list[str] = []
        for move in self.legal_moves():
            canonical = self.format(move)
            squashed = squash(canonical)
            if squashed == typed:
                return move
            rest = squashed.removeprefix(typed)
            if rest != squashed and not (typed[-1].isdigit() and rest[0].isdigit()):  # g1 does not begin g12-g10
                begun.append(canonical)
        if begun:
            raise AmbiguousMove(f"“{shorten(text)}” is only the beginning of a move: {listing(begun)}.")
        raise self.refusal(typed)

    def steps(self, move: Move) -> tuple[str, ...]:
        """The choices that make up `move` as a person makes them: piece, destination, effect.

        A step is the name of a place on the board, or words ("place coral") where it is none.
        """
        return tuple(self.format(move).split("-"))


def squash(text: str) -> str:
    """A typed move without what does not matter: lower case, no spaces, no '-', 'x' or '>'."""
    return "".join(c for c in text.casefold() if not c.isspace() and c not in "-–—x>→:")


def shorten(text: str, most: int = 40) -> str:
    """`text` fit to be quoted in a sentence: one line, at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def listing(texts: Sequence[str], most: int = 8, word: str = "or") -> str:
    """`a, b or c`; of a long list the first `most` and how many more there are."""
    if len(texts) > most:
        return f"{', '.join(texts[:most])} {word} {len(texts) - most} more"
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def chosen_options(info: GameInfo, options: Mapping[str, str]) -> dict[str, str]:
    """Every option of the game with its chosen or default value.

    Raises OptionError for an option or a value that the game does not have.
    """
    for name, value in options.items():
        if name not in info.options:
            raise OptionError(f"{info.name} has no option “{shorten(name)}”: {_known(info.options)}.")
        if value not in info.options[name]:
            wrong, allowed = shorten(str(value)), listing(info.options[name])
            raise OptionError(f"{info.name} cannot be played with {name} “{wrong}”: choose {allowed}.")
    return {name: options.get(name, values[0]) for name, values in info.options.items()}


def _known(options: Mapping[str, Option]) -> str:
    """Which options there are, as the end of a sentence."""
    if not options:
        return "it has no options"
    return f"its {'option is' if len(options) == 1 else 'options are'} {listing(list(options), word='and')}"
