"""The tables for the hourly limits: unanswered pings, and uses such as bumps."""

from matches.timecontrol import HOUR
from storage.columns import Table
from storage.driver import Statements

PING = Table("ping", "id", "by_id", "person_id", "at")
USE = Table("limited_use", "id", "kind", "person_id", "at")
NEW_PING = PING.columns.without("id")
NEW_USE = USE.columns.without("id")
NEWEST_PINGS = "SELECT at FROM ping WHERE by_id = ? AND person_id = ? AND at > ? ORDER BY at DESC LIMIT ?"


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
