"""The posts of a match: its newest board, shown once in every place where the match lives.

A move is committed first and shown afterwards, by the interaction that brought it about where there is one.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakValueDictionary

import discord

from cogs.posts.controls import turn_controls
from cogs.posts.failures import CLOSED, FAILURES, NO_ACCESS, NO_MESSAGE, code_of, lost
from cogs.posts.history import posted, shown_rev
from cogs.posts.languages import spoken_at
from cogs.posts.looks import posted_look
from cogs.posts.mentions import pinging
from cogs.posts.permissions import answers_privately
from cogs.posts.pictures import Picture, picture
from cogs.posts.threads import ensure_thread
from cogs.texts import matches as words
from cogs.texts import posts
from cogs.texts.markdown import Markdown, plural, say
from cogs.texts.standing import aftermath
from cogs.ui.replies import Reply
from matches.deliveries import Delivery
from matches.errors import Refusal
from matches.timecontrol import lasting
from service.outbox import TakenOver

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Sequence
    from contextlib import AbstractContextManager

    from cogs.ui.replies import Interaction
    from games import Seat
    from matches.records import Match, Place, Snapshot
    from service import Service
    from service.places import Posting

log = logging.getLogger(__name__)


PATIENCE = 1.2
"""Seconds for which a board waits for the computer player's answer, so that one post shows both."""
FOLLOW_UP = 13 * 60
"""Seconds for which the answer to an interaction can be followed by another one; Discord allows 15 minutes."""


class Beside(Protocol):
    """Delivers what need not be waited for."""

    def start(self, deliveries: Sequence[Delivery]) -> None: ...

    def take_done(self) -> list[Delivery]: ...

    def later(self, work: Coroutine[Any, Any, None]) -> None: ...

    async def failed(self, deliveries: Sequence[Delivery], error: Exception) -> None: ...

    def holding(self, *names: tuple[str, int, str]) -> AbstractContextManager[None]: ...


class Boards:
    """Shows matches in their channels."""

    def __init__(self, client: discord.Client, service: Service, beside: Beside) -> None:
        self._client = client
        self._service = service
        self._beside = beside
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def show(self, snapshot: Snapshot, interaction: Interaction) -> None:
        """Show the newest board of a match wherever it is not shown yet.

        The interaction that brought the change about is answered: with the board itself where that is its place, else
        with a private word. A board that cannot be posted is no error: it counts, and the person is told why.
        """
        if snapshot.match.thinking and not snapshot.match.watched:
            snapshot = await self._with_answer(snapshot)
        match = snapshot.match
        async with self._lock(match.id):
            postings = await self._service.places.postings(match)
            troubles = [
                trouble
                for posting in sorted(postings, key=lambda one: one.place.channel_id != interaction.channel_id)
                if posting.place.shown_rev < match.board_rev
                and (trouble := await self._try_to_post(snapshot, posting, interaction))
            ]
        reply, places = Reply.to(interaction), [posting.place for posting in postings]
        here = any(place.channel_id == interaction.channel_id for place in places)
        if troubles or not (reply.said or (reply.deferred and here)):
            told = "\n".join(troubles) or _whereabouts(places, match.seat_of(interaction.user.id))
            await _tell(interaction, say("Done. {told}", told=Markdown(told)))
        await reply.finish()
        if match.thinking and any(one.place.guest for one in postings):
            self._beside.later(self._follow_up(match.id, interaction))

    async def _with_answer(self, snapshot: Snapshot) -> Snapshot:
        """The match with the computer player's answer, if it comes soon enough to be shown in the same post."""
        match_id = snapshot.match.id
        places = await self._service.places.of(match_id)
        with self._beside.holding(*(("board", match_id, str(place.channel_id)) for place in places)):
            answered = await self._service.thoughts.answer(match_id, PATIENCE)
        return answered or await self._service.lookup.snapshot(match_id)

    async def _follow_up(self, match_id: int, interaction: Interaction) -> None:
        """Where the bot is a guest, only this interaction can show the answer; after it somebody's next use does."""
        await self._service.thoughts.settled(match_id, FOLLOW_UP)
        snapshot = await self._service.lookup.snapshot(match_id)
        if not snapshot.match.thinking:
            await self.show(snapshot, interaction)

    async def settled(self, match_id: int) -> list[Place]:
        """Where the match is shown, once a board that is just being posted is there."""
        async with self._lock(match_id):
            return await self._service.places.of(match_id)

    async def catch_up(self, match_id: int, interaction: Interaction) -> bool:
        """Where the bot is a guest it cannot post by itself: show the newest board to whoever comes by.

        Returns whether that was the answer to this interaction.
        """
        if Reply.to(interaction).said:
            return False
        places = await self.settled(match_id)  # what is just being posted is owed no more then
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
                    "{match} is not shown in this channel. **Move here** brings it here.", match=words.title(match)
                )
            await self._service.outbox.bump(match.id, interaction.user.id, here.place.channel_id)
            seen = here.place.shown_rev >= match.board_rev
            trouble = await self._try_to_post(snapshot, here, interaction, quietly=seen)
        if trouble:
            await _tell(interaction, trouble)
        await Reply.to(interaction).finish()

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
            await self._post(snapshot, here, None, quietly=quietly)
        else:
            await self._note(match, here.place, newest.id, here.called)

    async def _posting(self, match: Match, channel_id: int | None) -> Posting | None:
        """What a post in this channel depends on, if the match is shown there."""
        postings = await self._service.places.postings(match)
        return next((posting for posting in postings if posting.place.channel_id == channel_id), None)

    async def _try_to_post(
        self, snapshot: Snapshot, posting: Posting, interaction: Interaction, *, quietly: bool = False
    ) -> str | None:
        """Post the newest board in one place; where that fails now, the sentence that says why."""
        try:
            return await self._post(snapshot, posting, interaction, quietly=quietly)
        except TakenOver:
            return None
        except FAILURES as error:
            await self._beside.failed([_owed(snapshot.match, posting.place)], error)
            if isinstance(error, discord.Forbidden):
                return say(
                    "I may not post the board in {channel}: I need **View Channel**, **Send Messages**, "
                    "**Attach Files** and **Read Message History** there. It appears as soon as I have them.",
                    channel=words.channel(posting.place.channel_id),
                )
            log.warning("Discord did not take a board: %s", error)
            return say("Discord did not take the board just now. It appears by itself as soon as Discord takes it.")

    async def _post(
        self, snapshot: Snapshot, posting: Posting, interaction: Interaction | None, *, quietly: bool = False
    ) -> str | None:
        """Post the newest board in one place; where that can never be, the sentence that says why. Raises FAILURES."""
        match, place = snapshot.match, posting.place
        called = set() if quietly else posting.called
        with spoken_at(match, place):
            if place.thread_of is not None and place.message_id is None:
                place = await ensure_thread(self._client, self._service, match, place)
            image = await picture(snapshot, **posted_look(match, posting))
            message: dict[str, Any] = {
                "content": _content(snapshot, called, posting, await self._aftermath(match) or self._queue(match)),
                "allowed_mentions": pinging(called),
                "silent": place.guild_id is None and not called,  # outside servers every message would ping
                "view": turn_controls(match),
            }
        try:
            renews = match.watched and place.message_id is not None
            message_id = await (
                self._renew(place, image, message) if renews else self._send(match, place, interaction, image, message)
            )
        except FAILURES as error:
            if lost(error):
                await self._service.outbox.doubt(match.id, place)
            if trouble := await self._lost(error, match, place):
                return trouble
            raise
        if message_id is None:
            await self._service.outbox.unshown(match.id, place)
            return say(
                "Where it is played I can only answer: the board appears there as soon as one of you uses me there."
            )
        await self._note(match, place, message_id, called)
        return None

    def _queue(self, match: Match) -> str:
        """How long a computer player's answer may take, where others wait for theirs."""
        ahead = self._service.thoughts.ahead(match.id) if match.thinking else 0
        if not ahead:
            return ""
        return plural("-# {count} other answer comes first.", "-# {count} other answers come first.", count=ahead)

    async def _aftermath(self, match: Match) -> str:
        """What the end of the match has changed; nothing while it runs."""
        return aftermath(match, await self._service.standing.after(match)) if match.over else ""

    async def _send(
        self, match: Match, place: Place, interaction: Interaction | None, image: Picture, message: dict[str, Any]
    ) -> int | None:
        """Post a board by the shortest way there is; None where only somebody's next interaction can show it."""
        if interaction is not None and interaction.channel_id == place.channel_id:
            if answers_privately(interaction):
                return None
            answer = await Reply.to(interaction).post(image, guest=place.guest, **message)
            if answer is not None:
                return answer
        if place.guest:
            return None
        owed = await self._service.outbox.of("board", match.id)
        here = [one for one in owed if one.key == str(place.channel_id)]
        await self._service.outbox.confirm(here or [_owed(match, place)])
        # A newer board may be owed by now under the same row: this one bears its own revision.
        nonces = [replace(one, rev=match.board_rev).nonce for one in here]
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        return (await channel.send(file=image.file(), nonce="".join(nonces[:1]), **message)).id

    async def _renew(self, place: Place, image: Picture, message: dict[str, Any]) -> int | None:
        """Show a board in the message that is there: a match for show would else fill the channel."""
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        old = channel.get_partial_message(place.message_id or 0)
        await old.edit(
            content=message["content"],
            attachments=[image.file()],
            view=message["view"],
            allowed_mentions=message["allowed_mentions"],
        )
        return old.id

    async def _note(self, match: Match, place: Place, message_id: int, called: Collection[int]) -> None:
        """Note that a place shows this board; what comes of that is delivered beside it."""
        following = await self._service.outbox.board_shown(
            match, place.channel_id, message_id, called, self._beside.take_done()
        )
        if following:
            self._beside.start(following)

    async def _lost(self, error: Exception, match: Match, place: Place) -> str | None:
        """Give up a place where no board can ever be posted; returns what to do. None if it may be posted later."""
        code = code_of(error)
        if code == NO_MESSAGE and match.watched:
            await self._service.practice.gone(match.id)
            return say("The message of {match} was deleted, so it is stopped.", match=words.title(match))
        if code in NO_ACCESS and not place.guest:
            await self._service.places.lost(place.channel_id)
            if match.over:
                return say(
                    "The channel where it was shown is gone, or closed to me. "
                    "I tell both of you how it ended by direct message."
                )
            return say(
                "The channel where it was shown is gone, or closed to me. "
                "Use `/match move-here` in the channel where you want to go on."
            )
        if code in CLOSED:
            await self._service.places.lost(place.channel_id)
            return say(
                "{player} takes no direct messages from me any more and does not see the board. "
                "Use `/match move-here` in a channel where you both are.",
                player=match.players[place.seat or 0].name,
            )
        return None

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())


async def _tell(interaction: Interaction, text: str) -> None:
    """Tell the person of this interaction something privately; if it is too late for that, nobody hears it."""
    try:
        await Reply.to(interaction).tell(text)
    except FAILURES as error:
        log.info("An answer was not heard: %s", error)


def _content(snapshot: Snapshot, called: Collection[int], posting: Posting, after: str) -> str:
    away = ""
    if posting.away:
        player = snapshot.match.players[posting.delayed].name
        time = lasting(posting.away)
        away = say("-# I was away for {time}: {player} had that much more time.", time=time, player=player)
    return "\n".join(filter(None, [posts.content(snapshot, called), away, after]))


def _whereabouts(places: Collection[Place], seat: Seat | None) -> str:
    """Where somebody finds the board that they have just changed from elsewhere."""
    seen = [place for place in places if place.seat in {None, seat}]
    if not seen:
        return say("It is shown nowhere any more: use `/match move-here` in the channel where you want to go on.")
    if seen[0].seat is not None:
        return say("The board is in your direct messages with me.")
    return say("The board is in {channels}.", channels=Markdown(", ".join(f"<#{place.channel_id}>" for place in seen)))


def _owed(match: Match, place: Place) -> Delivery:
    """The delivery of a board in one of its places."""
    return Delivery("board", match.id, str(place.channel_id), match.board_rev, channel_id=place.channel_id)
