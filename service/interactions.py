"""Handles the interactions that Discord sends to the bot, such as commands and button presses.

Each interaction is handled once, by the first process that claims it.
"""

import asyncio
import logging
from contextlib import suppress

from matches.model import Person
from service.change import Change
from service.core import Core, Part, transaction
from service.turns import Turns
from storage.errors import Unavailable

log = logging.getLogger(__name__)

PATIENCE = 0.8
"""How long to wait for the database to claim an interaction, in seconds. Discord allows three in all."""
KEPT = 900
"""How long the record of an interaction is kept, in seconds. Older requests are refused anyway."""
ROUNDS = 8
"""The most event loop rounds between the arrival of an interaction and its `expect` call."""
NEWEST = 2000
"""The number of newest interactions, and of names, that this process keeps in memory."""


class Interactions(Part):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._newest: dict[int, None] = {}
        self._names: dict[tuple[int, int | None], int] = {}
        """A hash of each person's name when they last used the bot in each server. The name itself may be forgotten."""
        self._unanswered: set[int] = set()
        self._quiet = asyncio.Event()
        """Set while no interaction is waiting for its first response."""
        self._quiet.set()
        self.turns = Turns(self.quiet)
        """Turns for the board page, which yields to interactions."""

    @property
    def shared(self) -> bool:
        """Whether other processes may receive the same Discord interactions as this process."""
        return not self._core.alone

    def take_here(self, interaction_id: int) -> bool:
        """Claim an interaction that only this process receives, and return whether it was still unclaimed."""
        if interaction_id in self._newest:
            return False
        self._newest[interaction_id] = None
        if len(self._newest) > NEWEST:
            del self._newest[next(iter(self._newest))]
        return True

    async def take(self, interaction_id: int) -> bool:
        """Claim an interaction, so that no other process handles it.

        Returns False if any process has already claimed it. If the database does not answer in time, the claim is known
        to this process only. That is safe, because nothing can be changed meanwhile and Discord refuses a second
        response.
        """
        if not self.take_here(interaction_id):
            return False
        try:
            async with asyncio.timeout(PATIENCE), self._core.store.beside() as tx:
                return await tx.interactions.take(interaction_id, self._core.clock.now())
        except (Unavailable, TimeoutError) as error:
            log.warning("An interaction was taken without the database: %s", str(error) or "it did not answer in time")
            return True

    def expect(self, interaction_id: int) -> None:
        """Mark an interaction as waiting for its first response until `note_answered` is called."""
        self._unanswered.add(interaction_id)
        self._quiet.clear()

    def note_answered(self, interaction_id: int) -> None:
        """Record that an interaction is no longer waiting."""
        self._unanswered.discard(interaction_id)
        if not self._unanswered:
            self._quiet.set()

    async def quiet(self, within: float) -> None:
        """Wait up to `within` seconds for all interactions to receive their first response.

        The event loop first processes what has already arrived.
        """
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._quiet.wait()

    async def note_name(self, person: Person, guild_id: int | None) -> None:
        """Store a person's name if it has changed since they last used the bot in this server.

        Does nothing if the bot does not know the person.
        """
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
        if await change.tx.people.of(person.id):  # unless the person was forgotten meanwhile
            await change.tx.people.save(person)

    async def check_writing(self) -> None:
        """Write a row to check that the database accepts writes, or raise Unavailable if it does not."""
        async with self._core.store.beside() as tx:
            await tx.interactions.sign(-1 - int(self._core.worker, 16), self._core.clock.now())

    async def forget_old(self) -> None:
        """Delete the records of interactions that are too old for Discord to send again."""
        async with self._core.store.beside() as tx:
            await tx.interactions.forget(self._core.clock.now() - KEPT)
