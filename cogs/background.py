"""What the bot does by itself: its heartbeat, what time brings about, notices, and boards that were never shown."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import discord
from discord.ext import commands

from cogs.posts.challenges import post_cut_off, show_settled
from matches.errors import Refusal
from service.schedule import BEAT, OUTAGE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cogs._client import Tidepool
    from service.schedule import Happened

log = logging.getLogger(__name__)

SWEEP_EVERY = 60
"""Seconds between two looks for boards that were committed and never shown."""
PAUSE = 10
"""Seconds to wait after Discord or the network failed."""


class Background(commands.Cog):
    """The bot's background tasks."""

    def __init__(self, bot: Tidepool) -> None:
        self._bot = bot
        self._tasks: list[asyncio.Task[None]] = []
        self._happened: asyncio.Queue[Happened] = asyncio.Queue()

    async def begin(self) -> None:
        """Make good for the time away, then start all tasks."""
        service, posts = self._bot.service, self._bot.posts
        self._bot.notices.began_at = began_at = service.clock.now()
        if away := await service.schedule.start():
            log.info("Away for %d s: running deadlines have moved by that", away)
        for person_id in await service.vacations.travellers(began_at - away - OUTAGE - BEAT):
            posts.clocks_changed(person_id)  # the bot may have been cut off before their boards said so
        posts.edit_later(posts.tidy_up)
        tasks = (self._beat, self._keep_time, self._show, self._tell, posts.next_edit, self._sweep)
        self._tasks = [asyncio.create_task(self._again_and_again(task)) for task in tasks]

    def end(self) -> None:
        """Stop all tasks."""
        for task in self._tasks:
            task.cancel()

    async def _again_and_again(self, task: Callable[[], Awaitable[None]]) -> None:
        """Repeat a task for ever; trouble with Discord is waited out, and no other fault ends it."""
        while True:
            try:
                await task()
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("Discord is out of reach (%s); trying again in %d s", error, PAUSE)
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("A fault of ours; going on in %d s", PAUSE)
                await asyncio.sleep(PAUSE)

    async def _beat(self) -> None:
        service = self._bot.service
        await service.schedule.beat()
        await service.clock.sleep_until(service.clock.now() + BEAT)

    async def _keep_time(self) -> None:
        """Let time take effect; it is shown and told beside that, so that a slow Discord holds up no deadline."""
        await self._bot.service.schedule.until_due()
        self._happened.put_nowait(await self._bot.service.schedule.act())

    async def _show(self) -> None:
        bot, happened = self._bot, await self._happened.get()
        for match in happened.matches:
            try:
                await bot.posts.show(await bot.service.lookup.snapshot(match.id))
            except Refusal as refusal:  # a match that this version cannot replay must not hold up the others
                log.warning("A board waits: %s", refusal)
            await bot.notices.clean_up()
        for person_id in happened.back:
            bot.posts.clocks_changed(person_id)
        for challenge in happened.challenges:
            bot.posts.edit_later(partial(show_settled, bot, challenge))

    async def _tell(self) -> None:
        await self._bot.service.schedule.until_notice()
        await self._bot.notices.deliver()

    async def _sweep(self) -> None:
        await self._bot.posts.sweep()
        await post_cut_off(self._bot, self._bot.service)
        await asyncio.sleep(SWEEP_EVERY)


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(Background(bot))
