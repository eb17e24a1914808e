"""Public sentences about a match: what a player declined, that it goes on, where it was moved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.posts.failures import CLOSED, NO_ACCESS, code_of
from cogs.posts.history import posted_since
from cogs.posts.mentions import pinging
from cogs.texts.events import happened, moved
from matches.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from cogs.posts.boards import Beside
    from matches.deliveries import Delivery
    from matches.records import Match
    from service import Service

    Interaction: TypeAlias = discord.Interaction[Any]


class Words:
    """Tells everybody in a place something, without a ping."""

    def __init__(self, client: discord.Client, service: Service, beside: Beside) -> None:
        self._client = client
        self._service = service
        self._beside = beside

    async def say(self, match: Match, interaction: Interaction) -> str | None:
        """Tell everybody who follows the match what has just happened: here by answering, elsewhere beside it.

        Returns the sentence where it was not the answer. Raises FAILURES, and then it is told a little later.
        """
        words = [one for one in await self._service.outbox.of("word", match.id) if one.rev == match.rev]
        text = None
        for word in words:
            text = await self._text(word)
            here = word.channel_id == interaction.channel_id
            if here and (word.due_at is None or not interaction.response.is_done()):
                with self._beside.holding(word.name):
                    await _answer(interaction, text, silent=word.guild_id is None)
                    await self._service.outbox.done([word])
            elif word.due_at is not None:  # where the bot is a guest it can only answer
                self._beside.start([word])
        return None if interaction.response.is_done() else text

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Say each of them once; where the place is gone, nobody needs to hear it."""
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
        channel = self._client.get_partial_messageable(word.channel_id or 0, guild_id=word.guild_id)
        try:
            if word.doubtful and await posted_since(
                channel, self._client.user, since, lambda message: message.content == text
            ):
                return
            await channel.send(text, nonce=word.nonce, allowed_mentions=pinging(()), silent=word.guild_id is None)
        except discord.HTTPException as error:
            if code_of(error) not in NO_ACCESS | CLOSED:
                raise

    async def _text(self, word: Delivery) -> str:
        """The sentence. Raises LookupError or ValueError where there is nothing to say any more."""
        match = await self._service.lookup.match(word.subject)
        if word.about == "moved":
            places = await self._service.places.of(match.id)
            player = match.players[match.seat_of(word.person_id or 0) or 0]
            return moved(match, player, places[-1])
        (event,) = [one for one in await self._service.lookup.events(match.id) if one.rev == word.rev]
        plies = await self._service.lookup.plies(match.id)
        return happened(match, event.kind, event.seat or 0, plies[event.ply - 1].text if event.ply else "")


async def _answer(interaction: Interaction, text: str, *, silent: bool) -> None:
    if interaction.response.is_done():
        await interaction.followup.send(text, silent=silent)
    else:
        await interaction.response.send_message(text, silent=silent)
