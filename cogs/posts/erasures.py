"""Removes a forgotten person's name from old boards.

The database records only the newest board's message, so the channel's history is searched around the time of each move.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord.utils import snowflake_time

from cogs.posts.board_posts import board_text, tournament_of_ended
from cogs.posts.old_boards import IN_VAIN, old_line
from cogs.posts.poster import Poster
from cogs.posts.threads import change_in, channel_of, thread_name
from cogs.wire.failures import code_of
from cogs.wire.languages import spoken_at
from cogs.wire.lookback import first_messages, line_number, shown_rev
from cogs.wire.people import pinging
from cogs.wire.pictures import picture
from looks import posted_look
from matches.deliveries import Delivery, Posting
from matches.model import Event, Match, Place, Ply, Snapshot

Course = tuple[Match, list[Event], list[Ply]]

log = logging.getLogger(__name__)

SLACK = 5
"""How much older than its move, in seconds, a board may appear, even though the bot's clock follows Discord's."""


class Erasures(Poster, kind="erasure"):
    """Edits a match's old boards in a channel to remove the name of a forgotten person (one whose data was deleted)."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Edit the boards posted around the time of one move, and queue the same work for the following moves.

        Skips boards that cannot be edited.
        """
        for erasure in deliveries:
            message_id = erasure.message_id
            rev = await (self._go_over(erasure) if message_id is None else self._delete(erasure, message_id))
            await self._service.outbox.gone_over(erasure, rev)

    async def _delete(self, erasure: Delivery, message_id: int) -> None:
        """Delete the message with this ID, which may be the ID of the interaction that it responds to."""
        channel = self.channel(erasure)
        try:
            try:
                await channel.get_partial_message(message_id).delete()
            except discord.NotFound:
                since = int(snowflake_time(message_id).timestamp())
                for message in await first_messages(channel, self._client.user, since, slack=SLACK):
                    if message.interaction_metadata is not None and message.interaction_metadata.id == message_id:
                        await message.delete()
        except discord.HTTPException as error:
            if code_of(error) not in IN_VAIN:
                raise
            log.info("A message keeps a forgotten name: %s", error)

    async def _go_over(self, erasure: Delivery) -> int | None:
        """Edit a batch of old boards, and return the revision of the last one checked, or None if none are left."""
        course = await self._service.lookup.course(erasure.subject)
        match, events, _ = course
        posting = await self.posting(match, erasure.channel_id)
        event = next((event for event in events if event.rev > erasure.rev), None)
        if posting is None or posting.place.guest:
            return None
        try:
            if event is None:
                await self._edit_newest(course, posting)
                await self._rename_thread(match, posting)
                return None
            boards = await self._boards(erasure, course, event.at - _clock_lead(events, posting.place))
            for rev, message in boards:
                await self._edit(course, posting, rev, message)
        except discord.HTTPException as error:
            if code_of(error) not in IN_VAIN:
                raise
            log.info("Old boards keep a forgotten name: %s", error)
            return None
        return max([event.rev, *(rev for rev, _ in boards)])

    async def _boards(self, erasure: Delivery, course: Course, time: int) -> list[tuple[int, discord.Message]]:
        """Return the boards posted soon after `time` (UTC seconds), as (revision, message) pairs."""
        messages = await first_messages(self.channel(erasure), self._client.user, time, slack=SLACK)
        boards = [(_rev(message, course), message) for message in messages]
        return [(rev, message) for rev, message in boards if rev is not None and rev > erasure.rev]

    async def _edit_newest(self, course: Course, posting: Posting) -> None:
        """Edit the newest board if its text is not up to date.

        A board that was reposted long after the move that it shows is not found around the time of that move.
        """
        match, place = course[0], posting.place
        if place.message_id is None:
            return
        message = await self.channel(place).get_partial_message(place.message_id).fetch()
        rev = shown_rev(message, match)
        if rev is not None and message.content != (await self._text_and_snapshot(course, posting, rev, newest=True))[0]:
            await self._edit(course, posting, rev, message)

    async def _edit(self, course: Course, posting: Posting, rev: int, message: discord.Message) -> None:
        """Replace a board's text and picture, but keep its buttons."""
        match, newest = course[0], message.id == posting.place.message_id
        with spoken_at(match, posting.place):
            content, snapshot = await self._text_and_snapshot(course, posting, rev, newest=newest)
            changes: dict[str, Any] = {"content": content, "allowed_mentions": pinging(())}
            for attachment in message.attachments[:1]:
                image = await picture(snapshot, **posted_look(match, posting))
                # Boards are recognised by file name.
                changes["attachments"] = [replace(image, filename=attachment.filename).file()]
        edit = partial(message.edit, **changes)
        await change_in(self._client, posting.place.channel_id, edit, waited=posting.place.guild_id is not None)

    async def _text_and_snapshot(
        self, course: Course, posting: Posting, rev: int, *, newest: bool
    ) -> tuple[str, Snapshot]:
        """Return a board's text at revision `rev`, along with the snapshot the board shows."""
        match, events, plies = course
        if newest:
            snapshot = await self._service.lookup.with_newest_board(match.id)
            progress = await tournament_of_ended(self._service, match, posting)
            return await board_text(self._service, snapshot, (), posting, None, progress), snapshot
        ply = next((event.ply for event in reversed(events) if event.rev <= rev), 0)
        move = plies[ply - 1] if 0 < ply <= len(plies) else None
        return old_line(match, ply, move), await self._service.lookup.snapshot_at(match.id, ply)

    async def _rename_thread(self, match: Match, posting: Posting) -> None:
        """Remove the forgotten person's name from the title of a match's thread, unless it is a tournament's."""
        if not posting.place.in_thread or posting.in_tournament:
            return
        with spoken_at(match, posting.place):
            name = thread_name(match)
        thread = await channel_of(self._client, posting.place.channel_id)
        if isinstance(thread, discord.Thread) and thread.name != name:
            await change_in(self._client, thread.id, partial(thread.edit, name=name), waited=False)


def _clock_lead(events: Sequence[Event], place: Place) -> int:
    """Return by how many seconds the bot's clock was ahead of Discord's when the newest board was posted."""
    if place.message_id is None:
        return 0
    made_at = next((event.at for event in reversed(events) if event.rev <= place.shown_rev), 0)
    return max(0, made_at - int(snowflake_time(place.message_id).timestamp()))


def _rev(message: discord.Message, course: Course) -> int | None:
    """Return the revision of the board in a message, even if it was reduced to one line, or None if it has none."""
    match, events, _ = course
    number = line_number(message, match)
    if number is None:
        return shown_rev(message, match)
    latest = message.created_at.timestamp() + SLACK
    moves = [event for event in events if event.ply == number]
    # if all seem later, a clock was wrong
    return max((event.rev for event in moves if event.at <= latest), default=min((m.rev for m in moves), default=None))
