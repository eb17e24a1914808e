"""Runs the bot's background tasks: the heartbeat, alarms, the outbox, computer players and backups."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from discord.ext import commands

import memory
from cogs.commands.client import Tidepool
from cogs.wire import languages
from cogs.wire.failures import FAILURES
from service.computer_turns import ComputerTurns
from service.missed_puzzles import MissedPuzzles
from service.schedule import BEAT, Schedule
from storage.errors import StorageError
from storage.people import incomplete

NEXT_BACKUP = 3600
"""The delay, in seconds, before a failed backup is retried."""
LANGUAGES_READ = 600
"""How often people's languages are reloaded, in seconds."""
RECORDED = 2
"""How often finished edits of old messages are recorded in the database, in seconds."""
PAUSE = 10
"""The delay, in seconds, before a failed background task is retried."""

log = logging.getLogger(__name__)


Acting = Schedule | ComputerTurns | MissedPuzzles
"""A part of the service that acts on its own: alarms, computer players' turns, or the search for puzzles."""


class Background(commands.Cog):
    """The bot's background tasks."""

    def __init__(self, bot: Tidepool) -> None:
        self._bot, self._service, self._relay = bot, bot.service, bot.relay
        self._tasks: list[asyncio.Task[None]] = []
        self._leading = False
        self._away: set[int] = set()
        """The disconnected shards."""

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop all clocks while any shard is disconnected."""
        self._away.add(shard_id)
        self._service.schedule.pause()

    @commands.Cog.listener("on_shard_resumed")
    @commands.Cog.listener("on_shard_ready")
    async def connected(self, shard_id: int) -> None:
        """Record that a shard has reconnected, either by resuming its session or by starting a new one.

        Once all shards are connected, restarts the clocks.
        """
        self._away.discard(shard_id)
        if self._away:
            return
        if away := await self._service.schedule.resume():
            log.info("Disconnected for %d s: moved running deadlines by that", away)

    async def begin(self) -> None:
        """Load people's languages and the list of channels in which Discord has refused posts.

        Afterwards, starts the tasks that every process runs.
        """
        await self._relay.load_refused()
        await languages.load(self._service.settings)
        self._start([self._beat, self._note, self._learn_languages])

    async def lead(self) -> None:
        """Catch up after downtime, then start the tasks that run only in the leading process.

        Moves the deadlines of running matches. If an old backup was restored, deletes the data of forgotten people
        again.
        """
        if again := await self._service.privacy.begin():
            log.info("The restored backup contained %d forgotten people: forgot them again", again)
        if (until := await self._service.privacy.list_ends()) is not None:
            log.error(incomplete(until))
        if away := await self._service.schedule.start():
            log.info("Away for %d s: moved running deadlines by that", away)
        await self._relay.begin()
        await self._service.computer_turns.start()
        self._leading = True
        parts = self._service.schedule, self._service.computer_turns, self._service.missed_puzzles
        self._start([self._relay.deliver_due, *(partial(self._act, part) for part in parts)])
        if self._service.backups.on:
            self._start([self._back_up])

    def _start(self, tasks: Sequence[Callable[[], Awaitable[None]]]) -> None:
        self._tasks += [asyncio.create_task(self._repeat(task)) for task in tasks]

    def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._relay.close()
        self._service.computer_turns.stop()
        self._service.ballots.stop()
        self._service.advice.stop()

    async def _repeat(self, task: Callable[[], Awaitable[None]]) -> None:
        """Run a task in an endless loop, pausing after each error."""
        while True:
            try:
                await task()
            except FAILURES as error:
                log.warning("Discord is out of reach (%s); retrying in %d s", str(error) or "no answer", PAUSE)
                await asyncio.sleep(PAUSE)
            except StorageError as error:
                log.error("%s Retrying in %d s", error, PAUSE)  # noqa: TRY400 (one line says it all)
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("A bug in a background task; retrying in %d s", PAUSE)
                await asyncio.sleep(PAUSE)

    async def _beat(self) -> None:
        await self._service.schedule.beat(leading=self._leading)
        if self._leading:
            await self._service.interactions.forget_old()
            await self._service.visits.end_old()
            await self._service.privacy.scrub()
        else:
            await self._bot.learn_commands()
            await self._relay.load_refused()
        await asyncio.to_thread(memory.give_back)
        await self._service.clock.pass_by(BEAT)

    async def _note(self) -> None:
        """Record the deliveries made by this process so that they are not repeated after a restart."""
        await asyncio.sleep(RECORDED)
        await self._relay.note_done()

    async def _learn_languages(self) -> None:
        """Wait, then reload people's and servers' languages, in case other processes have changed any of them."""
        await self._service.clock.pass_by(LANGUAGES_READ)
        await languages.load(self._service.settings)

    async def _back_up(self) -> None:
        """Back up the database once a day. If a backup fails, log the error and retry in an hour."""
        try:
            if (left := self._service.backups.next_due() - self._service.clock.now()) > 0:
                await self._service.clock.pass_by(min(left, NEXT_BACKUP))  # not longer, because the clock may be set
                return
            log.info("Backed up to %s", await self._service.backups.make())
        except StorageError as error:
            log.error("The backup failed: %s", error)  # noqa: TRY400 (the sentence says it all)
            await asyncio.sleep(NEXT_BACKUP)

    async def _act(self, part: Acting) -> None:
        """Wait until a part of the service, such as the alarm schedule, has work due, then have it do that work."""
        await part.until_due()
        await part.act()


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(Background(bot))
