"""Whenever the bot is killed, everything that was acknowledged is shown exactly once after the next start.

Each story is played once without a kill, then again and again with a kill at its first moment, its second, and so on. A
moment is just before or just after a request to Discord or the end of a transaction. Nonces do not help here.
"""

from __future__ import annotations

import asyncio
import random
import shutil
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast, get_args

import pytest

from cogs.posts.outbox import Outbox
from cogs.posts.pictures import Picture, filename
from matches.alarms import next_table
from matches.deliveries import DeliveryKind
from matches.records import Venue
from matches.settings import Notifications, PlayerSettings, ServerSettings
from matches.timecontrol import DAY, TimeControl
from service import Service
from storage.store import Store
from tests.support.channels import ChannelClient, Channels, answering
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
    from pathlib import Path

    from matches.records import Place, Snapshot
    from matches.settings import Way
    from storage.store import Tables

MOMENTS = 60
"""More moments than any story has."""


class Killed(BaseException):
    """Stands for the end of the process at this moment."""


class Moments:
    """Counts the moments of a story, and kills at one of them."""

    def __init__(self, fatal: int | None) -> None:
        self.fatal = fatal
        self.passed = 0
        self.dead = False

    def __call__(self) -> None:
        self.passed += 1
        if self.dead or self.passed == self.fatal:
            self.dead = True
            raise Killed


class CutStore(Store):
    """A store whose transactions may be interrupted just before and just after they are durable."""

    moments: Moments

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tables]:
        async with super().write() as tx:
            yield tx
            self.moments()
        self.moments()


class WatchedStore(CutStore):
    """A store that notes the kinds of all deliveries that its transactions owe."""

    kinds: set[str]

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tables]:
        async with super().write() as tx:
            yield tx
            rows = await tx.outbox._session.rows("SELECT DISTINCT kind FROM outbox")
            self.kinds |= {row["kind"] for row in rows}


async def _all_of(_: int, places: Iterable[Place]) -> set[int]:
    """Everybody can view every channel."""
    return {place.channel_id for place in places}


class Run:
    """One run of the bot, from its start to its end or its kill."""

    def __init__(self, store: CutStore, channels: Channels, clock: StillClock, moments: Moments) -> None:
        store.moments = channels.cut = moments
        self.clock = clock
        self.service = Service(store, clock, random.Random(1))
        self.client = cast("Any", ChannelClient(channels, self.service))
        self.outbox = Outbox(self.client, self.service)
        self.client.viewers = SimpleNamespace(viewable=_all_of)

    async def quiet(self) -> None:
        """Deliver everything that is due in the next minute."""
        for _ in range(4):
            await self.beside()
            due = await self.service.outbox.next_due()
            if due is not None and due <= self.clock.now():
                await self.outbox.deliver_due()
                await self.beside()
            self.clock.time += 20

    async def beside(self) -> None:
        """Wait for the deliveries that run in tasks of their own. A kill there kills the whole process."""
        while tasks := list(self.outbox._tasks):
            for done in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(done, Killed):
                    raise done
            await asyncio.sleep(0)

    def interaction(self, who: Any) -> Any:
        return answering(self.client, who, CHANNEL)


async def invite(run: Run, game: str = "konane", clock: str = "none") -> int:
    control = TimeControl.parse(clock)
    made = await run.service.challenges.invite(game, ANN, BOB, CHANNEL, "first", {}, clock=control)
    await run.outbox.challenges.answer(run.interaction(ANN), made)
    return made.id


async def accept(run: Run, challenge_id: int) -> None:
    snapshot = await run.service.challenges.accept(challenge_id, BOB)
    await run.outbox.boards.show(snapshot, run.interaction(BOB))
    run.outbox.settle(await run.service.challenges.of(challenge_id))
    await run.beside()


async def move(run: Run, match_id: int) -> None:
    snapshot = await run.service.lookup.snapshot(match_id)
    match, position = snapshot.match, snapshot.position
    mover = match.players[match.turn]
    played = await run.service.play.move(match_id, mover.id, position.format(position.legal_moves()[0]))
    await run.outbox.boards.show(played, run.interaction(mover))
    await run.beside()


async def prefer(run: Run, way: Way) -> None:
    await run.service.settings.choose(BOB.id, PlayerSettings(notifications=Notifications(way)))


async def a_challenge(run: Run) -> None:
    await invite(run)


async def a_challenge_that_is_declined(run: Run) -> None:
    challenge_id = await invite(run)
    run.outbox.settle(await run.service.challenges.decline(challenge_id, BOB.id))
    await run.beside()


async def a_challenge_that_expires(run: Run) -> None:
    await invite(run)
    run.clock.time += 8 * DAY
    await run.service.schedule.act()
    await run.quiet()


async def a_match_and_its_first_moves(run: Run) -> None:
    match_id = await invite(run)
    await accept(run, match_id)
    await move(run, match_id)
    await move(run, match_id)


async def a_match_in_a_thread_to_its_end(run: Run) -> None:
    await run.service.settings.choose_for_server(10, ServerSettings(place="thread"))
    match_id = await invite(run)
    await accept(run, match_id)
    over = await run.service.play.resign(match_id, BOB.id)
    await run.outbox.boards.show(over, run.interaction(BOB))
    await run.quiet()


async def a_direct_message_that_goes_out_of_date(run: Run) -> None:
    await prefer(run, "dm")
    match_id = await invite(run)
    await accept(run, match_id)
    await move(run, match_id)
    await run.quiet()
    await move(run, match_id)
    await run.quiet()


async def a_digest(run: Run) -> None:
    await prefer(run, "digest")
    match_id = await invite(run)
    await accept(run, match_id)
    await move(run, match_id)
    run.clock.time += DAY
    await run.quiet()


async def an_offer_that_is_declined_in_public(run: Run) -> None:
    match_id = await invite(run, "squalma")
    await accept(run, match_id)
    await move(run, match_id)
    await run.service.agreements.offer_draw(match_id, ANN.id)
    await run.quiet()
    declined = await run.service.agreements.decline_draw(match_id, BOB.id)
    await run.outbox.words.say(declined.match, run.interaction(BOB))
    await run.quiet()


async def a_vacation(run: Run) -> None:
    match_id = await invite(run, clock="3d")
    await accept(run, match_id)
    await run.service.vacations.start(ANN.id, 3)
    await run.quiet()


async def a_challenge_that_is_declined_in_direct_messages(run: Run) -> None:
    inbox = Venue((await run.client.create_dm(BOB)).id, None)
    made = await run.service.challenges.invite("konane", ANN, BOB, inbox, "first")
    await run.outbox.challenges.post(made)
    run.outbox.settle(await run.service.challenges.decline(made.id, BOB.id))
    await run.quiet()


async def a_match_that_somebody_follows(run: Run) -> None:
    match_id = await invite(run)
    await accept(run, match_id)
    await run.service.follows.follow(match_id, CAROL, each_move=True)
    await move(run, match_id)
    await run.quiet()


async def the_leaderboards_of_a_week(run: Run) -> None:
    await run.service.settings.choose_for_server(10, ServerSettings(table_channel=CHANNEL.channel_id, rated=True))
    made = await run.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", rated=True)
    await run.outbox.challenges.answer(run.interaction(ANN), made)
    await accept(run, made.id)
    for _ in range(4):
        snapshot = await run.service.lookup.snapshot(made.id)
        move = snapshot.position.format(snapshot.position.legal_moves()[0])
        await run.service.play.move(made.id, snapshot.match.players[snapshot.match.turn].id, move)
    over = await run.service.play.resign(made.id, BOB.id)
    await run.outbox.boards.show(over, run.interaction(BOB))
    run.clock.time = next_table(run.clock.time)
    await run.service.schedule.act()
    await run.quiet()


async def an_announcement_in_two_places(run: Run) -> None:
    for venue in (CHANNEL, Venue(200, 10)):
        made = await run.service.challenges.invite("konane", ANN, BOB, venue, "first")
        await run.service.challenges.accept(made.id, BOB)
    await run.quiet()
    number, places = await run.service.announcements.draft("`Tea at five.`")
    assert places == 2
    await run.service.announcements.send(number)
    await run.quiet()


async def somebody_who_is_forgotten(run: Run) -> None:
    match_id = await invite(run)
    await accept(run, match_id)
    await move(run, match_id)
    await run.service.privacy.forget(ANN.id)
    await run.quiet()


async def reminders_that_come_together(run: Run) -> None:
    first, second = [await invite(run, clock="3d") for _ in range(2)]
    await accept(run, first)
    await accept(run, second)
    run.clock.time += 2 * DAY
    await run.service.schedule.act()
    await run.quiet()
    await move(run, first)
    await run.quiet()


STORIES = [
    a_challenge,
    a_challenge_that_is_declined,
    a_challenge_that_expires,
    a_match_and_its_first_moves,
    a_match_in_a_thread_to_its_end,
    a_direct_message_that_goes_out_of_date,
    a_digest,
    an_offer_that_is_declined_in_public,
    a_vacation,
    a_challenge_that_is_declined_in_direct_messages,
    a_match_that_somebody_follows,
    the_leaderboards_of_a_week,
    an_announcement_in_two_places,
    somebody_who_is_forgotten,
    reminders_that_come_together,
]


@pytest.fixture(autouse=True)
def _plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the drawing of pictures, which takes most of the time and does not matter here."""

    async def picture(snapshot: Snapshot, *_: object, **__: object) -> Picture:
        return Picture(b"", "", filename(snapshot.match))

    monkeypatch.setattr("cogs.posts.board_posts.picture", picture)
    monkeypatch.setattr("cogs.posts.notices.picture", picture)
    monkeypatch.setattr("cogs.posts.erasures.picture", picture)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
async def test_a_kill_at_any_moment_leaves_nothing_lost_and_nothing_double(
    story: Callable[[Run], Awaitable[None]], tmp_path: Path, new_database: Path
) -> None:
    count = await _told(story, shutil.copy(new_database, tmp_path / "whole.db"), None)
    assert 2 < count < MOMENTS
    for fatal in range(1, count + 1):
        await _told(story, shutil.copy(new_database, tmp_path / f"{fatal}.db"), fatal)


async def test_a_challenge_that_is_accepted_as_soon_as_it_is_seen_keeps_no_button_after_a_kill(
    tmp_path: Path, new_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The acceptance comes after the message was noted and before the delivery is noted as done."""
    clock = StillClock()
    channels = Channels(clock)
    async with CutStore.opened(shutil.copy(new_database, tmp_path / "one.db")) as store:
        first = Run(store, channels, clock, Moments(None))
        control = TimeControl.parse("none")
        made = await first.service.challenges.invite("konane", ANN, BOB, CHANNEL, "first", {}, clock=control)
        note = first.service.outbox.challenge_shown

        async def note_and_accept(challenge_id: int, message_id: int) -> None:
            await note(challenge_id, message_id)
            await first.service.challenges.accept(challenge_id, BOB)

        monkeypatch.setattr(first.service.outbox, "challenge_shown", note_and_accept)
        clock.time += 30
        await first.outbox.deliver_due()
        await first.beside()
        first.outbox.close()
        second = Run(store, channels, clock, Moments(None))
        assert (await second.service.challenges.of(made.id)).status == "accepted"
        await second.outbox.begin()
        await second.quiet()
        await _all_is_shown_once(store, channels, second.service)


async def test_a_stop_waits_for_a_delivery_that_overhears_it(tmp_path: Path, new_database: Path) -> None:
    """A database whose connection breaks turns the cancellation into its own error, and Discord is not asked then."""
    clock, still = StillClock(), asyncio.Event()
    asked = list[str]()

    async def overhears() -> None:
        with suppress(asyncio.CancelledError):
            await still.wait()
        await still.wait()
        asked.append("Discord")

    async with CutStore.opened(shutil.copy(new_database, tmp_path / "one.db")) as store:
        run = Run(store, Channels(clock), clock, Moments(None))
        run.outbox.later(overhears())
        await asyncio.sleep(0)
        run.outbox.close()
        await run.outbox.ended()
        still.set()
        await asyncio.sleep(0)
    assert asked == []


async def test_a_direct_challenger_reads_that_it_was_declined(tmp_path: Path, new_database: Path) -> None:
    clock = StillClock()
    channels = Channels(clock)
    async with CutStore.opened(shutil.copy(new_database, tmp_path / "tidepool.db")) as store:
        run = Run(store, channels, clock, Moments(None))
        await a_challenge_that_is_declined_in_direct_messages(run)
        inbox = (await run.client.create_dm(ANN)).id
    told = [message.content for message in channels.messages.values() if message.channel_id == inbox]
    assert [text.partition("\n")[0] for text in told] == ["Bob declined Ann's challenge to **Konane**."]


async def test_the_stories_owe_every_kind_of_delivery(tmp_path: Path, new_database: Path) -> None:
    clock, kinds = StillClock(), set[str]()
    for story in STORIES:
        path = shutil.copy(new_database, tmp_path / f"{story.__name__}.db")
        async with WatchedStore.opened(path) as store:
            store.kinds = kinds
            run = Run(store, Channels(clock), clock, Moments(None))
            await story(run)
            await run.quiet()
    assert kinds == set(get_args(DeliveryKind)), "add a story"


async def _told(story: Callable[[Run], Awaitable[None]], path: Path | str, fatal: int | None) -> int:
    """Play a story with a kill at one moment, start again, and check the result. Returns the number of moments."""
    clock = StillClock()
    channels = Channels(clock)
    moments = Moments(fatal)
    async with CutStore.opened(path) as store:
        first = Run(store, channels, clock, moments)
        try:
            await story(first)
            await first.quiet()
        except Killed:
            first.outbox.close()
        passed = moments.passed
        second = Run(store, channels, clock, Moments(None))
        await second.outbox.begin()
        await second.quiet()
        clock.time += DAY  # for notices that wait until a certain hour
        await second.quiet()
        await _all_is_shown_once(store, channels, second.service)
    return passed


async def _all_is_shown_once(store: Store, channels: Channels, service: Service) -> None:
    async with store.read() as view:
        owed = await view.outbox.due(service.clock.now() + DAY * 30, 100)
    assert owed == [], owed
    boards: dict[str, int] = {}
    for message in channels.messages.values():
        for name in message.files:
            boards[name] = boards.get(name, 0) + 1
    assert all(count == 1 for name, count in boards.items() if not _in_direct_message(channels, name)), boards
    texts = [(channel, text) for channel, text, files, _ in channels.seen() if not files]
    assert len(texts) == len(set(texts)), texts
    ids = [match_id for match_id in range(36**3, 36**3 + 3) if await _there(store, match_id)]
    for match_id in ids:
        match = await service.lookup.match(match_id)
        (place,) = await service.places.of(match_id)
        assert place.shown_rev == match.board_rev
        live = [
            message.id
            for message in channels.messages.values()
            if message.buttons
            and any(f"-{match.code}-" in name for name in message.files)
            and message.channel_id == place.channel_id
        ]
        assert live == [place.message_id], "only the newest board has buttons"
        if match.over and place.thread_of is not None:
            assert place.channel_id in channels.archived
    for message in channels.messages.values():
        if any(one.startswith("t1:accept") for one in message.buttons):
            challenge = await service.challenges.of(int(message.buttons[0].split(":")[2]))
            assert challenge.status == "open"
            assert challenge.message_id == message.id


def _in_direct_message(channels: Channels, name: str) -> bool:
    """Whether a picture was also sent to somebody directly, which is another message."""
    return any(message.channel_id >= 10_000 for message in channels.messages.values() if name in message.files)


async def _there(store: Store, match_id: int) -> bool:
    async with store.read() as view:
        return await view.matches.of(match_id) is not None
