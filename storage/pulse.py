"""The tables of the bot's own life: its last heartbeat, and its outages."""

from __future__ import annotations

from matches.clock import Outage
from storage.columns import ModelTable, Table
from storage.driver import Statements

HEARTBEAT = Table("heartbeat", "id", "at")
OUTAGE = ModelTable("outage", Outage, "An outage")


class PulseTable(Statements):
    """The last heartbeat, and the outages."""

    async def last(self) -> int | None:
        """The time of the last heartbeat; None before the first."""
        row = await self._session.row("SELECT at FROM heartbeat")
        return row["at"] if row else None

    async def beat(self, at: int) -> None:
        """Note a heartbeat."""
        self._session.change(
            "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", at
        )

    async def outages(self, after: int, until: int) -> list[Outage]:
        """The outages that ended after a moment, and not later than another one."""
        rows = await self._session.rows(
            f"SELECT {OUTAGE.columns} FROM outage WHERE at > ? AND at <= ? ORDER BY at", after, until
        )
        return [OUTAGE.made(row) for row in rows]

    async def add_outage(self, at: int, seconds: int) -> None:
        """Note an outage that is over at this time and lasted for so many seconds."""
        self._session.change(f"INSERT INTO outage {OUTAGE.columns.inserted}", at, seconds)
