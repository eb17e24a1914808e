"""Public sentences about a match: what a player declined, that it goes on, where it was moved."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from cogs.posts.once import send_once
from cogs.texts.events import SENTENCES, happened, moved
from cogs.wire.failures import CLOSED, FAILURES, NO_ACCESS, code_of
from cogs.wire.languages import spoken_with
from cogs.wire.replies import Reply
from matches.deliveries import Delivery
from matches.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.posts.beside import Beside
    from cogs.wire.replies import Interaction
    from matches.model import Match
    from service import Service

log = logging.getLogger(__name__)


class Remarks:
    """Tells everybody in a place something, without a ping."""

    def __init__(self, client: discord.Client, service: Service, beside: Beside) -> None:
        self._client = client
        self._service = service
        self._beside = beside

    async def say(self, match: Match, interaction: Interaction) -> bool:
        """Tell everybody who follows the match what has just happened: here as the answer, elsewhere by a post.

        Returns whether the person of this interaction sees it, or was answered before.
        """
        words = [one for one in await self._service.outbox.of("word", match.id) if one.rev == match.rev]
        words += [
            Delivery("word", match.id, rev=match.rev, channel_id=place.channel_id, guild_id=place.guild_id)
            for place in await self._service.places.of(match.id)
            if place.guest  # nothing is owed there: the bot can only answer
        ]
        reply = Reply.to(interaction)
        # Those elsewhere begin first: an answer may have to wait until their claims have run out.
        for word in sorted(words, key=lambda one: one.channel_id == interaction.channel_id):
            text = await self._text(word)
            here = word.channel_id == interaction.channel_id
            guest = word.due_at is None
            if here and (guest or not reply.said):
                with self._beside.holding(word.name):
                    if await self._answer(reply, text, word, guest=guest):
                        await self._service.outbox.done([word])
                        continue
            if not guest:
                self._beside.start([word])
        if reply.said:
            return True
        await reply.finish()
        return reply.deferred and any(one.channel_id == interaction.channel_id for one in words)

    async def follow_up(self, since: Match, interaction: Interaction) -> None:
        """Tell everybody where the bot is a guest what the computer player that is asked here has said after this."""
        for event in await self._service.lookup.events(since.id):
            if event.seat == since.answering and event.rev > since.rev and event.kind in SENTENCES:
                await self.say(replace(since, rev=event.rev), interaction)

    async def _answer(self, reply: Reply, text: str, word: Delivery, *, guest: bool) -> bool:
        """Say it to everybody here as the answer; whether that was possible."""
        try:
            return await reply.post(content=text, silent=word.guild_id is None, guest=guest) is not None
        except FAILURES as error:
            log.info("A word was not taken as an answer: %s", error)
            return False

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Say each sentence once. Where the place is gone, nothing is said."""
        for word in deliveries:
            await self._say(word)
            await self._service.outbox.done([word])

    async def _say(self, word: Delivery) -> None:
        try:
            text = await self._text(word)
        except (LookupError, ValueError, Refusal):
            return
        events = await self._service.lookup.events(word.subject)
        since = next((event.at for event in events if event.rev == word.rev), events[-1].at)
        silent, channel_id = word.guild_id is None, word.channel_id or 0
        try:
            await send_once(self._client, self._service, word, channel_id, text, since=since, silent=silent)
        except discord.HTTPException as error:
            if code_of(error) not in NO_ACCESS | CLOSED:
                raise

    async def _text(self, word: Delivery) -> str:
        """The sentence in the language of its place. Raises LookupError or ValueError where nothing is to be said."""
        match = await self._service.lookup.match(word.subject)
        places = await self._service.places.of(match.id)
        with spoken_with(match, places, word):
            if word.about == "moved":
                player = match.players[match.seat_of(word.person_id or 0) or 0]
                return moved(match, player, places[-1])
            (event,) = [one for one in await self._service.lookup.events(match.id) if one.rev == word.rev]
            plies = await self._service.lookup.plies(match.id)
            return happened(match, event.kind, event.seat or 0, plies[event.ply - 1].text if event.ply else "")
