"""The post of a server's puzzle of the day, its counts, and its end."""

import logging
from typing import Any

from cogs.posts.poster import OncePoster
from cogs.texts.puzzles import daily_question, missed_question
from cogs.wire.controls import Controls, button, custom_id
from cogs.wire.pictures import Picture, picture
from games import GAMES, Position
from looks import known_theme
from matches.deliveries import Delivery
from matches.errors import Unknown
from matches.model import Snapshot
from matches.snapshots import bare_snapshot
from puzzles.collection import Puzzle

log = logging.getLogger(__name__)


class PuzzlePosts(OncePoster, kind="puzzle"):
    """Posts the puzzle of the day without pings. Later edits bring the counts and, at the end, remove the picture."""

    chosen = True

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
        controls = Controls(button("Solve", "puzzle-pick", number, day, style="success"))
        if daily.post.message_id is not None and daily.open:
            await self.correct(delivery, daily.post.message_id, text, controls)
        elif daily.post.message_id is not None:
            await self.correct(delivery, daily.post.message_id, text, None, attachments=[])
        elif daily.open:
            theme = known_theme((await service.settings.of_server(guild_id)).theme)
            sent = await self.send_once(
                delivery,
                text,
                picture=await puzzle_picture(puzzle, theme, puzzle.board()),
                controls=controls,
                control_id=custom_id("puzzle-pick", number, day),
            )
            await service.daily_puzzles.shown(guild_id, day, sent.id)


class MissedPosts(OncePoster, kind="missed"):
    """Posts a puzzle from a match that everybody in the server, or in the channel of the post, could see."""

    async def post(self, delivery: Delivery) -> None:
        service, number = self._service, int(delivery.key)
        try:
            puzzle, match, named = await service.missed_puzzles.of(number)
        except Unknown:
            return
        places = [place for place in await service.places.of(match.id) if place.guild_id == delivery.guild_id]
        here = any((place.thread_of or place.channel_id) == delivery.channel_id for place in places)
        if not here and not [place for place in places if await self._viewers.seen_by_all(place)]:
            log.info("A puzzle is not posted, because its match was not shown to everybody")
            return
        theme = known_theme((await service.settings.of_server(delivery.subject)).theme)
        await self.send_once(
            delivery,
            missed_question(puzzle, match, named=named),
            picture=await puzzle_picture(puzzle, theme, puzzle.board()),
            controls=Controls(button("Solve", "puzzle-pick", number, 0, style="success")),
            people=[player.id for player in match.players if named and player.level is None],
            control_id=custom_id("puzzle-pick", number, 0),
        )


def puzzle_snapshot(puzzle: Puzzle, position: Position[Any], *last: Any) -> Snapshot:  # noqa: ANN401 (the position before and the move)
    """A position of the puzzle, with the names of its sides."""
    info = GAMES[puzzle.game].info
    return bare_snapshot(position, (info.side(0).said(), info.side(1).said()), *last)


async def puzzle_picture(puzzle: Puzzle, theme: str, position: Position[Any], *last: Any) -> Picture:  # noqa: ANN401 (the position before and the move)
    """The picture of a position of the puzzle, from the side that solves it. The plates tell the score and the end."""
    image = await picture(puzzle_snapshot(puzzle, position, *last), puzzle.board().turn, theme=theme)
    return Picture(image.png, image.alt, f"puzzle-{puzzle.game}.png")
