"""Refused requests are tried again rarely, and never so often that Discord bars the bot."""

import random
from typing import Any, cast

import pytest

from cogs.posts.relay import OutboxRelay
from cogs.wire import failures
from cogs.wire.failures import ENOUGH, MOST, MOST_AGAIN, Refusals
from cogs.wire.pictures import Picture
from matches.deliveries import backoff
from matches.limits import Limits
from matches.model import Venue
from matches.timecontrol import DAY
from service import Service
from storage.store import Store
from tests.support.channels import ChannelClient, Channels, Route
from tests.support.kills import INBOXES
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import trouble

QUEUED = 120


class Barred(Route):
    """A channel in which Discord refuses everything."""

    counted: Refusals
    sent = 0

    async def send(self, content: str = "", **more: Any) -> Any:
        Barred.sent += 1
        self.counted.count(403)
        raise trouble(50013, 403)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StillClock:
    """The clock of the service, by which refusals are counted, too."""
    clock = StillClock()
    monkeypatch.setattr("cogs.wire.failures.time.monotonic", lambda: float(clock.time))
    return clock


async def with_queued_boards(
    store: Store, clock: StillClock, monkeypatch: pytest.MonkeyPatch, channels: int
) -> OutboxRelay:
    """An outbox that queues many boards, in several channels that refuse them."""

    async def picture(*_: object, **__: object) -> Picture:
        return Picture(b"", "", "konane-1000-1.png")

    monkeypatch.setattr("cogs.posts.board_posts.picture", picture)
    service = Service(store, clock, random.Random(1), limits=Limits.parse("off"))
    counted = Refusals()
    Barred.counted, Barred.sent = counted, 0
    client = cast("Any", ChannelClient(Channels(clock), service))
    client.get_partial_messageable = lambda channel_id, guild_id=None: (Barred if channel_id < INBOXES else Route)(
        client.channels, channel_id
    )
    outbox = OutboxRelay(client, service, counted)
    for number in range(QUEUED):
        where = Venue(CHANNEL.channel_id + number % channels, CHANNEL.guild_id)
        made = await service.challenges.invite("konane", ANN, BOB, where, "first", {}, clock=None)
        await service.challenges.accept(made.id, BOB)
    await outbox.begin()
    return outbox


async def pass_time(outbox: OutboxRelay, clock: StillClock, seconds: int) -> None:
    """Deliver everything that is due within so many seconds."""
    end = clock.time + seconds
    while True:
        while tasks := list(outbox._tasks):
            for task in tasks:
                await task
        due = await outbox._service.outbox.next_due()
        if due is None or due > end:
            return
        clock.time = max(clock.time, due)
        await outbox.deliver_due()


async def test_a_place_that_refuses_one_board_is_not_asked_for_all_others(
    store: Store, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    outbox = await with_queued_boards(store, clock, monkeypatch, channels=1)
    await pass_time(outbox, clock, 600)
    assert Barred.sent < 10 * 4  # the first try, then one after one, two and four minutes; four are sent side by side
    before = Barred.sent
    await outbox.retry_refused(CHANNEL.channel_id)
    await pass_time(outbox, clock, 1)
    assert Barred.sent > before  # somebody uses the bot there


async def test_many_places_that_refuse_stay_within_the_budget(
    store: Store, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failures, "MOST_AGAIN", QUEUED + 20)
    outbox = await with_queued_boards(store, clock, monkeypatch, channels=QUEUED)
    await pass_time(outbox, clock, 590)
    assert QUEUED <= Barred.sent <= QUEUED + 20 + 4


def test_a_budget_ends_and_begins_again(clock: StillClock) -> None:
    counted = Refusals()
    for status in (200, 404, 403, 429, 401):
        counted.count(status)
    assert len(counted) == 3
    for _ in range(MOST_AGAIN):
        counted.count(429)
    assert 600 <= counted.seconds_to_wait(again=True) <= 602
    assert counted.seconds_to_wait(again=False) == 0
    for _ in range(MOST):
        counted.count(429)
    assert counted.seconds_to_wait(again=False) > 0
    clock.time += 602
    assert counted.seconds_to_wait(again=True) == 0


def test_a_channel_that_is_closed_for_weeks_is_still_set_right_when_it_opens() -> None:
    assert 28 * DAY < sum(backoff(tried, refused=True) for tried in range(ENOUGH)) < 32 * DAY
