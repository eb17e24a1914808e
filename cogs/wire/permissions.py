"""Determines what the bot and people may do in a channel, based on Discord's roles and permission overwrites."""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import discord
from discord.abc import GuildChannel
from discord.channel import _guild_channel_factory

from cogs.wire.command_rules import allows
from cogs.wire.failures import FAILURES, NO_MEMBER, UNREADABLE, is_refused
from cogs.wire.replies import Interaction
from language import Sentence, listing, mark
from matches.model import Place
from service.clock import Clock

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""The permissions in the invite link: everything that hosting a match may need, and nothing else."""
HOSTING: Mapping[str, str] = {
    "attach_files": mark("**attach files**"),
    "view_channel": mark("**view it**"),
    "read_message_history": mark("**read its history**"),
    "send_messages_in_threads": mark("**send messages in threads**"),
    "send_messages": mark("**send messages**"),
}
"""The permissions the bot needs to host a match in a channel or thread, each with its name in words."""
log = logging.getLogger(__name__)

LIFETIME = 60
"""How long a server's data is cached, in seconds."""
MOST_SERVERS = 16
"""The maximum number of cached servers. A server with 500 channels takes up about a megabyte."""
MOST_MEMBERS = 10_000
"""The maximum number of cached members."""
MOST_CLOSED = 1000
"""The maximum number of inaccessible servers and channels cached."""
PATIENCE = 1.5
"""How long, in seconds, a check's requests may take in total. Discord waits three seconds for a response."""
MOST_REQUESTS = 8
"""The maximum number of requests per check: three for each server, and at most two for each thread."""


def missing_permissions(interaction: Interaction) -> Sentence | None:
    """Describe the permissions the bot lacks for hosting a match here, or return None if it has them all."""
    granted = interaction.app_permissions
    needed = {"attach_files"}
    if interaction.is_guild_integration():  # a guest only answers, which requires no other permission
        needed = hosting_needs(in_thread=isinstance(interaction.channel, discord.Thread))
    missing = [Sentence(words) for name, words in HOSTING.items() if name in needed and not getattr(granted, name)]
    return listing(missing, last="or") if missing else None


def hosting_needs(*, in_thread: bool) -> set[str]:
    """Return the names of the permissions the bot needs to host a match in a server's channel."""
    return HOSTING.keys() - {"send_messages" if in_thread else "send_messages_in_threads"}


def answers_privately(interaction: Interaction) -> bool:
    """Return whether Discord makes the bot's response to this interaction private.

    Discord does so for people who may not use external apps, in servers where the bot is not a member.
    """
    if interaction.guild_id is None or interaction.is_guild_integration():
        return False
    return not interaction.permissions.use_external_apps


@dataclass(frozen=True, slots=True)
class Access:
    """A person's and the bot's permissions in a channel."""

    thread: discord.Thread | None
    """The channel itself if it is a thread, else None. A thread has its parent's permissions."""
    channel_id: int
    """The channel with these permissions: the thread's parent, or the channel itself."""
    roles: Collection[int]
    """The IDs of the person's roles."""
    person: discord.Permissions
    bot: discord.Permissions


class _Exhausted(TimeoutError):
    """Raised if a check has used up its requests."""


@dataclass(slots=True)
class _Budget:
    """The number of requests to Discord that a check may still send."""

    left: int = MOST_REQUESTS

    def spend(self) -> None:
        """Use up one request. Raises _Exhausted if none is left."""
        if not self.left:
            raise _Exhausted
        self.left -= 1


@dataclass(slots=True)
class _Server:
    """A server's cached data."""

    guild: discord.Guild
    channels: dict[int, GuildChannel]
    until: float
    members: dict[int, discord.Member | None] = field(default_factory=dict)
    """The members, keyed by ID. The value is None for a person who is not in the server."""
    threads: dict[int, discord.Thread] = field(default_factory=dict)
    joined: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Whether a person is in a private thread, keyed by (thread ID, person ID)."""


class Viewers:
    """Asks Discord who can view a channel, and caches the responses for a minute."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._servers: dict[int, _Server] = {}
        self._closed: dict[int, int] = {}
        """When (UTC seconds) an inaccessible server or channel may be requested again, keyed by its ID."""
        self._barred: dict[tuple[int, int, int], int] = {}
        """Until when (UTC seconds) a command is assumed to be barred, by server, channel and person."""
        self._members: dict[tuple[int, int], int] = {}
        """Until when (UTC seconds) a person is assumed to be in a server, keyed by (server, person)."""

    async def viewable(self, person_id: int, places: Iterable[Place]) -> set[int]:
        """Return the IDs of those channels among the given places that a person can currently view.

        Omits places outside servers and channels in doubt: where the bot is not installed, where Discord does not
        answer in time, and where the request budget runs out.
        """
        visible: set[int] = set()
        try:
            await self._check_all(person_id, places, visible)
        except _Exhausted:
            log.info("The request budget was too small to check all channels that somebody might view")
        except FAILURES as error:
            log.info("Could not check what somebody can view: %r", error)
        return visible

    async def sees_one(self, person_id: int, places: Iterable[Place]) -> bool:
        """Return whether a person can view any of these places.

        Raises one of FAILURES if Discord does not say.
        """
        visible: set[int] = set()
        await self._check_all(person_id, places, visible)
        return bool(visible)

    async def _check_all(self, person_id: int, places: Iterable[Place], visible: set[int]) -> None:
        """Add to `visible` the IDs of those channels among the given places that a person can view.

        Raises one of FAILURES if Discord does not say, or _Exhausted if the check needs too many requests.
        """
        by_server: dict[int, dict[int, int]] = {}
        for place in places:
            if place.guild_id is not None and place.public:
                # A thread opened for a match is public, so the permissions of its channel apply.
                by_server.setdefault(place.guild_id, {})[place.channel_id] = place.thread_of or place.channel_id
        budget = _Budget()
        async with asyncio.timeout(PATIENCE):
            for guild_id, channels in by_server.items():
                await self._check(person_id, guild_id, channels, visible, budget)

    async def is_member(self, person_id: int, guild_id: int) -> bool:
        """Return whether a person is in a server, or was within the last minute. Sends at most one request.

        Raises one of FAILURES if Discord does not answer or the bot is not in the server.
        """
        if self._members.get((guild_id, person_id), 0) > self._clock.now():
            return True
        try:
            await self._client.http.get_member(guild_id, person_id)
        except discord.NotFound as error:
            if error.code not in NO_MEMBER:
                raise
            return False
        if len(self._members) >= MOST_MEMBERS:
            self._members.clear()
        self._members[guild_id, person_id] = self._clock.now() + LIFETIME
        return True

    async def access(self, person_id: int, place: Place) -> Access | None:
        """Return a person's and the bot's permissions in a server's channel, or None if the person cannot view it.

        Returns None in case of doubt, too. Only refusals may come from the cache, so any permission returned holds now.
        """
        guild_id = place.guild_id or 0
        if self._cached(guild_id) and not await self.viewable(person_id, [place]):
            return None
        self._servers.pop(guild_id, None)
        own, seen = self._client.user, await self.viewable(person_id, [place])
        if own is None or not seen or (server := self._cached(guild_id)) is None:
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                person, bot = [await self._member(server, member_id, _Budget()) for member_id in (person_id, own.id)]
        except (*FAILURES, *UNREADABLE) as error:
            log.info("Could not check what the bot may do in a channel: %r", error)
            return None
        thread = server.threads.get(place.channel_id)
        channel = server.channels.get(thread.parent_id if thread else place.channel_id)
        if person is None or bot is None or channel is None:
            return None
        roles = [role.id for role in person.roles]
        if thread is None:
            return Access(None, channel.id, roles, channel.permissions_for(person), channel.permissions_for(bot))
        # people who may only send in a text channel's threads lose more permissions in the channel itself
        granted = (GuildChannel.permissions_for(channel, member) for member in (person, bot))
        return Access(thread, channel.id, roles, *granted)

    async def may_use(self, command_id: int, person_id: int, guild_id: int, access: Access) -> bool | None:
        """Return whether a person may use a command, or None if Discord does not say.

        Only a refusal may come from the cache.
        """
        asked = guild_id, access.channel_id, person_id
        if access.person.administrator:
            return True
        if self._barred.get(asked, 0) > self._clock.now():
            return False
        application_id = self._client.application_id or 0
        try:
            async with asyncio.timeout(PATIENCE):
                told = await self._client.http.get_guild_application_command_permissions(application_id, guild_id)
            allowed = allows(told, (command_id, application_id), *asked, access.roles)
        except (*FAILURES, *UNREADABLE) as error:
            log.info("Could not check who may use a command: %r", error)
            return None
        if not allowed:
            if len(self._barred) >= MOST_CLOSED:
                self._barred.clear()
            self._barred[asked] = self._clock.now() + LIFETIME
        return allowed

    async def seen_by_all(self, place: Place) -> bool:
        """Return whether everyone in a place's server can view the place (a channel or thread).

        Raises discord.HTTPException if a request fails.

        In doubt, returns False: outside servers, where the bot is not installed, and in threads that were not opened
        for a match.
        """
        if place.guild_id is None or not place.public:
            return False
        server = await self._server(place.guild_id, _Budget())
        channel = server.channels.get(place.thread_of or place.channel_id)
        return channel is not None and _sees(channel, server.guild.default_role)

    async def find_deleted(self, guild_id: int, channels: Iterable[int], roles: Iterable[int]) -> set[int]:
        """Return which of these channels and roles definitely no longer exist in a server.

        Asks Discord each time, because the cache may lag by a minute.
        """
        gone = set[int]()
        budget = _Budget()
        self._servers.pop(guild_id, None)
        try:
            async with asyncio.timeout(PATIENCE):
                server = await self._server(guild_id, budget)
                gone |= {role for role in roles if server.guild.get_role(role) is None}
                for channel_id in set(channels) - server.channels.keys():
                    budget.spend()
                    try:
                        await server.guild.fetch_channel(channel_id)
                    except discord.NotFound:
                        gone.add(channel_id)
                    except (discord.Forbidden, *UNREADABLE) as error:
                        log.info("Channel %d may exist: %r", channel_id, error)
        except (_Exhausted, *FAILURES, *UNREADABLE) as error:
            log.info("Could not check what was deleted: %r", error)
        return gone

    async def _check(
        self, person_id: int, guild_id: int, channels: Mapping[int, int], visible: set[int], budget: _Budget
    ) -> None:
        """Add to `visible` the channels of one server that a person can view.

        Each channel is added as soon as it is checked, so that a timeout loses no results. `channels` maps each channel
        to the channel whose permissions apply.
        """
        if self._is_closed(guild_id):
            return
        try:
            server = await self._server(guild_id, budget)
            member = await self._member(server, person_id, budget)
        except (discord.HTTPException, *UNREADABLE) as error:
            self._note_closed(guild_id, error)
            return
        if member is None:
            return
        # Threads come last, because each costs a request.
        for channel_id, deciding_id in sorted(channels.items(), key=lambda item: item[1] not in server.channels):
            if self._is_closed(deciding_id):
                continue
            try:
                if await self._views(server, member, deciding_id, budget):
                    visible.add(channel_id)
            except (discord.HTTPException, *UNREADABLE) as error:
                self._note_closed(deciding_id, error)

    def _is_closed(self, subject: int) -> bool:
        return self._closed.get(subject, 0) > self._clock.now()

    def _note_closed(self, subject: int, error: Exception) -> None:
        """Remember for a while that a server or channel is inaccessible, or re-raise the error if it is unrelated."""
        if not isinstance(error, discord.HTTPException):
            log.info("Could not read server or channel %d: %r", subject, error)
        elif not is_refused(error):
            raise error
        if len(self._closed) >= MOST_CLOSED:
            self._closed.clear()
        self._closed[subject] = self._clock.now() + LIFETIME

    async def _views(self, server: _Server, member: discord.Member, channel_id: int, budget: _Budget) -> bool:
        if channel_id not in server.channels and channel_id not in server.threads:
            budget.spend()
            channel = await server.guild.fetch_channel(channel_id)
            if isinstance(channel, discord.Thread):
                server.threads[channel_id] = channel
            else:
                server.channels[channel_id] = channel
        if thread := server.threads.get(channel_id):
            return await self._views_thread(server, member, thread, budget)
        return _sees(server.channels[channel_id], member)

    async def _views_thread(
        self, server: _Server, member: discord.Member, thread: discord.Thread, budget: _Budget
    ) -> bool:
        parent = server.channels.get(thread.parent_id)
        if parent is None or not _sees(parent, member):
            return False
        if not thread.is_private() or parent.permissions_for(member).manage_threads:
            return True
        key = (thread.id, member.id)
        if key not in server.joined:
            budget.spend()
            try:
                await thread.fetch_member(member.id)
            except discord.NotFound:
                server.joined[key] = False
            else:
                server.joined[key] = True
        return server.joined[key]

    def _cached(self, guild_id: int) -> _Server | None:
        cached = self._servers.get(guild_id)
        return cached if cached is not None and self._clock.now() < cached.until else None

    async def _server(self, guild_id: int, budget: _Budget) -> _Server:
        """Return a server with its roles and channels, from the cache or from Discord."""
        if (cached := self._cached(guild_id)) is not None:
            return cached
        budget.spend()
        guild = await self._client.fetch_guild(guild_id, with_counts=False)
        budget.spend()
        channels = await self._channels(guild)
        self._servers.pop(guild_id, None)
        while len(self._servers) >= MOST_SERVERS:
            del self._servers[next(iter(self._servers))]
        server = _Server(guild, channels, self._clock.now() + LIFETIME)
        self._servers[guild_id] = server
        return server

    async def _channels(self, guild: discord.Guild) -> dict[int, GuildChannel]:
        """Fetch a server's channels, keyed by ID. Channels that discord.py cannot parse are left out.

        discord.py's own `fetch_channels` fails entirely in that case.
        """
        channels = dict[int, GuildChannel]()
        for data in await self._client.http.get_all_guild_channels(guild.id):
            try:
                made, _ = _guild_channel_factory(data["type"])
                if made is not None:
                    channels[int(data["id"])] = made(guild=guild, state=guild._state, data=data)  # noqa: SLF001 (as discord.py does)
            except UNREADABLE as error:
                log.info("Could not read a channel of server %d: %r", guild.id, error)
        return channels

    async def _member(self, server: _Server, person_id: int, budget: _Budget) -> discord.Member | None:
        if person_id not in server.members:
            budget.spend()
            try:
                server.members[person_id] = await server.guild.fetch_member(person_id)
            except discord.NotFound:
                server.members[person_id] = None
        return server.members[person_id]


def _sees(channel: GuildChannel, member: discord.Member | discord.Role) -> bool:
    """Return whether a member or role can read a channel. Reading a voice channel requires permission to join it."""
    permissions = channel.permissions_for(member)
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel) and not permissions.connect:
        return False
    return permissions.view_channel
