"""Delivers the messages in the outbox, each either right after the interaction that queued it or once it is due."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Collection, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

import discord

from cogs import posts
from cogs.posts.boards import Boards
from cogs.posts.challenges import ChallengePosts
from cogs.posts.notices import NoticePosts
from cogs.posts.poster import POSTERS, Beside, Poster
from cogs.posts.remarks import Remarks
from cogs.wire.failures import FAILURES, Refusals, is_refused
from cogs.wire.languages import spoken_in
from cogs.wire.replies import Interaction
from matches.deliveries import DELIVERY_KINDS, Delivery
from matches.errors import Refusal
from matches.kinds import import_modules
from matches.model import Challenge, Match, Place
from service import Service
from service.outbox import TakenOver
from storage.errors import Unavailable

AnyPoster = TypeVar("AnyPoster", bound=Poster)

log = logging.getLogger(__name__)

POSTING = 4
"""How many new messages are delivered concurrently."""
EDITING = 2
"""How many edits of old messages are delivered concurrently. Discord allows few of them."""
AGAIN = 0.5
"""How long to wait, in seconds, before cancelling a delivery again if it is still running."""
BOARDS_A_USE = 3
"""How many queued boards may follow one interaction where the bot is a guest. Discord allows five follow-ups."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The back-off for a channel where Discord refuses every message."""

    tried: int
    """How many times Discord has refused a delivery in the channel."""
    until: int
    """When to try again, in UTC seconds."""


class OutboxRelay(Beside):
    """Delivers posts in the background. Methods without a docstring are documented in the protocol `Beside`."""

    def __init__(self, client: discord.Client, service: Service, refusals: Refusals | None = None) -> None:
        self._service = service
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False
        self._busy = Counter[tuple[str, int, str]]()
        """The number of this process's tasks working on each delivery."""
        self._waiting: dict[tuple[str, int, str], Delivery] = {}
        """Deliveries leased again while in progress, which are given back because they may have changed."""
        self._done: list[Delivery] = []
        """Deliveries done but not yet recorded: idempotent edits of old messages."""
        self._refused: set[int] = set()
        """The IDs of channels where Discord refused a delivery, which is retried once somebody uses the bot there."""
        self._pauses: dict[tuple[int, bool], Closed] = {}
        """The back-offs, keyed by channel ID and by whether the delivery is an edit."""
        self._refusals = refusals if refusals is not None else Refusals()
        self._posting, self._editing = asyncio.Semaphore(POSTING), asyncio.Semaphore(EDITING)
        self._locks: WeakValueDictionary[tuple[int, int | None], asyncio.Lock] = WeakValueDictionary()
        import_modules(posts.__name__, posts.__path__)
        self._posters = {kind: POSTERS[kind](client, service, self) for kind in DELIVERY_KINDS}
        self.boards = self._poster(Boards)
        self.challenges = self._poster(ChallengePosts)
        self.notices = self._poster(NoticePosts)
        self.remarks = self._poster(Remarks)

    def _poster(self, kind: type[AnyPoster]) -> AnyPoster:
        return cast("AnyPoster", self._posters[kind.kind])

    async def begin(self) -> None:
        """Take over the deliveries of an earlier run."""
        await self._service.outbox.start()
        await self.load_refused()

    async def load_refused(self) -> None:
        """Load the IDs of the channels in which this or any other process had a delivery refused by Discord."""
        self._refused = await self._service.outbox.refused_channels()

    async def deliver_due(self) -> None:
        """Wait until deliveries are due, then start them."""
        await self._service.outbox.until_due()
        await self._service.schedule.wait_for_alarms()
        await self.note_done()
        taken = await self._service.outbox.take()
        self._waiting |= {delivery.name: delivery for delivery in taken if delivery.name in self._busy}
        free = [delivery for delivery in taken if delivery.name not in self._busy]
        for _, group in groupby(sorted(free, key=self._queue), self._queue):
            self.start(list(group))

    def _queue(self, delivery: Delivery) -> tuple[str, int]:
        return self._posters[delivery.kind].queue(delivery)

    def start(self, deliveries: Sequence[Delivery]) -> None:
        if self._stopped:
            return
        self._busy.update(delivery.name for delivery in deliveries)
        self.later(self._deliver(deliveries))

    def later(self, work: Coroutine[Any, Any, None]) -> None:
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
            log.error("Background work failed: %s", error)
        elif error is not None:
            log.error("A bug in background work", exc_info=error)

    async def follow_offer(self, offered: Match, interaction: Interaction) -> None:
        """Show the computer player's reply to a draw offer as a follow-up, if the bot has no other way to post it.

        That is so in a server where the bot is not a member.
        """
        if any(place.guest for place in await self._service.places.of(offered.id)):
            self.later(self._follow_offer(offered, interaction))

    async def _follow_offer(self, offered: Match, interaction: Interaction) -> None:
        await self.boards.follow_up(offered.id, interaction)
        await self.remarks.follow_up(offered, interaction)

    async def catch_up(self, interaction: Interaction) -> None:
        """Show this channel's queued boards as follow-ups to this interaction, if the bot is not in the server."""
        try:
            queued = await self._service.outbox.queued_as_guest(interaction.channel_id or 0, BOARDS_A_USE)
            for board in queued:
                if board.name not in self._busy:
                    await self.boards.show(await self._service.lookup.with_newest_board(board.subject), interaction)
        except (Unavailable, Refusal) as error:
            log.warning("A board is shown at the next use: %s", error)

    async def retry_refused(self, channel_id: int) -> None:
        """Retry deliveries that Discord refused in this channel, now that somebody has used the bot there."""
        if channel_id in self._refused:
            self._refused.discard(channel_id)
            for edits in (False, True):
                self._pauses.pop((channel_id, edits), None)
            await self._service.outbox.retry_now(channel_id)

    async def retry_failed(
        self, deliveries: Sequence[Delivery], error: Exception, person_id: int | None = None
    ) -> None:
        place = _place(deliveries[0])
        closes = isinstance(error, discord.HTTPException) and error.status in {401, 403}
        tried = self._pauses[place].tried if closes and place in self._pauses else 0
        until = await self._service.outbox.retry_later(
            deliveries, refused=is_refused(error), attempts=tried, person_id=person_id
        )
        if place is not None:
            self._refused.add(place[0])
            if closes:
                self._pauses[place] = Closed(tried + 1, until)

    def settle(self, challenge: Challenge) -> None:
        self.start([Delivery("challenge", challenge.id)])

    @contextmanager
    def holding(self, *names: tuple[str, int, str]) -> Iterator[None]:
        self._busy.update(names)
        try:
            yield
        finally:
            self._let_go(names)

    def _let_go(self, names: Collection[tuple[str, int, str]]) -> None:
        """Release reserved deliveries, returning any that became due in the meantime to the outbox."""
        self._busy -= Counter(names)
        if free := (self._waiting.keys() & set(names)) - self._busy.keys():
            self.later(self._service.outbox.give_back([self._waiting.pop(name) for name in free]))

    async def note_done(self) -> None:
        """Record which deliveries are done."""
        await self._service.outbox.record_done(self.take_done())

    def add_done(self, edit: Delivery) -> None:
        self._done.append(edit)

    def lock(self, edit: Delivery) -> asyncio.Lock:
        return self._locks.setdefault((edit.subject, edit.channel_id), asyncio.Lock())

    async def places(self, match_id: int) -> list[Place]:
        return await self.boards.places(match_id)

    def take_done(self) -> list[Delivery]:
        done = self._done[:]
        self._done.clear()
        return done

    def close(self) -> None:
        """Cancel running deliveries and start no new ones. Any left over are carried out after the next start."""
        self._stopped = True
        for task in self._tasks:
            task.cancel()

    async def wait_until_ended(self) -> None:
        """Wait after `close` until no delivery is running.

        Running deliveries are cancelled repeatedly, because a cancellation can get lost.
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
            self._let_go([delivery.name for delivery in deliveries])

    async def _deliver_together(self, deliveries: Sequence[Delivery]) -> None:
        kind = deliveries[0].kind
        try:
            async with self._editing if DELIVERY_KINDS[kind].edits else self._posting:
                if until := self._until(deliveries) or await self._held_until(deliveries[0]):
                    closed = _place(deliveries[0]) in self._pauses
                    await self._service.outbox.defer(deliveries, until, refused=closed)
                    return
                with spoken_in(deliveries[0].guild_id):  # not in the language of the person who caused it
                    await self._posters[kind].deliver(deliveries)
            place = _place(deliveries[0])
            if place in self._pauses:  # the place is no longer closed
                await self.retry_refused(place[0])
        except TakenOver:
            log.info("Delivered by another process: %s", kind)
        except Unavailable as error:
            log.error("A delivery waits for the database (%s): %s", kind, error)  # noqa: TRY400 (one line says it all)
        except FAILURES as error:
            log.info("A delivery failed (%s): %s", kind, error)
            await self._unless_locked(self.retry_failed(deliveries, error))
        except Refusal as refusal:  # a match that this version cannot replay must not block the others
            log.warning("A delivery was put off (%s): %s", kind, refusal)
            await self._unless_locked(self._service.outbox.retry_later(deliveries, refused=True))
        except Exception:
            log.exception("A bug: not delivered (%s)", kind)
            await self._unless_locked(self._service.outbox.retry_later(deliveries, refused=True))

    async def _unless_locked(self, recording: Awaitable[object]) -> None:
        """Record the outcome of a delivery. If the database is unavailable, the delivery becomes due again later."""
        try:
            await recording
        except Unavailable as error:
            log.error("%s", error)  # noqa: TRY400 (one line says it all)

    def _until(self, deliveries: Sequence[Delivery]) -> int | None:
        """Return the earliest time (UTC seconds) to attempt these deliveries, or None if they need not wait."""
        now, place = self._service.clock.now(), _place(deliveries[0])
        if place is not None and place in self._pauses and self._pauses[place].until > now:
            return self._pauses[place].until
        wait = self._refusals.seconds_to_wait(again=any(delivery.tried for delivery in deliveries))
        return now + wait if wait else None

    async def _held_until(self, delivery: Delivery) -> int | None:
        """Return when to try a delivery again if others must be made first, or None if it can be made now.

        It waits for none in a place that refuses messages, where they may never be made.
        """
        if not DELIVERY_KINDS[delivery.kind].follows or _place(delivery) in self._pauses:
            return None
        await self.note_done()
        return await self._service.outbox.held_until(delivery)


def _place(delivery: Delivery) -> tuple[int, bool] | None:
    """Return the key under which a delivery's back-off is stored, or None if the delivery's channel is unknown."""
    return None if delivery.channel_id is None else (delivery.channel_id, DELIVERY_KINDS[delivery.kind].edits)
