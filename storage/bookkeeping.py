"""The bot's internal tables, such as key-value pairs, its heartbeat and its outages.

They also contain claimed interactions and uses of rate-limited actions.
"""

import json
from typing import TypeVar

from matches.clock import Outage
from matches.timecontrol import HOUR
from storage.driver import Statements
from storage.tables import FOR_AN_HOUR, ModelTable, PersonColumn, Table

T = TypeVar("T")

KEY_VALUE = Table("memory", {"key": str, "value": str}, "key")
APPLICATION = "application"
"""The key of the ID of the Discord application that owns the database."""
COMMANDS = "commands"
"""The prefix of the keys that record the commands sent to Discord."""
RESTORED = "restored"
"""The key that is set when a backup is restored. The next start clears it."""
HEARTBEAT = Table("heartbeat", {"id": int, "at": int}, "id")
OUTAGE = ModelTable("outage", Outage, "An outage", "at")
INTERACTION = Table("interaction", {"id": int, "at": int}, "id", ["interaction_at (at)"])
PING = Table(
    "ping",
    {"id": int, "by_id": int, "person_id": int, "at": int},
    "id",
    ["ping_between (by_id, person_id, at)", "ping_at (at)"],
    [PersonColumn(name, "row removed", *(FOR_AN_HOUR,) * 2) for name in ("by_id", "person_id")],
)
USE = Table(
    "limited_use",
    {"id": int, "kind": str, "person_id": int, "at": int},
    "id",
    ["limited_use_of (person_id, kind, at)", "limited_use_at (at)"],
    [PersonColumn("person_id", "row removed", *(FOR_AN_HOUR,) * 2)],
)
NEW_PING = PING.columns.without("id")
NEW_USE = USE.columns.without("id")
NEWEST_PINGS = "SELECT at FROM ping WHERE by_id = ? AND person_id = ? AND at > ? ORDER BY at DESC LIMIT ?"


def value_of(text: str | None, default: T) -> T:
    """Parse JSON text and return its value, or `default` if it is missing, invalid or of another type."""
    try:
        value = json.loads(text or "null")
    except (ValueError, RecursionError):
        return default
    return value if isinstance(value, type(default)) else default


class KeyValues(Statements):
    """Reads and writes key-value pairs, whose values are all strings."""

    async def get(self, key: str) -> str | None:
        row = await self._session.row("SELECT value FROM memory WHERE key = ?", key)
        return row["value"] if row else None

    def set(self, key: str, value: str) -> None:
        """Store a value under a key, replacing any earlier value."""
        self._session.change(KEY_VALUE.upsert(), key, value)


class Pulse(Statements):
    async def last(self) -> int | None:
        """Return the time of the last heartbeat, or None if there has been none."""
        return await self._number("SELECT at FROM heartbeat")

    async def beat(self, time: int) -> None:
        self._session.change(HEARTBEAT.upsert(), 1, time)

    async def outages(self, after: int, until: int) -> list[Outage]:
        """Return the outages that ended after `after` and no later than `until`."""
        rows = await self._session.rows(
            f"SELECT {OUTAGE.columns} FROM outage WHERE at > ? AND at <= ? ORDER BY at", after, until
        )
        return [OUTAGE.make(row) for row in rows]

    async def add_outage(self, time: int, seconds: int) -> None:
        """Store an outage that ended at this time."""
        self._session.change(f"INSERT INTO outage {OUTAGE.columns.inserted}", time, seconds)


class Interactions(Statements):
    async def take(self, interaction_id: int, time: int) -> bool:
        """Claim an interaction for this process, or return False if the interaction has already been claimed."""
        return await self._did(
            f"INSERT INTO interaction {INTERACTION.columns.inserted} ON CONFLICT (id) DO NOTHING", interaction_id, time
        )

    async def sign(self, worker: int, time: int) -> None:
        """Write a row for `worker`, the negative number of a process, to test whether the database accepts writes."""
        await self._session.changed(INTERACTION.upsert(), worker, time)

    async def forget(self, before: int) -> None:
        """Delete rows older than this time."""
        await self._session.changed("DELETE FROM interaction WHERE at < ?", before)


class Pings(Statements):
    """Reads and writes unanswered pings from the last hour."""

    async def newest(self, sender_id: int, person_id: int, since: int, limit: int) -> list[int]:
        """Return the times of the last `limit` pings from one person to another, latest first.

        All are later than `since`.
        """
        return await self._column(NEWEST_PINGS, sender_id, person_id, since, limit)

    def ask_newest(self, sender_id: int, person_id: int, since: int, limit: int) -> None:
        """Prefetch what `newest` returns."""
        self._session.ask(NEWEST_PINGS, sender_id, person_id, since, limit)

    async def add(self, sender_id: int, person_id: int, now: int) -> None:
        """Record a ping, and delete all pings more than an hour old."""
        self._session.change("DELETE FROM ping WHERE at <= ?", now - HOUR)
        self._session.change(f"INSERT INTO ping {NEW_PING.inserted}", sender_id, person_id, now)

    async def delete_answered(self, sender_id: int, person_id: int) -> None:
        """Delete the pings from `sender_id` to `person_id`, now that `person_id` has responded."""
        self._session.change("DELETE FROM ping WHERE by_id = ? AND person_id = ?", sender_id, person_id)


class Uses(Statements):
    """Reads and writes rate-limited actions from the last hour, except pings, which have their own table."""

    async def newest(self, kind: str, person_id: int, since: int, limit: int) -> list[int]:
        """Return the times of a person's last `limit` actions of this kind, latest first.

        All are later than `since`.
        """
        return await self._column(
            "SELECT at FROM limited_use WHERE person_id = ? AND kind = ? AND at > ? ORDER BY at DESC LIMIT ?",
            person_id,
            kind,
            since,
            limit,
        )

    async def add(self, kind: str, person_id: int, now: int) -> None:
        """Record an action, and delete all records more than an hour old."""
        self._session.change("DELETE FROM limited_use WHERE at <= ?", now - HOUR)
        self._session.change(f"INSERT INTO limited_use {NEW_USE.inserted}", kind, person_id, now)
