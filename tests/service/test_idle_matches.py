"""Matches that are long without a move: players are asked about them, then the matches are closed."""

import asyncio

from matches.timecontrol import DAY
from service import Service
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, StillClock, begin, changed_by_time, play_all
from tests.support.outbox import pings


async def test_a_match_without_clock_is_asked_about_after_30_days_and_then_closed(
    service: Service, clock: StillClock
) -> None:
    match = (await begin(service, rated=True)).match
    clock.time += 30 * DAY - 1
    assert await changed_by_time(service) == []
    clock.time += 1
    (asked,) = await changed_by_time(service)
    assert (asked.asked_at, asked.over) == (clock.now(), False)
    assert sorted(await pings(service, "ask")) == [ANN.id, BOB.id]
    clock.time += 7 * DAY
    (closed,) = await changed_by_time(service)
    assert (closed.id, closed.void, closed.reason, closed.rated) == (match.id, True, "abandoned", False)
    assert await changed_by_time(service) == []


async def test_the_week_to_answer_leaves_out_the_time_in_which_the_bot_was_silent(
    service: Service, clock: StillClock
) -> None:
    await begin(service)
    clock.time += 30 * DAY
    await service.schedule.act()
    await service.schedule.beat()
    clock.time += 8 * DAY
    await service.schedule.start()
    assert await changed_by_time(service) == []
    clock.time += 7 * DAY
    assert [closed.reason for closed in await changed_by_time(service)] == ["abandoned"]


async def test_saying_that_it_goes_on_or_moving_keeps_a_match(service: Service, clock: StillClock) -> None:
    kept = (await begin(service)).match
    moved = (await begin(service)).match
    clock.time += 30 * DAY
    await service.schedule.act()
    clock.time += 6 * DAY
    await service.agreements.keep(kept.id, BOB.id)
    await play_all(service, await service.lookup.snapshot(moved.id), "1")
    clock.time += 30 * DAY - 1
    assert await changed_by_time(service) == []
    clock.time += 1
    asked = await changed_by_time(service)
    assert {match.id for match in asked if match.asked_at} == {kept.id, moved.id}


async def test_nobody_is_asked_during_a_vacation(service: Service, clock: StillClock) -> None:
    await begin(service)
    clock.time += 25 * DAY
    vacation = await service.vacations.start(ANN.id, 10)
    clock.time += 5 * DAY
    assert await changed_by_time(service) == []
    clock.time = vacation.ends_at + 7 * DAY
    (asked,) = await changed_by_time(service)
    assert asked.asked_at == clock.now()


async def test_two_at_once_ask_about_an_idle_match_and_do_not_close_it(
    store: Store, service: Service, clock: StillClock
) -> None:
    match = (await begin(service)).match
    other = Service(store, clock, games={"heap": Heap})
    clock.time += 30 * DAY
    await asyncio.gather(service.schedule.act(), other.schedule.act())
    assert ((await service.lookup.match(match.id)).asked_at, (await service.lookup.match(match.id)).over) == (
        clock.now(),
        False,
    )
