"""The table of alarms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.alarms import Alarm

if TYPE_CHECKING:
    from collections.abc import Collection

    from matches.alarms import AlarmKind
    from storage.driver import Session


class AlarmTable:
    """At most one alarm for each kind and subject, found in the order of time by an index."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def next(self) -> int | None:
        row = await self._session.row("SELECT min(at) AS at FROM alarm")
        return row["at"] if row else None

    async def due(self, now: int, most: int) -> list[Alarm]:
        rows = await self._session.rows(
            "SELECT kind, subject, at FROM alarm WHERE at <= ? ORDER BY at LIMIT ?", now, most
        )
        return [Alarm(row["kind"], row["subject"], row["at"]) for row in rows]

    async def set(self, kind: AlarmKind, subject: int, at: int | None) -> None:
        if at is None:
            self._session.change("DELETE FROM alarm WHERE kind = ? AND subject = ?", kind, subject)
            return
        self._session.change(
            "INSERT INTO alarm (kind, subject, at) VALUES (?, ?, ?)"
            " ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at",
            kind,
            subject,
            at,
        )

    async def take(self, alarm: Alarm) -> bool:
        taken = await self._session.changed(
            "DELETE FROM alarm WHERE kind = ? AND subject = ? AND at = ?", alarm.kind, alarm.subject, alarm.at
        )
        return taken == 1

    async def shift(self, kinds: Collection[AlarmKind], after: int, seconds: int) -> None:
        for kind in kinds:
            self._session.change("UPDATE alarm SET at = at + ? WHERE kind = ? AND at > ?", seconds, kind, after)
