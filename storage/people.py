"""The tables of people: names, blocks, bans, and hashes of recently forgotten people."""

import hashlib
from datetime import UTC, datetime

from matches.model import Person
from storage.bookkeeping import KeyValues
from storage.driver import Statements
from storage.tables import CHOICES, ModelTable, PersonColumn, Table, Told

PERSON = ModelTable(
    "person",
    Person,
    "A person",
    "id",
    holds=[PersonColumn("id", "row removed", name_not_kept="it is the name itself")],
    policy=Told(
        "your Discord ID, and your name when you last used the bot",
        "to know whose turn it is and to name you on boards",
    ),
)
BLOCK = Table(
    "block",
    {"blocker_id": int, "blocked_id": int},
    "blocker_id, blocked_id",
    ["block_against (blocked_id)"],
    [
        PersonColumn("blocker_id", "row removed"),
        PersonColumn("blocked_id", "row removed", "nobody learns who blocked them"),
    ],
    policy=CHOICES("blocked people"),
)
BAN = Table(
    "ban",
    {"guild_id": int, "person_id": int, "at": int},
    "guild_id, person_id",
    ["ban_of (person_id)"],
    [PersonColumn("person_id", "number")],
    policy=Told("bans from using the bot: in which server, and since when", "to enforce them"),
)
LISTED = "SELECT person.id, person.name FROM {} ON person.id = {} WHERE {} = ? ORDER BY person.name, person.id"
BLOCKED = LISTED.format("block JOIN person", "block.blocked_id", "block.blocker_id")
BANNED = LISTED.format("ban JOIN person", "ban.person_id", "ban.guild_id")
EVERYWHERE = 0
"""The server ID that stands for a ban from the whole bot."""
EVERYBODY = 0
"""The person ID that stands for a ban of a whole server. Forgotten people's bans have lower numbers."""
FORGOTTEN = "forgotten"
"""The key of a JSON list of forgotten people's hashes, each with its time."""
SALT = "forgotten salt"
"""The key of the salt used for forgotten people's hashes in this database and its backups."""
LIST_ENDS = "forgotten until"
"""The key of the UTC time in seconds after which a restored backup lists no forgotten people; empty if it lists all."""
TO_FORGET = "to forget"
"""The key of a JSON list of hashes of people in a restored backup, whom the next start will forget."""


class People(Statements):
    """People's last known names, by Discord ID."""

    async def of(self, person_id: int) -> Person | None:
        row = await self._session.row(f"SELECT {PERSON.columns} FROM person WHERE id = ?", person_id)
        return PERSON.make(row) if row else None

    async def save(self, person: Person) -> None:
        """Store a person's current name."""
        self._session.change(PERSON.upsert(), *PERSON.values(person))


class Blocks(Statements):
    async def has(self, blocker_id: int, blocked_id: int) -> bool:
        """Return whether one person has blocked another."""
        return await self._exists("SELECT 1 FROM block WHERE blocker_id = ? AND blocked_id = ?", blocker_id, blocked_id)

    async def of(self, blocker_id: int) -> list[Person]:
        """Return the people this person has blocked, sorted by name."""
        return [PERSON.make(row) for row in await self._session.rows(BLOCKED, blocker_id)]

    async def add(self, blocker_id: int, blocked_id: int) -> bool:
        """Add a block, or return False if it already exists."""
        return await self._did(
            f"INSERT INTO block {BLOCK.columns.inserted} ON CONFLICT DO NOTHING", blocker_id, blocked_id
        )

    async def remove(self, blocker_id: int, blocked_id: int) -> bool:
        """Remove a block, or return False if there was none."""
        return await self._did("DELETE FROM block WHERE blocker_id = ? AND blocked_id = ?", blocker_id, blocked_id)


class Bans(Statements):
    async def reaching(self, person_id: int, guild_id: int | None) -> set[tuple[int, int]]:
        """Return the bans that apply to a person in a server, or outside servers if `guild_id` is None.

        Each is a pair of the server's ID and the number that is banned.
        """
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
        """Return the numbers that may represent a person in bans.

        They are the person's ID and the number that replaces it once the person is forgotten.
        """
        salt = await KeyValues(self._session).get(SALT)
        return [person_id, banned_as(salt, person_id)] if salt else [person_id]

    async def servers(self) -> list[int]:
        return await self._column("SELECT guild_id FROM ban WHERE person_id = ? ORDER BY guild_id", EVERYBODY)

    async def of(self, guild_id: int) -> list[Person]:
        """Return the people banned from a server, sorted by name."""
        return [PERSON.make(row) for row in await self._session.rows(BANNED, guild_id)]

    async def add(self, guild_id: int, person_id: int, time: int) -> bool:
        """Ban a person, or return False if they are already banned."""
        return await self._did(
            f"INSERT INTO ban {BAN.columns.inserted} ON CONFLICT DO NOTHING", guild_id, person_id, time
        )

    async def remove(self, guild_id: int, person_id: int) -> bool:
        """Lift a ban, or return False if there was none."""
        return await self._did("DELETE FROM ban WHERE guild_id = ? AND person_id = ?", guild_id, person_id)


def mark_of(salt: str, person_id: int) -> str:
    """Return the salted hash of a person's ID."""
    return hashlib.sha256(f"{salt}:{person_id}".encode()).hexdigest()


def banned_as(salt: str, person_id: int) -> int:
    """Return the number that replaces a person's ID in bans once they are forgotten, so that the bans remain in force.

    The number is negative.
    """
    return int(mark_of(salt, person_id)[:15], 16) - (1 << 62)


def incomplete(until: int) -> str:
    """Return a warning that a restored backup may contain data of people who were forgotten after `until`.

    `until` is in UTC seconds. If it is 0, the warning names the time of the backup.
    """
    since = f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC" if until else "the time of the backup"
    return (
        f"No file here says who was forgotten after {since}: the data of these people is back. Stop the bot and "
        "restore again beside the replaced database or a newer backup, or forget them again with `/tidepool person`."
    )
