"""Lets pages wait for the matches they show to change."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from service.core import POLL, Core, Part
from storage.driver import MANY
from storage.errors import Unavailable


class Watching(Part):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._seen: dict[asyncio.Event, Mapping[int, int]] = {}
        """The match revisions that each waiting caller has seen."""
        self._polling: asyncio.Task[None] | None = None
        self._stopped = False

    async def until_newer(self, known: Mapping[int, int], within: float) -> None:
        """Wait up to `within` seconds for one of these matches to get a new revision.

        `known` maps the ID of each match to its last known revision.
        """
        with self._watched(known) as changed:
            await self._compare(list(known))
            with suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await changed.wait()

    def stop(self) -> None:
        """End all waits and refuse new ones, because this process is stopping."""
        self._stopped = True
        for changed in self._seen:
            changed.set()

    @contextmanager
    def _watched(self, known: Mapping[int, int]) -> Iterator[asyncio.Event]:
        changed = asyncio.Event()
        if self._stopped:
            changed.set()
        for match_id in known:
            self._core.watched.setdefault(match_id, set()).add(changed)
        self._seen[changed] = known
        if not self._core.alone and self._polling is None:
            self._polling = asyncio.create_task(self._poll())
        try:
            yield changed
        finally:
            del self._seen[changed]
            for match_id in known:
                waiting = self._core.watched[match_id]
                waiting.discard(changed)
                if not waiting:
                    del self._core.watched[match_id]

    async def _poll(self) -> None:
        """Poll for changes that other processes have made to the watched matches, until none is watched."""
        try:
            while self._core.watched:
                await asyncio.sleep(POLL)
                with suppress(Unavailable):
                    await self._compare(list(self._core.watched))
        finally:
            self._polling = None

    async def _compare(self, match_ids: list[int]) -> None:
        """Wake the callers waiting for a new revision, if the database now has one."""
        async with self._core.store.read() as view:
            newest: dict[int, int] = {}
            for first in range(0, len(match_ids), MANY):
                newest |= await view.matches.revisions(match_ids[first : first + MANY])
        for match_id, rev in newest.items():
            for changed in self._core.watched.get(match_id, ()):
                if rev > self._seen[changed][match_id]:
                    changed.set()
