"""The scheduler: it wakes up for each due alarm, and takes each exactly once."""

import asyncio
from pathlib import Path

import pytest

from matches.limits import Limits
from matches.timecontrol import DAY, HOUR
from service import Service, schedule
from service.clock import Clock
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin, changed_by_time, play_all
from tests.support.outbox import notices_due, pings


async def test_two_at_once_do_each_thing_once(store: Store, service: Service, clock: StillClock) -> None:
    matches = [(await begin(service, clock="1d")).match for _ in range(5)]
    other = Service(store, clock, games={"heap": Heap})
    clock.time += DAY
    await asyncio.gather(service.schedule.act(), other.schedule.act())
    for match in matches:
        assert [event.kind for event in await service.lookup.events(match.id)] == ["start", "time"]


async def test_of_much_that_is_due_only_so_much_is_done_at_a_time(service: Service, clock: StillClock) -> None:
    for _ in range(5):
        await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    clock.time += 7 * DAY
    for left in (2, 0, 0):
        await service.schedule.act(3)
        assert len(await service.challenges.open_of(ANN.id)) == left


async def test_between_many_due_things_people_have_their_turn(
    store: Store, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "GAP", 3600)
    service = Service(store, clock, games={"heap": Heap}, limits=Limits.off())
    for number, few in ((schedule.FEW, True), (schedule.FEW + 1, False)):
        for _ in range(number):
            await service.challenges.invite("heap", ANN, BOB, CHANNEL)
        clock.time += 7 * DAY
        acting = asyncio.create_task(service.schedule.act())
        done, _ = await asyncio.wait([acting], timeout=60 if few else 0.5)
        assert bool(done) is few
        await begin(service)
        acting.cancel()


async def test_the_scheduler_sleeps_until_something_is_due(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "clock"
    service = Service(store, Clock(file), games={"heap": Heap})
    match = (await begin(service, clock="1d")).match
    waiting = asyncio.create_task(service.schedule.until_due())
    await asyncio.sleep(0.3)
    assert not waiting.done()
    file.write_text(str(16 * HOUR))
    await asyncio.wait_for(waiting, 60)
    await service.schedule.act()
    assert [notice.subject for notice in await notices_due(service)] == [match.id]


async def test_the_outbox_wakes_for_what_comes_earlier(store: Store) -> None:
    service = Service(store, Clock(), games={"heap": Heap})
    match = (await begin(service)).match
    waiting = asyncio.create_task(service.outbox.until_due())
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await service.agreements.offer_draw(match.id, ANN.id)
    await asyncio.wait_for(waiting, 60)
    assert await pings(service, "offer") == [BOB.id]


async def test_the_scheduler_wakes_for_a_deadline_before_the_one_it_waited_for(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "clock"
    service = Service(store, Clock(file), games={"heap": Heap})
    await begin(service, clock="14d")
    waiting = asyncio.create_task(service.schedule.until_due())
    await asyncio.sleep(0.05)
    await begin(service, clock="1d")
    file.write_text(str(16 * HOUR))
    await asyncio.wait_for(waiting, 60)


async def test_an_alarm_that_cannot_be_taken_stops_no_other(
    service: Service, store: Store, clock: StillClock, caplog: pytest.LogCaptureFixture
) -> None:
    match = (await play_all(service, await begin(service, clock="2d"), "1 1")).match
    assert match.deadline is not None
    async with store.write() as tx:
        await tx.alarms.set("flag", 999_999_999, match.deadline - 1)  # the alarm's match is gone
    clock.time = match.deadline
    assert [over.id for over in await changed_by_time(service)] == [match.id]
    assert [record.exc_info for record in caplog.records if record.levelname == "ERROR"] == [None]
    assert await service.schedule.next_due() == clock.now() + HOUR
