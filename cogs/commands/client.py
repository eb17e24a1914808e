"""The Discord client. It loads the extensions, and names none of them."""

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
from cogs.commands.recent_errors import RecentErrors
from cogs.commands.tree import CommandTree
from cogs.posts.relay import OutboxRelay
from cogs.wire.arrivals import Arrivals
from cogs.wire.compute import Compute, InAThread
from cogs.wire.metrics import traced
from cogs.wire.owners import Owners
from cogs.wire.payloads import completed
from cogs.wire.permissions import NEEDED
from cogs.wire.pictures import warm_up
from cogs.wire.refusals import Refusals
from cogs.wire.replies import ARRIVED
from cogs.wire.viewers import Viewers
from cogs.wire.waits import bounded
from storage.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cogs.commands.tree import KeyValues
    from service import Service

log = logging.getLogger(__name__)

TAKING = "Tidepool: taking an interaction"
"""The name of the tasks in which interactions are taken that another process may get, too."""
ANSWERING = {"discord.py: on_interaction", "CommandTree-invoker", TAKING}
"""The names of the tasks in which interactions are answered; discord.py gives the others."""
TWICE = "An interaction came once more: %d"
INTERACTION = "INTERACTION_CREATE"
"""The name of the messages in which the gateway delivers interactions."""
GRACE = 5
"""Seconds for which a stop waits for the interactions that are being answered."""
ABANDONED = 0.5
"""Seconds for which it then waits until those that were left have ended."""


def _parsed(name: str, parse: Callable[[Any], Any], data: Any) -> None:  # noqa: ANN401 (whatever Discord sends)
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001 (a message that cannot be read must not end the process)
        log.error("A message of the gateway cannot be read (%s): %r", name, error)  # noqa: TRY400 (one line is enough)


@runtime_checkable
class Working(Protocol):
    """A cog with background tasks, which run from the start of the bot to its end."""

    async def begin(self) -> None:
        """Begin the tasks that run in every process."""

    async def lead(self) -> None:
        """Begin the tasks that run in one process for all."""

    def end(self) -> None:
        """Stop all of these tasks."""


class Tidepool(commands.AutoShardedBot):
    """The Discord side of Tidepool.

    It needs no intent: commands, buttons and forms arrive without one, and the bot asks Discord for other facts when it
    needs them.
    """

    def __init__(
        self,
        service: Service,
        key_values: KeyValues,
        compute: Compute | None = None,
        owner_server: int | None = None,
        build: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`compute` runs long computations, such as in a pool of helper processes; by default it uses threads.

        `owner_server` is the id of the one server that has the owner's commands. `build` maps `version`, `python`,
        `library` and `format` to the versions that these commands show, and `committed` to the time of the build's
        commit in UTC seconds.
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
            http_trace=bounded(refusals.listening(traced(service.clock.exact))),
        )
        self.service = service
        self.compute: Compute = compute or InAThread()
        self._key_values = key_values
        self._survive_messages()
        self.relay = OutboxRelay(self, service, refusals)
        self.viewers = Viewers(self, service.clock)
        self.arrivals = Arrivals(service.clock)
        self.owners = Owners(self, service.clock, owner_server)
        self.build = build
        self.recent_errors = RecentErrors()
        self._takings: set[asyncio.Task[None]] = set()
        self._closing = False

    def _survive_messages(self) -> None:
        """Let a message of the gateway that discord.py cannot read be dropped with one line in the log.

        Without this it would end the process.
        """
        parsers = self._connection.parsers
        for name, parse in list(parsers.items()):
            parsers[name] = partial(_parsed, name, partial(self._once, parse) if name == INTERACTION else parse)

    def _once(self, parse: Callable[[Any], Any], payload: dict[str, Any]) -> None:
        """Handle an interaction of the gateway, unless it came before: a session that resumes may repeat some.

        A process that led and was frozen gets what the one that leads now has got, too. Who is closing takes no more.
        """
        if self._closing:
            return
        interactions, number = self.service.interactions, int(payload["id"])
        if interactions.shared:
            taking = asyncio.create_task(self._shared(parse, payload, number), name=TAKING)
            self._takings.add(taking)
            taking.add_done_callback(self._takings.discard)
        elif interactions.take_here(number):
            parse(completed(payload))
        else:
            log.info(TWICE, number)

    async def _shared(self, parse: Callable[[Any], Any], payload: dict[str, Any], number: int) -> None:
        """Handle an interaction of the gateway, unless this process or another one has taken it."""
        ARRIVED.set(asyncio.get_running_loop().time())
        if await self.service.interactions.take(number):
            _parsed(INTERACTION, lambda data: parse(completed(data)), payload)
        else:
            log.info(TWICE, number)

    async def setup_hook(self) -> None:
        self.recent_errors.listen()
        for module in pkgutil.iter_modules(cogs.__path__):
            name = f"cogs.{module.name}"
            if not module.ispkg and name not in self.extensions:  # an earlier attempt to log in may have loaded it
                await self.load_extension(name)
        await self._remember_application()
        await self.learn_commands()
        log.info("Invite link: %s", discord.utils.oauth_url(self.application_id or 0, permissions=NEEDED))
        await warm_up()
        memory.give_back()

    async def begin(self) -> None:
        """Begin the background tasks that run in every process. The bot must be logged in."""
        for cog in self._working():
            await cog.begin()

    async def lead(self) -> None:
        """Begin what one process does for all: send the commands, watch clocks, deliver. The bot must be logged in."""
        await CommandTree.of(self).sync_when_changed(
            self._key_values, self.owners.server, self.build.get("version", "0"), int(self.build.get("committed", "0"))
        )
        for cog in self._working():
            await cog.lead()

    async def learn_commands(self) -> None:
        """Read from the database the ids of the commands that the leading process has sent."""
        await CommandTree.of(self).load_ids(self._key_values, self.owners.server)

    def receive(self, payload: dict[str, Any], arrived: float) -> None:
        """Handle an interaction that came over HTTP as one of the gateway; `arrived` is a time of the event loop."""
        ARRIVED.set(arrived)
        parse: Callable[[Any], Any] = self._connection.parse_interaction_create
        _parsed(INTERACTION, lambda data: parse(completed(data)), payload)

    def _working(self) -> list[Working]:
        return [cog for cog in self.cogs.values() if isinstance(cog, Working)]

    async def _remember_application(self) -> None:
        """Note in the database which application uses it: the sandbox refuses a database of a real application."""
        mine, known = str(self.application_id), await self._key_values.get_value("application")
        if known is None:
            await self._key_values.set_value("application", mine)
        elif known != mine:
            log.warning("This database belongs to application %s; boards that it has posted stay as they are", known)

    @property
    def hearing(self) -> bool:
        """Whether everything is prepared and interactions arrive from Discord."""
        return self.is_ready() and not self.is_closed() and self.service.schedule.hearing

    async def on_ready(self) -> None:
        log.info("Connected to Discord as %s", self.user)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (arguments of any event)
        """Drop events that discord.py sends after it was closed: it sends “ready” two seconds late."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """End the background tasks at once, finish the interactions that are being answered, and close."""
        self._closing = True
        with suppress(StorageError):
            await self.service.thoughts.hand_over()
        for cog in self._working():
            cog.end()
        await self.relay.ended()
        await self._answered()
        with suppress(StorageError):
            await self.relay.note_done()
            await self.service.outbox.hand_over()
        await super().close()
        self.recent_errors.stop_listening()

    async def _answered(self) -> None:
        """Wait until no interaction is being answered any more; those that take longer than GRACE seconds are left."""
        until = asyncio.get_running_loop().time() + GRACE
        while busy := [task for task in asyncio.all_tasks() if task.get_name() in ANSWERING]:
            left = until - asyncio.get_running_loop().time()
            for task in busy if left <= 0 else ():
                task.cancel()
            await asyncio.wait(busy, timeout=left if left > 0 else ABANDONED)
            if left <= 0:
                return
