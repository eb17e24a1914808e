"""Vacations and their balance for each year."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.clock import DAYS_A_YEAR, Vacation, affordable, left_in_year, year_of
from matches.errors import Refusal
from matches.timecontrol import DAY, HOUR
from service import Service
from tests.support.matches import ANN, BOB, CAROL, StillClock, begin, changed_by_time, play_all
from tests.support.outbox import notices_due, notices_out_of_date

NEW_YEAR = int(datetime(2028, 1, 1, tzinfo=UTC).timestamp())


def test_a_year_is_that_of_the_calendar() -> None:
    assert year_of(NEW_YEAR - 1) == (int(datetime(2027, 1, 1, tzinfo=UTC).timestamp()), NEW_YEAR)
    assert year_of(NEW_YEAR)[0] == NEW_YEAR


def test_a_vacation_over_new_year_is_paid_from_both_years() -> None:
    over = Vacation(1, NEW_YEAR - 3 * DAY, NEW_YEAR + 5 * DAY)
    assert left_in_year([over], NEW_YEAR - 1) == 18 * DAY
    assert left_in_year([over], NEW_YEAR) == 16 * DAY
    assert affordable([over], Vacation(1, NEW_YEAR + 10 * DAY, NEW_YEAR + 26 * DAY))
    assert not affordable([over], Vacation(1, NEW_YEAR + 10 * DAY, NEW_YEAR + 26 * DAY + 1))


@given(st.lists(st.tuples(st.integers(0, 600 * DAY), st.integers(0, 40 * DAY)), max_size=12))
def test_nobody_is_away_for_more_than_21_days_of_a_year(wishes: list[tuple[int, int]]) -> None:
    taken: list[Vacation] = []
    now = NEW_YEAR - 300 * DAY
    for wait, length in wishes:
        now += wait % (30 * DAY)
        wanted = Vacation(1, now, now + length)
        if affordable(taken, wanted):
            taken.append(wanted)
            now += length
    for at in (NEW_YEAR - 1, NEW_YEAR):
        assert 0 <= left_in_year(taken, at) <= DAYS_A_YEAR * DAY


async def test_a_vacation_stops_ones_own_clocks_and_no_others(service: Service, clock: StillClock) -> None:
    mine = (await begin(service, clock="3d")).match
    theirs = (await begin(service, BOB, ANN, clock="3d")).match
    clockless = (await begin(service)).match
    clock.time += HOUR
    vacation = await service.vacations.start(ANN.id, 5)
    assert vacation.ends_at == clock.now() + 5 * DAY
    stopped = await service.lookup.match(mine.id)
    assert (stopped.deadline, stopped.paused, stopped.rev, stopped.board_rev) == (None, 3 * DAY - HOUR, 2, 1)
    assert await service.lookup.match(theirs.id) == theirs
    assert await service.lookup.match(clockless.id) == clockless


async def test_the_clock_runs_on_when_the_vacation_ends_by_itself(service: Service, clock: StillClock) -> None:
    match = (await play_all(service, await begin(service, clock="3d"), "1 1")).match
    clock.time += HOUR
    vacation = await service.vacations.start(ANN.id, 5)
    clock.time = vacation.ends_at - 1
    assert await changed_by_time(service) == []
    clock.time = vacation.ends_at
    assert await service.schedule.next_due() == clock.now()
    await service.schedule.act()
    back = await service.lookup.match(match.id)
    assert (back.deadline, back.paused) == (vacation.ends_at + 3 * DAY - HOUR, None)
    assert (await service.vacations.balance(ANN.id)).vacation is None
    clock.time = vacation.ends_at + 3 * DAY - HOUR
    assert [ended.reason for ended in await changed_by_time(service)] == ["time"]


async def test_a_vacation_whose_end_is_noticed_late_has_ended_on_time(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="3d")).match
    vacation = await service.vacations.start(ANN.id, 5)
    clock.time = vacation.ends_at - 30
    await service.schedule.beat()
    clock.time = vacation.ends_at + 60
    assert await service.schedule.start() == 0
    assert [resumed.id for resumed in await changed_by_time(service)] == [match.id]
    assert (await service.lookup.match(match.id)).deadline == vacation.ends_at + 3 * DAY


@pytest.mark.parametrize("kind", ["1d", "1d soft"])
async def test_an_outage_over_the_end_of_a_vacation_costs_nobody_time(
    service: Service, clock: StillClock, kind: str
) -> None:
    match = (await begin(service, clock=kind)).match
    clock.time += DAY - HOUR
    vacation = await service.vacations.start(ANN.id, 5)
    clock.time = vacation.ends_at - HOUR
    await service.schedule.beat()
    clock.time = vacation.ends_at + 3 * HOUR
    assert await service.schedule.start() == 4 * HOUR
    assert [resumed.over for resumed in await changed_by_time(service)] == [False]
    assert (await service.lookup.match(match.id)).deadline == clock.now() + HOUR
    assert await service.schedule.next_due() == clock.now() + HOUR
    assert (await service.vacations.balance(ANN.id)).left == 16 * DAY


async def test_coming_back_early_keeps_the_days_that_were_not_used(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="3d")).match
    await service.vacations.start(ANN.id, 21)
    with pytest.raises(Refusal, match="already on vacation"):
        await service.vacations.start(ANN.id, 1)
    clock.time += 2 * DAY
    assert (await service.vacations.stop(ANN.id)).ends_at == clock.now()
    assert (await service.lookup.match(match.id)).deadline == clock.now() + 3 * DAY
    assert (await service.vacations.balance(ANN.id)).left == 19 * DAY
    with pytest.raises(Refusal, match="not on vacation"):
        await service.vacations.stop(ANN.id)
    await service.vacations.start(ANN.id, 19)


async def test_stopping_and_starting_within_a_second_is_no_trap(service: Service) -> None:
    await service.vacations.start(ANN.id, 3)
    await service.vacations.stop(ANN.id)
    await service.vacations.start(ANN.id, 4)
    balance = await service.vacations.balance(ANN.id)
    assert balance.left == 17 * DAY
    assert balance.vacation is not None


async def test_a_turn_that_comes_during_a_vacation_waits_with_its_whole_time(
    service: Service, clock: StillClock
) -> None:
    snapshot = await begin(service, BOB, ANN, clock="3d")
    await service.vacations.start(ANN.id, 5)
    snapshot = await play_all(service, snapshot, "1")
    assert (snapshot.match.deadline, snapshot.match.paused) == (None, 3 * DAY)
    with pytest.raises(Refusal, match="on vacation"):
        await service.agreements.claim(snapshot.match.id, BOB.id)
    clock.time += DAY
    snapshot = await play_all(service, snapshot, "1")
    assert snapshot.match.deadline == clock.now() + 3 * DAY


async def test_reminders_are_removed_when_their_clock_stops(service: Service, clock: StillClock) -> None:
    told, waiting = (await begin(service, clock="3d")).match, (await begin(service, clock="3d")).match
    clock.time += 2 * DAY
    await service.schedule.act()
    (one, other) = await notices_due(service)
    assert {one.subject, other.subject} == {told.id, waiting.id}
    await service.outbox.notices_sent([one], 100, 7001)
    await service.vacations.start(ANN.id, 5)
    assert await notices_due(service) == []
    assert [gone.message_id for gone in await notices_out_of_date(service)] == [7001]


async def test_a_passed_deadline_is_not_revived(service: Service, clock: StillClock) -> None:
    hard = (await begin(service, clock="1d")).match
    soft = (await play_all(service, await begin(service, clock="1d soft"), "1 1")).match
    clock.time += DAY
    await service.vacations.start(ANN.id, 5)
    assert (await service.lookup.match(soft.id)).deadline == soft.deadline
    assert (await service.agreements.claim(soft.id, BOB.id)).match.winner == 1
    assert [ended.id for ended in await changed_by_time(service)] == [hard.id]


async def test_the_refusal_of_a_vacation_names_what_is_left_of_its_year(service: Service, clock: StillClock) -> None:
    clock.time = NEW_YEAR - 30 * DAY
    await service.vacations.start(ANN.id, 20)
    clock.time += 20 * DAY + 8 * HOUR
    await service.schedule.act()
    with pytest.raises(Refusal, match="You have 1 day of vacation left this year"):
        await service.vacations.start(ANN.id, 2)
    await service.vacations.start(ANN.id, 1)
    clock.time += DAY
    await service.schedule.act()
    with pytest.raises(Refusal, match="You have no vacation left this year"):
        await service.vacations.start(ANN.id, 1)
    clock.time = NEW_YEAR - HOUR
    await service.vacations.start(BOB.id, 21)
    with pytest.raises(Refusal, match="already on vacation, for another 21 days"):
        await service.vacations.start(BOB.id, 1)


async def test_the_balance_limits_a_vacation(service: Service) -> None:
    with pytest.raises(Refusal, match="You have 21 days of vacation left this year"):
        await service.vacations.start(ANN.id, 22)
    with pytest.raises(Refusal, match="at least one day"):
        await service.vacations.start(ANN.id, 0)
    await service.vacations.start(ANN.id, 21)
    with pytest.raises(Refusal, match="already on vacation, for another 21 days"):
        await service.vacations.start(ANN.id, 1)
    assert (await service.vacations.balance(CAROL.id)).left == 21 * DAY
