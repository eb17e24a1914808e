"""The table of interactions that were taken, by whichever process."""

from __future__ import annotations

from storage.columns import Table
from storage.driver import Statements

INTERACTION = Table("interaction", "id", "at")
INSERT = f"INSERT INTO interaction {INTERACTION.columns.inserted}"


class InteractionTable(Statements):
    """The numbers of interactions, kept for a while."""

    async def take(self, interaction_id: int, at: int) -> bool:
        """Note that an interaction is taken; False if it was taken before."""
        taken = await self._session.changed(f"{INSERT} ON CONFLICT (id) DO NOTHING", interaction_id, at)
        return taken == 1

    async def sign(self, worker: int, at: int) -> None:
        """Write the row of a process: if that can be done, anything can be written. Its number is below 0."""
        await self._session.changed(f"{INSERT} ON CONFLICT (id) DO UPDATE SET at = excluded.at", worker, at)

    async def forget(self, before: int) -> None:
        """Remove what was taken before then."""
        await self._session.changed("DELETE FROM interaction WHERE at < ?", before)
