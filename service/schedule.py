"""What time itself brings about: deadlines, reminders, expiry, abandonment, and the end of vacations."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from matches.alarms import ALARM_KINDS
from matches.model import Challenge, Match
from matches.timecontrol import HOUR
from service import retention
from service.challenges import withdraw_outdated
from service.core import Part, reading, transaction
from service.ends import rebuild_where_needed
from storage.errors import Unavailable

if TYPE_CHECKING:
    from matches.alarms import Alarm
    from service.change import Change
    from service.core import Core
    from storage.store import Tables

log = logging.getLogger(__name__)

BEAT = 30
"""Seconds between two heartbeats."""
OUTAGE = 120
"""A longer silence than this, in seconds, moves every running deadline."""
FEW = 10
"""How many things may be due at once without a pause between two of them."""
GAP = 0.02
"""Seconds between two things where more are due at once, so that people's moves have time and cores meanwhile."""
HEADLINES = 2
"""How many boards and reminders are edited each second after an outage, so that new moves need not wait for them."""


@dataclass(slots=True)
class Effects:
    """What time has brought about: matches that changed, challenges that expired, people whose vacation is over."""

    matches: list[Match] = field(default_factory=list)
    challenges: list[Challenge] = field(default_factory=list)
    back: list[int] = field(default_factory=list)


class Schedule(Part):
    """The part of the service that acts by itself. Its cost does not depend on how much is not due.

    To run it: `start()` before anything else; then, over and over, `until_due()` and `act()`; beside it `beat()` every
    BEAT seconds. `disconnected()` when Discord cannot be heard any more, and `connected()` when it is heard again:
    in between time brings nothing about, as if the bot did not run.
    """

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._hearing = asyncio.Event()
        self._hearing.set()
        self._turned: float | None = None
        """When the heartbeat last ran, by the monotonic clock."""

    @property
    def hearing(self) -> bool:
        """Whether Discord is heard."""
        return self._hearing.is_set()

    def beat_age(self) -> int | None:
        """Seconds since the heartbeat last ran, whether or not Discord was heard; None before the first."""
        return None if self._turned is None else int(time.monotonic() - self._turned)

    @transaction
    async def start(self, change: Change) -> int:
        """Make good for the time in which the bot did not run: returns the seconds by which deadlines moved, or 0.

        After a silence of more than OUTAGE seconds every deadline that was running moves by it, once, and the boards
        and reminders that are shown say so. Challenges that a newer version cannot begin are withdrawn.
        """
        await rebuild_where_needed(change.tx)
        await retention.begin(change, self._core.retention)
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
        change.tell_at(change.now)
        await change.tx.pulse.add_outage(change.now, silence)
        return silence

    async def beat(self, *, leading: bool = True) -> None:
        """Note that the bot runs, unless it does not hear Discord; of several processes only that which leads does."""
        if leading and self._hearing.is_set():
            await self._beat()
        self._turned = time.monotonic()

    @transaction
    async def _beat(self, change: Change) -> None:
        await change.tx.pulse.beat(change.now)

    def disconnected(self) -> None:
        """Discord cannot be heard: nobody can move, so that no time runs out either."""
        self._hearing.clear()

    async def connected(self) -> int:
        """Discord is heard again: returns the seconds by which deadlines moved, as `start` does, or 0."""
        if self._hearing.is_set():
            return 0
        moved = await self.start()
        self._hearing.set()
        return moved

    @reading
    async def next_due(self, view: Tables) -> int | None:
        """The next time at which `act` has something to do; None if it never has."""
        return await view.alarms.next()

    async def until_due(self) -> None:
        """Return when `act` has something to do, also if that comes about only while waiting."""
        await self._hearing.wait()
        await self._core.until(self.next_due, self._core.alarm_wakeup)

    async def act(self, most: int = 100) -> Effects:
        """Do what is due, the earliest first, at most `most` things; each of them takes effect once."""
        effects = Effects()
        if not self._hearing.is_set():
            return effects
        async with self._core.store.read() as view:
            due = await view.alarms.due(self._core.clock.now(), most)
        for alarm in due:
            match await self._taken(alarm):
                case Match() as match:
                    effects.matches.append(match)
                case Challenge() as challenge:
                    effects.challenges.append(challenge)
                case int() as person_id:
                    effects.back.append(person_id)
            if len(due) > FEW:
                await asyncio.sleep(GAP)
        return effects

    async def _taken(self, alarm: Alarm) -> Match | Challenge | int | None:
        """What an alarm has changed; one that cannot be taken stops no other: it is put off, with one line in the log.

        Raises StorageError if the whole database takes nothing.
        """
        try:
            return await self._take(alarm)
        except Exception as error:
            if not await self._put_off(alarm):
                raise
            log.error("An alarm waits for an hour (%s of %s): %s", alarm.kind, alarm.about, error)  # noqa: TRY400 (one line says it all)
        return None

    async def _put_off(self, alarm: Alarm) -> bool:
        """Try an alarm again in an hour; False if nothing can be changed at all."""
        try:
            async with self._core.store.write() as tx:
                if await tx.alarms.take(alarm):
                    await tx.alarms.set(alarm.kind, alarm.subject, self._core.clock.now() + HOUR)
        except Unavailable:
            return False
        return True

    @transaction
    async def _take(self, change: Change, alarm: Alarm) -> Match | Challenge | int | None:
        """Do what is due; returns what the alarm has changed."""
        act = ALARM_KINDS[alarm.kind].act
        if act is None or not await change.tx.alarms.take(alarm):
            return None  # it was moved or removed meanwhile
        changed: Match | Challenge | int | None = await act(self._core, change, alarm)
        return changed
