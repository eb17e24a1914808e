"""The interface to the computations that computer players need. `thinking.py` implements it."""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

from games import Position
from matches.computers import Judgement
from puzzles.missed import Look


class Thinker(Protocol):
    """Computes moves and evaluations in other processes. A call that raises an error can be retried."""

    async def choose(
        self, position: Position[Any], level: int, *, seed: int, requester: Hashable, subject: Hashable, show: bool
    ) -> str:
        """Return a computer player's move, as text. `seed` stays the same throughout a match.

        Requesters take turns. Calls with the same `subject` never overlap. Moves to `show` in watched matches have a
        lower priority than calls that people are waiting for, but they never starve.
        """

    async def judge(
        self, positions: Sequence[Position[Any]], *, seconds: float, requester: Hashable, subject: Hashable
    ) -> list[Judgement]:
        """Return the strongest computer player's evaluations of these positions, spending `seconds` on each one."""

    async def look(self, position: Position[Any], played: str, *, subject: Hashable) -> Look:
        """Return whether the move that was played missed the only winning one. Runs with the lowest priority."""

    def prepare(self, position: Position[Any]) -> None:
        """Prepare for calls about this game."""

    def calls_ahead(self, subject: Hashable) -> int:
        """Return how many calls are queued ahead of the one with this subject, or 0 if that call is running."""
