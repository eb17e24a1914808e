"""The tables of time: alarms, heartbeat and outages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.change import Alarm

if TYPE_CHECKING:
    from collections.abc import Collection

    from matches.change import AlarmKind
    from storage.database import Session


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


class PulseTable:
    """The last heartbeat, and the outages."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def last(self) -> int | None:
        row = await self._session.row("SELECT at FROM heartbeat")
        return row["at"] if row else None

    async def beat(self, at: int) -> None:
        self._session.change(
            "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", at
        )

    async def outages(self, after: int, until: int) -> int:
        row = await self._session.row(
            "SELECT coalesce(sum(seconds), 0) AS seconds FROM outage WHERE at > ? AND at <= ?", after, until
        )
        return int(row["seconds"]) if row else 0

    async def add_outage(self, at: int, seconds: int) -> None:
        self._session.change("INSERT INTO outage (at, seconds) VALUES (?, ?)", at, seconds)
