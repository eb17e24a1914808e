"""The table of blocks."""

from __future__ import annotations

from matches.model import Person
from storage.columns import Table
from storage.driver import Statements

BLOCK = Table("block", "blocker_id", "blocked_id")


class BlockTable(Statements):
    """Who has blocked whom."""

    async def has(self, blocker_id: int, blocked_id: int) -> bool:
        """Whether the first person has blocked the second."""
        row = await self._session.row(
            "SELECT 1 FROM block WHERE blocker_id = ? AND blocked_id = ?", blocker_id, blocked_id
        )
        return row is not None

    async def of(self, blocker_id: int) -> list[Person]:
        """Whom somebody has blocked, by name."""
        rows = await self._session.rows(
            "SELECT person.id, person.name FROM block JOIN person ON person.id = block.blocked_id"
            " WHERE block.blocker_id = ? ORDER BY person.name, person.id",
            blocker_id,
        )
        return [Person(row["id"], row["name"]) for row in rows]

    async def add(self, blocker_id: int, blocked_id: int) -> bool:
        """Note a block; whether there was none yet."""
        added = await self._session.changed(
            f"INSERT INTO block {BLOCK.columns.inserted} ON CONFLICT DO NOTHING",
            blocker_id,
            blocked_id,
        )
        return added == 1

    async def remove(self, blocker_id: int, blocked_id: int) -> bool:
        """Remove a block; whether there was one."""
        removed = await self._session.changed(
            "DELETE FROM block WHERE blocker_id = ? AND blocked_id = ?", blocker_id, blocked_id
        )
        return removed == 1
