"""The table of bans."""

from matches.model import Person
from storage.columns import Table
from storage.driver import Statements
from storage.forgotten import SALT, banned_as
from storage.key_values import KeyValueTable

BAN = Table("ban", "guild_id", "person_id", "at")
EVERYWHERE = 0
"""The server ID of a ban from the whole bot."""
EVERYBODY = 0
"""The number of a ban of a whole server. Bans of forgotten people have lower numbers."""


class BanTable(Statements):
    async def reaching(self, person_id: int, guild_id: int | None) -> set[tuple[int, int]]:
        """The bans, as (server, number), that apply to a person in a server or outside (None)."""
        rows = await self._session.rows(
            "SELECT guild_id, person_id FROM ban WHERE guild_id IN (?, ?) AND (person_id = ? OR person_id <= ?)",
            EVERYWHERE if guild_id is None else guild_id,
            EVERYWHERE,
            person_id,
            EVERYBODY,
        )
        bans = {(row["guild_id"], row["person_id"]) for row in rows}
        if any(number < EVERYBODY for _, number in bans):
            numbers = {EVERYBODY, *await self.numbers_of(person_id)}
            return {ban for ban in bans if ban[1] in numbers}
        return bans

    async def numbers_of(self, person_id: int) -> list[int]:
        """The numbers under which a person's bans may be stored: the ID, and the hash if they were forgotten."""
        salt = await KeyValueTable(self._session).get(SALT)
        return [person_id, banned_as(salt, person_id)] if salt else [person_id]

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
            f"INSERT INTO ban {BAN.columns.inserted} ON CONFLICT DO NOTHING", guild_id, person_id, at
        )

    async def remove(self, guild_id: int, person_id: int) -> bool:
        """Lift a ban; False if there was none."""
        return await self._did("DELETE FROM ban WHERE guild_id = ? AND person_id = ?", guild_id, person_id)
