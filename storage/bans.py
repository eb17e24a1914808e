"""The table of bans."""

from matches.model import Person
from storage.columns import Table
from storage.driver import Statements

BAN = Table("ban", "guild_id", "person_id", "at")
EVERYWHERE = 0
"""The server ID of a ban from the whole bot."""
EVERYBODY = 0
"""The person ID of a ban of a whole server."""


class BanTable(Statements):
    async def reaching(self, people: tuple[int, int], guild_id: int | None) -> tuple[set[tuple[int, int]], bool]:
        """The bans, as (server, number), that apply to a person with these two numbers in a server or outside (None).

        Also returns whether any forgotten person is banned: the bans of forgotten people have numbers below EVERYBODY.
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
        of_forgotten = any(row["guild_id"] is None and (row["person_id"] or 0) < EVERYBODY for row in rows)
        return bans, of_forgotten

    async def servers(self) -> list[int]:
        return await self._column("SELECT guild_id FROM ban WHERE person_id = ? ORDER BY guild_id", EVERYBODY)

    async def of(self, guild_id: int) -> list[Person]:
        """The people who are banned in a server, by name."""
        rows = await self._session.rows(
            "SELECT person.id, person.name FROM ban JOIN person ON person.id = ban.person_id"
            " WHERE ban.guild_id = ? ORDER BY person.name, person.id",
            guild_id,
        )
        return [Person(row["id"], row["name"]) for row in rows]

    async def add(self, guild_id: int, person_id: int, at: int) -> bool:
        """Ban a person; False if they were banned already."""
        return await self._did(
            f"INSERT INTO ban {BAN.columns.inserted} ON CONFLICT DO NOTHING",
            guild_id,
            person_id,
            at,
        )

    async def remove(self, guild_id: int, person_id: int) -> bool:
        """Lift a ban; False if there was none."""
        return await self._did("DELETE FROM ban WHERE guild_id = ? AND person_id = ?", guild_id, person_id)
