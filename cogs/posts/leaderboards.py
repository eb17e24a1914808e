"""The leaderboards of a server, posted once a week in the channel that it chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.posts.failures import NO_ACCESS, code_of
from cogs.posts.history import posted_since
from cogs.posts.mentions import pinging
from cogs.texts.markdown import say
from cogs.texts.standing import LEADERBOARDS_HEADING, weekly_leaderboards
from games import GAMES
from matches.timecontrol import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matches.deliveries import Delivery
    from service import Service


class LeaderboardPosts:
    """Posts the strongest of each game, without a ping."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self._client = client
        self._service = service

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Post those of a server once; nothing where nobody is ranked, or where the channel is gone."""
        for delivery in deliveries:
            await self._post(delivery)
            await self._service.outbox.done([delivery])

    async def _post(self, delivery: Delivery) -> None:
        boards = {game: await self._service.standing.leaderboard(delivery.subject, game, 0, 0) for game in GAMES}
        text = weekly_leaderboards({game: board.lines for game, board in boards.items() if board.lines})
        if not text:
            return
        channel = self._client.get_partial_messageable(delivery.channel_id or 0, guild_id=delivery.guild_id)
        try:
            since = self._service.clock.now() - DAY
            if delivery.doubtful and await posted_since(
                channel, self._client.user, since, lambda message: message.content.startswith(say(LEADERBOARDS_HEADING))
            ):
                return
            await self._service.outbox.confirm([delivery])
            sent = await channel.send(text, nonce=delivery.nonce, allowed_mentions=pinging(()), silent=True)
            people = {line.person_id for board in boards.values() for line in board.lines}
            await self._service.privacy.published(sent.id, delivery.channel_id or 0, delivery.guild_id, people)
        except discord.HTTPException as error:
            if code_of(error) not in NO_ACCESS:
                raise
