"""Handles alarms when they are due, records heartbeats, and compensates for outages of the bot."""

import asyncio
import logging
import time
from contextlib import suppress

from matches.alarms import ALARM_KINDS, Alarm
from matches.timecontrol import HOUR
from service import upkeep
from service.challenges import withdraw_outdated
from service.change import Change
from service.core import Core, Part, reads, transaction
from service.ends import rebuild_if_needed
from storage.errors import Unavailable

log = logging.getLogger(__name__)

BEAT = 30
"""The interval between two heartbeats, in seconds."""
OUTAGE = 120
"""How long the bot must have been silent, in seconds, for all running deadlines to be extended."""
FEW = 10
"""The most alarms that are handled without pauses between them."""
GAP = 0.02
"""The pause between two alarms when more than FEW are due, in seconds, so that people's moves are not delayed."""
TOGETHER = 5
"""How long deliveries wait while alarms are being handled, in seconds."""
HEADLINES = 2
"""The number of boards and reminders edited per second after an outage, so that new moves are not delayed."""


class Schedule(Part):
    """Handles alarms when they are due, at a cost independent of the number of alarms due later.

    To run it, call `start()` first, then `until_due()` and `act()` in a loop, and `beat()` every BEAT seconds. Call
    `pause()` when the connection to Discord is lost, and `resume()` when it is back. In between, no alarm is handled,
    as if the bot were not running.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._hearing = asyncio.Event()
        self._hearing.set()
        self._acting = asyncio.Lock()
        self._turned: float | None = None
        """When the last heartbeat was, on the monotonic clock."""

    @property
    def hearing(self) -> bool:
        """Whether the bot is connected to Discord."""
        return self._hearing.is_set()

    def beat_age(self) -> int | None:
        """Return the number of seconds since the last heartbeat, or None if there has been none.

        It does not matter whether the bot was connected to Discord then.
        """
        return None if self._turned is None else int(time.monotonic() - self._turned)

    @transaction
    async def start(self, change: Change) -> int:
        """Extend deadlines to make up for the time during which the bot was not running.

        Returns the number of seconds by which they were extended. After more than OUTAGE seconds without a heartbeat,
        extends all running deadlines by that time, and edits the boards and reminders that show them. Also withdraws
        challenges that this version cannot begin.
        """
        await rebuild_if_needed(change.tx)
        await upkeep.begin(change, self._core.retention)
        await withdraw_outdated(change, self._core)
        last = await change.tx.pulse.last()
        await change.tx.pulse.beat(change.now)
        if last is None or change.now - last <= OUTAGE:
            return 0
        silence = change.now - last
        await change.tx.matches.shift_deadlines(last, silence)
        moved = [kind.name for kind in ALARM_KINDS.values() if kind.moved_by_outage]
        await change.tx.alarms.shift(moved, last, silence)
        await change.tx.outbox.all_headlines(change.now, HEADLINES)
        await change.tx.outbox.all_reminders(change.now, HEADLINES)
        change.delivery_due(change.now)
        await change.tx.pulse.add_outage(change.now, silence)
        return silence

    async def beat(self, *, leading: bool = True) -> None:
        """Record a heartbeat in the database if this process is the leader and is connected to Discord."""
        if leading and self._hearing.is_set():
            await self._core.run(lambda change: change.tx.pulse.beat(change.now))
        self._turned = time.monotonic()

    def pause(self) -> None:
        """Stop handling alarms, because nobody can move while the connection to Discord is lost."""
        self._hearing.clear()

    async def resume(self) -> int:
        """Resume handling alarms once the connection to Discord is back. Returns what `start` returns."""
        if self._hearing.is_set():
            return 0
        moved = await self.start()
        self._hearing.set()
        return moved

    next_due = reads(lambda view: view.alarms.next)

    async def until_due(self) -> None:
        """Wait until an alarm is due, including one set during the wait."""
        await self._hearing.wait()
        await self._core.until(self.next_due, "alarm")

    async def wait_for_alarms(self) -> None:
        """Wait up to TOGETHER seconds for `act` to handle the alarms that are due now.

        As a result, the notices of these alarms can share a message.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(TOGETHER), self._acting:
                pass

    async def act(self, limit: int = 100) -> None:
        """Handle up to `limit` due alarms, earliest first, each taking effect exactly once."""
        async with self._acting:
            if not self._hearing.is_set():
                return
            async with self._core.store.read() as view:
                due = await view.alarms.due(self._core.clock.now(), limit)
            for alarm in due:
                await self._take_or_defer(alarm)
                if len(due) > FEW:
                    await asyncio.sleep(GAP)

    async def _take_or_defer(self, alarm: Alarm) -> None:
        """Handle an alarm or, if that fails, log why and retry in an hour. Raises the error if no retry is stored."""
        try:
            await self._take(alarm)
        except Exception as error:
            if not await self._defer(alarm):
                raise
            log.error("An alarm waits for an hour (%s of %s): %s", alarm.kind, alarm.about, error)  # noqa: TRY400 (one line says it all)

    async def _defer(self, alarm: Alarm) -> bool:
        """Postpone an alarm by an hour, or return False if the database does not accept writes."""
        try:
            async with self._core.store.write() as tx:
                if await tx.alarms.take(alarm):
                    await tx.alarms.set(alarm.kind, alarm.subject, self._core.clock.now() + HOUR)
        except Unavailable:
            return False
        return True

    @transaction
    async def _take(self, change: Change, alarm: Alarm) -> None:
        """Handle an alarm, unless it has been changed or removed since it was read from the database."""
        act = ALARM_KINDS[alarm.kind].act
        if act is not None and await change.tx.alarms.take(alarm):
            await act(self._core, change, alarm)
