"""Draws leaderboards, and posts them weekly in the channel the server has chosen."""

from collections.abc import Mapping, Sequence

import language
from cogs.posts.poster import OncePoster
from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.texts.puzzles import weekly_puzzles
from cogs.texts.standing import LEADERBOARDS_HEADING, MOST_IN_WEEKLY, change, leaderboards_alt, weekly_leaderboards
from cogs.wire.pictures import Picture, draw_in_thread
from games import GAMES
from language import one_line
from looks import known_theme
from matches.deliveries import Delivery
from render.leaderboard import Row, Section, draw_leaderboards
from service.standing import Rank


class LeaderboardPosts(OncePoster, kind="table"):
    """Posts a server's weekly leaderboards without pinging anyone."""

    chosen = True

    async def post(self, delivery: Delivery) -> None:
        """Post a server's leaderboards.

        If nobody is ranked, posts nothing, and deletes any message that an earlier attempt sent.
        """
        heading, boards = say(LEADERBOARDS_HEADING), await self._boards(delivery.subject)
        if boards:
            puzzlers = await self._service.daily_puzzles.week(delivery.subject, MOST_IN_WEEKLY)
            people = {rank.person_id for ranks in boards.values() for rank in ranks}
            people |= {person_id for person_id, _ in puzzlers}
            theme = known_theme((await self._service.settings.of_server(delivery.subject)).theme)
            title, about = language.say("Leaderboards"), language.say("this week")
            await self.send_once(
                delivery,
                weekly_leaderboards(boards) + weekly_puzzles([standing for _, standing in puzzlers]),
                picture=await leaderboards_picture(title, about, boards, theme),
                people=people,
                beginning=heading,
            )
        elif delivery.doubtful and (
            earlier := await self.sent_before(self.channel(delivery), heading, beginning=heading)
        ):
            await earlier.delete()

    async def _boards(self, guild_id: int) -> Mapping[str, Sequence[Rank]]:
        """Return a server's top players, keyed by game, starting with the game that has the most ranked players."""
        boards = [(game, await self._service.standing.leaderboard(guild_id, game, 0, 0)) for game in GAMES]
        boards.sort(key=lambda board: -board[1].people)
        return {game: board.lines[:MOST_IN_WEEKLY] for game, board in boards if board.people}


async def leaderboards_picture(
    title: str, about: str, boards: Mapping[str, Sequence[Rank]], theme: str, reader: int = 0
) -> Picture:
    """Draw the leaderboards of one or more games as a single picture, highlighting the reader's rows."""

    def row(rank: Rank) -> Row:
        rating = rank.rating
        return Row(
            rank.number,
            one_line(rank.name),
            str(rating),
            rank.trend,
            change(rank),
            rating.matches,
            own=rank.person_id == reader,
            uncertain=rating.provisional,
        )

    named = len(boards) > 1
    sections = [
        Section(texts.game_name(game).said() if named else "", list(map(row, ranks))) for game, ranks in boards.items()
    ]
    png = await draw_in_thread(draw_leaderboards, title, about, sections, theme)
    return Picture(png, leaderboards_alt(boards, reader), "leaderboard.png")
