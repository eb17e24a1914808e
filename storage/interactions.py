"""The table of interactions that a process has claimed."""

from storage.columns import Table
from storage.driver import Statements

INTERACTION = Table("interaction", "id", "at")
INSERT = f"INSERT INTO interaction {INTERACTION.columns.inserted}"


class InteractionTable(Statements):
    async def take(self, interaction_id: int, at: int) -> bool:
        """Claim an interaction; False if it was claimed before."""
        return await self._did(f"{INSERT} ON CONFLICT (id) DO NOTHING", interaction_id, at)

    async def sign(self, worker: int, at: int) -> None:
        """Update the row of a process, to test that the database accepts writes. `worker` is negative."""
        await self._session.changed(INTERACTION.upsert("id"), worker, at)

    async def forget(self, before: int) -> None:
        """Delete the rows from before this time."""
        await self._session.changed("DELETE FROM interaction WHERE at < ?", before)
