"""The tables of what is limited by the hour: pings that were not answered yet, and uses such as bumps."""

from __future__ import annotations

from matches.timecontrol import HOUR
from storage.columns import Table
from storage.driver import Statements

PING = Table("ping", "id", "by_id", "person_id", "at")
NEW_PING = PING.columns.without("id")
USE = Table("limited_use", "id", "kind", "person_id", "at")

NEW_USE = USE.columns.without("id")
NEWEST_PINGS = "SELECT at FROM ping WHERE by_id = ? AND person_id = ? AND at > ? ORDER BY at DESC LIMIT ?"


class PingTable(Statements):
    """Who was pinged by whom within the last hour, and has not acted since."""

    async def newest(self, by: int, person_id: int, since: int, most: int) -> list[int]:
        """When this person was pinged by the other after `since`, the newest first, at most `most`."""
        return [row["at"] for row in await self._session.rows(NEWEST_PINGS, by, person_id, since, most)]

    def ask_newest(self, by: int, person_id: int, since: int, most: int) -> None:
        """Ask with the next query for what `newest` returns."""
        self._session.ask(NEWEST_PINGS, by, person_id, since, most)

    async def add(self, by: int, person_id: int, now: int) -> None:
        """Count a ping; those that are older than an hour are forgotten."""
        self._session.change("DELETE FROM ping WHERE at <= ?", now - HOUR)
        self._session.change(f"INSERT INTO ping {NEW_PING.inserted}", by, person_id, now)

    async def answered(self, by: int, person_id: int) -> None:
        """Note that this person has acted: the pings by the other count no more."""
        self._session.change("DELETE FROM ping WHERE by_id = ? AND person_id = ?", by, person_id)


class UseTable(Statements):
    """What else somebody did within the last hour, by kind."""

    async def newest(self, kind: str, person_id: int, since: int, most: int) -> list[int]:
        """When this person did it after `since`, the newest first, at most `most`."""
        rows = await self._session.rows(
            "SELECT at FROM limited_use WHERE person_id = ? AND kind = ? AND at > ? ORDER BY at DESC LIMIT ?",
            person_id,
            kind,
            since,
            most,
        )
        return [row["at"] for row in rows]

    async def add(self, kind: str, person_id: int, now: int) -> None:
        """Count a use; those that are older than an hour are forgotten."""
        self._session.change("DELETE FROM limited_use WHERE at <= ?", now - HOUR)
        self._session.change(f"INSERT INTO limited_use {NEW_USE.inserted}", kind, person_id, now)
