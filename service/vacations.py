"""Lets people take vacations, during which their clocks are paused.

In a tournament, vacations can pause a match only for a limited time.
"""

from collections.abc import Sequence
from dataclasses import replace

from matches.alarms import Alarm
from matches.clock import Balance, Vacation, affordable, left_in_year, pause, resume, vacation_seconds, year_of
from matches.errors import Refusal
from matches.model import Match
from matches.timecontrol import DAY, HOUR, lasting
from service.change import Change
from service.core import Core, Part, alarm, reading, transaction
from storage.store import Tables


async def holds(change: Change, match: Match, vacation: Vacation) -> bool:
    """Return whether a vacation currently pauses a match in which it is the vacationer's turn.

    In a tournament, all of a player's vacations together can hold up a match for as many days as the server allows.
    """
    tournament = await change.tx.tournaments.running_with(match.id)
    if tournament is None:
        return True
    allowed = (await change.tx.settings.of_server(tournament.guild_id)).hold_days * DAY
    vacations = [*await change.tx.vacations.since(vacation.person_id, match.created_at), vacation]
    taken = vacation_seconds(match, await change.tx.plies.of(match.id), vacations, change.now)
    until = change.now + allowed - taken
    if until <= change.now:
        return False
    if until < vacation.ends_at:
        await change.arm("hold", match.id, until)
    return True


@alarm("hold", "match", until=())
async def end_hold(core: Core, change: Change, due: Alarm) -> None:
    """Resume a tournament player's clock, because vacations have paused it for as long as the server allows."""
    match = await core.match(change.tx, due.subject)
    if match.over or match.paused is None:
        return
    vacation = await change.tx.vacations.current(match.players[match.turn].id, change.now)
    if vacation is not None and not await holds(change, match, vacation):
        await change.revise(resume(match, change.now), "back", match.turn)


class Vacations(Part):
    @transaction
    async def start(self, change: Change, person_id: int, days: int) -> Vacation:
        """Start a vacation, which pauses a person's clocks for the next `days` days.

        Clocks that have already run out are not paused. Raises Refusal if the balance is too low, and during a
        vacation.
        """
        if days < 1:
            raise Refusal("A vacation lasts at least one day.")
        tx, now = change.tx, change.now
        if current := await tx.vacations.current(person_id, now):
            raise Refusal("You are already on vacation, for another {time}.", time=lasting(current.ends_at - now))
        wanted = Vacation(person_id, now, now + days * DAY)
        taken = await tx.vacations.since(person_id, year_of(now)[0])
        if not affordable(taken, wanted):
            raise _too_long(taken, wanted)
        await tx.vacations.save(wanted)
        await change.arm("vacation", person_id, wanted.ends_at)
        await _each_turn(change, person_id, now, wanted)
        return wanted

    @transaction
    async def stop(self, change: Change, person_id: int) -> Vacation:
        """End a person's vacation early, keeping the unused days for later.

        Raises Refusal if the person is not on vacation.
        """
        current = await change.tx.vacations.current(person_id, change.now)
        if current is None:
            raise Refusal("You are not on vacation.")
        await _return_from(change, current)
        return replace(current, ends_at=change.now)

    @reading
    async def balance(self, view: Tables, person_id: int) -> Balance:
        """Return a person's current vacation, and how much vacation they have left this year."""
        now = self._core.clock.now()
        taken = await view.vacations.since(person_id, year_of(now)[0])
        return Balance(await view.vacations.current(person_id, now), left_in_year(taken, now))


def _too_long(taken: Sequence[Vacation], wanted: Vacation) -> Refusal:
    """Return the Refusal for a vacation that exceeds a person's allowance."""
    if left_in_year([*taken, wanted], wanted.started_at) >= 0:
        left = left_in_year(taken, wanted.ends_at)
        return Refusal("You have {time} of vacation left next year.", time=lasting(left - left % HOUR))
    left = left_in_year(taken, wanted.started_at)
    if left < HOUR:
        return Refusal("You have no vacation left this year.")
    return Refusal("You have {time} of vacation left this year.", time=lasting(left - left % HOUR))


@alarm("vacation", "person")
async def end_vacation(_: Core, change: Change, due: Alarm) -> None:
    vacation = await change.tx.vacations.latest(due.subject)
    if vacation is not None:
        await _return_from(change, vacation)


async def _return_from(change: Change, vacation: Vacation) -> None:
    """End a vacation now, or as of its planned end if that has passed.

    If the planned end has passed, clocks have been running since then, except during outages of the bot.
    """
    ends_at = min(vacation.ends_at, change.now)
    outages = sum(outage.seconds for outage in await change.tx.pulse.outages(ends_at, change.now))
    await change.tx.vacations.save(replace(vacation, ends_at=ends_at))
    await change.arm("vacation", vacation.person_id, None)
    await _each_turn(change, vacation.person_id, min(ends_at + outages, change.now), None)


async def _each_turn(change: Change, person_id: int, time: int, vacation: Vacation | None) -> None:
    """Pause a person's running clocks for a vacation, or resume them as of `time` if `vacation` is None."""
    for match in await change.tx.matches.running_of(person_id):
        seat = match.seat_of(person_id)
        if seat != match.turn:
            continue
        if vacation is not None and not await holds(change, match, vacation):
            continue
        changed = resume(match, time) if vacation is None else pause(match, time)
        if changed != match:
            await change.revise(changed, "back" if vacation is None else "vacation", seat)
