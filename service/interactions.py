"""Discord's interactions. Each is handled once; over HTTP, by the first process that takes it."""

import asyncio
import logging

from matches.model import Person
from service.change import Change
from service.core import Core, Part, transaction
from storage.errors import Unavailable

log = logging.getLogger(__name__)

PATIENCE = 0.8
"""Seconds to wait for the database to say whether an interaction was taken; Discord waits three seconds in all."""
KEPT = 900
"""Seconds for which an interaction is kept. The interactions endpoint refuses requests older than some seconds."""
NEWEST = 2000
"""The number of newest interactions, and of names, that this process keeps in memory."""


class Interactions(Part):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._newest: dict[int, None] = {}
        self._names: dict[tuple[int, int | None], int] = {}
        """The hash of each person's name at their last use in each server; the name itself may be forgotten."""

    @property
    def shared(self) -> bool:
        """Whether other processes may receive the same interactions."""
        return not self._core.alone

    def take_here(self, interaction_id: int) -> bool:
        """Take an interaction that only this process receives; False if it was already taken."""
        if interaction_id in self._newest:
            return False
        self._newest[interaction_id] = None
        if len(self._newest) > NEWEST:
            del self._newest[next(iter(self._newest))]
        return True

    async def take(self, interaction_id: int) -> bool:
        """Take an interaction; False if this or another process has already taken it.

        If the database does not answer in time, only this process knows that it took the interaction. That is safe,
        because nothing can be changed meanwhile and Discord refuses a second answer.
        """
        if not self.take_here(interaction_id):
            return False
        try:
            async with asyncio.timeout(PATIENCE), self._core.store.beside() as tx:
                return await tx.interactions.take(interaction_id, self._core.clock.now())
        except (Unavailable, TimeoutError) as error:
            log.warning("An interaction was taken without the database: %s", str(error) or "it did not answer in time")
            return True

    async def note_name(self, person: Person, guild_id: int | None) -> None:
        """Store the new name of a known person who was renamed since their last use in this server."""
        where, hashed = (person.id, guild_id), hash(person.name)
        if self._names.get(where) == hashed:
            return
        async with self._core.store.read_once() as view:
            known = await view.people.of(person.id)
        if known is not None and known != person:
            await self._rename(person)
        if len(self._names) >= NEWEST:
            self._names.clear()
        self._names[where] = hashed

    @transaction
    async def _rename(self, change: Change, person: Person) -> None:
        if await change.tx.people.of(person.id):  # unless they were forgotten meanwhile
            await change.tx.people.save(person)

    async def check_writing(self) -> None:
        """Write a row as a check. Raises Unavailable if the database does not accept writes."""
        async with self._core.store.beside() as tx:
            await tx.interactions.sign(-1 - int(self._core.worker, 16), self._core.clock.now())

    async def forget_old(self) -> None:
        """Delete the interactions that Discord can no longer repeat."""
        async with self._core.store.beside() as tx:
            await tx.interactions.forget(self._core.clock.now() - KEPT)
