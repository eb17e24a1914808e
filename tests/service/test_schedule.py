"""What time brings about, each thing once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from matches.errors import Over
from matches.timecontrol import DAY, HOUR
from service import Service
from service.clock import Clock
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CHANNEL, begin, play_all
from tests.support.outbox import notices_due

if TYPE_CHECKING:
    from pathlib import Path

    from matches.records import Snapshot
    from storage.store import Store
    from tests.support.matches import StillClock


async def pings(service: Service, kind: str) -> list[int]:
    """Whom due notices of a kind are for; they count as told then."""
    notices = [notice for notice in await notices_due(service) if notice.about == kind]
    await service.outbox.done(notices)
    return [notice.person_id or 0 for notice in notices]


async def test_a_hard_clock_ends_the_match_to_the_second_and_once(service: Service, clock: StillClock) -> None:
    match = (await play_all(service, await begin(service, clock="2d", rated=True), "1 1")).match
    assert match.deadline == clock.now() + 2 * DAY
    clock.time = match.deadline - 1
    assert (await service.schedule.act()).matches == []
    clock.time = match.deadline
    (over,) = (await service.schedule.act()).matches
    assert (over.winner, over.reason, over.ended_at, over.rated) == (1, "time", match.deadline, True)
    assert await service.lookup.match(match.id) == over
    assert (await service.schedule.act()).matches == []
    assert await service.schedule.next_due() is None


@pytest.mark.parametrize("texts", ["", "1"])
async def test_nothing_is_won_on_time_before_both_sides_have_moved(
    service: Service, clock: StillClock, texts: str
) -> None:
    match = (await play_all(service, await begin(service, clock="2d", rated=True), texts)).match
    clock.time += 2 * DAY
    (over,) = (await service.schedule.act()).matches
    assert (over.id, over.ending, over.winner, over.void, over.rated) == (match.id, "not_begun", None, True, False)
    assert sorted(await pings(service, "end")) == []
    assert [one.person_id for one in await service.outbox.with_board(match.id)] == [ANN.id, BOB.id]


async def test_a_move_moves_the_deadline(service: Service, clock: StillClock) -> None:
    snapshot = await begin(service, clock="2d")
    clock.time += DAY
    snapshot = await play_all(service, snapshot, "1")
    clock.time += DAY
    assert (await service.schedule.act()).matches == []
    assert snapshot.match.deadline == clock.now() + DAY


async def test_at_the_deadline_no_move_is_accepted_any_more(service: Service, clock: StillClock) -> None:
    snapshot = await begin(service, clock="2d")
    clock.time += 2 * DAY
    for act in (service.play.move(snapshot.match.id, ANN.id, "take 1"), service.play.resign(snapshot.match.id, BOB.id)):
        with pytest.raises(Over, match="Ann's time"):
            await act
    clock.time -= 1
    await play_all(service, snapshot, "1")


async def test_a_finished_match_has_no_deadline(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service, clock="1d", size="4"), "1 2 1")
    assert snapshot.match.deadline is None
    clock.time += 100 * DAY
    assert (await service.schedule.act()).matches == []


async def test_a_soft_deadline_tells_the_opponent_once_and_ends_nothing(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d soft")).match
    clock.time += DAY
    for expected in ([BOB.id], []):
        assert (await service.schedule.act()).matches == []
        assert await pings(service, "claim") == expected
    assert not (await service.lookup.match(match.id)).over


async def test_reminders_go_to_the_player_to_move_once_each(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service, clock="3d"), "1")
    assert snapshot.match.deadline is not None
    sent = []
    for at in range(snapshot.match.deadline - 3 * DAY, snapshot.match.deadline, HOUR // 2):
        clock.time = at
        await service.schedule.act()
        for kind in ("third left", "six hours left"):
            sent += [(kind, person, (snapshot.match.deadline - at) // HOUR) for person in await pings(service, kind)]
    assert sent == [("third left", BOB.id, 24), ("six hours left", BOB.id, 6)]


async def test_of_two_overdue_reminders_only_the_later_goes_out(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="3d")).match
    assert match.deadline is not None
    clock.time = match.deadline - HOUR
    await service.schedule.act()
    assert [notice.about for notice in await notices_due(service)] == ["six hours left"]
    await pings(service, "six hours left")
    assert await service.schedule.next_due() == match.deadline


async def test_a_move_calls_the_reminder_off(service: Service, clock: StillClock) -> None:
    snapshot = await begin(service, clock="3d")
    clock.time += 3 * DAY - HOUR
    await service.schedule.act()
    await play_all(service, snapshot, "1")
    assert await notices_due(service) == []
    clock.time += HOUR
    await service.schedule.act()
    assert await notices_due(service) == []


async def test_what_is_due_at_the_moment_of_an_offer_stays_due(service: Service, clock: StillClock) -> None:
    hard, soft = (await begin(service, clock="3d")).match, (await begin(service, clock="2d soft")).match
    clock.time += 2 * DAY
    for match in (hard, soft):
        await service.agreements.offer_draw(match.id, ANN.id)
    await service.schedule.act()
    assert await pings(service, "third left") == [ANN.id]
    assert await pings(service, "claim") == [BOB.id]


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
    assert (await service.schedule.act()).matches == []
    clock.time += 1
    assert [over.id for over in (await service.schedule.act()).matches] == [running.id]


async def test_a_short_silence_is_ignored_and_what_is_overdue_acts_at_once(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d")).match
    assert match.deadline is not None
    clock.time = match.deadline - 60
    await service.schedule.beat()
    clock.time += 120
    assert await service.schedule.start() == 0
    assert [over.id for over in (await service.schedule.act()).matches] == [match.id]


async def test_a_silence_does_not_revive_what_was_overdue_before(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d soft")).match
    clock.time += DAY + HOUR
    await service.schedule.beat()
    clock.time += DAY
    await service.schedule.start()
    assert (await service.lookup.match(match.id)).deadline == match.deadline


async def test_what_was_overdue_before_a_silence_acts_right_after_it(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d")).match
    clock.time += DAY + 5
    await service.schedule.beat()
    clock.time += DAY
    await service.schedule.start()
    assert [over.id for over in (await service.schedule.act()).matches] == [match.id]


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
    service.schedule.disconnected()
    clock.time += 3 * HOUR
    await service.schedule.beat()
    waiting = asyncio.create_task(service.schedule.until_due())
    assert (await service.schedule.act()).matches == []
    assert not waiting.done()
    assert await service.schedule.connected() == 3 * HOUR
    assert match.deadline is not None
    assert (await service.lookup.match(match.id)).deadline == match.deadline + 3 * HOUR
    clock.time += HOUR
    await asyncio.wait_for(waiting, 2)
    assert [over.id for over in (await service.schedule.act()).matches] == [match.id]


async def test_a_short_break_of_the_connection_moves_nothing(service: Service, clock: StillClock) -> None:
    await service.schedule.start()
    match = (await begin(service, clock="1d")).match
    clock.time += DAY - 60
    await service.schedule.beat()
    assert await service.schedule.connected() == 0
    service.schedule.disconnected()
    service.schedule.disconnected()
    clock.time += 120
    assert (await service.schedule.act()).matches == []
    assert await service.schedule.connected() == 0
    assert [over.id for over in (await service.schedule.act()).matches] == [match.id]


async def test_a_restart_while_discord_is_not_heard_counts_the_whole_silence(
    store: Store, service: Service, clock: StillClock
) -> None:
    await service.schedule.start()
    await begin(service, clock="1d")
    service.schedule.disconnected()
    clock.time += HOUR
    await service.schedule.beat()
    clock.time += HOUR
    assert await Service(store, clock, games={"heap": Heap}).schedule.start() == 2 * HOUR


async def test_a_match_without_clock_is_asked_about_after_30_days_and_then_closed(
    service: Service, clock: StillClock
) -> None:
    match = (await begin(service, rated=True)).match
    clock.time += 30 * DAY - 1
    assert (await service.schedule.act()).matches == []
    clock.time += 1
    (asked,) = (await service.schedule.act()).matches
    assert (asked.asked_at, asked.over) == (clock.now(), False)
    assert sorted(await pings(service, "ask")) == [ANN.id, BOB.id]
    clock.time += 7 * DAY
    (closed,) = (await service.schedule.act()).matches
    assert (closed.id, closed.void, closed.reason, closed.rated) == (match.id, True, "abandoned", False)
    assert (await service.schedule.act()).matches == []


async def test_the_week_to_answer_leaves_out_the_time_in_which_the_bot_was_silent(
    service: Service, clock: StillClock
) -> None:
    await begin(service)
    clock.time += 30 * DAY
    await service.schedule.act()
    await service.schedule.beat()
    clock.time += 8 * DAY
    await service.schedule.start()
    assert (await service.schedule.act()).matches == []
    clock.time += 7 * DAY
    assert [closed.reason for closed in (await service.schedule.act()).matches] == ["abandoned"]


async def test_saying_that_it_goes_on_or_moving_keeps_a_match(service: Service, clock: StillClock) -> None:
    kept = (await begin(service)).match
    moved = (await begin(service)).match
    clock.time += 30 * DAY
    await service.schedule.act()
    clock.time += 6 * DAY
    await service.agreements.keep(kept.id, BOB.id)
    await play_all(service, await service.lookup.snapshot(moved.id), "1")
    clock.time += 30 * DAY - 1
    assert (await service.schedule.act()).matches == []
    clock.time += 1
    asked = (await service.schedule.act()).matches
    assert {match.id for match in asked if match.asked_at} == {kept.id, moved.id}


async def test_nobody_is_asked_during_a_vacation(service: Service, clock: StillClock) -> None:
    await begin(service)
    clock.time += 25 * DAY
    vacation = await service.vacations.start(ANN.id, 10)
    clock.time += 5 * DAY
    assert (await service.schedule.act()).matches == []
    clock.time = vacation.ends_at + 7 * DAY
    (asked,) = (await service.schedule.act()).matches
    assert asked.asked_at == clock.now()


async def test_time_does_not_decide_a_match_that_nobody_could_see(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d", rated=True)).match
    await service.places.lost(CHANNEL.channel_id)
    clock.time += DAY
    (closed,) = (await service.schedule.act()).matches
    assert (closed.id, closed.void, closed.winner, closed.rated) == (match.id, True, None, False)


async def test_two_at_once_do_each_thing_once(store: Store, service: Service, clock: StillClock) -> None:
    for _ in range(5):
        await begin(service, clock="1d")
    other = Service(store, clock, games={"heap": Heap})
    clock.time += DAY
    done = await asyncio.gather(service.schedule.act(), other.schedule.act())
    ended = [match.id for effects in done for match in effects.matches]
    assert len(ended) == len(set(ended)) == 5


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


async def test_of_much_that_is_due_only_so_much_is_done_at_a_time(service: Service, clock: StillClock) -> None:
    for _ in range(5):
        await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    clock.time += 7 * DAY
    assert [len((await service.schedule.act(3)).challenges) for _ in range(3)] == [3, 2, 0]


async def test_the_scheduler_sleeps_until_something_is_due(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "clock"
    service = Service(store, Clock(file), games={"heap": Heap})
    match = (await begin(service, clock="1d")).match
    waiting = asyncio.create_task(service.schedule.until_due())
    await asyncio.sleep(0.3)
    assert not waiting.done()
    file.write_text(str(16 * HOUR))
    await asyncio.wait_for(waiting, 2)
    await service.schedule.act()
    assert [notice.subject for notice in await notices_due(service)] == [match.id]


async def test_the_outbox_wakes_for_what_comes_earlier(store: Store) -> None:
    service = Service(store, Clock(), games={"heap": Heap})
    match = (await begin(service)).match
    waiting = asyncio.create_task(service.outbox.until_due())
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await service.agreements.offer_draw(match.id, ANN.id)
    await asyncio.wait_for(waiting, 2)
    assert await pings(service, "offer") == [BOB.id]


async def test_the_scheduler_wakes_for_a_deadline_before_the_one_it_waited_for(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "clock"
    service = Service(store, Clock(file), games={"heap": Heap})
    await begin(service, clock="14d")
    waiting = asyncio.create_task(service.schedule.until_due())
    await asyncio.sleep(0.05)
    await begin(service, clock="1d")
    file.write_text(str(16 * HOUR))
    await asyncio.wait_for(waiting, 2)


async def test_an_alarm_that_cannot_be_taken_stops_no_other(
    service: Service, store: Store, clock: StillClock, caplog: pytest.LogCaptureFixture
) -> None:
    match = (await play_all(service, await begin(service, clock="2d"), "1 1")).match
    assert match.deadline is not None
    async with store.write() as tx:
        await tx.alarms.set("flag", 999_999_999, match.deadline - 1)  # its match is gone
    clock.time = match.deadline
    assert [over.id for over in (await service.schedule.act()).matches] == [match.id]
    assert [record.exc_info for record in caplog.records if record.levelname == "ERROR"] == [None]
    assert await service.schedule.next_due() == clock.now() + HOUR
