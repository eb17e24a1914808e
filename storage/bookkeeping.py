"""The tables that serve the bot itself: key-values, heartbeat and outages, claimed interactions, hourly limits."""

import json
from typing import TypeVar

from matches.clock import Outage
from matches.timecontrol import HOUR
from storage.columns import ModelTable, Table
from storage.driver import Statements

T = TypeVar("T")

KEY_VALUE = Table("memory", "key", "value")
APPLICATION = "application"
"""The key for the ID of the Discord application that owns the database."""
COMMANDS = "commands"
"""The prefix of the keys for the commands that were sent to Discord."""
RESTORED = "restored"
"""The key that is set when a backup is restored; the next start clears it."""
HEARTBEAT = Table("heartbeat", "id", "at")
OUTAGE = ModelTable("outage", Outage, "An outage")
INTERACTION = Table("interaction", "id", "at")
PING = Table("ping", "id", "by_id", "person_id", "at")
USE = Table("limited_use", "id", "kind", "person_id", "at")
NEW_PING = PING.columns.without("id")
NEW_USE = USE.columns.without("id")
NEWEST_PINGS = "SELECT at FROM ping WHERE by_id = ? AND person_id = ? AND at > ? ORDER BY at DESC LIMIT ?"


def value_of(text: str | None, default: T) -> T:
    """The value of a JSON text; `default` if the text is None or not JSON, or if the value has another type."""
    try:
        value = json.loads(text or "null")
    except (ValueError, RecursionError):
        return default
    return value if isinstance(value, type(default)) else default


class KeyValueTable(Statements):
    """One text for each key."""

    async def get(self, key: str) -> str | None:
        row = await self._session.row("SELECT value FROM memory WHERE key = ?", key)
        return row["value"] if row else None

    def set(self, key: str, value: str) -> None:
        """Store a text under this key, replacing any earlier one."""
        self._session.change(KEY_VALUE.upsert("key"), key, value)


class PulseTable(Statements):
    async def last(self) -> int | None:
        """The time of the last heartbeat; None before the first."""
        return await self._number("SELECT at FROM heartbeat")

    async def beat(self, at: int) -> None:
        self._session.change(HEARTBEAT.upsert("id"), 1, at)

    async def outages(self, after: int, until: int) -> list[Outage]:
        """The outages that ended in the interval (`after`, `until`]."""
        rows = await self._session.rows(
            f"SELECT {OUTAGE.columns} FROM outage WHERE at > ? AND at <= ? ORDER BY at", after, until
        )
        return [OUTAGE.made(row) for row in rows]

    async def add_outage(self, at: int, seconds: int) -> None:
        """Store an outage that ended at this time."""
        self._session.change(f"INSERT INTO outage {OUTAGE.columns.inserted}", at, seconds)


class InteractionTable(Statements):
    async def take(self, interaction_id: int, at: int) -> bool:
        """Claim an interaction; False if it was claimed before."""
        return await self._did(
            f"INSERT INTO interaction {INTERACTION.columns.inserted} ON CONFLICT (id) DO NOTHING", interaction_id, at
        )

    async def sign(self, worker: int, at: int) -> None:
        """Update the row of a process, to test that the database accepts writes. `worker` is negative."""
        await self._session.changed(INTERACTION.upsert("id"), worker, at)

    async def forget(self, before: int) -> None:
        """Delete the rows from before this time."""
        await self._session.changed("DELETE FROM interaction WHERE at < ?", before)


class PingTable(Statements):
    """The pings of the last hour to which the pinged person has not responded."""

    async def newest(self, by: int, person_id: int, since: int, most: int) -> list[int]:
        """The times after `since` at which `by` pinged this person, newest first, at most `most`."""
        return await self._column(NEWEST_PINGS, by, person_id, since, most)

    def ask_newest(self, by: int, person_id: int, since: int, most: int) -> None:
        """Prefetch what `newest` returns."""
        self._session.ask(NEWEST_PINGS, by, person_id, since, most)

    async def add(self, by: int, person_id: int, now: int) -> None:
        """Count a ping, and delete those that are older than an hour."""
        self._session.change("DELETE FROM ping WHERE at <= ?", now - HOUR)
        self._session.change(f"INSERT INTO ping {NEW_PING.inserted}", by, person_id, now)

    async def answered(self, by: int, person_id: int) -> None:
        """Delete the pings by `by` to this person, who has responded."""
        self._session.change("DELETE FROM ping WHERE by_id = ? AND person_id = ?", by, person_id)


class UseTable(Statements):
    """The other limited uses of the last hour, by kind."""

    async def newest(self, kind: str, person_id: int, since: int, most: int) -> list[int]:
        """The times after `since` of this person's uses, newest first, at most `most`."""
        return await self._column(
            "SELECT at FROM limited_use WHERE person_id = ? AND kind = ? AND at > ? ORDER BY at DESC LIMIT ?",
            person_id,
            kind,
            since,
            most,
        )

    async def add(self, kind: str, person_id: int, now: int) -> None:
        """Count a use, and delete those that are older than an hour."""
        self._session.change("DELETE FROM limited_use WHERE at <= ?", now - HOUR)
        self._session.change(f"INSERT INTO limited_use {NEW_USE.inserted}", kind, person_id, now)
