"""Trouble on demand: lost connections, failing requests, missing permissions, deleted channels."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from sandbox.discord.permissions import permission
from sandbox.discord.records import Overwrite

if TYPE_CHECKING:
    from sandbox.discord.records import Channel, Guild, Message, User
    from sandbox.discord.world import World
    from sandbox.wire.gateway import Gateway


@dataclass(slots=True)
class Failure:
    """Lets the next `left` requests that fit fail."""

    left: int
    status: int
    fits: re.Pattern[str]
    after: bool
    """Whether the request takes effect, so that only its answer is lost."""
    retry_after: object
    """What a 429 says of when to try again: a number of seconds on Discord."""


@dataclass(slots=True)
class Delay:
    """Delays the next `left` requests that fit."""

    left: int
    seconds: float
    fits: re.Pattern[str]


CUT = 0
"""Stands in place of a status: the connection breaks before the answer."""
T = TypeVar("T", Failure, Delay)
LONGEST_DELAY = 600


class Trouble:
    """Makes things go wrong."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self._world = world
        self._gateway = gateway
        self._failures: list[Failure] = []
        self._delays: list[Delay] = []

    # Requests

    def fail_next(
        self, count: int = 1, *, status: int = 500, path: str = "", after: bool = False, retry_after: object = 0.2
    ) -> None:
        """Let the next requests fail whose `METHOD /path` contains the regular expression.

        A 429 says when to try again, with any value of JSON, or says nothing (None). With `after` a request takes
        effect, and only its answer is lost. Raises ValueError.
        """
        if not 400 <= status <= 599:
            raise ValueError(f"{status} is no status of a failure; choose one from 400 to 599.")
        self._failures.append(Failure(count, status, _pattern(path), after, retry_after))

    def cut_next(self, count: int = 1, *, path: str = "", after: bool = False) -> None:
        """Break the connection of the next requests that fit, before or `after` they take effect. Raises ValueError."""
        self._failures.append(Failure(count, CUT, _pattern(path), after, 0.0))

    def slow_next(self, seconds: float, count: int = 1, *, path: str = "") -> None:
        """Delay the next requests that fit by `seconds` of real time. Raises ValueError."""
        if not 0 <= seconds <= LONGEST_DELAY:
            raise ValueError(f"A request is held up for at most {LONGEST_DELAY} seconds.")
        self._delays.append(Delay(count, seconds, _pattern(path)))

    def failure(self, request: str) -> Failure | None:
        """The failure for this request (`METHOD /path`), which is used up; None if it shall succeed."""
        return _take(self._failures, request)

    async def hold_up(self, request: str) -> None:
        """Wait as long as this request shall be delayed."""
        delay = _take(self._delays, request)
        if delay:
            await asyncio.sleep(delay.seconds)

    def clear(self) -> None:
        """Let all requests pass again."""
        self._failures.clear()
        self._delays.clear()

    # The gateway

    async def drop_gateway(self) -> None:
        """Break the bot's connection; the bot can resume."""
        await self._gateway.drop()

    async def silence_gateway(self) -> None:
        """Break the bot's connection, and let new ones wait until `answer_gateway`."""
        await self._gateway.fall_silent()

    def answer_gateway(self) -> None:
        """Serve the bot's connections again."""
        self._gateway.answer()

    async def invalidate_session(self) -> None:
        """Break the bot's connection and forget its session: it must identify again."""
        await self._gateway.drop(resumable=False)

    async def ask_to_reconnect(self) -> None:
        await self._gateway.ask_to_reconnect()

    # The world

    def close_dms(self, user: User, *, closed: bool = True) -> None:
        self._world.put(replace(self._world.users[user.id], dms_closed=closed))

    def deny(self, name: str, channel: Channel, user: User | None = None) -> None:
        """Deny a permission (`attach_files`) in a channel to the bot, or to another member."""
        self._overwrite(name, channel, user, allowed=False)

    def allow(self, name: str, channel: Channel, user: User | None = None) -> None:
        """Allow a permission in a channel to the bot, or to another member."""
        self._overwrite(name, channel, user, allowed=True)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel. Raises ValueError for direct messages, which cannot be deleted on Discord."""
        if channel.guild_id is None:
            raise ValueError("A conversation cannot be deleted, only a channel or a thread of a server.")
        self._world.drop(self._world.channels[channel.id])

    def delete_message(self, message: Message) -> None:
        self._world.drop(message)

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from a server. The commands of that server are deleted with it."""
        guild = self._world.guilds[guild.id]
        if self._world.commands.get(guild.id):
            self._world.set_commands(guild.id, [])
        members = tuple(member for member in guild.members if member.user_id != self._world.bot.id)
        self._world.put(replace(guild, members=members))

    def invite_bot(self, guild: Guild) -> None:
        """Bring the bot into a server, as its invite link does."""
        self._world.join(guild, self._world.bot)

    def _overwrite(self, name: str, channel: Channel, user: User | None, *, allowed: bool) -> None:
        if channel.guild_id is None:
            raise ValueError("There are no permissions in a conversation.")
        bit = permission(name)
        who = user or self._world.bot
        channel = self._world.channels[channel.id]
        others = tuple(one for one in channel.overwrites if one.id != who.id)
        mine = next((one for one in channel.overwrites if one.id == who.id), Overwrite(who.id, 1))
        allow, deny = (mine.allow | bit, mine.deny & ~bit) if allowed else (mine.allow & ~bit, mine.deny | bit)
        self._world.put(replace(channel, overwrites=(*others, replace(mine, allow=int(allow), deny=int(deny)))))


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise ValueError(f"{text} is no regular expression: {error}.") from error


def _take(troubles: list[T], request: str) -> T | None:
    for trouble in troubles:
        if trouble.fits.search(request):
            trouble.left -= 1
            if trouble.left <= 0:
                troubles.remove(trouble)
            return trouble
    return None
