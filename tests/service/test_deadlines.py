"""Deadlines and reminders: each takes effect exactly once."""

from collections.abc import Collection

import pytest

from matches.alarms import ALARM_KINDS, Alarm, AlarmKind
from matches.errors import Over
from matches.model import EventKind, Match
from matches.settings import Notifications, PlayerSettings
from matches.timecontrol import DAY, HOUR, LATEST
from service import Service
from service.change import Change
from service.core import Core, alarm
from storage.store import Store
from tests.support.declaring import WHERE, as_module
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin, changed_by_time, play_all
from tests.support.outbox import notices_due, pings, with_board


@pytest.mark.parametrize(("until", "left"), [((), {"tide"}), ({"move"}, set())])
async def test_an_alarm_of_a_match_stays_until_an_event_that_it_names_or_the_end(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch, until: Collection[EventKind], left: set[str]
) -> None:
    monkeypatch.setitem(ALARM_KINDS, "tide", AlarmKind("tide", "match", act=None, until=until))
    begun, of_matches = await begin(service), ALARM_KINDS.concerning("match")
    async with store.write() as tx:
        for kind in of_matches:
            await tx.alarms.set(kind, begun.match.id, LATEST)
    await play_all(service, begun, "1")
    assert await armed(store, begun.match) & {"tide"} == left
    await service.play.resign(begun.match.id, BOB.id)
    assert await armed(store, begun.match) == set(), "service/deadlines.py removes all alarms of a match that ends"


def test_an_alarm_of_a_match_that_does_not_say_what_removes_it_does_not_start() -> None:
    async def rise(core: Core, change: Change, due: Alarm) -> None: ...

    with pytest.raises(TypeError, match=f"^{WHERE}the alarm 'tide' of a match must also say until: "):
        as_module(lambda: alarm("tide", "match")(rise))
    assert "tide" not in ALARM_KINDS


async def armed(store: Store, match: Match) -> set[str]:
    async with store.read() as view:
        return {alarm.kind for alarm in await view.alarms.of_match(match.id)}


async def test_a_hard_clock_ends_the_match_to_the_second_and_once(service: Service, clock: StillClock) -> None:
    match = (await play_all(service, await begin(service, clock="2d", rated=True), "1 1")).match
    assert match.deadline == clock.now() + 2 * DAY
    clock.time = match.deadline - 1
    assert await changed_by_time(service) == []
    clock.time = match.deadline
    (over,) = await changed_by_time(service)
    assert (over.winner, over.reason, over.ended_at, over.rated) == (1, "time", match.deadline, True)
    assert await service.lookup.match(match.id) == over
    assert await changed_by_time(service) == []
    assert await service.schedule.next_due() is None


@pytest.mark.parametrize("texts", ["", "1"])
async def test_nothing_is_won_on_time_before_both_sides_have_moved(
    service: Service, clock: StillClock, texts: str
) -> None:
    match = (await play_all(service, await begin(service, clock="2d", rated=True), texts)).match
    clock.time += 2 * DAY
    (over,) = await changed_by_time(service)
    assert (over.id, over.ending, over.winner, over.void, over.rated) == (match.id, "not_begun", None, True, False)
    assert sorted(await pings(service, "end")) == []
    assert [delivery.person_id for delivery in await with_board(service, match.id)] == [ANN.id, BOB.id]


async def test_a_move_moves_the_deadline(service: Service, clock: StillClock) -> None:
    snapshot = await begin(service, clock="2d")
    clock.time += DAY
    snapshot = await play_all(service, snapshot, "1")
    clock.time += DAY
    assert await changed_by_time(service) == []
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
    assert await changed_by_time(service) == []


async def test_a_soft_deadline_tells_the_opponent_once_and_ends_nothing(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d soft")).match
    clock.time += DAY
    for expected in ([BOB.id], []):
        assert await changed_by_time(service) == []
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


async def test_two_reminders_that_quiet_hours_hold_back_come_as_one(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="3d")).match
    assert match.deadline is not None
    quiet_from, quiet_to = ((match.deadline - before) // 60 % (24 * 60) for before in (25 * HOUR, 2 * HOUR))
    chosen = Notifications(quiet_from=quiet_from, quiet_to=quiet_to, zone="UTC")
    await service.settings.choose(ANN.id, PlayerSettings(notifications=chosen))
    for left in (24, 6):
        clock.time = match.deadline - left * HOUR
        await service.schedule.act()
        assert await notices_due(service) == []
    clock.time = match.deadline - 2 * HOUR
    assert [notice.about for notice in await notices_due(service)] == ["six hours left"]


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


async def test_time_does_not_decide_a_match_that_nobody_could_see(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d", rated=True)).match
    await service.places.remove_lost(CHANNEL.channel_id)
    clock.time += DAY
    (closed,) = await changed_by_time(service)
    assert (closed.id, closed.void, closed.winner, closed.rated) == (match.id, True, None, False)
