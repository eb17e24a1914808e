"""Time in which the bot did not run, or received nothing from Discord, counts on nobody's clock."""

import asyncio

from matches.model import Snapshot
from matches.timecontrol import DAY, HOUR
from service import Service
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, StillClock, begin, changed_by_time, play_all
from tests.support.outbox import pings


async def test_a_silence_of_the_bot_moves_every_running_deadline_once(service: Service, clock: StillClock) -> None:
    running = (await begin(service, clock="1d")).match
    clockless = (await begin(service)).match
    stopped = (await begin(service, BOB, ANN, clock="1d")).match
    await service.vacations.start(BOB.id, 3)
    assert await service.schedule.start() == 0
    clock.time += 2 * DAY
    assert await service.schedule.start() == 2 * DAY
    assert await service.schedule.start() == 0
    assert running.deadline is not None
    assert (await service.lookup.match(running.id)).deadline == running.deadline + 2 * DAY
    assert (await service.lookup.match(clockless.id)).deadline is None
    assert (await service.lookup.match(stopped.id)).paused == DAY
    clock.time = running.deadline + 2 * DAY - 1
    assert await changed_by_time(service) == []
    clock.time += 1
    assert [changed.id for changed in await changed_by_time(service) if changed.over] == [running.id]


async def test_a_short_silence_is_ignored_and_what_is_overdue_acts_at_once(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d")).match
    assert match.deadline is not None
    clock.time = match.deadline - 60
    await service.schedule.beat()
    clock.time += 120
    assert await service.schedule.start() == 0
    assert [over.id for over in await changed_by_time(service)] == [match.id]


async def test_a_silence_does_not_revive_what_was_overdue_before_which_acts_right_after_it(
    service: Service, clock: StillClock
) -> None:
    soft, hard = [(await begin(service, clock=kind)).match for kind in ("1d soft", "1d")]
    clock.time += DAY + 5
    await service.schedule.beat()
    clock.time += DAY
    await service.schedule.start()
    assert (await service.lookup.match(soft.id)).deadline == soft.deadline
    assert [over.id for over in await changed_by_time(service)] == [hard.id]


async def test_the_next_post_says_that_the_deadline_moved(service: Service, clock: StillClock) -> None:
    async def away(snapshot: Snapshot) -> int:
        (posting,) = await service.places.postings(snapshot.match)
        assert not posting.away or snapshot.match.players[posting.delayed] == ANN, "who had more time for that move"
        return posting.away

    await service.schedule.start()
    snapshot = await begin(service, clock="1d")
    clock.time += HOUR
    await service.schedule.start()
    assert await away(snapshot) == 0
    snapshot = await play_all(service, snapshot, "1")
    assert await away(snapshot) == HOUR
    clock.time += 60
    snapshot = await play_all(service, snapshot, "1")
    assert await away(snapshot) == 0


async def test_a_reminder_moves_with_its_deadline(service: Service, clock: StillClock) -> None:
    await service.schedule.start()
    match = (await begin(service, clock="3d")).match
    clock.time += DAY
    await service.schedule.start()
    assert match.deadline is not None
    assert await service.schedule.next_due() == match.deadline + DAY - DAY
    clock.time = match.deadline
    await service.schedule.act()
    assert await pings(service, "third left") == [ANN.id]


async def test_a_clock_that_stood_still_is_not_said_to_have_moved(service: Service, clock: StillClock) -> None:
    await service.schedule.start()
    snapshot = await begin(service, clock="3d")
    await service.vacations.start(ANN.id, 5)
    clock.time += HOUR
    assert await service.schedule.start() == HOUR
    await service.vacations.stop(ANN.id)
    snapshot = await play_all(service, snapshot, "1")
    assert [posting.away for posting in await service.places.postings(snapshot.match)] == [0]


async def test_while_discord_is_not_heard_nothing_falls_due(service: Service, clock: StillClock) -> None:
    await service.schedule.start()
    match = (await begin(service, clock="1d")).match
    clock.time += DAY - HOUR
    await service.schedule.beat()
    service.schedule.pause()
    clock.time += 3 * HOUR
    await service.schedule.beat()
    waiting = asyncio.create_task(service.schedule.until_due())
    assert await changed_by_time(service) == []
    assert not waiting.done()
    assert await service.schedule.resume() == 3 * HOUR
    assert match.deadline is not None
    assert (await service.lookup.match(match.id)).deadline == match.deadline + 3 * HOUR
    clock.time += HOUR
    await asyncio.wait_for(waiting, 60)
    assert [over.id for over in await changed_by_time(service)] == [match.id]


async def test_a_short_break_of_the_connection_moves_nothing(service: Service, clock: StillClock) -> None:
    await service.schedule.start()
    match = (await begin(service, clock="1d")).match
    clock.time += DAY - 60
    await service.schedule.beat()
    assert await service.schedule.resume() == 0
    service.schedule.pause()
    service.schedule.pause()
    clock.time += 120
    assert await changed_by_time(service) == []
    assert await service.schedule.resume() == 0
    assert [over.id for over in await changed_by_time(service)] == [match.id]


async def test_a_restart_while_discord_is_not_heard_counts_the_whole_silence(
    store: Store, service: Service, clock: StillClock
) -> None:
    await service.schedule.start()
    await begin(service, clock="1d")
    service.schedule.pause()
    clock.time += HOUR
    await service.schedule.beat()
    clock.time += HOUR
    assert await Service(store, clock, games={"heap": Heap}).schedule.start() == 2 * HOUR
