"""Channels in memory, in place of Discord's: they take what the bot posts by its own route or as an answer.

Every request may be interrupted before it takes effect or just after: `Channels.cut` is called at both moments.
"""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from cogs.wire.last_answers import LastAnswers
from cogs.wire.permissions import Viewers
from matches.model import Person, Venue
from service import Service
from service.clock import Clock
from tests.support.presses import trouble

MUTE = {50013, 160005}
"""Discord's error codes for a missing permission to send messages, and for a locked thread."""
ME = 1_000
"""The id of the bot."""


def never() -> None:
    """Interrupt no request."""


@dataclass
class Posted:
    """One message."""

    id: int
    channel_id: int
    content: str
    files: list[str]
    """The names of its pictures, which an old board loses."""
    buttons: list[str]
    """The custom_ids of its buttons."""
    created_at: datetime
    nonce: str
    labels: list[str] = field(default_factory=list)
    """The labels of its buttons."""
    alt: str = ""
    """The description of its picture."""
    change: Callable[[dict[str, Any]], None] = dict.clear
    """Edits the message."""
    interaction_metadata: Any = None
    """The interaction that it answers, if it is an answer."""
    flags: Any = field(default_factory=lambda: SimpleNamespace(loading=False))

    remove: Callable[[], None] = never
    """Deletes the message."""
    sent: str = ""
    """The name of the picture with which it was posted."""

    async def edit(self, **more: Any) -> None:
        self.change(more)

    async def delete(self) -> None:
        self.remove()

    @property
    def author(self) -> Any:
        return SimpleNamespace(id=ME)

    @property
    def attachments(self) -> list[Any]:
        return [SimpleNamespace(filename=name) for name in self.files]

    @property
    def components(self) -> list[Any]:
        row = SimpleNamespace(children=[SimpleNamespace(custom_id=button) for button in self.buttons])
        return [row] if self.buttons else []


@dataclass
class Channels:
    """All messages in all channels, posted by any run of the bot."""

    clock: Clock
    messages: dict[int, Posted] = field(default_factory=dict)
    archived: set[int] = field(default_factory=set)
    threads: set[int] = field(default_factory=set)
    thread_names: list[str] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)
    """The new names of threads that were renamed, in order."""
    cut: Callable[[], None] = never
    breaks: bool = False
    """Whether the connection breaks after Discord takes the next message, so that its answer is lost."""
    gate: asyncio.Semaphore | None = None
    """A semaphore that each message acquires before it is sent; None if messages are not held up."""
    begun: int = 0
    """How many messages were sent, including those held up by the gate."""
    read: int = 0
    """How often the messages of a channel were read."""
    refusals: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The code and the HTTP status with which Discord refuses every message, by channel.

    It refuses edits with them, too, unless only new messages are forbidden.
    """
    refuses_until: float = math.inf
    """The time in UTC seconds from which it takes them again."""
    takes_files: bool = True
    """Whether edits may bring files."""
    readable: bool = True
    """Whether the bot may read the messages of channels."""
    sent: list[str] = field(default_factory=list)
    """The names of the pictures of all messages ever posted, also of those deleted since; "" for none."""
    remembered: int = 0
    """Seconds for which a repeated nonce returns the first message. Discord remembers nonces for minutes."""
    _ids: itertools.count[int] = field(default_factory=lambda: itertools.count(5_000))

    async def send(self, channel_id: int, content: str, more: dict[str, Any]) -> Posted:
        """Take a message as soon as the gate lets it pass."""
        self.begun += 1
        if self.gate is not None:
            await self.gate.acquire()
        if channel_id in self.refusals and self.clock.now() < self.refuses_until:
            raise trouble(*self.refusals[channel_id])
        return self.post(channel_id, content, more)

    def post(self, channel_id: int, content: str, more: dict[str, Any]) -> Posted:
        """Take a message, unless it is remembered by its nonce."""
        self.cut()
        nonce = str(more.get("nonce", ""))
        made = datetime.fromtimestamp(self.clock.now(), UTC)
        for message in self.messages.values():
            recent = (made - message.created_at).total_seconds() < self.remembered
            if nonce and recent and (message.nonce, message.channel_id) == (nonce, channel_id):
                return message
        files = [more["file"].filename] if more.get("file") else []
        view = more.get("view")
        buttons = [item.custom_id for item in view.children] if view else []
        posted = Posted(next(self._ids), channel_id, content, files, buttons, made, nonce)
        posted.labels = [item.label for item in view.children] if view else []
        posted.alt = str(more["file"].description or "") if more.get("file") else ""
        if asked_by := more.get("asked_by"):
            posted.interaction_metadata = SimpleNamespace(user=SimpleNamespace(id=asked_by), id=more.get("asked_in"))
        posted.change, posted.remove = partial(self.change, posted.id), partial(self.delete, posted.id)
        posted.sent = "".join(files)
        self.sent.append(posted.sent)
        self.messages[posted.id] = posted
        self.cut()
        if self.breaks:
            self.breaks = False
            raise aiohttp.ServerDisconnectedError
        return posted

    def change(self, message_id: int, more: dict[str, Any]) -> None:
        """Edit a message."""
        self.cut()
        message = self.messages.get(message_id)
        if message is None:
            raise trouble(10008)
        if more.get("attachments") and not self.takes_files:
            raise trouble(50013, 403)
        if "content" in more:
            message.content = more["content"]
        if "attachments" in more:
            message.files = [file.filename for file in more["attachments"]]
        if "view" in more:
            message.buttons = [item.custom_id for item in more["view"].children] if more["view"] else []
            message.labels = [item.label for item in more["view"].children] if more["view"] else []
        self.cut()

    def fetch(self, message_id: int) -> Posted:
        """Return a message."""
        if message_id not in self.messages:
            raise trouble(10008)
        return self.messages[message_id]

    def delete(self, message_id: int) -> None:
        """Delete a message."""
        self.cut()
        if self.messages.pop(message_id, None) is None:
            raise trouble(10008)
        self.cut()

    def seen(self) -> list[tuple[int, str, tuple[str, ...], bool]]:
        """What people see, in order: channel, text, pictures, and whether there are buttons."""
        messages = sorted(self.messages.values(), key=lambda message: (message.channel_id, message.id))
        return [
            (message.channel_id, message.content, tuple(message.files), bool(message.buttons)) for message in messages
        ]


class Route:
    """The bot's own route to one channel."""

    def __init__(self, channels: Channels, channel_id: int) -> None:
        self._channels, self.id = channels, channel_id

    async def send(self, content: str = "", **more: Any) -> Posted:
        return await self._channels.send(self.id, content, more)

    async def history(self, *, after: Any = None, **_: object) -> AsyncIterator[Posted]:
        """The messages of the channel.

        Their ids contain no time: an id that belongs to no message counts as older than all of them.
        """
        self._channels.read += 1
        if not self._channels.readable:
            raise trouble(50001, 403)
        earliest = after.id if after is not None and after.id in self._channels.messages else 0
        for message in sorted(self._channels.messages.values(), key=lambda posted: -posted.id):
            if message.channel_id == self.id and message.id > earliest:
                yield message

    def get_partial_message(self, message_id: int) -> Any:
        channels = self._channels

        async def edit(**more: Any) -> None:
            code, status = channels.refusals.get(self.id, (50013, 403))
            if code not in MUTE and channels.clock.now() < channels.refuses_until:
                raise trouble(code, status)
            channels.change(message_id, more)

        async def delete() -> None:
            channels.delete(message_id)

        async def fetch() -> Posted:
            return channels.fetch(message_id)

        return SimpleNamespace(edit=edit, delete=delete, fetch=fetch)


class ChannelClient:
    """One run of the bot, with these channels in place of Discord."""

    board_url: str | None = None

    def __init__(self, channels: Channels, service: Service) -> None:
        self.channels, self.service = channels, service
        self.user = SimpleNamespace(id=ME)
        self.last_answers = LastAnswers(service.clock)
        me: Any = self
        self.viewers: Any = Viewers(me, service.clock)

    def get_partial_messageable(self, channel_id: int, guild_id: int | None = None) -> Route:
        return Route(self.channels, channel_id)

    async def create_dm(self, person: Any) -> Route:
        return Route(self.channels, 10_000 + person.id)

    async def fetch_channel(self, channel_id: int) -> Any:
        channels = self.channels

        async def create_thread(*, message: Any, name: str, **_: object) -> None:
            channels.cut()
            if message.id in channels.threads:
                raise trouble(160004, 400)
            channels.threads.add(message.id)
            channels.thread_names.append(name)
            channels.cut()

        async def edit(*, archived: bool = False, name: str = "") -> None:
            channels.cut()
            if name:
                channels.renamed.append(name)
            elif archived:
                channels.archived.add(channel_id)
            else:
                channels.archived.discard(channel_id)
            channels.cut()

        kind = discord.Thread if channel_id in channels.threads else discord.TextChannel
        archived = channel_id in channels.archived
        return _standing_for(kind, channel_id, edit=edit, create_thread=create_thread, archived=archived)


def _standing_for(kind: type, channel_id: int, *, archived: bool, **methods: Any) -> Any:
    """An object with these methods that passes discord.py's type checks as one of its channels."""
    made = type(f"Standing{kind.__name__}", (kind,), {"__init__": lambda _: None, "__slots__": ("archived",)})
    for name, method in methods.items():
        setattr(made, name, staticmethod(method))
    standing = made()
    if kind is discord.Thread:
        standing.id, standing.name, standing.archived = channel_id, "", archived
    return standing


def answering(client: Any, who: Person, where: Venue, **more: Any) -> Any:
    """An interaction in a channel, whose answer is a message there."""
    channels: Channels = client.channels
    done: list[Posted] = []

    async def send_message(content: str = "", *, ephemeral: bool = False, **message: Any) -> Any:
        if ephemeral:
            done.append(Posted(0, 0, content, [], [], datetime.now(UTC), ""))
            return SimpleNamespace(message_id=0, id=0, delete=original_response)
        posted = await channels.send(where.channel_id, content, {**message, "asked_by": who.id})
        done.append(posted)
        return SimpleNamespace(message_id=posted.id)

    async def original_response() -> Posted:
        if not done:
            raise trouble(10015)
        return done[0]

    return SimpleNamespace(
        client=client,
        user=SimpleNamespace(id=who.id, display_name=who.name),
        channel_id=where.channel_id,
        guild_id=where.guild_id,
        channel=None,
        context=SimpleNamespace(dm_channel=where.guild_id is None),
        is_guild_integration=lambda: where.guild_id is not None and not where.guest,
        permissions=discord.Permissions.all(),
        app_permissions=discord.Permissions.all(),
        message=None,
        extras={},
        response=SimpleNamespace(is_done=lambda: bool(done), send_message=send_message),
        followup=SimpleNamespace(send=send_message),
        original_response=original_response,
        delete_original_response=original_response,
        **more,
    )
