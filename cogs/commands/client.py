"""The Discord client, which finds and loads the extension modules in `cogs`."""

import asyncio
import logging
import pkgutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import discord
from discord.ext import commands

import cogs
import memory
from cogs.commands.recent_errors import RecentErrors
from cogs.commands.tree import CommandTree, KeyValues
from cogs.posts.relay import OutboxRelay
from cogs.ui.context import Client
from cogs.wire.arrivals import Arrivals, fill_in_fields
from cogs.wire.compute import Compute
from cogs.wire.discord_time import clock_trace
from cogs.wire.failures import Refusals, limit_waits
from cogs.wire.last_answers import LastAnswers
from cogs.wire.metrics import request_trace
from cogs.wire.people import Owners
from cogs.wire.permissions import NEEDED, Viewers
from cogs.wire.pictures import warm_up
from cogs.wire.replies import ARRIVED
from service import Service
from storage.bookkeeping import APPLICATION
from storage.errors import OtherApplication, StorageError

log = logging.getLogger(__name__)

TAKING = "Tidepool: taking an interaction"
"""The name of tasks that claim an interaction, which other processes may receive too."""
ANSWERING = {"discord.py: on_interaction", "CommandTree-invoker", "discord.py: on_app_command_completion", TAKING}
"""The names of tasks that respond to interactions or add to a response. All but the last come from discord.py."""
DUPLICATE = "Ignored a duplicate interaction: %d"
INTERACTION = "INTERACTION_CREATE"
"""The gateway event that delivers an interaction."""
GRACE = 5
"""How long a shutdown waits for interactions in progress, in seconds."""
ABANDONED = 0.5
"""How long a shutdown waits for interactions to end after cancelling them, in seconds."""


def _parsed(name: str, parse: Callable[[Any], Any], data: Any) -> None:  # noqa: ANN401 (whatever Discord sends)
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001 (an unreadable event must not end the process)
        log.error("An event of the gateway cannot be read (%s): %r", name, error)  # noqa: TRY400 (one line is enough)


@runtime_checkable
class Working(Protocol):
    """A cog that runs background tasks."""

    async def begin(self) -> None:
        """Start the tasks that run in every process."""

    async def lead(self) -> None:
        """Start the tasks that run only in the leader."""

    def end(self) -> None:
        """Stop the tasks that `begin` and `lead` started."""


class Tidepool(commands.AutoShardedBot, Client):
    """Tidepool's Discord client. It requests no gateway intents, because interactions arrive without them."""

    def __init__(
        self,
        service: Service,
        key_values: KeyValues,
        compute: Compute,
        owner_server: int | None = None,
        build: Mapping[str, str] = MappingProxyType({}),
        board_url: str | None = None,
    ) -> None:
        """Create a client that is not yet connected.

        `compute` runs long computations. `board_url` is the public address of the board page, if there is one.
        `owner_server` is the ID of the server that has the owner's commands. `build` has the keys `version`, `python`,
        `library` and `format`, which the owner's commands show, and `committed`, the time of the build's commit in UTC
        seconds.
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
            http_trace=clock_trace(limit_waits(refusals.listening(request_trace(service.clock.exact))), service.clock),
        )
        self.service = service
        self.compute = compute
        self._key_values = key_values
        self._survive_events()
        self.relay = OutboxRelay(self, service, refusals)
        self.viewers = Viewers(self, service.clock)
        self.arrivals = Arrivals(service.clock)
        self.last_answers = LastAnswers(service.clock)
        self.owners = Owners(self, service.clock, owner_server)
        self.build = build
        self.board_url = board_url
        self.recent_errors = RecentErrors()
        self._takings: set[asyncio.Task[None]] = set()
        self._closing = False

    @property
    def command_ids(self) -> Mapping[str, int]:
        return CommandTree.of(self).ids

    def link_commands(self, text: str) -> str:
        return CommandTree.of(self).link_commands(text)

    def _survive_events(self) -> None:
        """Log gateway events that discord.py cannot parse, instead of letting the error end the process."""
        parsers = self._connection.parsers
        for name, parse in list(parsers.items()):
            parsers[name] = partial(_parsed, name, partial(self._once, parse) if name == INTERACTION else parse)

    def _once(self, parse: Callable[[Any], Any], payload: dict[str, Any]) -> None:
        """Handle an interaction from the gateway, unless it is a duplicate or the client is closing.

        A resumed session may repeat interactions, and a frozen former leader may receive those of the current leader.
        """
        if self._closing:
            return
        interactions, number = self.service.interactions, int(payload["id"])
        if interactions.shared:
            taking = asyncio.create_task(self._take_shared(parse, payload, number), name=TAKING)
            self._takings.add(taking)
            taking.add_done_callback(self._takings.discard)
        elif interactions.take_here(number):
            parse(fill_in_fields(payload))
        else:
            log.info(DUPLICATE, number)

    async def _take_shared(self, parse: Callable[[Any], Any], payload: dict[str, Any], number: int) -> None:
        """Handle an interaction from the gateway, unless another process has already claimed it."""
        ARRIVED.set(asyncio.get_running_loop().time())
        if await self.service.interactions.take(number):
            _parsed(INTERACTION, lambda data: parse(fill_in_fields(data)), payload)
        else:
            log.info(DUPLICATE, number)

    async def setup_hook(self) -> None:
        self.recent_errors.listen()
        for module in pkgutil.iter_modules(cogs.__path__):
            name = f"cogs.{module.name}"
            if not module.ispkg and name not in self.extensions:  # an earlier login attempt may have loaded it
                await self.load_extension(name)
        await self._claim_database()
        await self.learn_commands()
        log.info("Invite link: %s", discord.utils.oauth_url(self.application_id or 0, permissions=NEEDED))
        await warm_up()
        memory.give_back()

    async def begin(self) -> None:
        """Start the background tasks that run in every process. The bot must be logged in."""
        for cog in self._working():
            await cog.begin()

    async def lead(self) -> None:
        """Start the work done only by the leading process: syncing commands, sounding alarms and delivering posts.

        The bot must be logged in.
        """
        await CommandTree.of(self).sync_when_changed(
            self._key_values, self.owners.server, self.build.get("version", "0"), int(self.build.get("committed", "0"))
        )
        for cog in self._working():
            await cog.lead()

    async def learn_commands(self) -> None:
        """Load the command IDs stored by the leading process when it last synced the commands."""
        await CommandTree.of(self).load_ids(self._key_values, self.owners.server)

    def receive(self, payload: dict[str, Any], arrived: float) -> None:
        """Handle an interaction that arrived over HTTP. `arrived` is the event-loop time at which it arrived."""
        ARRIVED.set(arrived)
        parse: Callable[[Any], Any] = self._connection.parse_interaction_create
        _parsed(INTERACTION, lambda data: parse(fill_in_fields(data)), payload)

    def _working(self) -> list[Working]:
        return [cog for cog in self.cogs.values() if isinstance(cog, Working)]

    async def _claim_database(self) -> None:
        """Record this application as the database's owner. Raises OtherApplication if the database has another owner.

        Only the application that posted a board can edit it, and the sandbox refuses a real application's database.
        """
        mine, owner = str(self.application_id), await self._key_values.get_value(APPLICATION)
        if owner is None:
            await self._key_values.set_value(APPLICATION, mine)
        elif owner != mine:
            raise OtherApplication(owner, mine)

    @property
    def hearing(self) -> bool:
        """Whether the bot is ready and receiving interactions."""
        return self.is_ready() and not self.is_closed() and self.service.schedule.hearing

    async def on_ready(self) -> None:
        log.info("Connected to Discord as %s", self.user)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (arguments of any event)
        """Pass an event to its listeners, unless the client is closed."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def close(self) -> None:
        """Stop the background tasks, finish the interactions in progress, and close the connection."""
        self._closing = True
        with suppress(StorageError):
            await self.service.computer_turns.hand_over()
        for cog in self._working():
            cog.end()
        await self.relay.wait_until_ended()
        await self._wait_for_interactions()
        with suppress(StorageError):
            await self.relay.note_done()
            await self.service.outbox.hand_over()
        await super().close()
        self.recent_errors.stop_listening()

    async def _wait_for_interactions(self) -> None:
        """Wait until the interactions in progress have finished, cancelling them after GRACE seconds."""
        until = asyncio.get_running_loop().time() + GRACE
        while busy := [task for task in asyncio.all_tasks() if task.get_name() in ANSWERING]:
            left = until - asyncio.get_running_loop().time()
            for task in busy if left <= 0 else ():
                task.cancel()
            await asyncio.wait(busy, timeout=left if left > 0 else ABANDONED)
            if left <= 0:
                return
