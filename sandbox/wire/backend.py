"""The state shared by the REST API, the gateway, the page and the driver: the world and its services."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from sandbox.discord.answers import Answers
from sandbox.discord.clock import SandboxClock
from sandbox.discord.errors import Json
from sandbox.discord.interaction import Interaction
from sandbox.discord.interactions import Interactions
from sandbox.discord.journal import Journal
from sandbox.discord.model import Channel
from sandbox.discord.payloads import interaction_json
from sandbox.discord.people import People
from sandbox.discord.uploads import Uploads
from sandbox.discord.world import World
from sandbox.wire.announcements import Announcements
from sandbox.wire.endpoint import Endpoint
from sandbox.wire.gateway import Gateway
from sandbox.wire.log import Log
from sandbox.wire.rate_limits import OldEdits
from sandbox.wire.trouble import Trouble

T = TypeVar("T")
PATIENCE = 30.0
"""The default timeout of a wait, in real seconds; generous for small, busy machines."""
_PULSE = 0.2
"""Seconds after which a wait checks its condition even if nothing has happened."""


class Backend:
    """A world with its bot. The server that listens for it sets `base_url`."""

    base_url = ""
    """The URL of the sandbox: `http://127.0.0.1:1234`."""

    def __init__(self, clock: Path, journal: Journal, uploads: Uploads) -> None:
        """`clock` is the file with the seconds to add to real time."""
        self.clock = SandboxClock(clock)
        self.world = World(self.clock.now, journal, uploads)
        self.log = Log()
        self.old_edits = OldEdits()
        self.gateway = Gateway(self.world, lambda: self.gateway_url)
        self.interactions = Interactions(self.world, self._deliver)
        self.answers = Answers(self.world, self.interactions)
        self.endpoint = Endpoint(self.world, self.interactions, self.answers, lambda: self.base_url)
        self.people = People(self.world, self.interactions)
        self.trouble = Trouble(self.world, self.gateway, self.clock)
        self.bot_stopped = ""
        """How the bot stopped on its own, with its last lines; empty while it runs."""
        self.bot_listeners: list[Callable[[], None]] = []
        """Called when the bot connects, disconnects or stops."""
        self.commands_listeners: list[Callable[[], None]] = []
        """Called when the bot has set its commands."""
        self._changed = asyncio.Event()
        self.world.watch(Announcements(self.world, self.gateway, lambda: self.base_url).take)
        self.world.watch(lambda _: self.wake())
        self.interactions.watch(lambda _: self.wake())
        self.gateway.listeners.append(lambda _: self._bot_changed())

    @property
    def gateway_url(self) -> str:
        return f"{self.base_url.replace('http', 'ws', 1)}/gateway"

    def report_bot(self, stopped: str) -> None:
        """Note how the bot stopped on its own; an empty text means that it has not."""
        self.bot_stopped = stopped
        self._bot_changed()

    def _bot_changed(self) -> None:
        for listener in self.bot_listeners:
            listener()
        self.wake()

    def set_commands(self, guild_id: str, commands: list[Json]) -> None:
        """Set the bot's commands in a server, or its global ones if `guild_id` is empty."""
        self.world.set_commands(guild_id, commands)
        for listener in self.commands_listeners:
            listener()
        self.wake()

    def move_clock(self, seconds: float) -> None:
        """Move the time of the sandbox and the bot, backwards if negative."""
        self.clock.move(seconds)
        self.archive_idle_threads()

    def archive_idle_threads(self) -> None:
        """Archive the threads that have been inactive for too long."""
        for channel in list(self.world.channels.values()):
            thread = channel.thread
            if thread is None or thread.archived:
                continue
            if self.clock.now() - _touched(self.world, channel) >= thread.auto_archive * 60:
                self.world.put(replace(channel, thread=replace(thread, archived=True)))

    def wake(self) -> None:
        """Make every `wait_for` check its condition."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_for(self, look: Callable[[], T | None], timeout: float = PATIENCE, what: str = "") -> T:  # noqa: ASYNC109 (the tests' own patience)
        """Wait until `look` returns a true value, and return it.

        Raises TimeoutError, whose text lists the newest requests.
        """
        end = asyncio.get_running_loop().time() + timeout
        while True:
            changed = self._changed
            if value := look():
                return value
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                newest = [f"{entry.method} {entry.path[:60]} {entry.status}" for entry in list(self.log.entries)[-5:]]
                raise TimeoutError(f"Waited {timeout} s in vain for {what or look}; newest requests: {newest}")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, _PULSE)):  # `wait_for` of Python 3.11 may swallow a cancellation
                    await changed.wait()

    async def close(self) -> None:
        """Close every connection to the bot."""
        await self.endpoint.close()
        await self.gateway.drop()

    def _deliver(self, interaction: Interaction) -> None:
        if self.endpoint.url:
            self.endpoint.deliver(interaction)
            return
        payload = interaction_json(self.world, interaction, self.base_url)
        self.gateway.dispatch("INTERACTION_CREATE", payload, guild_id=interaction.channel.guild_id)


def _touched(world: World, channel: Channel) -> float:
    """The time of the last message in a thread or of its reopening."""
    messages = world.messages(channel)
    return max(channel.thread.touched_at if channel.thread else 0.0, messages[-1].at if messages else 0.0)
