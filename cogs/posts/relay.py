"""Delivers what Discord is to show: at once if a person's act caused it, and by a loop when it is due."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import WeakValueDictionary

import discord

from cogs import posts
from cogs.posts.boards import Boards
from cogs.posts.challenges import ChallengePosts
from cogs.posts.poster import POSTERS, Poster
from cogs.posts.remarks import Remarks
from cogs.wire.failures import FAILURES, refused
from cogs.wire.languages import spoken_in
from cogs.wire.refusals import Refusals
from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.errors import Refusal
from matches.kinds import import_modules
from service.outbox import TakenOver
from storage.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Collection, Coroutine, Iterator, Sequence

    from cogs.wire.replies import Interaction
    from matches.model import Challenge, Match, Place
    from service import Service

    AnyPoster = TypeVar("AnyPoster", bound=Poster)

log = logging.getLogger(__name__)

POSTING = 4
"""How many deliveries of new messages run at once."""
EDITING = 2
"""How many changes of old messages run at once: Discord allows few of them."""
AGAIN = 0.5
"""Seconds after which a delivery that did not end is cancelled once more."""

BOARDS_A_USE = 3
"""How many boards follow one use of the bot where it is a guest: Discord allows five messages after the answer."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A place in which Discord refuses what is sent."""

    tried: int
    """How often Discord has refused something there."""
    until: int
    """The time at which something is tried there again."""


class OutboxRelay:
    """Everything that Tidepool posts beside its answers."""

    def __init__(self, client: discord.Client, service: Service, refusals: Refusals | None = None) -> None:
        self._service = service
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False
        self._busy = Counter[tuple[str, int, str]]()
        """What is being delivered by this process, and by how many tasks of it."""
        self._waiting: dict[tuple[str, int, str], Delivery] = {}
        """What was taken while it was being delivered: it may have changed since that began, so it is given back."""
        self._done: list[Delivery] = []
        """What is delivered and not noted yet: changes of old messages, which do no harm if they are made twice."""
        self._refused: set[int] = set()
        """Channels in which something was refused: it is tried again as soon as somebody uses the bot there."""
        self._pauses: dict[tuple[int, bool], Closed] = {}
        """By channel, and by whether old messages are changed: until when nothing is tried there."""
        self._refusals = refusals if refusals is not None else Refusals()
        self._posting, self._editing = asyncio.Semaphore(POSTING), asyncio.Semaphore(EDITING)
        self._locks: WeakValueDictionary[tuple[int, int | None], asyncio.Lock] = WeakValueDictionary()
        import_modules(posts.__name__, posts.__path__)
        self._posters = {kind: POSTERS[kind](client, service, self) for kind in DELIVERY_KINDS}
        self.boards = self._poster(Boards)
        self.challenges = self._poster(ChallengePosts)
        self.remarks = self._poster(Remarks)

    def _poster(self, kind: type[AnyPoster]) -> AnyPoster:
        """The poster of this class."""
        return cast("AnyPoster", self._posters[kind.kind])

    async def begin(self) -> None:
        """Take over what an earlier run left."""
        await self._service.outbox.start()
        await self.look_for_refused()

    async def look_for_refused(self) -> None:
        """Learn in which channels something was refused, by this process or another one."""
        self._refused = await self._service.outbox.refused_channels()

    async def deliver_due(self) -> None:
        """Wait until something is due, and begin to deliver it."""
        await self._service.outbox.until_due()
        await self.note_done()
        taken = await self._service.outbox.take()
        self._waiting |= {one.name: one for one in taken if one.name in self._busy}
        free = [one for one in taken if one.name not in self._busy]
        for _, group in groupby(sorted(free, key=self._queue), self._queue):
            self.start(list(group))

    def _queue(self, delivery: Delivery) -> tuple[str, int]:
        return self._posters[delivery.kind].queue(delivery)

    def start(self, deliveries: Sequence[Delivery]) -> None:
        """Deliver these one after the other, beside everything else; those of a digest in one message."""
        if self._stopped:
            return
        self._busy.update(one.name for one in deliveries)
        self.later(self._deliver(deliveries))

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else, unless the bot stops before. What goes wrong goes to the log."""
        if self._stopped:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, (Unavailable, Refusal)):
            log.error("Not done beside the answers: %s", error)
        elif error is not None:
            log.error("A fault of ours, beside the answers", exc_info=error)

    async def follow_offer(self, offered: Match, interaction: Interaction) -> None:
        """Where the bot is a guest, let this interaction show how a computer player answers this offer of a draw."""
        if any(place.guest for place in await self._service.places.of(offered.id)):
            self.later(self._follow_offer(offered, interaction))

    async def _follow_offer(self, offered: Match, interaction: Interaction) -> None:
        await self.boards.follow_up(offered.id, interaction)
        await self.remarks.follow_up(offered, interaction)

    async def catch_up(self, interaction: Interaction) -> None:
        """Show the boards that are owed where the bot is a guest, after it was used there: only a use can show them."""
        try:
            owed = await self._service.outbox.owed_as_guest(interaction.channel_id or 0, BOARDS_A_USE)
            for board in [one for one in owed if one.name not in self._busy]:
                await self.boards.show(await self._service.lookup.snapshot(board.subject), interaction)
        except (Unavailable, Refusal) as error:
            log.warning("A board waits for the next use: %s", error)

    async def visited(self, channel_id: int) -> None:
        """Somebody uses the bot in this channel: what was refused there may be possible now."""
        if channel_id in self._refused:
            self._refused.discard(channel_id)
            for edits in (False, True):
                self._pauses.pop((channel_id, edits), None)
            await self._service.outbox.hurry(channel_id)

    async def failed(self, deliveries: Sequence[Delivery], error: Exception) -> None:
        """Discord or the network did not take these deliveries: try again after a pause.

        Where Discord refuses every message of a place, all other deliveries there wait, too.
        """
        place, closes = _place(deliveries[0]), _closes(error)
        tried = self._pauses[place].tried if closes and place in self._pauses else 0
        until = await self._service.outbox.put_off(deliveries, refused=refused(error), tried=tried)
        if place is not None:
            self._refused.add(place[0])
            if closes:
                self._pauses[place] = Closed(tried + 1, until)

    def settle(self, challenge: Challenge) -> None:
        """Let the message of a challenge show how the challenge was settled."""
        self.start([Delivery("challenge", challenge.id)])

    @contextmanager
    def holding(self, *names: tuple[str, int, str]) -> Iterator[None]:
        """While this is held the deliveries of these names are made by the caller, and not by the loop.

        Whoever sends something beside the loop holds it: Discord may let a message wait for longer than CLAIM seconds.
        What comes due meanwhile, such as a newer board, is due again as soon as this is held no more.
        """
        self._busy.update(names)
        try:
            yield
        finally:
            self._let_go(names)

    def _let_go(self, names: Collection[tuple[str, int, str]]) -> None:
        """Deliver these no more; what was taken meanwhile is due now, if it is still owed."""
        self._busy -= Counter(names)
        if free := (self._waiting.keys() & set(names)) - self._busy.keys():
            self.later(self._service.outbox.give_back([self._waiting.pop(name) for name in free]))

    async def note_done(self) -> None:
        """Note what is delivered and not noted yet."""
        await self._service.outbox.done(self.take_done())

    def add_done(self, edit: Delivery) -> None:
        """Record with the next batch that this edit is done."""
        self._done.append(edit)

    def is_done(self, edit: Delivery) -> bool:
        """Whether this edit is done but not yet recorded."""
        return any(done.name == edit.name for done in self._done)

    def lock(self, edit: Delivery) -> asyncio.Lock:
        """The lock that serialises edits of the boards of one match in one channel.

        Discord may delay any edit. Without the lock, an update of the newest board could arrive after the edit that
        strips it once it is old.
        """
        return self._locks.setdefault((edit.subject, edit.channel_id), asyncio.Lock())

    async def places(self, match_id: int) -> list[Place]:
        """The places of a match, after a board that is being posted has been recorded."""
        return await self.boards.places(match_id)

    def take_done(self) -> list[Delivery]:
        """The deliveries that are done and not noted yet. The caller must note them."""
        done = self._done[:]
        self._done.clear()
        return done

    def close(self) -> None:
        """Cancel the deliveries that are running, and begin no more: the next run delivers what is left."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()

    async def ended(self) -> None:
        """Wait, after `close`, until nothing is being delivered any more.

        A connection that breaks at the same moment may turn a cancellation into its own error; so it is repeated.
        """
        while self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=AGAIN)

    async def _deliver(self, deliveries: Sequence[Delivery]) -> None:
        try:
            for bundle in await self._posters[deliveries[0].kind].bundles(deliveries):
                await self._deliver_together(bundle)
        finally:
            self._let_go([one.name for one in deliveries])

    async def _deliver_together(self, deliveries: Sequence[Delivery]) -> None:
        kind = deliveries[0].kind
        try:
            async with self._editing if DELIVERY_KINDS[kind].edits else self._posting:
                if until := self._until(deliveries):
                    await self._service.outbox.postpone(deliveries, until)
                    return
                with spoken_in(deliveries[0].guild_id):  # not in the language of whose use of the bot caused it
                    await self._posters[kind].deliver(deliveries)
            place = _place(deliveries[0])
            if place in self._pauses:  # the place is no longer closed
                await self.visited(place[0])
        except TakenOver:
            log.info("Delivered by another process: %s", kind)
        except Unavailable as error:
            log.error("Not delivered yet (%s): %s", kind, error)  # noqa: TRY400 (one line says it all)
        except FAILURES as error:
            log.info("Not delivered (%s): %s", kind, error)
            await self._unless_locked(self.failed(deliveries, error))
        except Refusal as refusal:  # a match that this version cannot replay must not hold up the others
            log.warning("Not delivered yet (%s): %s", kind, refusal)
            await self._unless_locked(self._service.outbox.put_off(deliveries, refused=True))
        except Exception:
            log.exception("A fault of ours: not delivered (%s)", kind)
            await self._unless_locked(self._service.outbox.put_off(deliveries, refused=True))

    async def _unless_locked(self, noting: Awaitable[object]) -> None:
        """Note what became of a delivery. If the database takes nothing, it is due again when its claim runs out."""
        try:
            await noting
        except Unavailable as error:
            log.error("%s", error)  # noqa: TRY400 (one line says it all)

    def _until(self, deliveries: Sequence[Delivery]) -> int | None:
        """Until when these are not to be tried: their place is closed, or Discord has refused too much of late."""
        now, place = self._service.clock.now(), _place(deliveries[0])
        if place is not None and place in self._pauses and self._pauses[place].until > now:
            return self._pauses[place].until
        wait = self._refusals.seconds_to_wait(again=any(one.tried for one in deliveries))
        return now + wait if wait else None


def _place(delivery: Delivery) -> tuple[int, bool] | None:
    """The place in which Discord may refuse this delivery and others; None while the place is not known."""
    return None if delivery.channel_id is None else (delivery.channel_id, DELIVERY_KINDS[delivery.kind].edits)


def _closes(error: Exception) -> bool:
    """Whether Discord refuses every message there, not only this one."""
    return isinstance(error, discord.Forbidden) or (isinstance(error, discord.HTTPException) and error.status == 401)
