"""A task: a position with a question that a move answers. Puzzles, the steps of lessons and mistakes are tasks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import Position, Seat
from language import Sentence
from matches.model import Snapshot
from matches.snapshots import bare_snapshot

SHOWN_AFTER = 2
"""After this many wrong moves, the right one is shown, except at an open puzzle of the day."""


@dataclass(frozen=True, slots=True)
class Task:
    title: Sentence
    """What the task is called, such as `Konane puzzle 7`."""
    question: Sentence
    """What the move should achieve."""
    position: Position[Any]
    view: Seat
    """The seat at the bottom."""
    goal: Sentence | None = None
    """The goal of the game, if the task is the first that a newcomer meets."""

    def move(self, text: str) -> str:
        """Write a typed move as `Position.format` does. Raises RuleError."""
        return self.position.format(self.position.parse(text))

    def after(self, line: Sequence[str] = ()) -> Snapshot:
        """Return the position after these moves, with the names of the sides. Both last moves count as one's own and
        the reply, which are marked. Raises RuleError.
        """
        before, move, position = None, None, self.position
        first: Position[Any] | None = None
        for text in line:
            first, before, move = before, position, position.parse(text)
            position = position.play(move)
        names = [Sentence(side).said() for side in position.info.seats]
        return replace(bare_snapshot(position, names, before, move), first=first, answered=line[-2] if first else None)


@dataclass(frozen=True, slots=True)
class Response:
    """What is said of a move, and what is drawn."""

    right: bool
    said: Sequence[Sequence[Sentence]]
    """What the move has achieved, or what is wrong with it: paragraphs of sentences."""
    line: Sequence[str]
    """The move and what follows it."""
    answer: str | None = None
    """The right move, which is drawn after SHOWN_AFTER wrong ones; None if it must not be."""
    notes: Sequence[Sentence] = ()
    """What was counted, in small print."""
    tries: int | None = None
    """How many moves have been tried, this one included; None if that is not stored."""
    last: bool = False
    """Whether no other move may be tried."""

    def better(self, tries: int) -> str | None:
        """Return the right move if it is drawn now. `tries` counts the moves if that is not stored."""
        shown = not self.right and (tries if self.tries is None else self.tries) >= SHOWN_AFTER
        return self.answer if shown else None
