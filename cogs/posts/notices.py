"""Sends people notices about their matches, each exactly once and in the way the recipient has chosen."""

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord

from cogs.posts.controls import next_button
from cogs.posts.notice_messages import alone, answers, in_recipient_language, may_share
from cogs.posts.poster import Poster, send_or_find
from cogs.posts.spectators import seen_places
from cogs.posts.threads import change_in
from cogs.texts import matches as texts
from cogs.texts.notices import combined_text, digest, line
from cogs.wire import discord_limits
from cogs.wire.controls import Controls, moments
from cogs.wire.failures import FAILURES, NO_ACCESS, NO_MESSAGE, UNREACHABLE, code_of, is_refused
from cogs.wire.lookback import find_message, says
from cogs.wire.people import pinging
from cogs.wire.replies import Interaction, Reply, with_picture
from matches.deliveries import Delivery
from matches.errors import Refusal
from matches.model import Place, Snapshot
from matches.notices import NOTICE_KINDS
from storage.errors import Unavailable

log = logging.getLogger(__name__)

PASSING = re.compile(r"<t:\d+:\w>|\s*https://\S+")
"""Matches the parts of a text that may differ in a retry: deadlines and links to the newest board."""


MESSAGES_A_USE = 3
"""How many private messages may follow one interaction. Where the bot is a guest, Discord allows five follow-ups."""


class NoticePosts(Poster, kind="notice"):
    """Sends notices that are not part of a board's post, and removes them once they no longer apply."""

    async def show_waiting(self, interaction: Interaction) -> None:
        """Respond privately with the newest of the notices waiting for this person's next interaction."""
        reply = Reply.to(interaction)
        if reply.formed:
            return
        try:
            waiting = await self._service.outbox.waiting(interaction.user.id)
            for notices in (await self._by_channel(waiting))[:MESSAGES_A_USE]:
                await self._show(notices, reply)
        except Unavailable as error:
            log.info("Notices wait for the next use: %s", error)

    async def _show(self, notices: Sequence[Delivery], reply: Reply) -> None:
        """Show notices in a single private response, keeping them for the person's next interaction if that fails."""
        try:
            notices = await self._drop_stale(notices)
            if not notices:
                return
            message = await self._message(notices)
            view = {"view": message["view"]} if "view" in message else {}
            if await reply.tell(message["content"], message.get("picture"), **view):
                await self._service.outbox.record_done(notices)
        except (*FAILURES, Refusal) as error:
            log.info("A notice waits for the next use: %s", error)

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Send, update or delete one person's notices. Several notices can share a message."""
        for notice in deliveries:
            if notice.wanted == "removed":
                await self._remove(notice)
        shown = [notice for notice in deliveries if notice.wanted == "shown"]
        if sent := [notice for notice in shown if notice.message_id is not None]:
            await self._update(sent)
        await self._tell([notice for notice in shown if notice not in sent])

    @staticmethod
    def queue(delivery: Delivery) -> tuple[str, int]:
        """Return the name of a notice's queue.

        Notices that may share a message are queued by person, and all others by match.
        """
        if delivery.way == "digest":
            return "digest", delivery.person_id or 0
        if may_share(delivery):
            return "shared", delivery.person_id or 0
        return Poster.queue(delivery)

    async def bundles(self, deliveries: Sequence[Delivery]) -> Sequence[Sequence[Delivery]]:
        """Divide the notices into groups, one for each message.

        A digest is one group, and other notices are grouped by channel.
        """
        if deliveries[0].way == "digest":
            return [deliveries]
        return await self._by_channel(deliveries) if may_share(deliveries[0]) else await super().bundles(deliveries)

    async def _by_channel(self, notices: Sequence[Delivery]) -> list[list[Delivery]]:
        """Group one person's notices by the channel they will be posted in."""
        bundles: dict[object, list[Delivery]] = {}
        for notice in notices:
            places = await self._visible_places(notice) if notice.way == "channel" else []
            where = places[0].channel_id if places else 0
            # an earlier attempt would have sent a doubtful notice alone
            alone = notice.wanted == "removed" or notice.doubtful or not may_share(notice)
            # a message that stays is not deleted together with others
            together = notice.message_id or (notice.way, where, NOTICE_KINDS[notice.about].heading.lasts)
            bundles.setdefault(notice.name if alone else together, []).append(notice)
        return list(bundles.values())

    async def _remove(self, notice: Delivery) -> None:
        channel_id, message_id = notice.channel_id, notice.message_id
        if message_id is None:
            channel_id, message_id = await self._look_back(notice)
        if channel_id is not None and message_id is not None:
            message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
            try:
                if others := await self._service.outbox.sharing(notice):
                    await self._change(channel_id, message, others)
                else:
                    await change_in(self._client, channel_id, message.delete, waited=False)
            except discord.HTTPException as error:
                if code_of(error) not in {NO_MESSAGE, *NO_ACCESS}:
                    raise
        await self._service.outbox.record_done([notice])

    async def _update(self, notices: Sequence[Delivery]) -> None:
        """Update a notice that was already sent, for example after a deadline has moved."""
        first = notices[0]
        channel_id, message_id = first.channel_id or 0, first.message_id or 0
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await self._change(channel_id, message, [first, *await self._service.outbox.sharing(first)])
        except discord.HTTPException as error:
            if code_of(error) not in {NO_MESSAGE, *NO_ACCESS}:
                raise
            await self._service.outbox.record_done(notices)
        else:
            await self._service.outbox.notices_sent(notices, channel_id, message_id)

    async def _change(self, channel_id: int, message: discord.PartialMessage, notices: Sequence[Delivery]) -> None:
        content = await self._message(notices)
        text = {name: content[name] for name in ("content", "view", "allowed_mentions") if name in content}
        await change_in(self._client, channel_id, partial(message.edit, **text), waited=False)

    async def _look_back(self, notice: Delivery) -> tuple[int | None, int | None]:
        """Look up the IDs of an outdated notice's channel and message. An unknown ID is None."""
        try:
            channel_id = await self._where(notice)
            message = None if channel_id is None else await self._message([notice])
        except Refusal:
            return None, None
        if channel_id is None or message is None:
            return None, None
        sent = await self._sent_before(notice, channel_id, message["content"])
        return channel_id, sent.id if sent else None

    async def _tell(self, notices: Sequence[Delivery]) -> None:
        """Send the given notices as a single message, omitting any that no longer apply."""
        notices = await self._drop_stale(notices)
        if not notices:
            return
        message = await self._message(notices)
        try:
            channel_id = await self._where(notices[0])
            if channel_id is None:
                await self._service.outbox.undeliverable(notices)
                return
            message = with_picture(message.pop("picture", None), message)
            channel = self._client.get_partial_messageable(channel_id)
            find = partial(self._sent_before, notices[0], channel_id, message["content"])
            sent = await send_or_find(
                self._service, channel, notices, message, find, corrects=not may_share(notices[0])
            )
        except discord.HTTPException as error:
            in_channel = notices[0].way == "channel"
            if code_of(error) not in UNREACHABLE and not (in_channel and is_refused(error)):
                raise
            log.info("A notice cannot be sent: %s", error)
            if in_channel and code_of(error) in UNREACHABLE:
                for place in (await self._visible_places(notices[0]))[:1]:
                    await self._service.places.remove_lost(place.channel_id)
            await self._service.outbox.undeliverable(notices)
        else:
            await self._service.outbox.notices_sent(notices, channel_id, sent.id)

    async def _drop_stale(self, notices: Sequence[Delivery]) -> list[Delivery]:
        """Remove outdated notices from the outbox, and return the remaining ones. May raise one of FAILURES."""
        lookup = self._service.lookup
        unwanted = [
            notice
            for notice in notices
            if notice.rev < (await lookup.match(notice.subject)).board_rev
            or (NOTICE_KINDS[notice.about].to == "follower" and not await self._may_see(notice))
        ]
        await self._service.outbox.record_done(unwanted)
        return [notice for notice in notices if notice not in unwanted]

    async def _may_see(self, notice: Delivery) -> bool:
        """Return whether a notice's follower can still view the match somewhere. May raise one of FAILURES."""
        return await self._viewers.sees_one(notice.person_id or 0, await self._service.places.of(notice.subject))

    async def _sent_before(self, notice: Delivery, channel_id: int, content: str) -> discord.Message | None:
        """Return the message in which an earlier attempt sent this notice, or None if none was sent.

        Discord's nonce prevents duplicates too, but only for some minutes.
        """
        events = await self._service.lookup.events(notice.subject)
        since = next((event.at for event in events if event.rev >= notice.rev), 0)
        said = PASSING.sub("", content)
        together = may_share(notice)
        if together:
            snapshot = await self._service.lookup.snapshot(notice.subject)
            with in_recipient_language(notice, await self._visible_places(notice)):
                said = PASSING.sub("", line(notice, snapshot))
        others = {place.message_id for place in await self._service.places.of(notice.subject)}
        others |= {known.message_id for known in await self._service.outbox.of("notice", notice.subject)}
        past = notice.wanted == "removed"  # its text described an earlier state

        def says_it(message: discord.Message) -> bool:
            text = PASSING.sub("", message.content)
            other = message.id in others or (notice.way == "channel" and message.attachments)
            unasked = message.interaction_metadata is None and not other
            if past and unasked and (notice.subject, notice.rev) in moments(message):
                return True
            return (said in text and not other) if together else says(text, said)

        channel = self._client.get_partial_messageable(channel_id)
        return await find_message(channel, self._client.user, since, says_it)

    async def _where(self, notice: Delivery) -> int | None:
        """Return the ID of the channel in which to post a notice, or None if the bot cannot post it anywhere."""
        if notice.way != "channel":
            return await self.inbox(notice.person_id or 0)
        return next((place.channel_id for place in await self._visible_places(notice)), None)

    async def _message(self, notices: Sequence[Delivery]) -> dict[str, Any]:
        """Compose one message from these notices. The caller attaches its picture, if there is one."""
        first, *others = notices
        snapshots = [await self._service.lookup.snapshot(notice.subject) for notice in notices]
        places = [await self._visible_places(notice) for notice in notices]
        with in_recipient_language(first, places[0]):
            if first.way != "digest":
                if others:
                    return await self._compose_shared(notices, snapshots, places)
                return await alone(self._service, first, snapshots[0], next(iter(places[0]), None))
            lines = []
            for notice, snapshot, shown in zip(notices, snapshots, places, strict=True):
                lines.append(" ".join([line(notice, snapshot), *map(texts.link, shown[:1])]))
            return {"content": digest(lines)}

    async def _compose_shared(
        self, notices: Sequence[Delivery], snapshots: Sequence[Snapshot], places: Sequence[Sequence[Place]]
    ) -> dict[str, Any]:
        """Combine several notices to one person into a single message, with the most urgent notice first."""
        person_id, now = notices[0].person_id or 0, self._service.clock.now()
        kinds = [NOTICE_KINDS[notice.about] for notice in notices]
        told = sorted(zip(notices, snapshots, places, strict=True), key=lambda row: row[1].match.deadline or now)
        buttons = [answer for notice, snapshot, _ in told for answer in answers(notice, snapshot.match)]
        linked = True
        if not buttons and not kinds[0].heading.lasts:
            matches = [snapshot.match for _, snapshot, _ in told]
            waiting = sum(match.turn == match.seat_of(person_id) and not match.over for match in matches)
            buttons, linked = [next_button(waiting)], waiting < len(matches)  # it opens each waiting match
        here = notices[0].way == "channel"  # where a link to the channel itself leads nowhere
        lines = [
            " ".join(
                [
                    line(notice, snapshot),
                    *(texts.link(place) for place in seen_in[:1] if linked and (place.message_id or not here)),
                ]
            )
            for notice, snapshot, seen_in in told
        ]
        return {
            "content": combined_text(person_id, kinds, lines),
            "view": Controls(*buttons[: discord_limits.BUTTONS]),
            "allowed_mentions": pinging({person_id}),
        }

    async def _visible_places(self, notice: Delivery) -> list[Place]:
        """Return the channels in which a notice's recipient can see the match.

        For a notice that is posted in a channel, these are only the channels in which the bot can post.
        """
        match = await self._service.lookup.match(notice.subject)
        # while the newest board is being posted, do not link to the previous message
        places = [
            place if place.shown_rev >= match.board_rev else replace(place, message_id=None)
            for place in await self._beside.places(match.id)
        ]
        seat = match.seat_of(notice.person_id or 0)
        theirs = [place for place in places if place.seen_by(seat)]
        if notice.way == "channel":
            return [place for place in theirs if not place.guest]
        return await seen_places(self._service, self._viewers, match, notice.person_id or 0, theirs)
