"""The posts of a match: its newest board, shown once in every place where the match lives.

A move is committed first and shown afterwards, by the interaction that brought it about where there is one.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from cogs.posts.board_posts import BoardPosts, owed_board, seen
from cogs.texts import matches as texts
from cogs.texts.markdown import Markdown, say
from cogs.wire.failures import FAILURES
from cogs.wire.lookback import posted, shown_rev
from cogs.wire.permissions import answers_privately
from cogs.wire.replies import Reply
from language import mark
from matches.errors import Refusal
from service.outbox import TakenOver
from storage.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from cogs.posts.beside import Beside
    from cogs.wire.replies import Interaction
    from games import Seat
    from matches.deliveries import Delivery
    from matches.model import Match, Place, Snapshot
    from matches.postings import Posting
    from service import Service

log = logging.getLogger(__name__)


SOON_SHOWN = mark("That counts, but I cannot reach my database at the moment. The board appears by itself soon.")
PATIENCE = 2.4
"""Seconds for which a board waits for the computer player's answer, so that one post shows both.

An answer that takes less than 2 s always comes in time, and usually one of the highest level, which thinks for 2 s.
Meanwhile `Reply` tells Discord to wait, so that no interaction is left without an answer.
"""
FOLLOW_UP = 13 * 60
"""Seconds for which the answer to an interaction can be followed by another one; Discord allows 15 minutes."""
POLL = 1.0
"""Seconds after which it is asked again whether a computer player has acted: a failed thought is tried again later."""


class Boards:
    """Shows matches in their channels."""

    def __init__(self, client: discord.Client, service: Service, beside: Beside) -> None:
        self._client = client
        self._service = service
        self._beside = beside
        self._posts = BoardPosts(client, service, beside)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def show(self, snapshot: Snapshot, interaction: Interaction, *, late: bool = False) -> None:
        """Show the newest board of a match wherever it is not shown yet.

        The interaction that brought the change about is answered: with the board itself where that is its place, else
        with a private word. A board that cannot be posted is no error: it counts, and the person is told why. With
        `late`, that person no longer waits for the board, so it pings them if it is their turn.
        """
        try:
            await self._show(snapshot, interaction, late=late)
        except Unavailable as error:
            log.error("A board waits: %s", error)  # noqa: TRY400 (one line says it all)
            if not Reply.to(interaction).said:
                await _tell(interaction, say(SOON_SHOWN))
            await Reply.to(interaction).finish()

    async def _show(self, snapshot: Snapshot, interaction: Interaction, *, late: bool) -> None:
        if snapshot.match.thinking and not snapshot.match.watched:
            snapshot = await self._with_answer(snapshot)
        match = snapshot.match
        async with self._lock(match.id):
            postings = await self._service.places.postings(match)
            troubles = [
                trouble
                for posting in sorted(postings, key=lambda one: one.place.channel_id != interaction.channel_id)
                if posting.place.shown_rev < match.board_rev
                and (trouble := await self._try_to_post(snapshot, posting, interaction, late=late))
            ]
        await self._finish(
            match, interaction, say("Done. {told}", told=Markdown("\n".join(troubles))) if troubles else ""
        )
        if match.thinking and any(one.place.guest for one in postings):
            self._beside.later(self.follow_up(match.id, interaction))

    async def _with_answer(self, snapshot: Snapshot) -> Snapshot:
        """The match with the computer player's answer, if it comes soon enough to be shown in the same post."""
        match_id = snapshot.match.id
        places = await self._service.places.of(match_id)
        with self._beside.holding(*(("board", match_id, str(place.channel_id)) for place in places)):
            answered = await self._service.thoughts.answer(match_id, PATIENCE)
        return answered or await self._service.lookup.snapshot(match_id)

    async def follow_up(self, match_id: int, interaction: Interaction) -> None:
        """Wait until the computer player has acted, and show the newest board.

        Where the bot is a guest, only this interaction can show it; after FOLLOW_UP seconds somebody's next use does.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + FOLLOW_UP
        while (left := until - loop.time()) > 0:
            await self._service.thoughts.until_done(match_id, left)
            snapshot = await self._service.lookup.snapshot(match_id)
            if not snapshot.match.thinking and snapshot.match.answering is None:
                await self.show(snapshot, interaction, late=True)
                return
            await asyncio.sleep(POLL)

    async def places(self, match_id: int) -> list[Place]:
        """Where the match is shown, once a board that is just being posted is there."""
        async with self._lock(match_id):
            return await self._service.places.of(match_id)

    async def catch_up(self, match_id: int, interaction: Interaction) -> bool:
        """Where the bot is a guest and cannot post by itself, let this interaction show the newest board to everybody.

        Returns whether that was the answer to this interaction.
        """
        if Reply.to(interaction).said or answers_privately(interaction):
            return False
        places = await self.places(match_id)  # what is just being posted is owed no more then
        owed = {one.channel_id for one in await self._service.outbox.of("board", match_id)}
        if not any(one.guest and one.channel_id in owed and one.channel_id == interaction.channel_id for one in places):
            return False
        await self.show(await self._service.lookup.snapshot(match_id), interaction)
        return True

    async def bump(self, snapshot: Snapshot, interaction: Interaction) -> None:
        """Bring the newest board to the bottom of this channel, without a ping. Raises Refusal in any other channel."""
        match = snapshot.match
        async with self._lock(match.id):
            here = await self._posting(match, interaction.channel_id)
            if here is None:
                raise Refusal(
                    "{match} is not shown in this channel. **Move here** brings it here.",
                    match=texts.title(match),
                )
            await self._service.outbox.bump(match.id, interaction.user.id, here.place.channel_id)
            quietly = here.place.shown_rev >= match.board_rev
            trouble = await self._try_to_post(snapshot, here, interaction, quietly=quietly)
        await self._finish(match, interaction, trouble or "")

    async def _finish(self, match: Match, interaction: Interaction, trouble: str) -> None:
        """End a use of the bot that showed a board: tell the trouble, or where the board is if that is not here."""
        reply = Reply.to(interaction)
        if not (trouble or reply.said):
            places = await self._service.places.of(match.id)
            if not (reply.deferred and any(place.channel_id == interaction.channel_id for place in places)):
                told = _whereabouts(places, match.seat_of(interaction.user.id))
                trouble = say("Done. {told}", told=Markdown(told))
        if trouble:
            await _tell(interaction, trouble)
        await reply.finish()

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Post the newest board in a place that owes it, unless it is found there."""
        for delivery in deliveries:
            found: list[discord.Message] = []
            if delivery.doubtful and not await self._is_guest(delivery):
                channel = self._client.get_partial_messageable(delivery.channel_id or 0, guild_id=delivery.guild_id)
                found = await posted(channel, self._client.user)  # without the lock: nobody waits for Discord's history
            async with self._lock(delivery.subject):
                await self._make_good(delivery, found)

    async def _is_guest(self, delivery: Delivery) -> bool:
        """Whether the bot can only answer there, and cannot read."""
        places = await self._service.places.of(delivery.subject)
        return any(place.guest for place in places if place.channel_id == delivery.channel_id)

    async def _make_good(self, delivery: Delivery, found: Sequence[discord.Message]) -> None:
        snapshot = await self._service.lookup.snapshot(delivery.subject)
        match = snapshot.match
        here = await self._posting(match, delivery.channel_id)
        quietly = delivery.about == "quiet"
        if here is None or (here.place.shown_rev >= match.board_rev and not quietly):
            await self._service.outbox.done([delivery])
            return
        known = here.place.message_id or 0
        newest = next((one for one in found if one.id > known and shown_rev(one, match) == match.board_rev), None)
        if delivery.doubtful:
            await self._service.outbox.doubt(match.id, here.place)
        if newest is None:
            await self._posts.post(snapshot, here, None, quietly=quietly)
        else:
            if (asked := newest.interaction_metadata) is not None:
                here = seen(here, match, asked.user.id, delivery.channel_id)
            await self._posts.note(match, here.place, newest.id, here.pinged, here.seen_by)

    async def _posting(self, match: Match, channel_id: int | None) -> Posting | None:
        """What a post in this channel depends on, if the match is shown there."""
        postings = await self._service.places.postings(match)
        return next((posting for posting in postings if posting.place.channel_id == channel_id), None)

    async def _try_to_post(
        self,
        snapshot: Snapshot,
        posting: Posting,
        interaction: Interaction,
        *,
        quietly: bool = False,
        late: bool = False,
    ) -> str | None:
        """Post the newest board in one place; where that fails now, the sentence that says why."""
        owed = owed_board(snapshot.match, posting.place)
        with self._beside.holding(owed.name):
            try:
                return await self._posts.post(snapshot, posting, interaction, quietly=quietly, late=late)
            except TakenOver:
                return None
            except Unavailable as error:
                log.error("A board waits: %s", error)  # noqa: TRY400 (one line says it all)
                return None if Reply.to(interaction).said else say(SOON_SHOWN)
            except FAILURES as error:
                await self._beside.failed([owed], error)
                if isinstance(error, discord.Forbidden):
                    return say(
                        "I may not post the board in {channel}: I need **View Channel**, **Send Messages**, "
                        "**Attach Files** and **Read Message History** there. It appears as soon as I have them.",
                        channel=texts.channel(posting.place.channel_id),
                    )
                log.warning("Discord did not take a board: %s", error)
                return say("Discord did not take the board just now. It appears by itself as soon as Discord takes it.")

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())


async def _tell(interaction: Interaction, text: str) -> None:
    """Tell the person of this interaction something privately; if it is too late for that, nobody hears it."""
    try:
        await Reply.to(interaction).tell(text)
    except FAILURES as error:
        log.info("An answer was not heard: %s", error)


def _whereabouts(places: Collection[Place], seat: Seat | None) -> str:
    """Where somebody finds the board that they have just changed from elsewhere."""
    seen = [place for place in places if place.seat in {None, seat}]
    if not seen:
        return say("It is shown nowhere any more: use `/match move-here` in the channel where you want to go on.")
    if seen[0].seat is not None:
        return say("The board is in your direct messages with me.")
    return say("The board is in {channels}.", channels=Markdown(", ".join(f"<#{place.channel_id}>" for place in seen)))
