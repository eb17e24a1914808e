"""What the bot does by itself: its heartbeat, what time brings about, and what Discord is still to show."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from discord.ext import commands

import memory
from cogs.wire.failures import FAILURES
from service.schedule import BEAT
from storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from cogs.commands.client import Tidepool

NEXT_BACKUP = 3600
"""Seconds after which a backup that failed is tried again."""

NOTED = 2
"""Seconds within which it is noted that old messages were changed."""

log = logging.getLogger(__name__)

PAUSE = 10
"""Seconds to wait after Discord or the network failed."""


class Background(commands.Cog):
    """The bot's background tasks."""

    def __init__(self, bot: Tidepool) -> None:
        self._bot, self._service, self._relay = bot, bot.service, bot.relay
        self._tasks: list[asyncio.Task[None]] = []
        self._leading = False
        self._away: set[int] = set()
        """The shards of the connection to Discord that are not heard."""

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Let time stand still while Discord, or a part of it, is not heard."""
        self._away.add(shard_id)
        self._service.schedule.disconnected()

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Discord is heard again, and what was missed comes now."""
        await self._heard(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Discord is heard, for the first time or anew."""
        await self._heard(shard_id)

    async def _heard(self, shard_id: int) -> None:
        self._away.discard(shard_id)
        if self._away:
            return
        if away := await self._service.schedule.connected():
            log.info("Out of reach for %d s: running deadlines have moved by that", away)

    async def begin(self) -> None:
        """Show signs of life, and learn what the process that leads has found out."""
        await self._relay.look_for_refused()
        self._start([self._beat, self._note])

    async def lead(self) -> None:
        """Make good for the time away, then let time take effect and deliver what is due."""
        if again := await self._service.privacy.begin():
            log.info("The backup still knew %d people who were forgotten: they are forgotten again", again)
        if away := await self._service.schedule.start():
            log.info("Away for %d s: running deadlines have moved by that", away)
        await self._relay.begin()
        await self._service.thoughts.start()
        self._leading = True
        tasks = [self._keep_time, self._relay.deliver_due, self._think]
        if self._service.backups.on:
            tasks.append(self._back_up)
        self._start(tasks)

    def _start(self, tasks: Sequence[Callable[[], Awaitable[None]]]) -> None:
        self._tasks += [asyncio.create_task(self._again_and_again(task)) for task in tasks]

    def end(self) -> None:
        """Stop all tasks."""
        for task in self._tasks:
            task.cancel()
        self._relay.close()
        self._service.thoughts.stop()
        self._service.advice.stop()

    async def _again_and_again(self, task: Callable[[], Awaitable[None]]) -> None:
        """Repeat a task for ever; trouble with Discord is waited out, and no other fault ends it."""
        while True:
            try:
                await task()
            except FAILURES as error:
                log.warning("Discord is out of reach (%s); trying again in %d s", str(error) or "no answer", PAUSE)
                await asyncio.sleep(PAUSE)
            except StorageError as error:
                log.error("%s Trying again in %d s", error, PAUSE)  # noqa: TRY400 (one line says it all)
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("A fault of ours; going on in %d s", PAUSE)
                await asyncio.sleep(PAUSE)

    async def _beat(self) -> None:
        await self._service.schedule.beat(leading=self._leading)
        if self._leading:
            await self._service.interactions.forget_old()
        else:
            await self._bot.learn_commands()
            await self._relay.look_for_refused()
        await asyncio.to_thread(memory.give_back)
        await self._service.clock.pass_by(BEAT)

    async def _note(self) -> None:
        """Note soon what this process has delivered; otherwise the process that leads would deliver it again."""
        await asyncio.sleep(NOTED)
        await self._relay.note_done()

    async def _back_up(self) -> None:
        """Copy the database once a day; where that fails, the log says so, and it is tried again in an hour."""
        try:
            if (left := self._service.backups.next_due() - self._service.clock.now()) > 0:
                await self._service.clock.pass_by(min(left, NEXT_BACKUP))  # the clock may be set back meanwhile
                return
            log.info("Backed up to %s", await self._service.backups.make())
        except StorageError as error:
            log.error("There is no new backup: %s", error)  # noqa: TRY400 (the sentence says it all)
            await asyncio.sleep(NEXT_BACKUP)

    async def _keep_time(self) -> None:
        """Act on due alarms. Their deliveries go through the outbox, so that a slow Discord delays no deadline."""
        await self._service.schedule.until_due()
        await self._service.schedule.act()

    async def _think(self) -> None:
        """Let computer players think; what they do is due in the outbox."""
        await self._service.thoughts.until_due()
        await self._service.thoughts.act()


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(Background(bot))
