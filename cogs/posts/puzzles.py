"""Posts a server's puzzle of the day, keeps that post up to date, and posts puzzles taken from matches."""

import logging

import discord

from cogs.posts.poster import OncePoster
from cogs.texts.puzzles import daily_question, missed_question
from cogs.wire.controls import Controls, button, custom_id
from cogs.wire.failures import UNREACHABLE, code_of
from cogs.wire.pictures import small, task_picture
from looks import known_theme
from matches.deliveries import Delivery
from matches.errors import Unknown
from matches.puzzles import task_of

log = logging.getLogger(__name__)


class PuzzlePosts(OncePoster, kind="puzzle"):
    """Posts the puzzle of the day without pinging anyone.

    Later edits update how many people have solved it, and finally add the solution.
    """

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
        controls = solving(number, day, puzzle.game)
        if daily.post.message_id is not None and daily.open:
            await self.correct(delivery, daily.post.message_id, text, controls)
            return
        task, theme = task_of(puzzle, number), known_theme((await service.settings.of_server(guild_id)).theme)
        if daily.post.message_id is not None:
            solved = await task_picture("puzzle", task, theme, puzzle.line, small)
            try:
                await self.correct(delivery, daily.post.message_id, text, None, attachments=[solved.file()])
            except discord.Forbidden as error:
                if code_of(error) in UNREACHABLE:
                    raise
                log.info("A puzzle of the day is closed without the picture of its solution: %s", error)
                await self.correct(delivery, daily.post.message_id, text, None)
        elif daily.open:
            sent = await self.send_once(
                delivery,
                text,
                picture=await task_picture("puzzle", task, theme),
                controls=controls,
                control_id=custom_id("puzzle-pick", number, day),
            )
            await service.daily_puzzles.record_message(guild_id, day, sent.id)


class MissedPosts(OncePoster, kind="missed"):
    """Posts a puzzle taken from a match, but only if everyone who can view the channel could also view the match."""

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
            picture=await task_picture("puzzle", task_of(puzzle, number), theme),
            controls=solving(number, 0, puzzle.game),
            people=[player.id for player in match.players if named and player.level is None],
            control_id=custom_id("puzzle-pick", number, 0),
        )


def solving(number: int, day: int, game: str) -> Controls:
    """Return the buttons below a posted puzzle."""
    solve = button("Solve", "puzzle-pick", number, day, style="success")
    return Controls(solve, button("Rules", "rules", 0, 0, game))
