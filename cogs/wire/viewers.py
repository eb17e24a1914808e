"""Who can view a channel now, as Discord's roles and overwrites say."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import discord
from discord.abc import GuildChannel
from discord.channel import _guild_channel_factory

from cogs.wire.failures import FAILURES, refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from matches.model import Place
    from service.clock import Clock

log = logging.getLogger(__name__)

LIFETIME = 60
"""Seconds for which what Discord said about a server is kept."""
MOST_SERVERS = 16
"""The most servers that are kept: one with 500 channels takes about a megabyte."""
MOST_CLOSED = 1000
"""The most servers and channels of which it is remembered that they are closed to the bot."""
PATIENCE = 1.5
"""The most seconds for all questions of one look: Discord itself waits three seconds for the answer."""
MOST_QUESTIONS = 8
"""The most requests of one look: three for each server, and at most two for each thread."""


class _Enough(Exception):
    """The questions of this look are used up."""


@dataclass(slots=True)
class _Questions:
    """How many more requests a look may cause."""

    left: int = MOST_QUESTIONS

    def ask(self) -> None:
        if not self.left:
            raise _Enough
        self.left -= 1


@dataclass(slots=True)
class _Server:
    """What Discord said about a server."""

    guild: discord.Guild
    channels: dict[int, GuildChannel]
    until: float
    members: dict[int, discord.Member | None] = field(default_factory=dict)
    """The members by id; None for people who are not in the server."""
    threads: dict[int, discord.Thread] = field(default_factory=dict)
    joined: dict[tuple[int, int], bool] = field(default_factory=dict)
    """By thread and person: whether the person is in that private thread."""


class Viewers:
    """Asks Discord who can view which channel; what it says is kept for a minute."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._servers: dict[int, _Server] = {}
        self._closed: dict[int, int] = {}
        """Until when not to ask again about servers and channels that are gone, or closed to the bot."""

    async def viewable(self, person_id: int, places: Iterable[Place]) -> set[int]:
        """The channels among these places of servers that this person can view now.

        Channels in doubt are left out: where the bot is a guest, where Discord does not answer in time, and where more
        than a handful of requests would be needed. Conversations outside servers are left out, too.
        """
        by_server: dict[int, dict[int, int]] = {}
        for place in places:
            if place.guild_id is not None and not place.guest and place.seat is None:
                # A thread that was opened for a match is public: who can view its channel can view it.
                by_server.setdefault(place.guild_id, {})[place.channel_id] = place.thread_of or place.channel_id
        found: set[int] = set()
        questions = _Questions()
        try:
            async with asyncio.timeout(PATIENCE):
                for guild_id, channels in by_server.items():
                    await self._look(person_id, guild_id, channels, found, questions)
        except _Enough:
            log.info("Not everything was asked that somebody might view")
        except FAILURES as error:
            log.info("It is not known what somebody can view: %r", error)
        return found

    async def is_member(self, person_id: int, guild_id: int) -> bool:
        """Whether somebody is in a server. Raises FAILURES."""
        questions = _Questions()
        return await self._member(await self._server(guild_id, questions), person_id, questions) is not None

    async def _look(
        self, person_id: int, guild_id: int, channels: Mapping[int, int], found: set[int], questions: _Questions
    ) -> None:
        """Add to `found` which of these channels of a server the person can view: each with what decides upon it."""
        if self._is_closed(guild_id):
            return
        try:
            server = await self._server(guild_id, questions)
            member = await self._member(server, person_id, questions)
        except discord.HTTPException as error:
            self._note_closed(guild_id, error)
            return
        if member is None:
            return
        # Threads take a question each, so they come last.
        for channel_id, shown_in in sorted(channels.items(), key=lambda one: one[1] not in server.channels):
            if self._is_closed(shown_in):
                continue
            try:
                if await self._views(server, member, shown_in, questions):
                    found.add(channel_id)
            except discord.HTTPException as error:
                self._note_closed(shown_in, error)

    def _is_closed(self, subject: int) -> bool:
        return self._closed.get(subject, 0) > self._clock.now()

    def _note_closed(self, subject: int, error: discord.HTTPException) -> None:
        """Remember what Discord refused to tell about a server or a channel. Raises any other error again."""
        if not refused(error):
            raise error
        if len(self._closed) >= MOST_CLOSED:
            self._closed.clear()
        self._closed[subject] = self._clock.now() + LIFETIME

    async def _views(self, server: _Server, member: discord.Member, channel_id: int, questions: _Questions) -> bool:
        if channel_id not in server.channels and channel_id not in server.threads:
            questions.ask()
            found = await server.guild.fetch_channel(channel_id)
            if isinstance(found, discord.Thread):
                server.threads[channel_id] = found
            else:
                server.channels[channel_id] = found
        if thread := server.threads.get(channel_id):
            return await self._views_thread(server, member, thread, questions)
        return _sees(server.channels[channel_id], member)

    async def _views_thread(
        self, server: _Server, member: discord.Member, thread: discord.Thread, questions: _Questions
    ) -> bool:
        parent = server.channels.get(thread.parent_id)
        if parent is None or not _sees(parent, member):
            return False
        if not thread.is_private() or parent.permissions_for(member).manage_threads:
            return True
        key = (thread.id, member.id)
        if key not in server.joined:
            questions.ask()
            try:
                await thread.fetch_member(member.id)
            except discord.NotFound:
                server.joined[key] = False
            else:
                server.joined[key] = True
        return server.joined[key]

    async def _server(self, guild_id: int, questions: _Questions) -> _Server:
        """The server with its roles and channels."""
        known = self._servers.get(guild_id)
        if known is not None and self._clock.now() < known.until:
            return known
        questions.ask()
        guild = await self._client.fetch_guild(guild_id, with_counts=False)
        questions.ask()
        channels = await self._channels(guild)
        self._servers.pop(guild_id, None)
        while len(self._servers) >= MOST_SERVERS:
            del self._servers[next(iter(self._servers))]
        server = _Server(guild, channels, self._clock.now() + LIFETIME)
        self._servers[guild_id] = server
        return server

    async def _channels(self, guild: discord.Guild) -> dict[int, GuildChannel]:
        """The channels of a server by their ids, without those of a kind that discord.py does not know.

        `fetch_channels` of discord.py reads none of them where there is one of such a kind.
        """
        channels = dict[int, GuildChannel]()
        for data in await self._client.http.get_all_guild_channels(guild.id):
            made, _ = _guild_channel_factory(data["type"])
            if made is not None:
                channels[int(data["id"])] = made(guild=guild, state=guild._state, data=data)  # noqa: SLF001 (as discord.py does)
        return channels

    async def _member(self, server: _Server, person_id: int, questions: _Questions) -> discord.Member | None:
        if person_id not in server.members:
            questions.ask()
            try:
                server.members[person_id] = await server.guild.fetch_member(person_id)
            except discord.NotFound:
                server.members[person_id] = None
        return server.members[person_id]


def _sees(channel: GuildChannel, member: discord.Member) -> bool:
    """Whether a member can view what is written in a channel. In a voice channel, only those who may join it can."""
    granted = channel.permissions_for(member)
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel) and not granted.connect:
        return False
    return granted.view_channel
