"""The leaderboards of a server, posted once a week in the channel that it chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.posts.failures import NO_ACCESS, code_of
from cogs.posts.history import posted_since
from cogs.posts.mentions import pinging
from cogs.texts.markdown import say
from cogs.texts.standing import TABLE_HEADING, weekly_table
from games import GAMES
from matches.timecontrol import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matches.deliveries import Delivery
    from service import Service


class TablePosts:
    """Posts the strongest of each game, without a ping."""

    def __init__(self, client: discord.Client, service: Service) -> None:
        self._client = client
        self._service = service

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Post each table once; nothing where nobody stands on a leaderboard, or where the channel is gone."""
        for table in deliveries:
            await self._post(table)
            await self._service.outbox.done([table])

    async def _post(self, table: Delivery) -> None:
        boards = {game: await self._service.standing.leaderboard(table.subject, game, 0, 0) for game in GAMES}
        text = weekly_table({game: board.lines for game, board in boards.items() if board.lines})
        if not text:
            return
        channel = self._client.get_partial_messageable(table.channel_id or 0, guild_id=table.guild_id)
        try:
            since = self._service.clock.now() - DAY
            if table.doubtful and await posted_since(
                channel, self._client.user, since, lambda message: message.content.startswith(say(TABLE_HEADING))
            ):
                return
            await self._service.outbox.confirm([table])
            sent = await channel.send(text, nonce=table.nonce, allowed_mentions=pinging(()), silent=True)
            people = {line.person_id for board in boards.values() for line in board.lines}
            await self._service.privacy.published(sent.id, table.channel_id or 0, table.guild_id, people)
        except discord.HTTPException as error:
            if code_of(error) not in NO_ACCESS:
                raise
