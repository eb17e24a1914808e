"""Limits how many heavy tasks (imports, exports and GIFs) run at the same time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from matches.errors import Refusal
from service.core import Core, Part

AT_ONCE = 2
"""The number of people whose work this process does at the same time."""
MOST = 12
"""The most people whose work may be running or waiting."""


class FileWork(Part):
    """Grants turns for heavy work, first come, first served.

    Each person can have one turn at a time, and AT_ONCE turns can be in use at once.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._free = asyncio.Semaphore(AT_ONCE)
        self._people = set[int]()
        """The people whose work is running or waiting."""

    @asynccontextmanager
    async def turn(self, person_id: int, waits: Callable[[int], Awaitable[None]] | None = None) -> AsyncIterator[None]:
        """Wait for a turn to do heavy work, and hold it until the context ends.

        If there is a queue, calls `waits` with the number of people who come first; without `waits`, raises Refusal.
        Also raises Refusal if work for the same person is running or waiting, and if too many people are waiting.
        """
        ahead = len(self._people) - AT_ONCE + 1
        if person_id in self._people:
            raise Refusal("I am still working on a file for you. Please try again when it is here.")
        if ahead > 0 and (waits is None or len(self._people) >= MOST):
            raise Refusal("I am busy with files for other people. Please try again in a minute.")
        self._people.add(person_id)
        try:
            if ahead > 0 and waits is not None:
                await waits(ahead)
            async with self._free:
                yield
        finally:
            self._people.discard(person_id)
