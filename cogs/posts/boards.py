"""The posts of a match: its newest board, shown once in every place where the match lives.

A move is committed first and shown afterwards. What was committed and never shown, because the bot was stopped or
Discord was out of reach, the sweep finds and posts.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import aiohttp
import discord

from cogs.posts.headlines import renew_headlines
from cogs.posts.looks import posted_look
from cogs.posts.mentions import pinging
from cogs.posts.permissions import answers_privately
from cogs.posts.pictures import Picture, filename, picture
from cogs.posts.threads import archive_thread, channel_of
from cogs.texts import matches as words
from cogs.ui.controls import Controls, button
from cogs.ui.errors import CLOSED, LATE, NO_ACCESS, NO_MESSAGE, Told
from cogs.ui.replies import tell
from matches.errors import Refusal
from matches.timecontrol import lasting

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from cogs.ui.replies import Interaction
    from games import Seat
    from matches.records import Match, Place, Snapshot
    from service import Service
    from service.places import Posting

log = logging.getLogger(__name__)

LOOK_BACK = 50
"""How many of a channel's newest messages are searched for a board before it is posted again."""


def turn_controls(match: Match) -> Controls:
    """The buttons under the newest board, also when it is the last one."""
    about = (match.id, match.rev)
    if match.over:
        return Controls(
            button("Rematch", "rematch", *about, style=discord.ButtonStyle.primary),
            button("My board", "mine", *about),
            button("More", "more", *about),
        )
    return Controls(
        button("Move", "move", *about, style=discord.ButtonStyle.primary),
        button("My board", "mine", *about),
        button("Draw / Take back", "agree", *about),
        button("Resign", "resign?", *about),
        button("More", "more", *about),
    )


class Posts:
    """Shows matches in their channels."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self._client = client
        self._service = service
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._bumps = 0
        self._tidying: set[asyncio.Task[None]] = set()
        self._tidied: list[Place] = []
        """What was tidied away and is yet to be noted down: that has time until the next sweep."""
        self._edits: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()

    async def show(self, snapshot: Snapshot, interaction: Interaction | None = None) -> None:
        """Show the newest board of a match wherever it is not shown yet.

        The interaction that brought the change about is answered: with the board itself where that is its place, else
        with a private word. A board that cannot be posted is no error: it counts, and the person is told why.
        """
        async with self._lock(snapshot.match.id):
            postings = await self._service.places.postings(snapshot.match)
            troubles = [
                trouble
                for posting in postings
                if posting.place.shown_rev < snapshot.match.board_rev
                and (trouble := await self._post(snapshot, posting, interaction))
            ]
        if interaction is not None and (troubles or not interaction.response.is_done()):
            places = [posting.place for posting in postings]
            told = "\n".join(troubles) or _whereabouts(places, snapshot.match.seat_of(interaction.user.id))
            await tell(interaction, f"Done. {told}")

    def still(self, match_id: int) -> asyncio.Lock:
        """While this is held nobody posts a board of the match."""
        return self._lock(match_id)

    async def settled(self, match_id: int) -> list[Place]:
        """Where the match is shown, once a board that is just being posted is there."""
        async with self._lock(match_id):
            return await self._service.places.of(match_id)

    def edit_later(self, edit: Callable[[], Awaitable[None]]) -> None:
        """Change what was posted long ago, which Discord allows only now and then, while nobody waits for it."""
        self._edits.put_nowait(edit)

    def clocks_changed(self, person_id: int) -> None:
        """Let the boards say that this person's clocks were stopped, or run again."""
        self.edit_later(partial(renew_headlines, self._client, self._service, person_id))

    async def next_edit(self) -> None:
        """Make the next of these changes, as soon as there is one."""
        edit = await self._edits.get()
        await edit()

    def close(self) -> None:
        """Leave undone what is not worth waiting for."""
        for tidying in self._tidying:
            tidying.cancel()

    async def catch_up(self, match_id: int, interaction: Interaction) -> bool:
        """Where the bot is a guest it cannot post by itself: show the newest board to whoever comes by.

        Returns whether that was the answer to this interaction.
        """
        owed = [
            place
            for place in await self._service.places.unshown()
            if place.guest and place.match_id == match_id and place.channel_id == interaction.channel_id
        ]
        if not owed or interaction.response.is_done():
            return False
        await self.show(await self._service.lookup.snapshot(match_id), interaction)
        return True

    async def bump(self, snapshot: Snapshot, interaction: Interaction) -> None:
        """Bring the newest board to the bottom of this channel, without a ping. Raises Told in any other channel."""
        async with self._lock(snapshot.match.id):
            here = await self._posting(snapshot.match, interaction.channel_id)
            if here is None:
                raise Told(f"{words.title(snapshot.match)} is not shown in this channel. **Move here** brings it here.")
            seen = here.place.shown_rev >= snapshot.match.board_rev
            trouble = await self._post(snapshot, here, interaction, quietly=seen)
        if trouble:
            await tell(interaction, trouble)

    async def say(self, place: Place, text: str) -> None:
        """Tell everybody in a place something, without a ping; where that fails, nobody hears it."""
        try:
            channel = channel_of(self._client, place)
            await channel.send(text, allowed_mentions=pinging(()), silent=place.guild_id is None)
        except discord.HTTPException as error:
            log.info("Channel %d was not told something: %s", place.channel_id, error)

    async def tidy_up(self) -> None:
        """Tidy away what an earlier run of the bot did not come to."""
        for place in await self._service.places.untidied():
            await self._tidy(await self._service.lookup.match(place.match_id), place, None)

    async def sweep(self) -> None:
        """Post every board that was committed and never shown."""
        tidied, self._tidied = self._tidied, []
        await self._service.places.tidied(tidied)
        for place in await self._service.places.unshown():
            if place.guest:
                continue
            try:
                await self._make_good(place)
            except Refusal as refusal:  # a match that this version cannot replay must not hold up the others
                log.warning("A board waits: %s", refusal)

    async def _make_good(self, place: Place) -> None:
        """Post the newest board in a place that owes it."""
        async with self._lock(place.match_id):
            snapshot = await self._service.lookup.snapshot(place.match_id)
            here = await self._posting(snapshot.match, place.channel_id)
            if here is None or here.place.shown_rev >= snapshot.match.board_rev:
                return
            if message_id := await self._find(snapshot.match, here.place):
                await self._shown(snapshot.match, here.place, message_id)
            elif trouble := await self._post(snapshot, here, None):
                log.info("%s is not shown: %s", words.title(snapshot.match), trouble)

    async def _posting(self, match: Match, channel_id: int | None) -> Posting | None:
        """What a post in this channel depends on, if the match is shown there."""
        postings = await self._service.places.postings(match)
        return next((posting for posting in postings if posting.place.channel_id == channel_id), None)

    async def _find(self, match: Match, place: Place) -> int | None:
        """The message that shows the newest board already, though it was not noted down."""
        try:
            async for message in channel_of(self._client, place).history(limit=LOOK_BACK):
                if any(attachment.filename == filename(match) for attachment in message.attachments):
                    return message.id
        except (discord.Forbidden, discord.NotFound):
            return None  # posting will tell
        return None

    async def _post(
        self, snapshot: Snapshot, posting: Posting, interaction: Interaction | None, *, quietly: bool = False
    ) -> str | None:
        """Post the newest board in one place; where that fails, the sentence that says why."""
        match, place = snapshot.match, posting.place
        called = set() if quietly else posting.called
        image = await picture(snapshot, **posted_look(match, posting))
        lines = [
            words.headline(snapshot, called),
            words.last_move(snapshot),
            words.offered(match),
            _outage(posting.away),
        ]
        message: dict[str, Any] = {
            "content": "\n".join(line for line in lines if line),
            "allowed_mentions": pinging(called),
            "silent": place.guild_id is None and not called,  # outside servers every message would ping
            "view": turn_controls(match),
        }
        try:
            message_id = await self._send(match, place, interaction, image, message, quietly=quietly)
        except discord.HTTPException as error:
            return await self._why_not(error, match, place)
        if message_id is None:
            for notice in await self._service.notices.with_board(match.id):
                await self._service.notices.undeliverable(notice)
            return "Where it is played I can only answer: the board appears there as soon as one of you uses me there."
        await self._shown(match, place, message_id, called)
        return None

    async def _send(
        self,
        match: Match,
        place: Place,
        interaction: Interaction | None,
        image: Picture,
        message: dict[str, Any],
        *,
        quietly: bool,
    ) -> int | None:
        """Post a board by the shortest way there is; None where only somebody's next interaction can show it."""
        if interaction is not None and interaction.channel_id == place.channel_id:
            if answers_privately(interaction):
                return None
            try:
                if not interaction.response.is_done():
                    return (await interaction.response.send_message(file=image.file(), **message)).message_id
                if place.guest:
                    return (await interaction.followup.send(file=image.file(), wait=True, **message)).id
            except discord.HTTPException as error:
                if error.code not in LATE:
                    raise
                if answer := await _answered(interaction, match):
                    return answer
        if place.guest:
            return None
        self._bumps += quietly  # a board that is posted anew on purpose is not the one that was posted before
        nonce = f"{match.code}-{match.board_rev}-{self._bumps if quietly else 0}"
        return (await channel_of(self._client, place).send(file=image.file(), nonce=nonce, **message)).id

    async def _shown(self, match: Match, place: Place, message_id: int, called: Collection[int] | None = None) -> None:
        """Note down that a place shows this board; the one that was shown before is tidied away without haste."""
        await self._service.places.shown(match.id, place.channel_id, match.board_rev, message_id, called)
        # Messages older than an hour may be edited rarely, and nobody should wait for that.
        tidying = asyncio.create_task(self._tidy(match, place, message_id))
        self._tidying.add(tidying)
        tidying.add_done_callback(self._tidying.discard)

    async def _tidy(self, match: Match, place: Place, newest: int | None) -> None:
        """Take the buttons off the board before the newest; archive the thread of a match that is over."""
        if place.message_id != newest:
            await self.retire(place)
        if match.over:
            await archive_thread(self._client, place)
        self._tidied.append(place)

    async def retire(self, place: Place) -> None:
        """Take the buttons off the board that a place showed."""
        if place.message_id is None or place.guest:
            return
        try:
            await channel_of(self._client, place).get_partial_message(place.message_id).edit(view=None)
        except (discord.HTTPException, aiohttp.ClientError) as error:
            if not isinstance(error, discord.HTTPException) or error.code not in {NO_MESSAGE, *NO_ACCESS}:
                log.info("The buttons of an old board stay: %s", error)

    async def _why_not(self, error: discord.HTTPException, match: Match, place: Place) -> str:
        """Why a board could not be posted, and what helps."""
        if error.code in NO_ACCESS and not place.guest:
            await self._service.places.lost(place.channel_id)
            return (
                "The channel where it was shown is gone, or closed to me. "
                "Use `/match move-here` in the channel where you want to go on."
            )
        if error.code in CLOSED:
            await self._service.places.lost(place.channel_id)
            return (
                f"{words.plain(match.players[place.seat or 0].name)} takes no direct messages from me any more "
                "and does not see the board. Use `/match move-here` in a channel where you both are."
            )
        if isinstance(error, discord.Forbidden):
            return (
                f"I may not post the board in <#{place.channel_id}>: I need **View Channel**, **Send Messages**, "
                "**Attach Files** and **Read Message History** there. It appears as soon as I have them."
            )
        log.warning("Discord did not take a board: %s", error)
        return "Discord did not take the board just now. It appears by itself within a minute."

    def _lock(self, match_id: int) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())


async def _answered(interaction: Interaction, match: Match) -> int | None:
    """The message by which an interaction was answered with the newest board though Discord's word of it was lost."""
    try:
        answer = await interaction.original_response()
    except discord.HTTPException:
        return None
    return answer.id if any(attachment.filename == filename(match) for attachment in answer.attachments) else None


def _outage(seconds: int) -> str:
    """That the bot was away and the deadline has moved, if so."""
    return f"-# I was away for {lasting(seconds)}, so the deadline has moved by that much." if seconds else ""


def _whereabouts(places: Collection[Place], seat: Seat | None) -> str:
    """Where somebody finds the board that they have just changed from elsewhere."""
    seen = [place for place in places if place.seat in {None, seat}]
    if not seen:
        return "It is shown nowhere any more: use `/match move-here` in the channel where you want to go on."
    if seen[0].seat is not None:
        return "The board is in your direct messages with me."
    return f"The board is in {', '.join(f'<#{place.channel_id}>' for place in seen)}."
