"""Looks after boards that have been posted: shortens old ones, updates clocks, and archives threads."""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from cogs.posts.board_posts import board_text
from cogs.posts.poster import Poster
from cogs.posts.threads import change_in, channel_of
from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.wire.failures import ARCHIVED, ENOUGH, GONE, NO_ACCESS, NO_MESSAGE, code_of
from cogs.wire.languages import spoken_at, spoken_with
from cogs.wire.lookback import messages_after, shown_rev
from cogs.wire.people import pinging
from games import worded
from matches.deliveries import Delivery, OldPost
from matches.model import Match, Ply
from matches.results import player_name
from service.boards import old_board

log = logging.getLogger(__name__)

IN_VAIN = NO_ACCESS | {NO_MESSAGE, ARCHIVED, 50013}
"""Discord's error codes for a message that cannot be edited or no longer needs to be."""
PERHAPS_LATER = frozenset({50001, 50013, ARCHIVED})
"""Discord's error codes for a closed channel or a locked thread. Both may be temporary."""


class OldBoards(Poster, kind="old board"):
    """Keeps channels uncluttered by leaving the picture and buttons only on each match's newest board."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Reduce each old board to one line without a picture, or delete its message.

        Practice matches and matches by vote delete their old boards. Otherwise, the server's setting decides whether an
        old board is deleted, reduced to a line, or keeps its picture. In a match's thread, a line takes the place of a
        deleted board; the board from which the thread starts is never deleted, because it links to the thread.
        """
        for old in deliveries:
            waited = old.id != 0 and old.guild_id is not None  # read from the database, not queued by a post just made
            try:
                async with self._beside.lock(old):
                    await change_in(self._client, old.channel_id or 0, partial(self._strip, old), waited=waited)
            except discord.HTTPException as error:
                waits = code_of(error) in PERHAPS_LATER and old.tried < ENOUGH
                if waits or code_of(error) not in IN_VAIN:
                    raise
            self._beside.add_done(old)

    async def _strip(self, old: Delivery) -> None:
        message = self.channel(old).get_partial_message(old.message_id or 0)
        posted = await self._service.places.old_post(old.subject, old.rev, old.guild_id)
        kept = posted.chosen.past_boards
        brief = posted.match.practice or posted.match.by_vote
        if brief or kept == "newest":
            lasting = {old.message_id} if brief else {old.message_id, old.channel_id}
            if not posted.threads & lasting:  # a thread has the ID of its starting message
                await message.delete()
                return
        pictures: dict[str, Any] = {} if kept == "all" else {"attachments": []}
        line = await self._line(old, posted)
        await message.edit(content=line, view=None, allowed_mentions=pinging(()), **pictures)

    async def _line(self, old: Delivery, posted: OldPost) -> str:
        places = await self._service.places.of(old.subject) if old.guild_id is None else []
        with spoken_with(posted.match, places, old):
            return old_line(posted.match, posted.number, posted.move)


def old_line(match: Match, number: int, move: Ply | None) -> str:
    """Return the line of text that replaces an old board, such as `Move 4 · Alice d7-d5 · #1000`.

    `move` is None if the move was taken back.
    """
    match (number, move):
        case (0, _):
            return say("The start of {match}", match=texts.title(match))
        case (_, None):
            return say("Move {number}, taken back · #{code}", number=number, code=match.code)
        case (_, move):
            player = player_name(match, move.seat)
            return say(
                "Move {number} · {player} {move} · #{code}",
                number=number,
                player=player,
                move=worded(match.game, move.text),
                code=match.code,
            )


class BoardTexts(Poster):
    """Base class for posters that change the text above a match's newest board."""

    async def renew_text(self, delivery: Delivery) -> bool:
        """Bring the text above the newest board in a delivery's channel up to date, without pinging anyone.

        Returns False if the channel does not show the newest board of a running match, or if the bot is a guest there.
        Raises one of FAILURES if a request fails.
        """
        async with self._beside.lock(delivery):
            snapshot = await self._service.lookup.with_newest_board(delivery.subject)
            match = snapshot.match
            posting = await self.posting(match, delivery.channel_id)
            if posting is None or match.over:
                return False
            place = posting.place
            if place.guest or place.message_id is None or place.shown_rev != match.board_rev:
                return False
            message = self.channel(place).get_partial_message(place.message_id)
            content = (await message.fetch()).content
            called = {player.id for player in match.players if texts.mention(player) in content.partition("\n")[0]}
            with spoken_at(match, place):
                snapshot, ballot, _ = await self._service.crowds.votes_to_show(snapshot, place.guild_id)
                text = await board_text(self._service, snapshot, called, posting, ballot)
            if text != content:
                edit = partial(message.edit, content=text, allowed_mentions=pinging(called))
                await change_in(self._client, place.channel_id, edit, waited=place.guild_id is not None)
            return True


class Headlines(BoardTexts, kind="headline"):
    """Updates the text above a match's newest board after votes, or when the clock changes without a move."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        for headline in deliveries:
            try:
                await self.renew_text(headline)
            except discord.HTTPException as error:
                if code_of(error) not in IN_VAIN:
                    raise
            self._beside.add_done(headline)


class Archive(Poster, kind="archive"):
    """Archives a thread once it no longer shows a running match."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Archive each thread that still exists and shows no running match, if the bot has permission to do so."""
        for archive in deliveries:
            try:
                await self._archive(archive.channel_id or 0)
            except discord.HTTPException as error:
                if code_of(error) not in IN_VAIN and not isinstance(error, discord.Forbidden):
                    raise
                log.info("A thread could not be archived: %s", error)
            self._beside.add_done(archive)

    async def _archive(self, thread_id: int) -> None:
        if await self._service.places.in_use(thread_id):
            return
        thread = await channel_of(self._client, thread_id)
        if isinstance(thread, discord.Thread) and not thread.archived:
            await thread.edit(archived=True)


class Strays(Poster, kind="strays"):
    """Finds old boards whose messages were never recorded, so that their buttons can be removed."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Queue an edit for each old board that was posted but never recorded.

        If one of these boards might be the newest, tries again later.
        """
        for delivery in deliveries:
            strays: list[Delivery] | None
            try:
                strays = await self._strays(delivery)
            except discord.HTTPException as error:
                if code_of(error) not in GONE and delivery.tried < ENOUGH:
                    raise
                strays = []
            if strays is None:
                await self._service.outbox.retry_later([delivery], refused=False)
            else:
                await self._service.outbox.old_boards(strays, done=[delivery])

    async def _strays(self, delivery: Delivery) -> list[Delivery] | None:
        """Return an edit for each unrecorded old board with buttons, or None if one might be the newest board."""
        match = await self._service.lookup.match(delivery.subject)
        channel_id, guild_id = delivery.channel_id or 0, delivery.guild_id
        messages = await messages_after(
            self.channel(delivery), self._client.user, delivery.message_id, match.created_at
        )
        places = [place for place in await self._beside.places(match.id) if place.channel_id == channel_id]
        newest = (await self._service.lookup.match(match.id)).board_rev
        queued = {board.channel_id for board in await self._service.outbox.of("board", match.id)}
        if any(place.shown_rev < newest and (place.message_id or channel_id in queued) for place in places):
            return None
        recorded = {place.message_id for place in places}
        return [
            old_board(match.id, rev, channel_id, guild_id, message.id)
            for message in messages
            if message.components and message.id not in recorded and (rev := shown_rev(message, match)) is not None
        ]
