"""The tables of the bot's heartbeat and outages."""

from matches.clock import Outage
from storage.columns import ModelTable, Table
from storage.driver import Statements

HEARTBEAT = Table("heartbeat", "id", "at")
OUTAGE = ModelTable("outage", Outage, "An outage")


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
