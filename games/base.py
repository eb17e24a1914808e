"""The interface implemented by every game. Positions are immutable and can be written as text."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Self, TypeVar

from games._endings import REPETITION, SEATS, Ending, Result, Seat, other_side
from games._errors import AmbiguousMove, IllegalMove, InvalidNotation, OptionError, RuleError
from games._measures import Measure
from games._text import bare, plain, plain_record, shorten, squash
from language import Sentence, counted, listing, mark

__all__ = [
    "MOST_LISTED",
    "REPETITION",
    "SEATS",
    "AmbiguousMove",
    "Ending",
    "GameInfo",
    "IllegalMove",
    "InvalidNotation",
    "Measure",
    "Move",
    "Option",
    "OptionError",
    "Placeable",
    "Position",
    "Result",
    "RuleError",
    "Seat",
    "Stacks",
    "bare",
    "chosen_options",
    "other_side",
    "plain",
    "plain_record",
    "shorten",
    "squash",
]

Move = TypeVar("Move")

FAIR_PLIES = 2
"""The number of plies from the start in which the options of `GameInfo.fair` matter."""
MOST_LISTED = 8
"""The most moves or values that a refusal lists."""


class Option(tuple[str, ...]):  # noqa: SLOT001 (a tuple with attributes)
    """The possible values of one of a game's options. The first is the default."""

    about: str
    """The description of the option, marked for translation."""
    phrases: Mapping[str, str]
    """The label of each value, marked for translation, such as `6 x 6, a small board`."""

    def __new__(cls, phrases: Mapping[str, str], *, about: str) -> Self:
        option = super().__new__(cls, phrases)
        option.about = about
        option.phrases = phrases
        return option


@dataclass(frozen=True, slots=True)
class Placeable:
    """A kind of piece that can be placed when setting up a position."""

    name: Sentence
    """The name, such as `black stone`."""
    cells: Sequence[str]
    """The cells where the piece can stand."""
    layer: int | None = 0
    """The layer of the piece.

    A piece replaces a piece of the same layer on its cell, and lies above lower layers. None stacks on everything.
    """
    only: bool = False
    """Whether a position has at most one such piece. If so, placing it a second time moves it."""


Stacks = Mapping[str, tuple[str, ...]]
"""The pieces on each cell of a position, from bottom to top. Each piece is given by its key in `Position.palette`."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """Facts common to all positions of a game. Text is translated when displayed."""

    key: str
    """The identifier in code, database and file names, such as `kings_convoy`."""
    name: str
    """The displayed name, such as `King's Convoy`."""
    seats: tuple[str, str]
    """The sides' names, by seat."""
    rules_version: int
    """The version of the rules. It increases with any change that could make an old match replay differently."""
    summary: str
    """The game's aim in one short sentence."""
    essence: str
    """What one does in the game, in at most 19 characters, such as `jump or lose`."""
    legend: str
    """An explanation of `diagram`'s symbols."""
    endings: Mapping[str, Ending]
    """The possible endings by key. The keys are stored in the database, so they never change."""
    options: Mapping[str, Option] = field(default_factory=dict)
    fair: Mapping[str, str] = field(default_factory=dict)
    """The options that give both sides equal chances. They affect only the first FAIR_PLIES moves."""
    both_sides: bool = False
    """Whether strong play favours one side. If so, people may agree on two simultaneous matches with sides swapped."""
    roles: tuple[str, str] = (mark("moves first"), mark("moves second"))
    """Each side's description, by seat, which is shown to people who choose a side."""
    example: tuple[str, str] = ("", "")
    """A position, as written by `Position.encode`, and a move there that shows what the game is about.

    Pictures of the game show the board after that move, or the start if this is empty.
    """
    one_view: bool = False
    """Whether everybody sees the board from the same side, because neither player has an end of the board."""

    @property
    def command(self) -> str:
        """The game's name in commands, such as `kings-convoy`."""
        return self.key.replace("_", "-")

    @property
    def draws(self) -> bool:
        """Whether the game can end in a draw, including by agreement."""
        return any(ending.drawn for ending in self.endings.values())

    def unusual(self, options: Mapping[str, str], ply: int = 0) -> Sequence[Sentence]:
        """Return the labels of the options with non-default values, such as `6 x 6, a small board`.

        Options that no longer matter if play begins after `ply` moves are left out.
        """
        return [
            Sentence(option.phrases[value])
            for name, option in self.options.items()
            if (value := options.get(name, option[0])) != option[0] and value in option
            if ply < FAIR_PLIES or name not in self.fair
        ]

    def ratable(self, options: Mapping[str, str]) -> bool:
        """Return True if a match with these options can be rated: each must have its default or its fair value."""
        return all(
            options.get(name, option[0]) in {option[0], self.fair.get(name)} for name, option in self.options.items()
        )

    def ended(self, key: str, winner: Seat | None, **numbers: int) -> Result:
        return Result.of(self.endings, key, winner, **numbers)

    def side(self, seat: Seat) -> Sentence:
        """Return the name of a side, ready to be translated."""
        return Sentence(self.seats[seat])


class Position(ABC, Generic[Move]):
    """A position of a game, with everything the rules need: the board, the side to move, the options and the history.

    Each game is a frozen, slotted dataclass: hashable, and compared by value including its history. Its module also
    binds the class to `GAME`, from which `games.GAMES` is built.
    """

    __slots__ = ()

    info: ClassVar[GameInfo]
    turn: Seat
    ply: int
    """The number of moves played."""

    @classmethod
    @abstractmethod
    def start(cls, **options: str) -> Self:
        """Return the starting position. Raises OptionError, listing the alternatives, if an option is not allowed."""

    @classmethod
    def example(cls) -> tuple[Self, str]:
        """Return a position and the text of a move there that shows what the game is about.

        A game without an example has its start and an empty text.
        """
        code, move = cls.info.example
        return (cls.decode(code) if code else cls.start()), move

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Return the legal moves, always in the same order. The list is empty if and only if the game is over."""

    def symmetries(self) -> Sequence[Sequence[Move]]:
        """Return the legal moves, grouped by equivalence under rotation and reflection of the board.

        A game may leave equivalent moves ungrouped, as this default does.
        """
        return [[move] for move in self.legal_moves()]

    @abstractmethod
    def play(self, move: Move) -> Self:
        """Return the position after a move. The move must be legal; this is not checked."""

    @abstractmethod
    def result(self) -> Result | None:
        """Return the game's result, or None if the game is not over."""

    @abstractmethod
    def format(self, move: Move) -> str:
        """Return a legal move's canonical text."""

    @abstractmethod
    def refusal(self, text: str, typed: str) -> RuleError:
        """Return the error explaining why a typed move is illegal. `text` is the move as returned by `squash`.

        The error should quote `typed`, which is what the player wrote, in shortened form.
        """

    @abstractmethod
    def encode(self) -> str:
        """Return the whole position as one line of text, which `decode` turns back into an equal position."""

    @classmethod
    @abstractmethod
    def decode(cls, text: str) -> Self:
        """Return the position described by `text`. Raises ValueError if `encode` did not produce the text."""

    @property
    def chosen(self) -> dict[str, str]:
        """The values of the game's options. By default, each is read from the attribute of the same name."""
        return {name: str(getattr(self, name)) for name in self.info.options}

    @abstractmethod
    def palette(self) -> Mapping[str, Placeable]:
        """Return the pieces that can be placed on this board, under the keys used by `with_placement`."""

    @abstractmethod
    def placement(self) -> Stacks:
        """Return the pieces on the board by cell."""

    @abstractmethod
    def with_placement(self, placement: Stacks, turn: Seat) -> Self:
        """Return the position with the same options but only these pieces on the board, and without its history.

        Keeps the ply if it fits the pieces and the turn. `turn` is ignored if the pieces already decide whose turn it
        is. Raises RuleError if pieces cannot be placed like this, and KeyError or ValueError if a piece or cell is
        unknown.
        """

    def flaw(self) -> Sentence | None:
        """Return why a position is impossible, such as too many pieces, or None if it is possible.

        People can set up any position, so it need not be reachable from the start.
        """
        return None

    @abstractmethod
    def diagram(self) -> str:
        """Return the board as monospace text with coordinates, as seen by the first player."""

    def parse(self, text: str) -> Move:
        """Return the legal move that a player typed, ignoring case, spaces, "-", "x", ">" and "to".

        Raises IllegalMove with the reason, AmbiguousMove with the possible moves (or their next steps if there are
        many), or InvalidNotation.
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
                legal_moves=begun,
                typed=shorten(text),
                moves=listing(listed, last="or", limit=MOST_LISTED),
            )
        raise self.refusal(squashed, shorten(text))

    def find(self, text: str, moves: Sequence[Move]) -> Move | None:
        """Return the legal move with this canonical text, or None if there is none.

        Every replay calls this for each move, so games with many moves should use a lookup table.
        """
        return next((move for move in moves if self.format(move) == text), None)

    def normalise(self, text: str) -> str:
        """Return a squashed move in its usual spelling.

        Override this if a game accepts more spellings than `squash` removes.
        """
        return text

    def completions(self, text: str) -> Sequence[str]:
        """Return every string that extends `text` by one more step of a legal move.

        An incomplete move ends with a dash (`d7-`); a complete one is canonical. The last number of `text` may be
        extended (`d1` to `d10-`) unless a dash follows it.
        """
        squashed, ended = self.normalise(squash(text)), not text.strip()[-1:].isalnum()
        completions: dict[str, None] = {}
        for move in self.legal_moves():
            whole = self.format(move)
            known = squash(whole)
            if known.startswith(squashed) and (not ended or known == squashed or continues(known, squashed)):
                completions[self._next_step(move, whole, len(squashed))] = None
        return list(completions)

    def _next_step(self, move: Move, whole: str, typed: int) -> str:
        """Return the shortest beginning of a move in whole steps that has more than `typed` squashed characters."""
        beginning = ""
        for step in self.steps(move):
            beginning += f"{step}-"
            if not whole.startswith(beginning):
                break
            if len(squash(beginning)) > typed:
                return beginning
        return whole

    def steps(self, move: Move) -> tuple[str, ...]:
        """Return the choices that make up a move, in the order in which the move picker offers them.

        They are the piece, the destination and the effect. A step is the name of a cell, or a phrase such as
        `place coral`.
        """
        return tuple(self.format(move).split("-"))

    def question(self, steps: Sequence[str] = (), *, own_turn: bool = True) -> Sentence:
        """Return the move picker's question after these steps. `own_turn` says whether the reader is to move."""
        del own_turn
        return Sentence("Where does it go?") if steps else Sentence("Where does the move begin?")

    def usual_effect(self, effects: Sequence[str], end: str = "") -> str:
        """Return the effect that players usually choose for a move ending on the cell `end`.

        If `end` is empty, return the usual effect for moves to any cell.
        """
        del end
        return effects[0]

    def label(self, step: str, steps: Sequence[str] = ()) -> Sentence:
        """Return the button label for a step of a move. `steps` are the steps chosen before it."""
        del steps
        return Sentence("{cell}", {"cell": step}) if any(map(str.isdigit, step)) else Sentence(step)

    def task(self) -> Sentence:
        """Return what the side to move has to do, such as `take one of your stones off the board`."""
        return Sentence("make your move")

    def warnings(self) -> Sequence[Sentence]:
        """Return warnings for both sides about the position, such as `Check by the dolphin on g6`."""
        return ()

    def count_repetitions(self) -> int:
        """Return how often the position has occurred before, or 0 in games without draws by repetition."""
        return 0

    def recurrence(self) -> Sequence[Sentence]:
        """Return a list with a warning if this position's next occurrence will be a draw, or else an empty list."""
        warning = mark("This position came up before, and the third time is a draw")
        return [Sentence(warning)] if self.count_repetitions() == 1 else []

    @classmethod
    def worded(cls, text: str) -> Sentence:
        """Return a move's canonical text with words in place of its signs, such as `e2-h5 (placing a coral)`."""
        return Sentence("{move}", {"move": text})

    @classmethod
    def worded_in_line(cls, text: str) -> Sentence:
        """Return a move's canonical text in words, without its usual effect, for a line of moves."""
        return cls.worded(text)

    def annotate_move(self, move: Move) -> Sentence:
        """Return a legal move in words, including effects that its canonical text omits, such as `h2 (lifting b1)`."""
        return self.worded(self.format(move))

    def gain(self, move: Move) -> Sentence | None:
        """Return a short reason why a move that does not end the game is good, such as `it captures two boats`."""
        del move
        return None

    def taken_by(self, move: Move) -> Sentence | None:
        """Return what a legal move takes from the opponent, such as `the hunter crab on d5`, or None if nothing."""
        del move
        return None

    def measures(self) -> Sequence[Measure]:
        """Return the measures that can explain why a line is better, most important first.

        The game must not be over.
        """
        return ()

    def after_null_move(self) -> Self | None:
        """Return the position after the side to move passes, for finding the opponent's threats.

        Returns None in games where a single move threatens nothing or where passing makes no sense.
        """
        return None

    def describe(self, move: Move, player: object) -> Sentence:
        """Return a sentence describing a legal move, such as `Alice jumped d7-d5, taking d6`."""
        return Sentence("{player} played {move}", {"player": player, "move": self.format(move)})


def continues(text: str, beginning: str) -> bool:
    """Return True if a squashed move starts with `beginning` without splitting a number, as `g1` would in `g12`."""
    rest = text[len(beginning) :]
    return text.startswith(beginning) and bool(rest) and not (beginning[-1:].isdigit() and rest[0].isdigit())


def chosen_options(info: GameInfo, options: Mapping[str, str]) -> dict[str, str]:
    """Return the values of all of a game's options, with defaults for those not given.

    Raises OptionError if an option or its value is unknown.
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
                allowed=listing(info.options[name], last="or", limit=MOST_LISTED),
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
