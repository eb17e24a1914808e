"""The table of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.model import Event
from storage.rows import Rows

if TYPE_CHECKING:
    from storage.driver import Session


EVENT = Rows("An event", lambda row: Event(row["rev"], row["kind"], row["seat"], row["ply"], row["at"]))


class EventTable:
    """What raised a match to each of its revisions. What cannot be read is left out."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def of(self, match_id: int) -> list[Event]:
        """The events of a match in the order of its revisions."""
        rows = await self._session.rows(
            "SELECT rev, kind, seat, ply, at FROM event WHERE match_id = ? ORDER BY rev", match_id
        )
        return EVENT.each(rows)

    async def add(self, match_id: int, event: Event) -> None:
        self._session.change(
            "INSERT INTO event (match_id, rev, kind, seat, ply, at) VALUES (?, ?, ?, ?, ?, ?)",
            match_id,
            event.rev,
            event.kind,
            event.seat,
            event.ply,
            event.at,
        )
