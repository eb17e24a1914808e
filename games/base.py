"""What every game is: a position that is a value, its moves and its one text form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from games._endings import REPETITION, Ending, Result, Seat, read_phrase
from games._errors import AmbiguousMove, IllegalMove, InvalidNotation, OptionError, RuleError
from games._text import shorten, squash
from language import Sentence, listing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "MOST_LISTED",
    "REPETITION",
    "AmbiguousMove",
    "Ending",
    "GameInfo",
    "IllegalMove",
    "InvalidNotation",
    "Move",
    "Option",
    "OptionError",
    "Position",
    "Result",
    "RuleError",
    "Seat",
    "chosen_options",
    "read_phrase",
    "shorten",
    "squash",
]

Move = TypeVar("Move")

MOST_LISTED = 8
"""A refusal lists at most so many moves or values."""


class Option(tuple[str, ...]):  # noqa: SLOT001 (a tuple that carries a word about itself)
    """The allowed values of an option as texts, the default first."""

    about: str
    """What the option chooses, marked for translation."""

    def __new__(cls, *values: str, about: str) -> Self:
        option = super().__new__(cls, values)
        option.about = about
        return option


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game without a position. The texts are marked, and said when they are shown."""

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
    endings: Mapping[str, Ending]
    """The ways in which the game ends, by key. Keys stay as they are, for the database has them."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """What the players can agree on, by name."""

    @property
    def draws(self) -> bool:
        """Whether the rules know draws, so that the players may agree on one."""
        return any(ending.drawn for ending in self.endings.values())

    def ended(self, key: str, winner: Seat | None, **numbers: int) -> Result:
        """The result of a game that ended so."""
        return Result.of(self.endings, key, winner, **numbers)

    def side(self, seat: Seat) -> Sentence:
        """The name of a side, to be said."""
        return Sentence(self.seats[seat])


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
    def refusal(self, text: str, typed: str) -> RuleError:
        """Why `text` is no legal move here, in the player's words.

        `text` is squashed; a refusal that quotes it quotes what was `typed`, which is fit for that.
        """

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
        """The legal move that `text` names; case, spaces, '-', 'x', '>' and "to" do not matter.

        Raises IllegalMove (with the reason), AmbiguousMove or InvalidNotation.
        """
        if over := self.result():
            raise IllegalMove("The game is over: {reason}.", reason=over.phrase)
        squashed = self.tidied(squash(text))
        if not squashed:
            raise InvalidNotation("Name a move, such as {example}.", example=self.format(self.legal_moves()[0]))
        begun: list[Move] = []
        for move in self.legal_moves():
            known = squash(self.format(move))
            if known == squashed:
                return move
            if goes_on(known, squashed):
                begun.append(move)
        if begun:
            raise AmbiguousMove(
                "“{typed}” is only the beginning of a move: {moves}.",
                typed=shorten(text),
                moves=listing([self.format(move) for move in begun], last="or", most=MOST_LISTED),
            )
        raise self.refusal(squashed, shorten(text))

    def tidied(self, text: str) -> str:
        """A squashed move text as the game writes it: for games that forgive more than `squash` does."""
        return text

    def steps(self, move: Move) -> tuple[str, ...]:
        """The choices that make up `move` as a person makes them: piece, destination, effect.

        A step is the name of a place on the board, or words ("place coral") where it is none.
        """
        return tuple(self.format(move).split("-"))


def goes_on(text: str, beginning: str) -> bool:
    """Whether a squashed move goes on where another text ends: d1d7 begins so with d1, but g12g10 not with g1."""
    rest = text.removeprefix(beginning)
    return rest not in ("", text) and not (beginning[-1:].isdigit() and rest[0].isdigit())


def chosen_options(info: GameInfo, options: Mapping[str, str]) -> dict[str, str]:
    """Every option of the game with its chosen or default value.

    Raises OptionError for an option or a value that the game does not have.
    """
    game = Sentence(info.name)
    for name, value in options.items():
        if name not in info.options:
            raise _unknown_option(info, game, shorten(name))
        if value not in info.options[name]:
            raise OptionError(
                "{game} cannot be played with {option} “{value}”: choose {allowed}.",
                game=game,
                option=name,
                value=shorten(str(value)),
                allowed=listing(info.options[name], last="or", most=MOST_LISTED),
            )
    return {name: options.get(name, values[0]) for name, values in info.options.items()}


def _unknown_option(info: GameInfo, game: Sentence, name: str) -> OptionError:
    if not info.options:
        return OptionError("{game} has no option “{option}”: it has no options.", game=game, option=name)
    return OptionError(
        Sentence(
            "{game} has no option “{option}”: its option is {options}.",
            {"game": game, "option": name, "options": listing(list(info.options)), "count": len(info.options)},
            "{game} has no option “{option}”: its options are {options}.",
        )
    )
