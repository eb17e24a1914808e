"""What the bot does by itself: its heartbeat, what time brings about, notices, and boards that were never shown."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import discord

from cogs.posts.headlines import renew_headlines
from cogs.ui.challenges import post_cut_off, show_settled
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


class Rounds:
    """The bot's own rounds, from its start to its end."""

    def __init__(self, bot: Tidepool) -> None:
        self._bot = bot
        self.began_at = 0
        """When this run of the bot began, in UTC seconds."""
        self._tasks: list[asyncio.Task[None]] = []
        self._happened: asyncio.Queue[Happened] = asyncio.Queue()
        self._edits: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()

    async def begin(self) -> None:
        """Make good for the time away, then go round and round."""
        service = self._bot.service
        self.began_at = service.clock.now()
        if away := await service.schedule.start():
            log.info("Away for %d s: running deadlines have moved by that", away)
        for person_id in await service.vacations.travellers(self.began_at - away - OUTAGE - BEAT):
            self.clocks_changed(person_id)  # it may have been cut off before their boards said so
        self.edit_later(self._bot.posts.tidy_up)
        rounds = (self._beat, self._keep_time, self._show, self._tell, self._edit, self._sweep)
        self._tasks = [asyncio.create_task(self._again_and_again(one)) for one in rounds]

    def end(self) -> None:
        for task in self._tasks:
            task.cancel()

    def clocks_changed(self, person_id: int) -> None:
        """Let the boards say that this person's clocks were stopped, or run again."""
        self.edit_later(partial(renew_headlines, self._bot, person_id))

    def edit_later(self, edit: Callable[[], Awaitable[None]]) -> None:
        """Change what was posted long ago, which Discord allows only now and then, while nobody waits for it."""
        self._edits.put_nowait(edit)

    async def _again_and_again(self, round_: Callable[[], Awaitable[None]]) -> None:
        """Go the round for ever; trouble with Discord is waited out, and no other fault ends it."""
        while True:
            try:
                await round_()
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
        for person_id in happened.back:
            self.clocks_changed(person_id)
        for challenge in happened.challenges:
            self.edit_later(partial(show_settled, bot, challenge))

    async def _tell(self) -> None:
        await self._bot.service.schedule.until_notice()
        await self._bot.notices.deliver()

    async def _edit(self) -> None:
        edit = await self._edits.get()
        await edit()

    async def _sweep(self) -> None:
        await self._bot.posts.sweep()
        await post_cut_off(self._bot)
        await asyncio.sleep(SWEEP_EVERY)
