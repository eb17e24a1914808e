"""Metrics of the running bot: queued deliveries, running matches, events."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.core import Core, Part, reading
from service.schedule import Schedule
from service.upkeep import Backups
from storage.errors import Unavailable
from storage.store import Tables

NEW_COUNT = 60
"""How long the count of running matches is cached, in seconds, because counting scans all of them."""


@dataclass(frozen=True, slots=True)
class Gauges:
    """The metrics at one moment."""

    queued: Mapping[str, int]
    """How many deliveries are due, by kind."""
    oldest_board: int
    """Seconds since the oldest queued board became due; 0 if none is queued."""
    alarm_lag: int
    """How many seconds late the earliest alarm is; 0 if none is late."""
    running: Mapping[str, int]
    """How many matches are running, by game."""
    database_bytes: int
    backup_age: int | None
    """Seconds since the newest backup; None if there is none."""
    backups_on: bool
    beat_age: int | None
    """Seconds since the last heartbeat; None before the first."""


class Metrics(Part):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._backups, self._schedule = core.part(Backups), core.part(Schedule)
        self._running: tuple[int, Mapping[str, int]] | None = None

    @property
    def happened(self) -> Mapping[tuple[str, str], int]:
        """How many match events have happened since the start, by game and kind."""
        return self._core.happened

    async def read_if_possible(self) -> Gauges | None:
        """The current metrics; None while the database is unavailable."""
        try:
            return await self.read()
        except Unavailable:
            return None

    @reading
    async def read(self, view: Tables) -> Gauges:
        """The current metrics. Raises Unavailable."""
        now = self._core.clock.now()
        if self._running is None or not 0 <= now - self._running[0] < NEW_COUNT:
            self._running = now, await view.metrics.running()
        oldest = await view.metrics.oldest_board(now)
        alarm = await view.alarms.next()
        return Gauges(
            queued=await view.metrics.queued(now),
            oldest_board=max(0, now - oldest) if oldest is not None else 0,
            alarm_lag=max(0, now - alarm) if alarm is not None else 0,
            running=self._running[1],
            database_bytes=await self._core.store.size(),
            backup_age=self._backups.age(),
            backups_on=self._backups.on,
            beat_age=self._schedule.beat_age(),
        )
