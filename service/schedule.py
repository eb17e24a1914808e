"""What time itself brings about: deadlines, reminders, expiry, abandonment, and the end of vacations."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from games import other_side
from matches.alarms import ASKED, WEEK, next_leaderboards, next_reminder
from matches.clock import out_of_time, reminders
from matches.deliveries import Delivery
from matches.model import Challenge, Match
from matches.notices import URGENT
from matches.results import end, own_end
from matches.timecontrol import HOUR
from service import retention
from service.challenges import withdraw_outdated
from service.core import Part, reading, transaction
from service.ends import rebuild_where_needed
from service.play import on_time
from service.vacations import back_from
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
        await change.tx.alarms.shift(("flag", "reminder", "idle"), last, silence)
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
        """What an alarm has changed: a match, a challenge, a person who is back, or nothing."""
        if not await change.tx.alarms.take(alarm):
            return None  # it was moved or taken away meanwhile
        if alarm.kind == "challenge":
            return await self._expire(change, alarm.subject)
        if alarm.kind == "meanwhile":
            challenge = await self._core.challenge(change.tx, alarm.subject)
            if challenge.status == "open":
                await change.show_challenge(challenge, claimed=False)
            return None
        if alarm.kind == "vacation":
            vacation = await change.tx.vacations.latest(alarm.subject)
            if vacation is None:
                return None
            await back_from(change, vacation)
            return alarm.subject
        if alarm.kind == "retention":
            await retention.sweep(change, self._core.retention)
            return None
        if alarm.kind == "table":
            await _post_leaderboards(change, alarm.subject)
            return None
        return await self._take_for_match(change, alarm)

    async def _take_for_match(self, change: Change, alarm: Alarm) -> Match | None:
        """The match that an alarm has changed, or None."""
        match = await self._core.match(change.tx, alarm.subject)
        if match.over:
            return None
        if alarm.kind == "flag":
            return await _fallen(change, match)
        if alarm.kind == "reminder":
            await _remind(change, match, alarm.at)
            return None
        return await _idle(change, match)

    async def _expire(self, change: Change, challenge_id: int) -> Challenge | None:
        challenge = await self._core.challenge(change.tx, challenge_id)
        if challenge.status != "open":
            return None
        return await change.settle(challenge, "expired", claimed=False)


async def _post_leaderboards(change: Change, guild_id: int) -> None:
    """Owe a server its leaderboards of this week, and plan the next ones."""
    channel_id = (await change.tx.settings.of_server(guild_id)).table_channel
    if channel_id is None:
        return
    await change.tx.outbox.save(
        Delivery(
            "table",
            guild_id,
            rev=change.now // WEEK,
            channel_id=channel_id,
            guild_id=guild_id,
            due_at=change.now,
        )
    )
    change.tell_at(change.now)
    await change.arm("table", guild_id, next_leaderboards(change.now))


async def _fallen(change: Change, match: Match) -> Match | None:
    """The deadline is reached: a hard clock ends the match, a soft one lets the opponent know."""
    if match.clock is None or not out_of_time(match, change.now):
        return None
    opponent = other_side(match.turn)
    if not match.clock.hard:
        await change.news.tell(match, opponent, "claim")
        return None
    if not await change.tx.places.of(match.id):
        # Nobody could see this board any more: that is nobody's fault.
        return await change.revise(end(match, own_end("place_gone"), change.now), "abandon", None)
    return await change.revise(end(match, await on_time(change.tx, match, opponent), change.now), "time", None)


async def _remind(change: Change, match: Match, at: int) -> None:
    if match.deadline is None or match.left is None or out_of_time(match, change.now):
        return
    planned = reminders(match.deadline, match.left[match.turn])
    passed = [kind for moment, kind in planned if at <= moment <= change.now]
    if passed:
        # A reminder that quiet hours hold back would be sent at the same moment as this one.
        await change.tx.notices.forget(match.id, match.players[match.turn].id, URGENT)
        await change.news.tell(match, match.turn, passed[-1])
    await change.arm("reminder", match.id, next_reminder(match, change.now))


async def _idle(change: Change, match: Match) -> Match | None:
    """Nobody has moved for long: ask first, then close. Nobody is pressed during a vacation."""
    vacation = await change.tx.vacations.current(match.players[match.turn].id, change.now)
    if vacation is not None:
        await change.arm("idle", match.id, vacation.ends_at + ASKED)
        return None
    if match.asked_at is None:
        return await change.revise(replace(match, asked_at=change.now), "ask", None)
    return await change.revise(end(match, own_end("abandoned"), change.now), "abandon", None)
