"""Posts remarks on matches, the owner's announcements, and replies to challenges."""

import logging
from dataclasses import replace

import discord

from cogs.posts.old_boards import BoardTexts
from cogs.posts.poster import OncePoster
from cogs.texts.challenges import settled_text
from cogs.texts.matches import SENTENCES, action_text, moved_text
from cogs.texts.owner import announcement
from cogs.wire.failures import FAILURES, NO_MESSAGE, TOO_OLD, code_of
from cogs.wire.languages import spoken_to, spoken_with
from cogs.wire.replies import Interaction, Reply
from matches.deliveries import Delivery
from matches.model import Match
from service.remarks import MOVED

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""The maximum number of attempts in a channel where Discord does not let the bot post."""


class Remarks(BoardTexts, OncePoster, kind="word"):
    """Makes remarks without pings: above the newest board, or as posts where the board cannot be edited."""

    async def say(self, match: Match, interaction: Interaction) -> None:
        """Make a remark about a match's latest event in each of the match's channels.

        Where the bot is a guest, the remark can only be the response to the interaction.
        """
        queued = await self._service.outbox.of("word", match.id)
        for remark in queued:
            if remark.rev == match.rev:
                self._beside.start([remark])
        for place in await self._service.places.of(match.id):
            if place.guest and place.channel_id == interaction.channel_id:
                remark = Delivery("word", match.id, rev=match.rev, channel_id=place.channel_id, guild_id=place.guild_id)
                if text := await self._text(remark):
                    await _answer(interaction, text, silent=place.guild_id is None)

    async def follow_up(self, since: Match, interaction: Interaction) -> None:
        """Post follow-ups saying how the computer player has responded to offers since the state `since`."""
        for event in await self._service.lookup.events(since.id):
            if event.seat == since.answering and event.rev > since.rev and event.kind in SENTENCES:
                await self.say(replace(since, rev=event.rev), interaction)

    async def post(self, delivery: Delivery) -> None:
        """Make a remark if it still applies."""
        text = await self._text(delivery)
        if text is None or (delivery.about != MOVED and await self._above_board(delivery)):
            return
        events = await self._service.lookup.events(delivery.subject)
        since = next((event.at for event in events if event.rev == delivery.rev), events[-1].at)
        people = [player.id for player in (await self._service.lookup.match(delivery.subject)).players]
        await self.send_once(delivery, text, people=people, since=since, silent=delivery.guild_id is None)

    async def _above_board(self, remark: Delivery) -> bool:
        """Make a remark above the newest board, and return whether that was possible."""
        try:
            return await self.renew_text(remark)
        except discord.HTTPException as error:
            if code_of(error) not in {NO_MESSAGE, TOO_OLD}:
                raise
            return False

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


async def _answer(interaction: Interaction, text: str, *, silent: bool) -> None:
    """Post a remark as the interaction's public response, ignoring any failure."""
    try:
        await Reply.to(interaction).post(content=text, silent=silent, guest=True)
    except FAILURES as error:
        log.info("A remark could not be posted as an answer: %s", error)


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
