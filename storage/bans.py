"""The table of bans."""

from __future__ import annotations

from matches.model import Person
from storage.columns import Table
from storage.driver import Statements

BAN = Table("ban", "guild_id", "person_id", "at")
EVERYWHERE = 0
"""Stands for all servers and for direct messages."""
EVERYBODY = 0
"""Stands for all people: a server with it is shut out itself."""


class BanTable(Statements):
    """Who is shut out of Tidepool, and where."""

    async def reaching(self, people: tuple[int, int], guild_id: int | None) -> tuple[set[tuple[int, int]], bool]:
        """The bans that reach somebody with these two numbers in this server, or outside servers: (server, number).

        Returns also whether any ban of somebody who was forgotten is kept: those have numbers below EVERYBODY.
        """
        rows = await self._session.rows(
            "SELECT guild_id, person_id FROM ban WHERE guild_id IN (?, ?) AND person_id IN (?, ?, ?)"
            " UNION ALL SELECT NULL, min(person_id) FROM ban",
            EVERYWHERE if guild_id is None else guild_id,
            EVERYWHERE,
            *people,
            EVERYBODY,
        )
        bans = {(row["guild_id"], row["person_id"]) for row in rows if row["guild_id"] is not None}
        kept = any(row["guild_id"] is None and (row["person_id"] or 0) < EVERYBODY for row in rows)
        return bans, kept

    async def servers(self) -> list[int]:
        """The servers that are shut out themselves."""
        rows = await self._session.rows("SELECT guild_id FROM ban WHERE person_id = ? ORDER BY guild_id", EVERYBODY)
        return [row["guild_id"] for row in rows]

    async def of(self, guild_id: int) -> list[Person]:
        """Who is shut out here, by name."""
        rows = await self._session.rows(
            "SELECT person.id, person.name FROM ban JOIN person ON person.id = ban.person_id"
            " WHERE ban.guild_id = ? ORDER BY person.name, person.id",
            guild_id,
        )
        return [Person(row["id"], row["name"]) for row in rows]

    async def add(self, guild_id: int, person_id: int, at: int) -> bool:
        """Shut somebody out; whether they were not yet."""
        added = await self._session.changed(
            f"INSERT INTO ban {BAN.columns.inserted} ON CONFLICT DO NOTHING",
            guild_id,
            person_id,
            at,
        )
        return added == 1

    async def remove(self, guild_id: int, person_id: int) -> bool:
        """Let somebody in again; whether they were shut out."""
        removed = await self._session.changed(
            "DELETE FROM ban WHERE guild_id = ? AND person_id = ?", guild_id, person_id
        )
        return removed == 1
