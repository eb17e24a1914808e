"""What every game is: a position that is a value, with its moves and its text form."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from games._endings import REPETITION, SEATS, Ending, Result, Seat, other_side, read_phrase
from games._errors import AmbiguousMove, IllegalMove, InvalidNotation, OptionError, RuleError
from games._text import shorten, squash
from language import Sentence, counted, listing, mark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "MOST_LISTED",
    "REPETITION",
    "SEATS",
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
    "other_side",
    "read_phrase",
    "shorten",
    "squash",
]

Move = TypeVar("Move")

FAIR_PLIES = 2
"""How many moves the options of `GameInfo.fair` can change."""
MOST_LISTED = 8
"""How many moves or values a refusal lists at most."""


class Option(tuple[str, ...]):  # noqa: SLOT001 (a tuple that carries words about itself)
    """The allowed values of an option as texts, the default first."""

    about: str
    """What the option chooses, marked for translation."""
    phrases: Mapping[str, str]
    """What each value means in people's words, marked for translation: `small board (6x6)`."""

    def __new__(cls, phrases: Mapping[str, str], *, about: str) -> Self:
        option = super().__new__(cls, phrases)
        option.about = about
        option.phrases = phrases
        return option


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known of a game without a position. Its texts are marked; they are said when they are shown."""

    key: str
    """The name in code, database and files: `kings_convoy`."""
    name: str
    """The name that people read: `King's Convoy`."""
    seats: tuple[str, str]
    """The names of the two sides, by seat."""
    rules_version: int
    """A number that grows whenever a change of the rules would replay an old match differently."""
    summary: str
    """The aim of the game in one short sentence, for lists of games."""
    legend: str
    """What the signs of `diagram` mean."""
    endings: Mapping[str, Ending]
    """The ways in which the game can end, by key. The database has the keys, so they never change."""
    options: Mapping[str, Option] = field(default_factory=dict)
    """What the players can agree on, by name."""
    fair: Mapping[str, str] = field(default_factory=dict)
    """The options with which both sides have about the same chances, where the usual ones favour a side.

    They change the first FAIR_PLIES moves only.
    """
    roles: tuple[str, str] = (mark("moves first"), mark("moves second"))
    """What each side does at the start, by seat; people read it when they choose a side."""

    @property
    def command(self) -> str:
        """The key as it stands in commands: `kings-convoy`."""
        return self.key.replace("_", "-")

    @property
    def draws(self) -> bool:
        """Whether the rules know draws. Only then can the players agree on one."""
        return any(ending.drawn for ending in self.endings.values())

    def unusual(self, options: Mapping[str, str], ply: int = 0) -> Sequence[Sentence]:
        """The options that differ from the default, in people's words: `small board (6x6)`, `White may swap`.

        Where play begins after `ply` moves, without those that change nothing any more.
        """
        return [
            Sentence(option.phrases[value])
            for name, option in self.options.items()
            if (value := options.get(name, option[0])) != option[0] and value in option
            if ply < FAIR_PLIES or name not in self.fair
        ]

    def ended(self, key: str, winner: Seat | None, **numbers: int) -> Result:
        """The result of a game that has ended in this way."""
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

    def symmetries(self) -> Sequence[Sequence[Move]]:
        """The legal moves in groups: those of a group differ only by turning or mirroring the board.

        A game need not find any that are alike.
        """
        return [[move] for move in self.legal_moves()]

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

        `text` is squashed. A refusal that quotes the move quotes `typed`, which is short enough for that.
        """

    @abstractmethod
    def encode(self) -> str:
        """The whole position as one line: `decode(p.encode()) == p`."""

    @classmethod
    @abstractmethod
    def decode(cls, text: str) -> Self:
        """The position that `encode` wrote; raises ValueError for anything else."""

    @property
    def chosen(self) -> dict[str, str]:
        """The value of each option with which the game began. A game that keeps them otherwise overrides it."""
        return {name: str(getattr(self, name)) for name in self.info.options}

    def possible(self) -> bool:
        """Whether a game can come to such a position: there are not too many pieces, and none where none can be.

        It is asked of positions that people set up; whether there is a way from the start is not asked.
        """
        return True

    @abstractmethod
    def diagram(self) -> str:
        """The board as monospace text with coordinates, as its first seat sees it."""

    def parse(self, text: str) -> Move:
        """The legal move that `text` names. Case, spaces, '-', 'x', '>' and "to" do not matter.

        Raises IllegalMove (with the reason), AmbiguousMove (with the moves, or their next steps if they are many) or
        InvalidNotation.
        """
        moves = self.legal_moves()
        if not moves and (over := self.result()):
            raise IllegalMove("The game is over: {reason}.", reason=over.phrase)
        move = self.find(text, moves)
        if move is not None:
            return move
        squashed = self.normalise(squash(text))
        if not squashed:
            raise InvalidNotation("Name a move, such as {example}.", example=self.format(moves[0]))
        begun: list[Move] = []
        for move in moves:
            known = squash(self.format(move))
            if known == squashed:
                return move
            if continues(known, squashed):
                begun.append(move)
        if begun:
            listed = [self.format(move) for move in begun] if len(begun) <= MOST_LISTED else self.completions(text)
            raise AmbiguousMove(
                "“{typed}” is only the beginning of a move: {moves}.",
                begun=begun,
                typed=shorten(text),
                moves=listing(listed, last="or", most=MOST_LISTED),
            )
        raise self.refusal(squashed, shorten(text))

    def find(self, text: str, moves: Sequence[Move]) -> Move | None:
        """The one of these legal moves whose canonical text this is, or None.

        A replay calls it for every move. A game that has many moves should look the text up in a table.
        """
        return next((move for move in moves if self.format(move) == text), None)

    def normalise(self, text: str) -> str:
        """A squashed move text as the game writes it. A game overrides this if it forgives more than `squash` does."""
        return text

    def completions(self, text: str) -> Sequence[str]:
        """What can be typed next: the beginnings of legal moves that are one step longer than `text`.

        A beginning ends with a dash (`d7-`); a whole move is written as `format` writes it. The last number of `text`
        may become longer (`d1` becomes `d10-`), unless a dash follows it.
        """
        squashed, ended = self.normalise(squash(text)), not text.strip()[-1:].isalnum()
        found: dict[str, None] = {}
        for move in self.legal_moves():
            whole = self.format(move)
            known = squash(whole)
            if known.startswith(squashed) and (not ended or known == squashed or continues(known, squashed)):
                found[self._one_step_on(move, whole, len(squashed))] = None
        return list(found)

    def _one_step_on(self, move: Move, whole: str, typed: int) -> str:
        """The shortest beginning of a move that consists of whole steps and is longer than what was typed, squashed."""
        beginning = ""
        for step in self.steps(move):
            beginning += f"{step}-"
            if not whole.startswith(beginning):
                break
            if len(squash(beginning)) > typed:
                return beginning
        return whole

    # How a move is asked for and told

    def steps(self, move: Move) -> tuple[str, ...]:
        """The choices that make up a move, in the order in which a person makes them: piece, destination, effect.

        A step is the name of a cell or point of the board, or marked words such as `place coral`.
        """
        return tuple(self.format(move).split("-"))

    def question(self, steps: Sequence[str] = (), *, yours: bool = True) -> Sentence:
        """What the picker asks after these first steps of a move. `yours`: the reader is the side to move."""
        del yours
        return Sentence("Where does it go?") if steps else Sentence("Where does the move begin?")

    def label(self, step: str, steps: Sequence[str] = ()) -> Sentence:
        """The label of a step's button, after these first steps."""
        del steps
        return Sentence("{cell}", {"cell": step}) if any(map(str.isdigit, step)) else Sentence(step)

    def sign(self, step: str, steps: Sequence[str] = ()) -> str:
        """An emoji for the piece that a step chooses, or nothing. Beside a letter on the picture it is the label."""
        del step, steps
        return ""

    def task(self) -> Sentence:
        """What the side to move is asked to do: `take one of your stones off the board`."""
        return Sentence("make your move")

    def gain(self, move: Move) -> Sentence | None:
        """What a legal move gains that does not end the game, in a few words: `it captures two boats`."""
        del move
        return None

    def after_null_move(self) -> Self | None:
        """The position after a pass of the side to move, which shows what its opponent threatens.

        None in a game where that shows nothing, because a win never depends on a single move.
        """
        return None

    def describe(self, move: Move, player: object) -> Sentence:
        """What a player did with a legal move: `Alice jumped d7-d5, taking d6`."""
        return Sentence("{player} played {move}", {"player": player, "move": self.format(move)})


def continues(text: str, beginning: str) -> bool:
    """Whether a squashed move is `beginning` and more. `g1` is no beginning of `g12g10`: a number is never divided."""
    rest = text[len(beginning) :]
    return text.startswith(beginning) and bool(rest) and not (beginning[-1:].isdigit() and rest[0].isdigit())


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
        counted(
            "{game} has no option “{option}”: its option is {options}.",
            "{game} has no option “{option}”: its options are {options}.",
            len(info.options),
            game=game,
            option=name,
            options=listing(list(info.options)),
        )
    )
