"""What time brings about, each thing once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from matches.clock import Clock
from matches.clocks import DAY, HOUR
from matches.errors import Over
from matches.service import Matches
from tests.matches.conftest import ANN, BOB, CHANNEL, begin, play_all
from tests.matches.heap import Heap

if TYPE_CHECKING:
    from pathlib import Path

    from matches.records import Table
    from matches.store import Store
    from tests.matches.conftest import StillClock


async def pings(matches: Matches, kind: str) -> list[int]:
    """Whom due notices of a kind are for; they count as told then."""
    notices = [notice for notice in await matches.due_notices() if notice.kind == kind]
    for notice in notices:
        await matches.told(notice)
    return [notice.person_id for notice in notices]


async def test_a_hard_clock_ends_the_match_to_the_second_and_once(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="2d", rated=True)).match
    assert match.deadline == clock.now() + 2 * DAY
    clock.time = match.deadline - 1
    assert (await matches.act()).matches == []
    clock.time = match.deadline
    (over,) = (await matches.act()).matches
    assert (over.winner, over.reason, over.ended_at, over.rated) == (1, "time", match.deadline, True)
    assert await matches.match(match.id) == over
    assert (await matches.act()).matches == []
    assert await matches.next_due() is None


async def test_a_move_moves_the_deadline(matches: Matches, clock: StillClock) -> None:
    table = await begin(matches, clock="2d")
    clock.time += DAY
    table = await play_all(matches, table, "1")
    clock.time += DAY
    assert (await matches.act()).matches == []
    assert table.match.deadline == clock.now() + DAY


async def test_at_the_deadline_no_move_is_accepted_any_more(matches: Matches, clock: StillClock) -> None:
    table = await begin(matches, clock="2d")
    clock.time += 2 * DAY
    for act in (matches.play(table.match.id, ANN.id, "take 1"), matches.resign(table.match.id, BOB.id)):
        with pytest.raises(Over, match="Ann's time"):
            await act
    clock.time -= 1
    await play_all(matches, table, "1")


async def test_a_finished_match_has_no_deadline(matches: Matches, clock: StillClock) -> None:
    table = await play_all(matches, await begin(matches, clock="1d", size="4"), "1 2 1")
    assert table.match.deadline is None
    clock.time += 100 * DAY
    assert (await matches.act()).matches == []


async def test_a_soft_deadline_tells_the_opponent_once_and_ends_nothing(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="1d soft")).match
    clock.time += DAY
    for expected in ([BOB.id], []):
        assert (await matches.act()).matches == []
        assert await pings(matches, "claim") == expected
    assert not (await matches.match(match.id)).over


async def test_reminders_go_to_the_player_to_move_once_each(matches: Matches, clock: StillClock) -> None:
    table = await play_all(matches, await begin(matches, clock="3d"), "1")
    assert table.match.deadline is not None
    sent = []
    for at in range(table.match.deadline - 3 * DAY, table.match.deadline, HOUR // 2):
        clock.time = at
        await matches.act()
        for kind in ("third left", "six hours left"):
            sent += [(kind, person, (table.match.deadline - at) // HOUR) for person in await pings(matches, kind)]
    assert sent == [("third left", BOB.id, 24), ("six hours left", BOB.id, 6)]


async def test_of_two_overdue_reminders_only_the_later_goes_out(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="3d")).match
    assert match.deadline is not None
    clock.time = match.deadline - HOUR
    await matches.act()
    assert [notice.kind for notice in await matches.due_notices()] == ["six hours left"]
    await pings(matches, "six hours left")
    assert await matches.next_due() == match.deadline


async def test_a_move_calls_the_reminder_off(matches: Matches, clock: StillClock) -> None:
    table = await begin(matches, clock="3d")
    clock.time += 3 * DAY - HOUR
    await matches.act()
    await play_all(matches, table, "1")
    assert await matches.due_notices() == []
    clock.time += HOUR
    await matches.act()
    assert await matches.due_notices() == []


async def test_what_is_due_at_the_moment_of_an_offer_stays_due(matches: Matches, clock: StillClock) -> None:
    hard, soft = (await begin(matches, clock="3d")).match, (await begin(matches, clock="2d soft")).match
    clock.time += 2 * DAY
    for match in (hard, soft):
        await matches.offer_draw(match.id, ANN.id)
    await matches.act()
    assert await pings(matches, "third left") == [ANN.id]
    assert await pings(matches, "claim") == [BOB.id]


async def test_a_silence_of_the_bot_moves_every_running_deadline_once(matches: Matches, clock: StillClock) -> None:
    running = (await begin(matches, clock="1d")).match
    clockless = (await begin(matches)).match
    stopped = (await begin(matches, BOB, ANN, clock="1d")).match
    await matches.start_vacation(BOB.id, 3)
    assert await matches.start() == 0
    clock.time += 2 * DAY
    assert await matches.start() == 2 * DAY
    assert await matches.start() == 0
    assert running.deadline is not None
    assert (await matches.match(running.id)).deadline == running.deadline + 2 * DAY
    assert (await matches.match(clockless.id)).deadline is None
    assert (await matches.match(stopped.id)).paused == DAY
    clock.time = running.deadline + 2 * DAY - 1
    assert (await matches.act()).matches == []
    clock.time += 1
    assert [over.id for over in (await matches.act()).matches] == [running.id]


async def test_a_short_silence_is_ignored_and_what_is_overdue_acts_at_once(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="1d")).match
    assert match.deadline is not None
    clock.time = match.deadline - 60
    await matches.beat()
    clock.time += 120
    assert await matches.start() == 0
    assert [over.id for over in (await matches.act()).matches] == [match.id]


async def test_a_silence_does_not_revive_what_was_overdue_before(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="1d soft")).match
    clock.time += DAY + HOUR
    await matches.beat()
    clock.time += DAY
    await matches.start()
    assert (await matches.match(match.id)).deadline == match.deadline


async def test_what_was_overdue_before_a_silence_acts_right_after_it(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="1d")).match
    clock.time += DAY + 5
    await matches.beat()
    clock.time += DAY
    await matches.start()
    assert [over.id for over in (await matches.act()).matches] == [match.id]


async def test_the_next_post_says_that_the_deadline_moved(matches: Matches, clock: StillClock) -> None:
    async def away(table: Table) -> int:
        (posting,) = await matches.postings(table.match)
        return posting.away

    await matches.start()
    table = await begin(matches, clock="1d")
    clock.time += HOUR
    await matches.start()
    assert await away(table) == 0
    table = await play_all(matches, table, "1")
    assert await away(table) == HOUR
    clock.time += 60
    table = await play_all(matches, table, "1")
    assert await away(table) == 0


async def test_a_reminder_moves_with_its_deadline(matches: Matches, clock: StillClock) -> None:
    await matches.start()
    match = (await begin(matches, clock="3d")).match
    clock.time += DAY
    await matches.start()
    assert match.deadline is not None
    assert await matches.next_due() == match.deadline + DAY - DAY
    clock.time = match.deadline
    await matches.act()
    assert await pings(matches, "third left") == [ANN.id]


async def test_a_match_without_clock_is_asked_about_after_30_days_and_then_closed(
    matches: Matches, clock: StillClock
) -> None:
    match = (await begin(matches, rated=True)).match
    clock.time += 30 * DAY - 1
    assert (await matches.act()).matches == []
    clock.time += 1
    (asked,) = (await matches.act()).matches
    assert (asked.asked_at, asked.over) == (clock.now(), False)
    assert sorted(await pings(matches, "ask")) == [ANN.id, BOB.id]
    clock.time += 7 * DAY
    (closed,) = (await matches.act()).matches
    assert (closed.id, closed.void, closed.reason, closed.rated) == (match.id, True, "abandoned", False)
    assert (await matches.act()).matches == []


async def test_the_week_to_answer_leaves_out_the_time_in_which_the_bot_was_silent(
    matches: Matches, clock: StillClock
) -> None:
    await begin(matches)
    clock.time += 30 * DAY
    await matches.act()
    await matches.beat()
    clock.time += 8 * DAY
    await matches.start()
    assert (await matches.act()).matches == []
    clock.time += 7 * DAY
    assert [closed.reason for closed in (await matches.act()).matches] == ["abandoned"]


async def test_saying_that_it_goes_on_or_moving_keeps_a_match(matches: Matches, clock: StillClock) -> None:
    kept = (await begin(matches)).match
    moved = (await begin(matches)).match
    clock.time += 30 * DAY
    await matches.act()
    clock.time += 6 * DAY
    await matches.keep(kept.id, BOB.id)
    await play_all(matches, await matches.table(moved.id), "1")
    clock.time += 30 * DAY - 1
    assert (await matches.act()).matches == []
    clock.time += 1
    asked = (await matches.act()).matches
    assert {match.id for match in asked if match.asked_at} == {kept.id, moved.id}


async def test_nobody_is_asked_during_a_vacation(matches: Matches, clock: StillClock) -> None:
    await begin(matches)
    clock.time += 25 * DAY
    vacation = await matches.start_vacation(ANN.id, 10)
    clock.time += 5 * DAY
    assert (await matches.act()).matches == []
    clock.time = vacation.ends_at + 7 * DAY
    (asked,) = (await matches.act()).matches
    assert asked.asked_at == clock.now()


async def test_time_does_not_decide_a_match_that_nobody_could_see(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="1d", rated=True)).match
    await matches.lost(CHANNEL.channel_id)
    clock.time += DAY
    (closed,) = (await matches.act()).matches
    assert (closed.id, closed.void, closed.winner, closed.rated) == (match.id, True, None, False)


async def test_two_at_once_do_each_thing_once(store: Store, matches: Matches, clock: StillClock) -> None:
    for _ in range(5):
        await begin(matches, clock="1d")
    other = Matches(store, clock, games={"heap": Heap})
    clock.time += DAY
    done = await asyncio.gather(matches.act(), other.act())
    ended = [match.id for happened in done for match in happened.matches]
    assert len(ended) == len(set(ended)) == 5


async def test_two_at_once_ask_about_an_idle_match_and_do_not_close_it(
    store: Store, matches: Matches, clock: StillClock
) -> None:
    match = (await begin(matches)).match
    other = Matches(store, clock, games={"heap": Heap})
    clock.time += 30 * DAY
    await asyncio.gather(matches.act(), other.act())
    assert ((await matches.match(match.id)).asked_at, (await matches.match(match.id)).over) == (clock.now(), False)


async def test_of_much_that_is_due_only_so_much_is_done_at_a_time(matches: Matches, clock: StillClock) -> None:
    for _ in range(5):
        await matches.challenge("heap", ANN, BOB, CHANNEL)
    clock.time += 7 * DAY
    assert [len((await matches.act(3)).challenges) for _ in range(3)] == [3, 2, 0]


async def test_the_scheduler_sleeps_until_something_is_due(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "clock"
    matches = Matches(store, Clock(file), games={"heap": Heap})
    match = (await begin(matches, clock="1d")).match
    waiting = asyncio.create_task(matches.until_due())
    await asyncio.sleep(0.3)
    assert not waiting.done()
    file.write_text(str(16 * HOUR))
    await asyncio.wait_for(waiting, 2)
    await matches.act()
    assert [notice.match_id for notice in await matches.due_notices()] == [match.id]


async def test_the_scheduler_wakes_for_what_comes_earlier(store: Store) -> None:
    matches = Matches(store, Clock(), games={"heap": Heap})
    waiting = asyncio.create_task(matches.until_notice())
    await asyncio.sleep(0.05)
    match = (await begin(matches)).match
    await asyncio.sleep(0.05)
    assert not waiting.done()
    await matches.offer_draw(match.id, ANN.id)
    await asyncio.wait_for(waiting, 2)
    assert await pings(matches, "offer") == [BOB.id]


async def test_the_scheduler_wakes_for_a_deadline_before_the_one_it_waited_for(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "clock"
    matches = Matches(store, Clock(file), games={"heap": Heap})
    await begin(matches, clock="14d")
    waiting = asyncio.create_task(matches.until_due())
    await asyncio.sleep(0.05)
    await begin(matches, clock="1d")
    file.write_text(str(16 * HOUR))
    await asyncio.wait_for(waiting, 2)
