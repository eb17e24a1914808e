"""Discord, whose requests take time and may be lost before or after they take effect."""

import itertools
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord
from discord.utils import time_snowflake

from cogs.wire.arrivals import Arrivals
from cogs.wire.failures import ANSWERED
from matches.model import Person, Venue
from service import Service
from service.clock import Clock
from tests.simulation.network import START, Process, Simulation
from tests.support.channels import ChannelClient, Channels, Posted, Route
from tests.support.presses import trouble

Result = TypeVar("Result")
LATENCY = 0.05
"""The usual seconds of the way to Discord, and back."""
NONCES = 300
"""Seconds for which Discord remembers a nonce."""
PATIENCE = 3.0
"""Seconds for which Discord waits for the first answer to an interaction."""
TOO_LATE = 10062
"""Discord's error code for an answer that comes too late."""
NOTHING = 10015
"""Discord's error code where there is no answer yet."""


class ProcessClock(Clock):
    """The clock of a process, which may be wrong; the true time without one."""

    def __init__(self, simulation: Simulation, process: Process | None = None) -> None:
        super().__init__()
        self._simulation, self._process = simulation, process

    def exact(self) -> float:
        return START + self._simulation.now + (self._process.ahead if self._process else 0)

    def steady(self) -> float:
        return self._simulation.now


class Post(NamedTuple):
    """A message as it was posted; `message` changes later."""

    message: Posted
    content: str
    files: tuple[str, ...]
    pinged: set[int]


class Discord(Channels):
    """All messages, and the requests of all processes."""

    def __init__(self, simulation: Simulation) -> None:
        super().__init__(ProcessClock(simulation), remembered=NONCES)
        self.simulation = simulation
        self.losses = 0.0
        """The probability that a request is lost."""
        self.posts: list[Post] = []
        """Every message that was ever posted for everybody, oldest first."""
        self._uses = itertools.count(1)

    async def ask(self, process: Process, what: str, effect: Callable[[], Result]) -> Result:
        """Make a request. Raises what discord.py raises."""
        simulation = self.simulation
        fate = simulation.chance.random()
        lost, arrives = fate < self.losses, fate >= self.losses / 2
        if not arrives:
            simulation.note(process.name, f"Discord: {what}: will not arrive")

        def noted() -> Result:
            try:
                result = effect()
            except discord.HTTPException as error:
                simulation.note(process.name, f"Discord: {what}: refused with {error.code}")
                raise
            simulation.note(process.name, f"Discord: {what}" + (", but the answer will be lost" if lost else ""))
            return result

        seconds = simulation.delay(LATENCY), simulation.delay(LATENCY)
        broken = aiohttp.ServerDisconnectedError() if lost else None
        return await process.ask(noted, seconds, arrives=arrives, broken=broken)

    def post(self, channel_id: int, content: str, more: dict[str, Any]) -> Posted:
        posted = super().post(channel_id, content, more)
        if all(posted is not post.message for post in self.posts):
            allowed: discord.AllowedMentions | None = more.get("allowed_mentions")
            users = allowed.users if allowed is not None and not isinstance(allowed.users, bool) else []
            pinged = {user.id for user in users if f"<@{user.id}>" in content}
            self.posts.append(Post(posted, content, tuple(posted.files), pinged))
            self.simulation.pass_moment()
        return posted

    def use(self, who: Person, where: Venue, custom_id: str) -> "Use":
        """Somebody uses a control now."""
        at = self.simulation.now
        number = time_snowflake(datetime.fromtimestamp(START + at, UTC)) + next(self._uses)
        return Use(self, number, who, where, custom_id, at)


class SlowRoute(Route):
    """The own route of one process to one channel."""

    def __init__(self, world: Discord, process: Process, channel_id: int) -> None:
        super().__init__(world, channel_id)
        self._world, self._process = world, process

    async def send(self, content: str = "", **more: Any) -> Posted:
        what = f"post {_name(content, more)} with the nonce {more.get('nonce')}"
        return await self._world.ask(self._process, what, lambda: self._world.post(self.id, content, more))

    async def history(self, *, after: Any = None, **_: object) -> AsyncIterator[Posted]:
        earliest = after.id if after is not None and after.id in self._world.messages else 0

        def read() -> list[Posted]:
            messages = [message for message in self._world.messages.values() if message.channel_id == self.id]
            return [message for message in reversed(messages) if message.id > earliest]

        for message in await self._world.ask(self._process, "read the history", read):
            yield message

    def get_partial_message(self, message_id: int) -> Any:
        world, process = self._world, self._process

        async def edit(**more: Any) -> None:
            await world.ask(process, f"edit {message_id}", lambda: world.change(message_id, more))

        async def delete() -> None:
            await world.ask(process, f"delete {message_id}", lambda: world.delete(message_id))

        async def fetch() -> Posted:
            return await world.ask(process, f"fetch {message_id}", lambda: world.fetch(message_id))

        return SimpleNamespace(id=message_id, edit=edit, delete=delete, fetch=fetch)


def _name(content: str, more: dict[str, Any]) -> str:
    """A message in the trace: its picture, or the beginning of its text."""
    return more["file"].filename if more.get("file") else repr(content[:60])


class Client(ChannelClient):
    """The client of one process."""

    def __init__(self, world: Discord, process: Process, service: Service) -> None:
        super().__init__(world, service)
        self.world, self.process = world, process
        self.application_id = 999
        self.arrivals = Arrivals(service.clock)
        self.link_commands = str
        self.viewers = SimpleNamespace(is_member=_yes, sees_one=_yes)

    def get_partial_messageable(self, channel_id: int, guild_id: int | None = None) -> SlowRoute:
        return SlowRoute(self.world, self.process, channel_id)

    async def create_dm(self, person: Any) -> SlowRoute:
        return SlowRoute(self.world, self.process, 10_000 + person.id)


async def _yes(*_: object) -> bool:
    return True


@dataclass
class Use:
    """One use of a control, as Discord knows it. The methods are requests that take effect."""

    world: Discord
    id: int
    who: Person
    where: Venue
    custom_id: str
    at: float
    """When it was used, in seconds since the beginning."""
    answer: Posted | None = None
    """The first answer."""

    def _first(self) -> None:
        """Raise an error unless Discord waits for the first answer."""
        if self.world.simulation.now > self.at + PATIENCE:
            raise trouble(TOO_LATE)
        if self.answer is not None:
            raise trouble(ANSWERED, 400)

    def post(self, content: str, more: dict[str, Any]) -> Posted:
        """Answer with a message that everybody sees."""
        self._first()
        self.answer = self.world.post(self.where.channel_id, content, {**more, "asked_by": self.who.id})
        self.answer.flags = SimpleNamespace(loading=False, ephemeral=False)
        return self.answer

    def tell(self, content: str, *, loading: bool = False) -> Posted:
        """Answer with a message that only the person sees, or with the promise of one."""
        self._first()
        self.answer = Posted(0, 0, content, [], [], datetime.fromtimestamp(START, UTC), "")
        self.answer.flags = SimpleNamespace(loading=loading, ephemeral=True)
        return self.answer

    def find(self) -> Posted:
        """The first answer, which must exist for everything that follows it."""
        if self.answer is None:
            raise trouble(NOTHING)
        return self.answer

    def edit(self) -> None:
        self.find().flags.loading = False

    def received(self, client: Client) -> Any:
        """The interaction, as a process receives it."""
        process = client.process

        async def ask(what: str, effect: Callable[[], Result]) -> Result:
            return await self.world.ask(process, what, effect)

        async def send_message(content: str = "", *, ephemeral: bool = False, **more: Any) -> Any:
            if ephemeral:
                sent = await ask(f"answer privately {content[:60]!r}", lambda: self.tell(content))
            else:
                sent = await ask(f"answer with {_name(content, more)}", lambda: self.post(content, more))
            return SimpleNamespace(message_id=sent.id)

        async def defer(**_: Any) -> None:
            await ask("defer the answer", lambda: self.tell("", loading=True))

        async def follow_up(content: str = "", **_: Any) -> Any:
            return await ask(f"follow up {content[:60]!r}", self.find)

        async def original_response() -> Posted:
            return await ask("look up the answer", self.find)

        async def edit_original_response(content: str = "", **_: Any) -> None:
            await ask(f"edit the answer: {content[:60]!r}", self.edit)

        async def delete_original_response() -> None:
            await ask("delete the answer", self.edit)

        return SimpleNamespace(
            id=self.id,
            client=client,
            user=SimpleNamespace(id=self.who.id, display_name=self.who.name),
            type=discord.InteractionType.component,
            data={"custom_id": self.custom_id},
            extras={},
            message=None,
            channel=None,
            channel_id=self.where.channel_id,
            guild_id=self.where.guild_id,
            locale=discord.Locale.american_english,
            guild_locale=None,
            context=SimpleNamespace(dm_channel=False),
            is_guild_integration=lambda: True,
            permissions=discord.Permissions.all(),
            app_permissions=discord.Permissions.all(),
            response=SimpleNamespace(send_message=send_message, defer=defer),
            followup=SimpleNamespace(send=follow_up),
            original_response=original_response,
            edit_original_response=edit_original_response,
            delete_original_response=delete_original_response,
        )
