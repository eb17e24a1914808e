"""The interface to the computations for computer players, implemented in `thinking.py`."""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

from games import Position
from matches.computers import Judgement
from puzzles.missed import Look


class Thinker(Protocol):
    """Computes moves and evaluations in other processes. A call that raises an error can be repeated."""

    async def choose(
        self, position: Position[Any], level: int, *, seed: int, requester: Hashable, subject: Hashable, show: bool
    ) -> str:
        """Return a computer player's move as text. `seed` must be the same for all moves of a match.

        Requesters take turns. Calls with the same `subject` never overlap. Moves to `show` in watched matches have a
        lower priority than calls that people are waiting for, but they never starve.
        """

    async def judge(
        self, positions: Sequence[Position[Any]], *, seconds: float, requester: Hashable, subject: Hashable
    ) -> list[Judgement]:
        """Return the strongest computer player's evaluations of these positions, spending `seconds` on each."""

    async def look(self, position: Position[Any], played: str, *, subject: Hashable) -> Look:
        """Return whether the player missed the only winning move by playing `played`.

        The computation has the lowest priority.
        """

    def prepare(self, position: Position[Any]) -> None:
        """Prepare for calls about this game."""

    def calls_ahead(self, subject: Hashable) -> int:
        """Return the number of calls queued ahead of the one with this subject, or 0 once that call is running."""
