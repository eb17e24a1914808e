"""Notifies people of what happened in their matches, exactly once and in the way they chose."""

import logging
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import ui

from cogs.posts.controls import move_button, next_button, turn_controls
from cogs.posts.once import send_or_find
from cogs.posts.poster import Poster
from cogs.posts.questions import offer_message
from cogs.posts.threads import change_in
from cogs.texts import matches as texts
from cogs.texts.notices import digest, line, sentence, shared
from cogs.wire import discord_limits
from cogs.wire.controls import Controls, button, moments
from cogs.wire.failures import CLOSED, NO_ACCESS, NO_MESSAGE, code_of
from cogs.wire.languages import spoken_in, spoken_to
from cogs.wire.lookback import posted_since, says
from cogs.wire.looks import personal_look
from cogs.wire.mentions import pinging
from cogs.wire.pictures import picture
from language import Sentence
from matches.deliveries import Delivery
from matches.errors import Refusal
from matches.model import Match, Place, Snapshot
from matches.notices import FOLLOWED, SHARED, URGENT
from service import Service

log = logging.getLogger(__name__)

PASSING = re.compile(r"<t:\d+:\w>|https://\S+")
"""The parts of a text that may differ in a retry: deadlines, and links to the newest board."""


class NoticePosts(Poster, kind="notice"):
    """Sends notices that are not part of a board's post, and removes stale ones."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Send one message (a notice or a person's digest), update it, or remove a stale one."""
        for notice in deliveries:
            if notice.wanted == "removed":
                await self._remove(notice)
        shown = [notice for notice in deliveries if notice.wanted == "shown"]
        if sent := [notice for notice in shown if notice.message_id is not None]:
            await self._update(sent)
        await self._tell([notice for notice in shown if notice not in sent])

    @staticmethod
    def queue(delivery: Delivery) -> tuple[str, int]:
        """One queue for each person's digest, for what may share a message, and else for each match."""
        if delivery.way == "digest":
            return "digest", delivery.person_id or 0
        if may_share(delivery):
            return "shared", delivery.person_id or 0
        return Poster.queue(delivery)

    async def bundles(self, deliveries: Sequence[Delivery]) -> Sequence[Sequence[Delivery]]:
        """One bundle for a digest; for notices that may share a message, one for each channel."""
        if deliveries[0].way == "digest":
            return [deliveries]
        return await self._by_channel(deliveries) if may_share(deliveries[0]) else await super().bundles(deliveries)

    async def _by_channel(self, notices: Sequence[Delivery]) -> list[list[Delivery]]:
        """Group one person's notices by the message that they belong in."""
        bundles: dict[object, list[Delivery]] = {}
        for notice in notices:
            places = await self._seen(notice) if notice.way == "channel" else []
            where = places[0].channel_id if places else 0
            alone = notice.wanted == "removed" or notice.doubtful  # an earlier try would have sent this notice alone
            together = notice.message_id or (notice.way, where, notice.about == "end")  # ends stay; others are removed
            bundles.setdefault(notice.key if alone else together, []).append(notice)
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
        await self._service.outbox.done([notice])

    async def _update(self, notices: Sequence[Delivery]) -> None:
        """Correct a sent message, for example after a deadline has moved."""
        first = notices[0]
        channel_id, message_id = first.channel_id or 0, first.message_id or 0
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await self._change(channel_id, message, [first, *await self._service.outbox.sharing(first)])
        except discord.HTTPException as error:
            if code_of(error) not in {NO_MESSAGE, *NO_ACCESS}:
                raise
            await self._service.outbox.done(notices)
        else:
            await self._service.outbox.notices_sent(notices, channel_id, message_id)

    async def _change(self, channel_id: int, message: discord.PartialMessage, notices: Sequence[Delivery]) -> None:
        """Edit a message so that it holds these notices."""
        _, content = await self._message(notices)
        text = {name: content[name] for name in ("content", "view", "allowed_mentions") if name in content}
        await change_in(self._client, channel_id, partial(message.edit, **text), waited=False)

    async def _look_back(self, notice: Delivery) -> tuple[int | None, int | None]:
        """The channel and message of a notice that became stale while it was being sent; None for either if unknown."""
        try:
            channel_id, message = await self._message([notice])
        except (LookupError, Refusal):
            return None, None
        sent = await self._sent_before(notice, channel_id, message["content"])
        return channel_id, sent.id if sent else None

    async def _tell(self, notices: Sequence[Delivery]) -> None:
        """Send one message (a notice or a person's digest), without notices that are stale or no longer visible."""
        lookup = self._service.lookup
        stale = [notice for notice in notices if notice.rev < (await lookup.match(notice.subject)).board_rev]
        await self._service.outbox.done(stale)
        notices = [notice for notice in notices if notice not in stale]
        hidden = [notice for notice in notices if notice.about in FOLLOWED and not await self._may_see(notice)]
        await self._service.outbox.done(hidden)
        notices = [notice for notice in notices if notice not in hidden]
        if not notices:
            return
        try:
            channel_id, message = await self._message(notices)
            channel = self._client.get_partial_messageable(channel_id)
            find = partial(self._sent_before, notices[0], channel_id, message["content"])
            sent = await send_or_find(
                self._service, channel, notices, message, find, corrects=not may_share(notices[0])
            )
        except LookupError:  # no place is left to send it to
            await self._service.outbox.undeliverable(notices)
        except discord.HTTPException as error:
            if code_of(error) not in CLOSED | NO_ACCESS:
                raise
            log.info("A notice cannot be sent: %s", error)
            for place in (await self._seen(notices[0]))[:1] if notices[0].way == "channel" else ():
                await self._service.places.lost(place.channel_id)
            await self._service.outbox.undeliverable(notices)
        else:
            await self._service.outbox.notices_sent(notices, channel_id, sent.id)

    async def _may_see(self, notice: Delivery) -> bool:
        """Whether a follower can still view a channel in which the match is shown."""
        places = await self._service.places.of(notice.subject)
        return bool(await self._viewers.viewable(notice.person_id or 0, places))

    async def _sent_before(self, notice: Delivery, channel_id: int, content: str) -> discord.Message | None:
        """The message by which an earlier try sent this notice but could not record it, or None.

        Discord's nonce also prevents duplicates, but only for some minutes.
        """
        events = await self._service.lookup.events(notice.subject)
        since = next((event.at for event in events if event.rev >= notice.rev), 0)
        said = PASSING.sub("", content)
        together = may_share(notice)
        if together:
            snapshot = await self._service.lookup.snapshot(notice.subject)
            with _spoken(notice, await self._seen(notice)):
                said = PASSING.sub("", line(notice, snapshot, self._service.clock.now()))
        boards = {place.message_id for place in await self._service.places.of(notice.subject)}
        past = notice.wanted == "removed"  # its text described an earlier state

        def says_it(message: discord.Message) -> bool:
            text = PASSING.sub("", message.content)
            board = message.id in boards or (notice.way == "channel" and message.attachments)
            unasked = message.interaction_metadata is None and not board
            if past and unasked and (notice.subject, notice.rev) in moments(message):
                return True
            return (said in text and not board) if together else says(text, said)

        channel = self._client.get_partial_messageable(channel_id)
        return await posted_since(channel, self._client.user, since, says_it)

    async def _message(self, notices: Sequence[Delivery]) -> tuple[int, dict[str, Any]]:
        """The channel and the message. Raises LookupError if there is no place left where the bot can post."""
        first = notices[0]
        snapshots = [await self._service.lookup.snapshot(notice.subject) for notice in notices]
        places = [await self._seen(notice) for notice in notices]
        channel_id = places[0][0].channel_id if first.way == "channel" else await self._inbox(first)
        with _spoken(first, places[0]):
            if len(notices) > 1 and may_share(first):
                return channel_id, await self._shared(notices, snapshots, places)
            if first.way != "digest":
                return channel_id, await _alone(self._service, first, snapshots[0], next(iter(places[0]), None))
            lines = []
            for notice, snapshot, shown in zip(notices, snapshots, places, strict=True):
                text = f"- {sentence(notice, snapshot, self._service.clock.now())}"
                lines.append(text + (f" {texts.link(shown[0])}" if shown else ""))
            return channel_id, {"content": digest(lines)}

    async def _inbox(self, notice: Delivery) -> int:
        """The id of the direct-message channel with the notice's recipient."""
        return (await self._client.create_dm(discord.Object(notice.person_id or 0))).id

    async def _shared(
        self, notices: Sequence[Delivery], snapshots: Sequence[Snapshot], places: Sequence[Sequence[Place]]
    ) -> dict[str, Any]:
        """One message for several notices to one person, the most urgent first."""
        person_id, now = notices[0].person_id or 0, self._service.clock.now()
        told = sorted(zip(notices, snapshots, places, strict=True), key=lambda row: row[1].match.deadline or now)
        lines = [
            " ".join([line(notice, snapshot, now), *(texts.link(place) for place in seen_in[:1])])
            for notice, snapshot, seen_in in told
        ]
        buttons = [answer for notice, snapshot, _ in told for answer in _answers(notice, snapshot.match)]
        if not buttons and notices[0].about != "end":
            buttons = [next_button(sum(entry.own_turn for entry in await self._service.lookup.queue(person_id)))]
        return {
            "content": shared(person_id, [notice.about for notice in notices], lines),
            "view": Controls(*buttons[: discord_limits.BUTTONS]),
            "allowed_mentions": pinging({person_id}),
        }

    async def _seen(self, notice: Delivery) -> list[Place]:
        """The places where the recipient sees the match; for a notice in a channel, only where the bot can post."""
        match = await self._service.lookup.match(notice.subject)
        # while the newest board is being posted, do not link to the previous message
        places = [
            place if place.shown_rev >= match.board_rev else replace(place, message_id=None)
            for place in await self._beside.places(match.id)
        ]
        seat = match.seat_of(notice.person_id or 0)
        theirs = [place for place in places if place.seen_by(seat)]
        return [place for place in theirs if not place.guest] if notice.way == "channel" else theirs


def may_share(notice: Delivery) -> bool:
    """Whether this notice may share a message with others to the same person that are due at once."""
    return notice.about in SHARED.get(notice.way, ())


def _answers(notice: Delivery, match: Match) -> list[ui.Button[Controls]]:
    """The button of a notice in a message that it shares."""
    if notice.about == "claim":
        return [button(Sentence("Claim the win: #{code}", {"code": match.code}), "claim", match.id, match.rev)]
    if notice.about == "ask":
        return [button(Sentence("It goes on: #{code}", {"code": match.code}), "keep-on", match.id, match.rev)]
    return []


def _spoken(notice: Delivery, places: Sequence[Place]) -> AbstractContextManager[None]:
    """Use the recipient's language or, in a channel, the language of the place."""
    public = notice.way == "channel" and places and places[0].seat is None
    return spoken_in(places[0].guild_id) if public else spoken_to(notice.person_id or 0)


async def _alone(service: Service, notice: Delivery, snapshot: Snapshot, place: Place | None) -> dict[str, Any]:
    """A notice as a separate message."""
    match = snapshot.match
    text = sentence(notice, snapshot, service.clock.now())
    message: dict[str, Any] = {
        "allowed_mentions": pinging({notice.person_id or 0}),
        "silent": notice.way == "silent",
    }
    if notice.about == "offer":
        seat = match.seat_of(notice.person_id or 0) or 0
        asked, message["view"] = offer_message(snapshot, seat)
        text = f"{texts.mention(match.players[seat])}, {asked}"
    elif notice.about == "claim":
        message["view"] = Controls(button("Claim the win", "claim", match.id, match.rev))
    elif notice.about == "ask":
        message["view"] = Controls(button("It goes on", "keep-on", match.id, match.rev))
    elif notice.about in URGENT:
        message["view"] = Controls(move_button(match))
    elif notice.about in FOLLOWED:
        ways = [button("My board", "mine", match.id, match.rev)]
        if not match.over:
            ways.append(button("Unfollow", "unfollow", match.id, match.rev))
        message["view"] = Controls(*ways)
    elif notice.about in {"turn", "end"} and notice.way in {"dm", "silent"}:
        message["file"] = (await picture(snapshot, **await personal_look(service, match, notice.person_id or 0))).file()
        if not match.over:
            message["view"] = turn_controls(match)
    if place is not None and notice.about != "lost":
        text += f"\n{texts.link(place)}"
    return {"content": text, **message}
