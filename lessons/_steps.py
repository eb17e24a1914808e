"""Lesson steps, each with a position, a task, and a response to each legal move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games import GAMES, Position, Result


class Tried:
    """A legal move that a learner could try in a step, and its consequences."""

    def __init__(self, before: Position[Any], move: Any) -> None:  # noqa: ANN401 (a move of any game)
        self.before: Any = before  # a lesson asks for facts that only its own game has
        self.after: Any = before.play(move)
        self.move, self.text = move, before.format(move)
        self.start, _, self.stop = self.text.partition("-")

    @cached_property
    def result(self) -> Result | None:
        result: Result | None = self.after.result()
        return result

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def won(self) -> bool:
        """Whether the move wins the game at once for its player."""
        return self.result is not None and self.result.winner == self.before.turn

    @property
    def taken(self) -> int:
        """How many pieces the move has taken off the board."""
        before, after = (sum(map(len, position.placement().values())) for position in (self.before, self.after))
        return before - after

    @property
    def replies(self) -> "list[Tried]":
        return [Tried(self.after, move) for move in self.after.legal_moves()]


Predicate = Callable[[Tried], bool]


def _always(_: Tried) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """Wrong moves that share the same mistake."""

    says: str
    """An explanation of the mistake, marked for translation."""
    when: Predicate = _always
    """Whether a wrong move that fits no earlier kind is of this kind."""
    reply: str = ""
    """The opponent's reply that shows the mistake, as written by `Position.format`. Empty if none is needed."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson, which teaches one idea. The learner tries moves until one is right."""

    key: str
    """The step's name. It is stored in the database, so never change it."""
    code: str
    """The position, as written by `Position.encode`."""
    task: str
    """What the move should achieve, marked for translation."""
    right: Predicate
    """Whether a move completes the task."""
    praise: str
    """What a right move gains, marked for translation."""
    kinds: Sequence[Kind] = ()
    """The kinds of wrong moves. Each wrong move fits at least one, and the first one that fits decides the response."""
    threat: str = ""
    """The opponent's move that the task warns of, as written by `Position.format`. An orange arrow shows it."""

    def board(self, game: str) -> Position[Any]:
        return GAMES[game].decode(self.code)

    def kind_of(self, tried: Tried) -> Kind | None:
        """Return what kind of wrong move this is, or None if the move is right."""
        return None if self.right(tried) else next(kind for kind in self.kinds if kind.when(tried))

    def answer(self, board: Position[Any]) -> str:
        """Return the first legal move that is right."""
        return next(tried.text for move in board.legal_moves() if self.right(tried := Tried(board, move)))
