"""Posts a server's leaderboards once a week, in the channel that it chose."""

from cogs.posts.once import OncePoster
from cogs.texts.markdown import say
from cogs.texts.standing import LEADERBOARDS_HEADING, weekly_leaderboards
from games import GAMES
from matches.deliveries import Delivery


class LeaderboardPosts(OncePoster, kind="table"):
    """Posts the strongest players of each game, without pings."""

    async def post(self, delivery: Delivery) -> None:
        """Post a server's leaderboards, or nothing if nobody is ranked."""
        boards = {game: await self._service.standing.leaderboard(delivery.subject, game, 0, 0) for game in GAMES}
        text = weekly_leaderboards({game: board.lines for game, board in boards.items() if board.lines})
        if not text:
            return
        sent = await self.send_once(delivery, text, beginning=say(LEADERBOARDS_HEADING))
        people = {line.person_id for board in boards.values() for line in board.lines}
        await self._service.privacy.published(sent.id, delivery.channel_id or 0, delivery.guild_id, people)
