"""Posts remarks on matches, the owner's announcements, and replies to challenges."""

import logging
from dataclasses import replace

import discord

from cogs.posts.poster import OncePoster
from cogs.texts.challenges import settled_text
from cogs.texts.matches import SENTENCES, action_text, moved_text
from cogs.texts.owner import announcement
from cogs.wire.failures import FAILURES
from cogs.wire.languages import spoken_to, spoken_with
from cogs.wire.replies import Interaction, Reply
from matches.deliveries import Delivery
from matches.model import Match
from service.remarks import MOVED

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""The maximum number of attempts in a channel where Discord does not let the bot post."""


class Remarks(OncePoster, kind="word"):
    """Posts remarks without pings."""

    async def say(self, match: Match, interaction: Interaction) -> bool:
        """Post a remark about a match's latest event in each of the match's channels.

        In the current channel, the remark is the response to the interaction. Returns whether the person who used the
        bot sees the remark or was already answered.
        """
        queued = await self._service.outbox.of("word", match.id)
        remarks = [remark for remark in queued if remark.rev == match.rev]
        remarks += [
            Delivery("word", match.id, rev=match.rev, channel_id=place.channel_id, guild_id=place.guild_id)
            for place in await self._service.places.of(match.id)
            if place.guest  # no remark is queued where the bot can only answer
        ]
        reply = Reply.to(interaction)
        # Other channels come first, because an answer may take longer than their leases.
        for remark in sorted(remarks, key=lambda remark: remark.channel_id == interaction.channel_id):
            text = await self._text(remark)
            if text is None:
                continue
            here = remark.channel_id == interaction.channel_id
            guest = remark.due_at is None
            if here and (guest or not reply.said):
                with self._beside.holding(remark.name):
                    if await self._answer(reply, match, text, remark, guest=guest):
                        await self._service.outbox.record_done([remark])
                        continue
            if not guest:
                self._beside.start([remark])
        if reply.said:
            return True
        await reply.finish()
        return reply.deferred and any(remark.channel_id == interaction.channel_id for remark in remarks)

    async def follow_up(self, since: Match, interaction: Interaction) -> None:
        """Post follow-ups saying how the computer player has responded to offers since the state `since`."""
        for event in await self._service.lookup.events(since.id):
            if event.seat == since.answering and event.rev > since.rev and event.kind in SENTENCES:
                await self.say(replace(since, rev=event.rev), interaction)

    async def _answer(self, reply: Reply, match: Match, text: str, remark: Delivery, *, guest: bool) -> bool:
        """Post a remark as the interaction's public response, and return whether that was possible."""
        try:
            message_id = await reply.post(content=text, silent=remark.guild_id is None, guest=guest)
        except FAILURES as error:
            log.info("A remark could not be posted as an answer: %s", error)
            return False
        if message_id is not None and not guest:
            people = [player.id for player in match.players]
            await self._service.privacy.record_mentions(message_id, remark.channel_id or 0, remark.guild_id, people)
        return message_id is not None

    async def post(self, delivery: Delivery) -> None:
        """Post a remark if it still applies."""
        text = await self._text(delivery)
        if text is None:
            return
        events = await self._service.lookup.events(delivery.subject)
        since = next((event.at for event in events if event.rev == delivery.rev), events[-1].at)
        people = [player.id for player in (await self._service.lookup.match(delivery.subject)).players]
        await self.send_once(delivery, text, people=people, since=since, silent=delivery.guild_id is None)

    async def _text(self, remark: Delivery) -> str | None:
        """Return the remark in the language of its channel, or None if it no longer applies."""
        lookup = self._service.lookup
        match = await lookup.match(remark.subject)
        places = await self._service.places.of(match.id)
        with spoken_with(match, places, remark):
            if remark.about == MOVED:
                player = match.players[0 if remark.way == "0" else 1]
                return moved_text(match, player, places[-1]) if places else None
            event = next((event for event in await lookup.events(match.id) if event.rev == remark.rev), None)
            plies = await lookup.plies(match.id)
            if event is None or event.ply > len(plies):
                return None  # the match was repaired, or the move was taken back
            return action_text(match, event.kind, event.seat or 0, plies[event.ply - 1].text if event.ply else "")


class AnnouncementPosts(OncePoster, kind="announcement"):
    """Posts announcements one channel at a time, without pinging anyone."""

    async def post(self, delivery: Delivery) -> None:
        """Post an announcement in one channel, and schedule the next channel even if this post fails."""
        await self._service.announcements.go_on(delivery)
        try:
            await self.send_once(delivery, announcement(delivery.about))
        except discord.Forbidden as error:
            if delivery.tried + 1 < MOST_TRIES:
                raise
            log.info("An announcement was not posted: %s", error)


class AnswerPosts(OncePoster, kind="answer"):
    """Tells a challenger by direct message that their challenge was declined."""

    async def post(self, delivery: Delivery) -> None:
        challenge = await self._service.challenges.of(delivery.subject)
        with spoken_to(challenge.challenger.id):
            text = settled_text(challenge)
        inbox = await self.inbox(challenge.challenger.id)
        await self.send_once(delivery, text, channel_id=inbox, since=challenge.created_at, silent=False)
