"""Tasks: positions with a question, to be answered with a move.

Puzzles, lessons and mistakes are made of tasks.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import Position, Seat
from language import Sentence
from matches.model import Snapshot
from matches.snapshots import bare_snapshot

SHOWN_AFTER = 2
"""The number of wrong moves after which the right one is shown, except at an open puzzle of the day."""


@dataclass(frozen=True, slots=True)
class Task:
    title: Sentence
    """The task's title, such as `Konane puzzle 7`."""
    question: Sentence
    """What the move should achieve."""
    position: Position[Any]
    view: Seat
    """The seat at the bottom of the board."""
    goal: Sentence | None = None
    """The question in a few words, for the plate of the side to move."""
    begun: tuple[str, ...] = ()
    """Moves from the position that are shown as played before the question."""
    threat: str = ""
    """The opponent's move that the question warns of, or empty. It is drawn until a move is made."""

    def move(self, text: str) -> str:
        """Convert a typed move to canonical notation. Raises RuleError if it is illegal."""
        return self.position.format(self.position.parse(text))

    def after(self, line: Sequence[str] = ()) -> Snapshot:
        """Return a snapshot of the position after these moves, with players named after the sides, such as Black.

        The last two moves count as one's own and the reply, and both are highlighted. Raises RuleError if a move is not
        legal.
        """
        before, move, position = None, None, self.position
        first: Position[Any] | None = None
        for text in (*self.begun, *line):
            first, before, move = before, position, position.parse(text)
            position = position.play(move)
        names = [Sentence(side).said() for side in position.info.seats]
        answered, threat = line[-2] if first else None, () if line else self._threat
        return replace(bare_snapshot(position, names, before, move), first=first, answered=answered, threat=threat)

    @property
    def _threat(self) -> tuple[str, ...]:
        theirs = self.position.after_null_move() if self.threat else None
        return () if theirs is None else theirs.steps(theirs.parse(self.threat))


@dataclass(frozen=True, slots=True)
class Response:
    """The response to a move: what to say, and what to draw on the board."""

    right: bool
    said: Sequence[Sequence[Sentence]]
    """What the move has achieved, or what is wrong with it, as paragraphs of sentences."""
    line: Sequence[str]
    """The move and the moves that follow it."""
    answer: str | None = None
    """The right move, which is drawn after SHOWN_AFTER wrong moves; None if it must not be shown."""
    notes: Sequence[Sentence] = ()
    """The effects on what is counted, such as ratings, shown in small print."""
    tries: int | None = None
    """The number of moves tried, including this one; None if it is not stored."""
    last: bool = False
    """Whether no further moves may be tried."""

    def better(self, tries: int) -> str | None:
        """Return the right move, to be drawn on the board after enough wrong moves, or None if it is too early.

        `tries` is used if the response does not store that number.
        """
        shown = not self.right and (tries if self.tries is None else self.tries) >= SHOWN_AFTER
        return self.answer if shown else None
