"""Posts a server's leaderboards once a week, in the channel that it chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.posts.once import send_once
from cogs.posts.poster import Poster
from cogs.texts.markdown import say
from cogs.texts.standing import LEADERBOARDS_HEADING, weekly_leaderboards
from cogs.wire.failures import NO_ACCESS, code_of
from games import GAMES
from matches.timecontrol import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matches.deliveries import Delivery


class LeaderboardPosts(Poster, kind="table"):
    """Posts the strongest players of each game, without pings."""

    async def deliver(self, deliveries: Sequence[Delivery]) -> None:
        """Post each server's leaderboards once. Posts nothing if nobody is ranked or the channel is gone."""
        for delivery in deliveries:
            await self._post(delivery)
            await self._service.outbox.done([delivery])

    async def _post(self, delivery: Delivery) -> None:
        boards = {game: await self._service.standing.leaderboard(delivery.subject, game, 0, 0) for game in GAMES}
        text = weekly_leaderboards({game: board.lines for game, board in boards.items() if board.lines})
        if not text:
            return
        channel_id, since = delivery.channel_id or 0, self._service.clock.now() - DAY
        begins = say(LEADERBOARDS_HEADING)
        try:
            sent = await send_once(
                self._client, self._service, delivery, channel_id, text, since=since, silent=True, beginning=begins
            )
        except discord.HTTPException as error:
            if code_of(error) not in NO_ACCESS:
                raise
            return
        people = {line.person_id for board in boards.values() for line in board.lines}
        await self._service.privacy.published(sent.id, channel_id, delivery.guild_id, people)
