"""Metrics of the running bot: owed deliveries, running matches, events."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.core import Core, Part, reading
from service.schedule import Schedule
from service.upkeep import Backups
from storage.errors import Unavailable
from storage.store import Tables

NEW_COUNT = 60
"""Seconds for which the count of running matches is cached, because counting scans all of them."""


@dataclass(frozen=True, slots=True)
class Gauges:
    """The metrics at one moment."""

    owed: Mapping[str, int]
    """The number of deliveries that are due, by kind."""
    oldest_board: int
    """Seconds since the oldest owed board became due; 0 if none is owed."""
    alarm_lag: int
    """Seconds by which the earliest alarm is late; 0 if none is."""
    running: Mapping[str, int]
    """The number of running matches, by game."""
    database_bytes: int
    backup_age: int | None
    """Seconds since the newest backup; None if there is none."""
    backups_on: bool
    beat_age: int | None
    """Seconds since the last heartbeat; None before the first."""


class Metrics(Part):
    def __init__(self, core: Core, backups: Backups, schedule: Schedule) -> None:
        super().__init__(core)
        self._backups, self._schedule = backups, schedule
        self._running: tuple[int, Mapping[str, int]] | None = None

    @property
    def happened(self) -> Mapping[tuple[str, str], int]:
        """The number of match events since the start, by game and kind."""
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
            owed=await view.metrics.owed(now),
            oldest_board=max(0, now - oldest) if oldest is not None else 0,
            alarm_lag=max(0, now - alarm) if alarm is not None else 0,
            running=self._running[1],
            database_bytes=await self._core.store.size(),
            backup_age=self._backups.age(),
            backups_on=self._backups.on,
            beat_age=self._schedule.beat_age(),
        )
