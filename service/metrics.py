"""Metrics of the running bot, such as how many deliveries are queued and how many matches are running."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.core import Core, Part, reading
from service.schedule import Schedule
from service.upkeep import Backups
from storage.errors import Unavailable
from storage.store import Tables

NEW_COUNT = 60
"""How long the number of running matches is cached, in seconds. It is cached because counting scans all of them."""


@dataclass(frozen=True, slots=True)
class Gauges:
    """The metrics at one moment."""

    queued: Mapping[str, int]
    """The number of due deliveries, by kind."""
    oldest_board: int
    """The age of the oldest queued board in seconds, or 0 if none is queued."""
    alarm_lag: int
    """How late the earliest alarm is, in seconds, or 0 if none is late."""
    running: Mapping[str, int]
    """The number of running matches, by game."""
    database_bytes: int
    backup_age: int | None
    """The age of the newest backup in seconds, or None if there is none."""
    backups_on: bool
    beat_age: int | None
    """The time since the last heartbeat in seconds, or None before the first."""


class Metrics(Part):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._backups, self._schedule = core.part(Backups), core.part(Schedule)
        self._running: tuple[int, Mapping[str, int]] | None = None

    @property
    def happened(self) -> Mapping[tuple[str, str], int]:
        """The number of match events since the process started, keyed by game and kind of event."""
        return self._core.happened

    async def read_if_possible(self) -> Gauges | None:
        """Return the current metrics, or None if the database is unavailable."""
        try:
            return await self.read()
        except Unavailable:
            return None

    @reading
    async def read(self, view: Tables) -> Gauges:
        """Return the current metrics. Raises Unavailable."""
        now = self._core.clock.now()
        if self._running is None or not 0 <= now - self._running[0] < NEW_COUNT:
            self._running = now, await view.metrics.running()
        oldest = await view.metrics.oldest_board(now)
        alarm = await view.alarms.next()
        return Gauges(
            queued=await view.metrics.count_due(now),
            oldest_board=max(0, now - oldest) if oldest is not None else 0,
            alarm_lag=max(0, now - alarm) if alarm is not None else 0,
            running=self._running[1],
            database_bytes=await self._core.store.size(),
            backup_age=self._backups.age(),
            backups_on=self._backups.on,
            beat_age=self._schedule.beat_age(),
        )
