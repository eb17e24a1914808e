"""Discord's interactions: each is taken once, and over HTTP by whichever process gets it first."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from service.core import Part
from storage.errors import Unavailable

if TYPE_CHECKING:
    from service.core import Core

log = logging.getLogger(__name__)

PATIENCE = 0.8
"""Seconds in which the database says whether an interaction was taken before: Discord waits for three in all."""
KEPT = 900
"""Seconds for which an interaction is remembered. The door refuses requests that are older than some seconds."""
NEWEST = 2000
"""How many of the newest interactions this process remembers by itself."""


class Interactions(Part):
    """The part of the service that knows which interactions were taken."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._newest: dict[int, None] = {}

    @property
    def shared(self) -> bool:
        """Whether another process may get the same interactions."""
        return not self._core.alone

    def take_here(self, interaction_id: int) -> bool:
        """Take an interaction that reaches no other process; False if this process has taken it before."""
        if interaction_id in self._newest:
            return False
        self._newest[interaction_id] = None
        if len(self._newest) > NEWEST:
            del self._newest[next(iter(self._newest))]
        return True

    async def take(self, interaction_id: int) -> bool:
        """Take an interaction; False if it was taken before, by this process or another one.

        A database that does not answer holds nobody up: then only this process knows what it has taken. No harm comes
        of it, for nothing can be changed meanwhile, and Discord itself refuses a second answer.
        """
        if not self.take_here(interaction_id):
            return False
        try:
            async with asyncio.timeout(PATIENCE), self._core.store.beside() as tx:
                return await tx.interactions.take(interaction_id, self._core.clock.now())
        except (Unavailable, TimeoutError) as error:
            log.warning("An interaction is taken without the database: %s", str(error) or "it does not answer")
            return True

    async def check_writing(self) -> None:
        """Write something. Raises Unavailable if the database takes nothing just now."""
        async with self._core.store.beside() as tx:
            await tx.interactions.sign(-1 - int(self._core.worker, 16), self._core.clock.now())

    async def forget_old(self) -> None:
        """Forget the interactions that cannot come again."""
        async with self._core.store.beside() as tx:
            await tx.interactions.forget(self._core.clock.now() - KEPT)
