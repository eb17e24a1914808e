"""The post of a server's puzzle of the day, its counts, and its end."""

import logging
from typing import Any

import discord

from cogs.posts.once import OncePoster
from cogs.texts.puzzles import daily_question, title
from cogs.wire.controls import Controls, button, custom_id
from cogs.wire.failures import GONE, NO_ACCESS, NO_MESSAGE, code_of
from cogs.wire.pictures import Picture, picture
from games import GAMES, Position
from looks import known_theme
from matches.deliveries import Delivery
from matches.errors import Unknown
from matches.snapshots import bare_snapshot
from puzzles.collection import Puzzle

log = logging.getLogger(__name__)


class PuzzlePosts(OncePoster, kind="puzzle"):
    """Posts the puzzle of the day without pings. Later edits bring the counts and, at the end, remove the picture."""

    async def post(self, delivery: Delivery) -> None:
        service, guild_id = self._service, delivery.subject
        try:
            daily = await service.daily_puzzles.of(guild_id, int(delivery.key))
        except Unknown:
            return
        number, day = daily.post.puzzle, daily.post.day
        puzzle = service.puzzles.of(number)
        before = service.puzzles.of(daily.before.puzzle) if daily.before is not None else None
        text = daily_question(daily, puzzle, before)
        controls = Controls(button("Solve", "puzzle-pick", number, day, style=discord.ButtonStyle.success))
        try:
            if daily.post.message_id is None and daily.open:
                theme = known_theme((await service.settings.of_server(guild_id)).theme)
                sent = await self.send_once(
                    delivery,
                    text,
                    picture=await puzzle_picture(puzzle, theme, puzzle.board()),
                    controls=controls,
                    control_id=custom_id("puzzle-pick", number, day),
                )
                await service.daily_puzzles.shown(guild_id, day, sent.id)
            elif daily.post.message_id is not None:
                if daily.open:
                    await self.correct(delivery, daily.post.message_id, text, controls)
                else:
                    await self.correct(delivery, daily.post.message_id, text, None, attachments=[])
        except discord.HTTPException as error:
            if code_of(error) in GONE:
                await service.settings.unset(guild_id, {daily.post.channel_id})
            if code_of(error) not in {NO_MESSAGE, *NO_ACCESS}:
                raise
            log.info("%s is not shown: %s", title(puzzle, number), error)


async def puzzle_picture(puzzle: Puzzle, theme: str, position: Position[Any], *last: Any) -> Picture:  # noqa: ANN401 (the position before and the move)
    """The picture of a position of the puzzle, from the side that solves it."""
    info = GAMES[puzzle.game].info
    snapshot = bare_snapshot(position, (info.side(0).said(), info.side(1).said()), *last)
    image = await picture(snapshot, puzzle.board().turn, theme=theme, plates=False)
    return Picture(image.png, image.alt, f"puzzle-{puzzle.game}.png")
