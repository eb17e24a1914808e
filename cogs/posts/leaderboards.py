"""Posts a server's leaderboards once a week, in the channel that it chose."""

import discord

from cogs.posts.once import OncePoster
from cogs.texts.markdown import say
from cogs.texts.standing import LEADERBOARDS_HEADING, weekly_leaderboards
from cogs.wire.failures import GONE, code_of
from games import GAMES
from matches.deliveries import Delivery


class LeaderboardPosts(OncePoster, kind="table"):
    """Posts the strongest players of each game, without pings."""

    async def post(self, delivery: Delivery) -> None:
        """Post a server's leaderboards. If nobody is ranked, post nothing and delete what an earlier try has posted."""
        boards = {game: await self._service.standing.leaderboard(delivery.subject, game, 0, 0) for game in GAMES}
        text = weekly_leaderboards({game: board.lines for game, board in boards.items() if board.lines})
        people = {line.person_id for board in boards.values() for line in board.lines}
        heading = say(LEADERBOARDS_HEADING)
        if text:
            try:
                await self.send_once(delivery, text, people=people, beginning=heading)
            except discord.NotFound as error:
                if code_of(error) in GONE and delivery.channel_id is not None:
                    await self._service.settings.unset(delivery.subject, {delivery.channel_id})
                raise
        elif delivery.doubtful:
            channel = self._client.get_partial_messageable(delivery.channel_id or 0, guild_id=delivery.guild_id)
            if earlier := await self.sent_before(channel, text, beginning=heading):
                await earlier.delete()
