"""Vacations: a yearly balance of days that stop all of one's own clocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from matches.clocks import DAY, lasting, pause, resume
from matches.desk import Desk
from matches.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matches.change import Change

DAYS_A_YEAR = 21


@dataclass(frozen=True, slots=True)
class Vacation:
    """A time away, from `started_at` up to `ends_at`."""

    person_id: int
    started_at: int
    ends_at: int


@dataclass(frozen=True, slots=True)
class Balance:
    """The present vacation, if any, and the seconds of this year (UTC) that are not spent or planned."""

    vacation: Vacation | None
    left: int


def year_of(at: int) -> tuple[int, int]:
    """The first moment of the UTC year of `at`, and that of the next."""
    year = datetime.fromtimestamp(at, UTC).year
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()), int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp())


def left_in_year(vacations: Iterable[Vacation], at: int) -> int:
    """How much of the balance of the UTC year of `at` is left beside these vacations."""
    begin, end = year_of(at)
    spent = sum(max(0, min(one.ends_at, end) - max(one.started_at, begin)) for one in vacations)
    return DAYS_A_YEAR * DAY - spent


def affordable(vacations: Iterable[Vacation], wanted: Vacation) -> bool:
    """Whether the balance suffices in the year, or the two years, in which the wanted vacation lies."""
    together = [*vacations, wanted]
    return left_in_year(together, wanted.started_at) >= 0 and left_in_year(together, wanted.ends_at) >= 0


class Vacationing(Desk):
    """The part of the service for those who are away."""

    async def start_vacation(self, by: int, days: int) -> Vacation:
        """Stop one's own clocks for so many days from now on; deadlines that have passed are not revived.

        Raises Refusal if the balance does not suffice, or during a vacation.
        """
        if days < 1:
            raise Refusal("A vacation is at least one day long.")
        async with self._change() as change:
            tx, now = change.tx, change.now
            if current := await tx.vacations.current(by, now):
                raise Refusal(f"You are on vacation already, for another {lasting(current.ends_at - now)}.")
            wanted = Vacation(by, now, now + days * DAY)
            taken = await tx.vacations.since(by, year_of(now)[0])
            if not affordable(taken, wanted):
                left = left_in_year(taken, now)
                raise Refusal(f"Of your {DAYS_A_YEAR} days of vacation this year, {lasting(max(left, 0))} are left.")
            await tx.vacations.add(wanted)
            await change.arm("vacation", by, wanted.ends_at)
            await _each_turn(change, by, now, away=True)
        return wanted

    async def stop_vacation(self, by: int) -> Vacation:
        """Come back early: the clocks run again, and the days that were not used are kept. Raises Refusal."""
        async with self._change() as change:
            current = await change.tx.vacations.current(by, change.now)
            if current is None:
                raise Refusal("You are not on vacation.")
            await back_from(change, current)
        return replace(current, ends_at=change.now)

    async def vacation(self, by: int) -> Balance:
        """Whether this person is away, and what is left of this year's balance."""
        now = self.clock.now()
        async with self.store.read() as view:
            taken = await view.vacations.since(by, year_of(now)[0])
            return Balance(await view.vacations.current(by, now), left_in_year(taken, now))

    async def travellers(self, since: int) -> list[int]:
        """Who is away now, or was at any time after `since`."""
        async with self.store.read() as view:
            return await view.vacations.travellers(since)


async def back_from(change: Change, vacation: Vacation) -> None:
    """End a vacation: when its time was up, or now if that is earlier.

    Noticed late, the clocks have run since then, but for an outage of the bot, which costs nobody time.
    """
    ends_at = min(vacation.ends_at, change.now)
    outages = await change.tx.pulse.outages(ends_at, change.now)
    await change.tx.vacations.end(vacation, ends_at)
    await change.arm("vacation", vacation.person_id, None)
    await _each_turn(change, vacation.person_id, min(ends_at + outages, change.now), away=False)


async def _each_turn(change: Change, person_id: int, at: int, *, away: bool) -> None:
    """Stop the clocks that run for this person, or let those run from `at` on that a vacation has stopped."""
    for match in await change.tx.matches.running_of(person_id):
        seat = match.seat_of(person_id)
        if seat != match.turn:
            continue
        changed = pause(match, at) if away else resume(match, at)
        if changed != match:
            await change.revise(changed, "vacation" if away else "back", seat)
