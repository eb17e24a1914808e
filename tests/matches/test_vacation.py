"""Vacations and their yearly balance."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.clocks import DAY, HOUR
from matches.errors import Refusal
from matches.vacation import DAYS_A_YEAR, Vacation, affordable, left_in_year, year_of
from tests.matches.conftest import ANN, BOB, CAROL, begin, play_all

if TYPE_CHECKING:
    from matches.service import Matches
    from tests.matches.conftest import StillClock

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


async def test_a_vacation_stops_ones_own_clocks_and_no_others(matches: Matches, clock: StillClock) -> None:
    mine = (await begin(matches, clock="3d")).match
    theirs = (await begin(matches, BOB, ANN, clock="3d")).match
    clockless = (await begin(matches)).match
    clock.time += HOUR
    vacation = await matches.start_vacation(ANN.id, 5)
    assert vacation.ends_at == clock.now() + 5 * DAY
    stopped = await matches.match(mine.id)
    assert (stopped.deadline, stopped.paused, stopped.rev, stopped.board_rev) == (None, 3 * DAY - HOUR, 2, 1)
    assert await matches.match(theirs.id) == theirs
    assert await matches.match(clockless.id) == clockless


async def test_the_clock_runs_on_when_the_vacation_ends_by_itself(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="3d")).match
    clock.time += HOUR
    vacation = await matches.start_vacation(ANN.id, 5)
    clock.time = vacation.ends_at - 1
    assert (await matches.act()).matches == []
    clock.time = vacation.ends_at
    assert await matches.next_due() == clock.now()
    await matches.act()
    back = await matches.match(match.id)
    assert (back.deadline, back.paused) == (vacation.ends_at + 3 * DAY - HOUR, None)
    assert (await matches.vacation(ANN.id)).vacation is None
    clock.time = vacation.ends_at + 3 * DAY - HOUR
    assert [ended.reason for ended in (await matches.act()).matches] == ["time"]


async def test_a_vacation_whose_end_is_noticed_late_has_ended_on_time(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="3d")).match
    vacation = await matches.start_vacation(ANN.id, 5)
    clock.time = vacation.ends_at - 30
    await matches.beat()
    clock.time = vacation.ends_at + 60
    assert await matches.start() == 0
    assert (await matches.act()).back == [ANN.id]
    assert (await matches.match(match.id)).deadline == vacation.ends_at + 3 * DAY


@pytest.mark.parametrize("kind", ["1d", "1d soft"])
async def test_an_outage_over_the_end_of_a_vacation_costs_nobody_time(
    matches: Matches, clock: StillClock, kind: str
) -> None:
    match = (await begin(matches, clock=kind)).match
    clock.time += DAY - HOUR
    vacation = await matches.start_vacation(ANN.id, 5)
    clock.time = vacation.ends_at - HOUR
    await matches.beat()
    clock.time = vacation.ends_at + 3 * HOUR
    assert await matches.start() == 4 * HOUR
    assert (await matches.act()).matches == []
    assert (await matches.match(match.id)).deadline == clock.now() + HOUR
    assert await matches.next_due() == clock.now() + HOUR
    assert (await matches.vacation(ANN.id)).left == 16 * DAY


async def test_coming_back_early_keeps_the_days_that_were_not_used(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="3d")).match
    await matches.start_vacation(ANN.id, 21)
    clock.time += 2 * DAY
    assert (await matches.stop_vacation(ANN.id)).ends_at == clock.now()
    assert (await matches.match(match.id)).deadline == clock.now() + 3 * DAY
    assert (await matches.vacation(ANN.id)).left == 19 * DAY
    with pytest.raises(Refusal, match="not on vacation"):
        await matches.stop_vacation(ANN.id)
    await matches.start_vacation(ANN.id, 19)


async def test_stopping_and_starting_within_a_second_is_no_trap(matches: Matches) -> None:
    await matches.start_vacation(ANN.id, 3)
    await matches.stop_vacation(ANN.id)
    await matches.start_vacation(ANN.id, 4)
    balance = await matches.vacation(ANN.id)
    assert balance.left == 17 * DAY
    assert balance.vacation is not None


async def test_a_turn_that_comes_during_a_vacation_waits_with_its_whole_time(
    matches: Matches, clock: StillClock
) -> None:
    table = await begin(matches, BOB, ANN, clock="3d")
    await matches.start_vacation(ANN.id, 5)
    table = await play_all(matches, table, "1")
    assert (table.match.deadline, table.match.paused) == (None, 3 * DAY)
    with pytest.raises(Refusal, match="on vacation"):
        await matches.claim(table.match.id, BOB.id)
    clock.time += DAY
    table = await play_all(matches, table, "1")
    assert table.match.deadline == clock.now() + 3 * DAY


async def test_a_passed_deadline_is_not_revived(matches: Matches, clock: StillClock) -> None:
    hard = (await begin(matches, clock="1d")).match
    soft = (await begin(matches, clock="1d soft")).match
    clock.time += DAY
    await matches.start_vacation(ANN.id, 5)
    assert (await matches.match(soft.id)).deadline == soft.deadline
    assert (await matches.claim(soft.id, BOB.id)).match.winner == 1
    assert [ended.id for ended in (await matches.act()).matches] == [hard.id]


async def test_travellers_are_those_who_are_or_were_lately_away(matches: Matches, clock: StillClock) -> None:
    await matches.start_vacation(ANN.id, 5)
    await matches.start_vacation(BOB.id, 5)
    clock.time += DAY
    await matches.stop_vacation(BOB.id)
    assert await matches.travellers(clock.now() - 1) == [ANN.id, BOB.id]
    assert await matches.travellers(clock.now()) == [ANN.id]


async def test_the_balance_limits_a_vacation(matches: Matches) -> None:
    with pytest.raises(Refusal, match="21 days are left"):
        await matches.start_vacation(ANN.id, 22)
    with pytest.raises(Refusal, match="at least one day"):
        await matches.start_vacation(ANN.id, 0)
    await matches.start_vacation(ANN.id, 21)
    with pytest.raises(Refusal, match="already, for another 21 days"):
        await matches.start_vacation(ANN.id, 1)
    assert (await matches.vacation(CAROL.id)).left == 21 * DAY
