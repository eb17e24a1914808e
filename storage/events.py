"""The table of events."""

from matches.model import Event
from storage.columns import ModelTable
from storage.driver import Statements

EVENT = ModelTable("event", Event, "An event", also=["match_id"])


class EventTable(Statements):
    """One event for each revision of a match. Damaged rows are skipped."""

    async def of(self, match_id: int) -> list[Event]:
        """The events of a match, ordered by revision."""
        rows = await self._session.rows(
            f"SELECT match_id, {EVENT.columns} FROM event WHERE match_id = ? ORDER BY rev", match_id
        )
        return EVENT.each(rows)

    async def add(self, match_id: int, event: Event) -> None:
        self._session.change(f"INSERT INTO event {EVENT.all.inserted}", match_id, *EVENT.values(event))
