"""The Discord client: it loads the extensions, and knows none of them."""

from __future__ import annotations

import asyncio
import logging
import pkgutil
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import discord
from discord.ext import commands

import cogs
import memory
from cogs._commands import CommandTree
from cogs._compute import Compute, InAThread
from cogs._faults import Faults
from cogs.posts.measures import traced
from cogs.posts.outbox import Outbox
from cogs.posts.permissions import NEEDED
from cogs.posts.pictures import warm_up
from cogs.posts.refusals import Refusals
from cogs.posts.viewers import Viewers
from cogs.ui.arrivals import Arrivals
from cogs.ui.owners import Owners
from cogs.ui.replies import ARRIVED
from storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cogs._commands import Memory
    from service import Service

log = logging.getLogger(__name__)

ANSWERING = {"discord.py: on_interaction", "CommandTree-invoker"}
"""The names that discord.py gives to the tasks in which interactions are answered."""
GRACE = 5
"""Seconds for which a stop waits for them."""


def _parsed(name: str, parse: Callable[[Any], Any], data: Any) -> None:  # noqa: ANN401 (whatever Discord sends)
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001 (a message that cannot be read must not end the process)
        log.error("A message of the gateway cannot be read (%s): %r", name, error)  # noqa: TRY400 (one line says it all)


@runtime_checkable
class Working(Protocol):
    """A cog that works from the start of the bot to its end, beside what people ask for."""

    async def begin(self) -> None:
        """Do what every process does."""

    async def lead(self) -> None:
        """Do what one process does for all."""

    def end(self) -> None:
        """Stop all of it."""


class Tidepool(commands.AutoShardedBot):
    """The Discord side of Tidepool.

    It needs no privileged intent, indeed no intent at all: commands, buttons and forms arrive without one,
    and whatever else it must know it asks for when it needs it.
    """

    def __init__(
        self,
        service: Service,
        memory: Memory,
        compute: Compute | None = None,
        owner_server: int | None = None,
        build: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`compute` calls elsewhere what takes long, such as in a pool of helper processes.

        `owner_server` is the one server in which the owner has commands; `build` says what runs, for those.
        """
        refusals = Refusals()
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=CommandTree,
            http_trace=refusals.listening(traced(service.clock.exact)),
        )
        self.service = service
        self.compute: Compute = compute or InAThread()
        self._memory = memory
        self._forgive()
        self.outbox = Outbox(self, service, refusals)
        self.viewers = Viewers(self, service.clock)
        self.arrivals = Arrivals(service.clock)
        self.owners = Owners(self, service.clock, owner_server)
        self.build = build
        self.faults = Faults()

    def _forgive(self) -> None:
        """Drop a message of the gateway that discord.py cannot read, with one line in the log, instead of ending."""
        parsers = self._connection.parsers
        for name, parse in list(parsers.items()):
            parsers[name] = partial(_parsed, name, parse)

    async def setup_hook(self) -> None:
        self.faults.listen()
        for module in pkgutil.iter_modules(cogs.__path__):
            name = f"cogs.{module.name}"
            if (
                not module.ispkg and not module.name.startswith("_") and name not in self.extensions
            ):  # there after an earlier attempt
                await self.load_extension(name)
        await self._remember_application()
        await self.learn_commands()
        log.info("Invite link: %s", discord.utils.oauth_url(self.application_id or 0, permissions=NEEDED))
        await warm_up()
        memory.give_back()

    async def begin(self) -> None:
        """Begin what every process does beside what people ask for. It must be logged in."""
        for cog in self._working():
            await cog.begin()

    async def lead(self) -> None:
        """Begin what one process does for all: commands, clocks, and whatever is due. It must be logged in."""
        await CommandTree.of(self).sync_when_changed(self._memory, self.owners.server, self.build.get("version", "0"))
        for cog in self._working():
            await cog.lead()

    async def learn_commands(self) -> None:
        """Learn the ids of the commands as the process that leads has sent them."""
        await CommandTree.of(self).recall(self._memory, self.owners.server)

    def receive(self, payload: dict[str, Any], arrived: float) -> None:
        """Take an interaction that came over HTTP, just as the gateway would have brought it."""
        ARRIVED.set(arrived)
        _parsed("INTERACTION_CREATE", self._connection.parse_interaction_create, payload)

    def _working(self) -> list[Working]:
        return [cog for cog in self.cogs.values() if isinstance(cog, Working)]

    async def _remember_application(self) -> None:
        """Let the database know the application that it belongs to: the sandbox never opens that of a real one."""
        mine, known = str(self.application_id), await self._memory.recall("application")
        if known is None:
            await self._memory.remember("application", mine)
        elif known != mine:
            log.warning("This database belongs to application %s; boards that it has posted stay as they are", known)

    @property
    def hearing(self) -> bool:
        """Whether everything is prepared and Discord is heard."""
        return self.is_ready() and not self.is_closed() and self.service.schedule.hearing

    async def on_ready(self) -> None:
        log.info("Connected to Discord as %s", self.user)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (whatever an event brings)
        """Drop events that discord.py still sends after it was closed: “ready” comes two seconds late."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Stop: background tasks end at once, and what people asked for is finished first."""
        with suppress(StorageError):
            await self.service.thoughts.hand_over()
        for cog in self._working():
            cog.end()
        await self.outbox.ended()
        if busy := [task for task in asyncio.all_tasks() if task.get_name() in ANSWERING]:
            await asyncio.wait(busy, timeout=GRACE)
        with suppress(StorageError):
            await self.outbox.note_done()
            await self.service.outbox.hand_over()
        await super().close()
        self.faults.leave()
