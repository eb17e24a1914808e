"""The table of blocks."""

from matches.model import Person
from storage.columns import Table
from storage.driver import Statements

BLOCK = Table("block", "blocker_id", "blocked_id")


class BlockTable(Statements):
    async def has(self, blocker_id: int, blocked_id: int) -> bool:
        """Whether the first person has blocked the second."""
        return await self._exists("SELECT 1 FROM block WHERE blocker_id = ? AND blocked_id = ?", blocker_id, blocked_id)

    async def of(self, blocker_id: int) -> list[Person]:
        """The people whom this person has blocked, by name."""
        rows = await self._session.rows(
            "SELECT person.id, person.name FROM block JOIN person ON person.id = block.blocked_id"
            " WHERE block.blocker_id = ? ORDER BY person.name, person.id",
            blocker_id,
        )
        return [Person(row["id"], row["name"]) for row in rows]

    async def add(self, blocker_id: int, blocked_id: int) -> bool:
        """Add a block; False if there was one."""
        return await self._did(
            f"INSERT INTO block {BLOCK.columns.inserted} ON CONFLICT DO NOTHING", blocker_id, blocked_id
        )

    async def remove(self, blocker_id: int, blocked_id: int) -> bool:
        """Remove a block; False if there was none."""
        return await self._did("DELETE FROM block WHERE blocker_id = ? AND blocked_id = ?", blocker_id, blocked_id)
