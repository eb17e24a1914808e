"""The table of alarms."""

from collections.abc import Collection

from matches.alarms import ALARM_KINDS, Alarm
from matches.timecontrol import LATEST
from storage.driver import Statements, marks
from storage.tables import ModelTable

ALARM = ModelTable(
    "alarm",
    Alarm,
    "An alarm",
    "kind, subject",
    indexes=["alarm_at (at) WHERE kind <> 'thought'", "alarm_missed (kind, at) WHERE kind = 'missed'"],
)
SELECT = f"SELECT {ALARM.columns} FROM alarm"
SCHEDULED = "kind <> 'thought' AND kind <> 'missed'"
"""Restricts a query to the alarms that the schedule handles."""
FIRST_SEARCH = f"{SELECT} WHERE kind = 'missed' ORDER BY at LIMIT 1"


class Alarms(Statements):
    """Reads and writes alarms. A subject has at most one alarm of each kind."""

    async def next(self) -> int | None:
        """Return the time of the earliest scheduled alarm, or None if there is none."""
        return await self._number(f"SELECT at FROM alarm WHERE {SCHEDULED} ORDER BY at LIMIT 1")

    async def due(self, now: int, limit: int) -> list[Alarm]:
        """Return up to `limit` scheduled alarms that are due at `now`, earliest first."""
        rows = await self._session.rows(
            f"{SELECT} WHERE at <= ? AND {SCHEDULED} ORDER BY at, kind, subject LIMIT ?", now, limit
        )
        return [ALARM.make(row) for row in rows]

    async def computer_turns(self) -> list[Alarm]:
        """Return the alarms for computer players' turns, at most one per match, earliest first."""
        rows = await self._session.rows(f"{SELECT} WHERE kind = 'thought' ORDER BY at, subject")
        return [ALARM.make(row) for row in rows]

    async def first_search(self) -> Alarm | None:
        """Return the earliest alarm for searching a server's matches for puzzles, or None if there is none."""
        return ALARM.maybe(await self._session.row(FIRST_SEARCH))

    async def of_match(self, match_id: int) -> list[Alarm]:
        rows = await self._session.rows(
            f"{SELECT} WHERE subject = ? AND kind IN ({marks(ALARM_KINDS.concerning('match'))}) ORDER BY at, kind",
            match_id,
            *ALARM_KINDS.concerning("match"),
        )
        return [ALARM.make(row) for row in rows]

    async def at(self, kind: str, subject: int) -> int | None:
        return await self._number("SELECT at FROM alarm WHERE kind = ? AND subject = ?", kind, subject)

    async def set(self, kind: str, subject: int, time: int | None) -> None:
        """Set the alarm of this kind for a subject, replacing any earlier one, or remove it if `time` is None."""
        if time is None:
            self._session.change("DELETE FROM alarm WHERE kind = ? AND subject = ?", kind, subject)
            return
        self._session.change(ALARM.upsert(), kind, subject, time)

    async def take(self, alarm: Alarm) -> bool:
        """Remove an alarm before it is handled, or return False if it has since been rescheduled or removed."""
        return await self._did(
            "DELETE FROM alarm WHERE kind = ? AND subject = ? AND at = ?", alarm.kind, alarm.subject, alarm.at
        )

    async def shift(self, kinds: Collection[str], after: int, seconds: int) -> None:
        """Delay alarms of these kinds by `seconds`, except those due at or before `after`."""
        for kind in kinds:
            self._session.change(
                "UPDATE alarm SET at = at + ? WHERE kind = ? AND at > ? AND at < ?", seconds, kind, after, LATEST
            )
