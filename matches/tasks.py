"""A task: a position with a question that a move answers. Puzzles and the steps of lessons are tasks."""

from collections.abc import Sequence
from dataclasses import dataclass
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

    def move(self, text: str) -> str:
        """Write a typed move as `Position.format` does. Raises RuleError."""
        return self.position.format(self.position.parse(text))

    def after(self, line: Sequence[str] = ()) -> Snapshot:
        """Return the position after these moves, with the names of the sides. Raises RuleError."""
        before, move, position = None, None, self.position
        for text in line:
            before, move = position, position.parse(text)
            position = position.play(move)
        first, second = (Sentence(side).said() for side in position.info.seats)
        return bare_snapshot(position, (first, second), before, move)
