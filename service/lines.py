"""Replays lines of moves, and caches the boards that occur in them.

A replay starts from the line's longest cached prefix.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from games import Position

Reached = TypeVar("Reached")

EVERY = 16
"""A line's board is cached after each multiple of this number of moves, and after the last move."""
KEPT = 256
"""The most boards that are cached."""


class Board(NamedTuple):
    """A position, the move that led to it, and the position before that move.

    In a starting position, the last two are None.
    """

    position: Position[Any]
    before: Position[Any] | None = None
    move: Any = None

    def after(self, move: Any) -> "Board":  # noqa: ANN401 (a move of any game)
        """Return the board after a legal move."""
        return Board(self.position.play(move), self.position, move)


class Lines:
    """Caches the boards of the most recently viewed lines."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Hashable, tuple[Hashable, ...]], Any] = OrderedDict()
        """Known boards by start and moves, least recently used first."""

    def along(
        self, start: Hashable, first: Reached, moves: Sequence[Hashable], after: Callable[[Reached, int], Reached]
    ) -> Iterator[Reached]:
        """Yield the states along a line of moves, beginning with the last state already cached.

        `start` identifies `first`, the state before any move. `after` applies the move with this index.
        """
        line = tuple(moves)
        done, reached = self._longest(start, line, first)
        yield reached
        for number in range(done, len(line)):
            reached = after(reached, number)
            if (number + 1) % EVERY == 0 or number + 1 == len(line):
                self._keep(start, line[: number + 1], reached)
            yield reached

    def _longest(self, start: Hashable, line: tuple[Hashable, ...], first: Reached) -> tuple[int, Reached]:
        """Return the length of a line's longest cached prefix, and the state after that prefix."""
        count = len(line)
        for length in dict.fromkeys((count, count - 1, *range(count - count % EVERY, 0, -EVERY))):
            key = (start, line[:length])
            if length > 0 and key in self._known:
                self._known.move_to_end(key)
                reached: Reached = self._known[key]
                return length, reached
        return 0, first

    def _keep(self, start: Hashable, line: tuple[Hashable, ...], reached: object) -> None:
        self._known[start, line] = reached
        self._known.move_to_end((start, line))
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
