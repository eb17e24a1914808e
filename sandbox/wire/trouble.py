"""Fault injection: lost connections, failing requests, missing permissions, deleted channels."""

import asyncio
import re
from dataclasses import dataclass, replace
from typing import TypeVar

from sandbox.discord.clock import SandboxClock
from sandbox.discord.errors import Json
from sandbox.discord.model import Channel, Guild, Message, Overwrite, User
from sandbox.discord.permissions import permission
from sandbox.discord.world import World
from sandbox.wire.gateway import Gateway


@dataclass(slots=True)
class Failure:
    """Makes the next `left` matching requests fail."""

    left: int
    status: int
    fits: re.Pattern[str]
    after: bool
    """Whether the request takes effect and only its response is lost."""
    retry_after: object
    """The `retry_after` of a 429 response, which on Discord is a number of seconds."""


@dataclass(slots=True)
class Delay:
    """Delays the next `left` matching requests."""

    left: int
    seconds: float
    fits: re.Pattern[str] = re.compile("")


CUT = 0
"""In place of a status: the connection is cut before the response."""
T = TypeVar("T", Failure, Delay)
LONGEST_DELAY = 600
FARTHEST = 100 * 365 * 86400


class Trouble:
    """Injects faults."""

    def __init__(self, world: World, gateway: Gateway, clock: SandboxClock) -> None:
        self._world = world
        self._clock = clock
        self._gateway = gateway
        self._failures: list[Failure] = []
        self._delays: list[Delay] = []
        self.command_rules: dict[str, list[Json]] = {}
        """What each server's admins have set under Integrations, as the API tells it. People here are not refused."""

    # Requests

    def fail_next(
        self, count: int = 1, *, status: int = 500, path: str = "", after: bool = False, retry_after: object = 0.2
    ) -> None:
        """Make the next requests fail whose `METHOD /path` matches the regular expression `path`.

        `retry_after` is any JSON value for a 429 response, or None to omit it. With `after` a request takes effect and
        only its response is lost. Raises ValueError for an invalid status or expression.
        """
        if not 400 <= status <= 599:
            raise ValueError(f"{status} is no status of a failure; choose one from 400 to 599.")
        self._failures.append(Failure(count, status, _pattern(path), after, retry_after))

    def cut_next(self, count: int = 1, *, path: str = "", after: bool = False) -> None:
        """Cut the connection of the next matching requests, before or `after` they take effect. Raises ValueError."""
        self._failures.append(Failure(count, CUT, _pattern(path), after, 0.0))

    def slow_next(self, seconds: float, count: int = 1, *, path: str = "") -> None:
        """Delay the next matching requests by `seconds` of real time. Raises ValueError."""
        if not 0 <= seconds <= LONGEST_DELAY:
            raise ValueError(f"A request is held up for at most {LONGEST_DELAY} seconds.")
        self._delays.append(Delay(count, seconds, _pattern(path)))

    def failure(self, request: str) -> Failure | None:
        """Use up one failure for this request (`METHOD /path`); None if it should succeed."""
        return take(self._failures, request)

    async def hold_up(self, request: str) -> None:
        """Wait for the delay of this request, if any."""
        delay = take(self._delays, request)
        if delay:
            await asyncio.sleep(delay.seconds)

    def set_bot_clock(self, ahead: float) -> None:
        """Set the bot's clock ahead of Discord's by these seconds; behind if negative. A stored world does not keep it.

        Raises ValueError for more than a century.
        """
        if not abs(ahead) <= FARTHEST:
            raise ValueError("The clock of the bot is at most a hundred years off.")
        self._clock.set_bot_ahead(ahead)

    def clear(self) -> None:
        """Cancel all failures and delays, and set the bot's clock right."""
        self._clock.set_bot_ahead(0)
        self._failures.clear()
        self._delays.clear()

    # The gateway

    async def drop_gateway(self) -> None:
        """Close the bot's connection; the bot can resume."""
        await self._gateway.drop()

    async def silence_gateway(self) -> None:
        """Close the bot's connection, and keep new ones waiting until `answer_gateway`."""
        await self._gateway.fall_silent()

    def answer_gateway(self) -> None:
        """Serve the bot's connections again."""
        self._gateway.answer()

    async def invalidate_session(self) -> None:
        """Close the bot's connection and invalidate its session, so that it must identify again."""
        await self._gateway.drop(resumable=False)

    async def ask_to_reconnect(self) -> None:
        await self._gateway.ask_to_reconnect()

    # The world

    def close_dms(self, user: User, *, closed: bool = True) -> None:
        self._world.put(replace(self._world.users[user.id], dms_closed=closed))

    def deny(self, name: str, channel: Channel, user: User | None = None) -> None:
        """Deny a permission (`attach_files`) in a channel to the bot or another member."""
        self._overwrite(name, channel, user, allowed=False)

    def allow(self, name: str, channel: Channel, user: User | None = None) -> None:
        """Allow a permission in a channel to the bot or another member."""
        self._overwrite(name, channel, user, allowed=True)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel. Raises ValueError for direct messages, which Discord cannot delete."""
        if channel.guild_id is None:
            raise ValueError("A conversation cannot be deleted, only a channel or a thread of a server.")
        self._world.drop(self._world.channels[channel.id])

    def delete_message(self, message: Message) -> None:
        self._world.drop(message)

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot and its commands from a server."""
        guild = self._world.guilds[guild.id]
        if self._world.commands.get(guild.id):
            self._world.set_commands(guild.id, [])
        members = tuple(member for member in guild.members if member.user_id != self._world.bot.id)
        self._world.put(replace(guild, members=members))

    def invite_bot(self, guild: Guild) -> None:
        """Add the bot to a server, like an invite link."""
        self._world.join(guild, self._world.bot)

    def _overwrite(self, name: str, channel: Channel, user: User | None, *, allowed: bool) -> None:
        if channel.guild_id is None:
            raise ValueError("There are no permissions in a conversation.")
        bit = permission(name)
        who = user or self._world.bot
        channel = self._world.channels[channel.id]
        others = tuple(overwrite for overwrite in channel.overwrites if overwrite.id != who.id)
        mine = next((overwrite for overwrite in channel.overwrites if overwrite.id == who.id), Overwrite(who.id, 1))
        allow, deny = (mine.allow | bit, mine.deny & ~bit) if allowed else (mine.allow & ~bit, mine.deny | bit)
        self._world.put(replace(channel, overwrites=(*others, replace(mine, allow=int(allow), deny=int(deny)))))


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise ValueError(f"{text} is no regular expression: {error}.") from error


def take(troubles: list[T], request: str = "") -> T | None:
    """Use up one of the first fault that matches a request. Returns it, or None if there is none."""
    for trouble in troubles:
        if trouble.fits.search(request):
            trouble.left -= 1
            if trouble.left <= 0:
                troubles.remove(trouble)
            return trouble
    return None
