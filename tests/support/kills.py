"""A bot without Discord that can be killed at any moment, and a check that everything was shown once."""

from __future__ import annotations

import asyncio
import math
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import pytest

from cogs.posts.relay import OutboxRelay
from cogs.wire import pictures
from matches.model import Place, Venue
from matches.timecontrol import DAY, TimeControl
from service import Service
from service.tournament_posts import PAUSE
from storage.store import Store, Tables
from tests.support.channels import ChannelClient, Channels, answering
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.stores import Stores
from tests.support.thinker import SETTLES, Puppet

Result = TypeVar("Result")
LINK = re.compile(r"https://\S+|<t:\d+:R>")
"""Links differ in a message that was sent again, and deadlines in a match that begins after a restart."""
SLOT = 600
"""Seconds between the beginnings of two acts: enough for a restart and all deliveries."""
OTHER_SERVER = 200
"""The channel of another server."""
INBOXES = 10_000
"""From this id on, a channel is somebody's direct messages."""


class Killed(BaseException):
    """Stands for the end of the process at this moment."""


class Over(Exception):
    """The story has reached its last requested act."""


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
    durable = 0
    """How many transactions are durable."""
    goes_on = False
    """Whether the clock also brings what is due while people wait, as in a tournament."""

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Tables]:
        async with super().write() as tx:
            yield tx
            self.moments()
        self.durable += 1
        self.moments()


def _unheard(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report errors in the event loop, except those of tasks that ended with their process."""
    if not isinstance(context.get("exception"), Killed):
        loop.default_exception_handler(context)


async def _all_of(_: int, places: Iterable[Place]) -> set[int]:
    """Everybody can view every channel."""
    return {place.channel_id for place in places}


async def _anybody(*_: object) -> bool:
    """Everybody is in every server and views every channel."""
    return True


class Past:
    """Takes every call that a story repeats from before a kill, and does nothing."""

    def __getattr__(self, _: str) -> Past:
        return self

    def __call__(self, *_: object, **__: object) -> Past:
        return self

    def __await__(self) -> Generator[None]:
        yield from ()


class Run:
    """One run of the bot, from its start to its end or its kill.

    A story is a row of acts, each in a time slot of its own. `acts` says how many of them count; after `most` acts the
    story is over. Before act number `pause`, counted from 0, people wait until nothing is queued.
    """

    def __init__(
        self,
        store: CutStore,
        channels: Channels,
        clock: StillClock,
        moments: Moments | None = None,
        limit: int | None = None,
        pause: int | None = None,
    ) -> None:
        asyncio.get_running_loop().set_exception_handler(_unheard)
        self.moments = store.moments = channels.cut = moments or Moments(None)
        channels.breaks = False
        self.acts, self._most, self._pause = 0, limit, pause
        self.begun = 0
        """How many acts were begun: a kill may keep the last one from counting."""
        self.since = 0
        """The first moment at which the last of these acts counts."""
        self.results: list[Any] = []
        """What each of these acts returned."""
        self._done: Sequence[Any] = ()
        self._past = False
        self.store, self.channels, self.clock = store, channels, clock
        self.service = Service(store, clock, random.Random(1), thinker=Puppet())
        self.client = cast("Any", ChannelClient(channels, self.service))
        self._relay = OutboxRelay(self.client, self.service)
        self.client.viewers = SimpleNamespace(viewable=_all_of, sees_one=_anybody, is_member=_anybody)

    def next_run(self, fatal: int | None = None) -> Run:
        """The bot after its next start, to be killed at this moment; None kills nothing."""
        return Run(self.store, self.channels, self.clock, Moments(fatal))

    @property
    def relay(self) -> OutboxRelay:
        """What shows and delivers; it does nothing while the story repeats what was done before a kill."""
        return cast("OutboxRelay", Past()) if self._past else self._relay

    async def tell(self, story: Callable[[Run], Awaitable[None]], done: Sequence[Any] = ()) -> None:
        """Play a story, or only the rest of it after the acts that returned these results."""
        self._done, self._past = done, bool(done)
        with suppress(Over):
            await story(self)
        self._past = False

    async def act(self, deed: Coroutine[Any, Any, Result]) -> Result:
        """Do what somebody does: it counts as soon as it is durable, even if the bot is killed then. Raises Over."""
        if self.acts == self._most:
            deed.close()
            raise Over
        if self.acts < len(self._done):
            deed.close()
            self.acts += 1
            return cast("Result", self._done[self.acts - 1])
        await self._begin_act()
        before = self.store.durable
        try:
            result = await deed
            self.results.append(result)
            return result
        finally:
            if self.store.durable > before:
                self.acts += 1
                self.since = self.moments.passed

    async def pass_time(self, seconds: int) -> None:
        """Let time pass, which is an act, too. Raises Over."""
        if self.acts == self._most:
            raise Over
        if self.acts >= len(self._done):
            await self._begin_act()
            self.results.append(None)
            self.since = self.moments.passed + 1
            self.clock.time += seconds
        self.acts += 1

    async def _begin_act(self) -> None:
        """Wait for the next time slot; at the pause, deliver what is queued and wait for one slot more."""
        self._past = False
        self.begun += 1
        if self.acts == self._pause:
            await self.quiet()
            self.clock.time += SLOT
        self.clock.time = (self.clock.time // SLOT + 1) * SLOT

    def break_connection(self) -> None:
        """Lose the answer to the next message."""
        self.client.channels.breaks = not self._past

    async def alarms(self) -> None:
        """Do what is due by the clock."""
        if not self._past:
            await self.service.schedule.act()

    async def quiet(self) -> None:
        """Deliver everything that is due in the next two minutes."""
        for _ in range(0 if self._past else 6):
            await self.beside()
            while self.store.goes_on and (await self.service.schedule.next_due() or math.inf) <= self.clock.now():
                await self.alarms()
                self.clock.time += PAUSE
            due = await self.service.outbox.next_due()
            if due is not None and due <= self.clock.now():
                await self.relay.deliver_due()
                await self.beside()
            self.clock.time += 20

    async def beside(self) -> None:
        """Wait for the deliveries that run in tasks of their own. A kill there kills the whole process."""
        while tasks := list(self._relay._tasks):
            for done in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(done, Killed):
                    raise done
            await asyncio.sleep(0)

    def interaction(self, who: Any, where: Venue = CHANNEL) -> Any:
        return answering(self.client, who, where)


@asynccontextmanager
async def first_run(
    stores: Stores, fatal: int | None = None, *, limit: int | None = None, pause: int | None = None, **discord: Any
) -> AsyncIterator[Run]:
    """A bot with an empty database, to be killed at this moment; None kills nothing."""
    clock = StillClock()
    async with stores.lent(CutStore) as store:
        yield Run(store, Channels(clock, **discord), clock, Moments(fatal), limit, pause)


def draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the drawing of pictures, which takes most of the time and does not matter here."""

    async def made(*_: object, **__: object) -> bytes:
        return b""

    monkeypatch.setattr(pictures, "draw_in_thread", made)
    monkeypatch.setattr(pictures, "alt_text", lambda _: "")


async def invite(run: Run, game: str = "konane", clock: str = "none", where: Venue = CHANNEL) -> int:
    control = TimeControl.parse(clock)
    made = await run.act(run.service.challenges.invite(game, ANN, BOB, where, "first", {}, clock=control))
    await run.relay.challenges.answer(run.interaction(ANN, where), made)
    return made.id


async def accept(run: Run, challenge_id: int, where: Venue = CHANNEL) -> None:
    snapshot = await run.act(run.service.challenges.accept(challenge_id, BOB))
    await run.relay.boards.show(snapshot, run.interaction(BOB, where))
    run.relay.settle(await run.service.challenges.of(challenge_id))
    await run.beside()


async def begin(run: Run, game: str = "konane", clock: str = "none", where: Venue = CHANNEL) -> int:
    """The ID of a match that Bob has accepted and in which Ann is to move."""
    match_id = await invite(run, game, clock, where)
    await accept(run, match_id, where)
    return match_id


async def move(run: Run, match_id: int, where: Venue = CHANNEL) -> None:
    snapshot = await run.service.lookup.snapshot(match_id)
    match, position = snapshot.match, snapshot.position
    mover = match.players[match.turn]
    played = await run.act(run.service.play.move(match_id, mover.id, position.format(position.legal_moves()[0])))
    await run.relay.boards.show(played, run.interaction(mover, where))
    await run.beside()


async def move_and_be_answered_meanwhile(run: Run, match_id: int) -> None:
    """Let Ann move against the computer, which answers while the board of her move is being sent."""
    puppet, channels = cast("Puppet", run.service.computer_turns.thinker), run.client.channels
    puppet.gate.clear()
    channels.gate = gate = asyncio.Semaphore(0)
    moving = asyncio.create_task(move(run, match_id))
    try:
        await rest()
        puppet.gate.set()
        await run.service.computer_turns.until_done(match_id, SETTLES)
        if (await run.service.outbox.next_due() or math.inf) <= run.clock.now():
            await run.relay.deliver_due()
    finally:
        channels.gate = None
        gate.release()
        await asyncio.wait({moving})
    moving.result()


async def rest() -> None:
    """Run all tasks until each waits for Discord."""
    for _ in range(500):
        await asyncio.sleep(0)


def shown(channels: Channels) -> list[str]:
    """What people see, sorted: the messages of each channel, the names of threads, and which of those are archived."""
    messages = [
        f"{post.channel_id}: {LINK.sub('link', post.content)} {[*post.files, *post.buttons, *post.labels]}"
        for post in channels.messages.values()
    ]
    archived = [f"{channel_id}: archived" for channel_id in channels.archived]
    return sorted([*messages, *archived, *channels.thread_names])


async def all_is_shown_once(store: Store, channels: Channels, service: Service) -> None:
    async with store.read() as view:
        queued = await view.outbox.due(service.clock.now() + DAY * 30, 100)
    assert queued == [], queued
    boards: dict[tuple[str, bool], int] = {}
    for message in channels.messages.values():
        if name := message.sent:
            where = name, message.channel_id == OTHER_SERVER
            boards[where] = boards.get(where, 0) + 1
    assert all(count == 1 for (name, _), count in boards.items() if not _in_direct_message(channels, name)), boards
    texts = [(message.channel_id, message.content) for message in channels.messages.values() if not message.sent]
    assert len(texts) == len(set(texts)), texts
    ids = [match_id for match_id in range(36**3, 36**3 + 3) if await _there(store, match_id)]
    for match_id in ids:
        match = await service.lookup.match(match_id)
        places = await service.places.of(match_id)
        assert len(places) == 1 or match.between_servers
        first = places[0]
        if first.message_id is None and not match.ply and await service.tournaments.with_match(match_id):
            continue  # it is shown with its first move, if it ever has one
        assert {place.shown_rev for place in places} == {match.board_rev}
        live = [
            message.id
            for message in channels.messages.values()
            if message.buttons
            and any(f"-{match.code}-" in name for name in message.files)
            and message.channel_id < INBOXES
        ]
        assert sorted(live) == sorted(place.message_id or 0 for place in places), "only the newest board has buttons"
        if match.over and first.thread_of is not None:
            assert first.channel_id in channels.archived
    for message in channels.messages.values():
        if any(button.startswith("t1:accept") for button in message.buttons):
            challenge = await service.challenges.of(int(message.buttons[0].split(":")[2]))
            assert challenge.status == "open"
            assert challenge.message_id == message.id


def _in_direct_message(channels: Channels, name: str) -> bool:
    """Whether a picture was also sent by direct message."""
    return any(message.channel_id >= INBOXES for message in channels.messages.values() if name == message.sent)


async def _there(store: Store, match_id: int) -> bool:
    async with store.read() as view:
        return await view.matches.of(match_id) is not None
