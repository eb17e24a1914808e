"""Looking back: whether a message was posted already though nobody could note that."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import discord
from discord.utils import snowflake_time, time_snowflake

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from matches.model import Match

LOOK_BACK = 100
"""How many of a channel's newest messages are read: as many as Discord gives at once."""
FARTHEST = 1000
"""How many messages are read at most to find those that nobody noted."""
FIRST = 50
"""How many messages are read from a time on to find those that are to be edited."""
SLACK = 60
"""Seconds by which Discord's clock and ours may differ."""


BOARD_FILE = re.compile(r"-(?P<code>[0-9a-z]+)-(?P<rev>\d+)\.png")
"""The end of the name of a board's picture."""


async def posted(channel: discord.PartialMessageable, me: discord.abc.Snowflake | None) -> list[discord.Message]:
    """The bot's own messages among the newest of a channel, the newest first; none where it may not read them."""
    try:
        return _own([message async for message in channel.history(limit=LOOK_BACK)], me)
    except (discord.Forbidden, discord.NotFound):
        return []  # if it may not post there either, sending says so


async def posted_after(
    channel: discord.PartialMessageable, me: discord.abc.Snowflake | None, message_id: int | None, since: int
) -> list[discord.Message]:
    """The bot's own messages after this message, or since this time (UTC seconds) if it is None. Raises FAILURES."""
    after = discord.Object(message_id) if message_id else _moment(since - SLACK)
    return _own([message async for message in channel.history(limit=FARTHEST, after=after)], me)


async def posted_first(
    channel: discord.PartialMessageable, me: discord.abc.Snowflake | None, since: int, slack: int
) -> list[discord.Message]:
    """The bot's own among the first messages since this time (UTC seconds), the oldest first. Raises FAILURES."""
    history = channel.history(limit=FIRST, after=_moment(since - slack), oldest_first=True)
    return _own([message async for message in history], me)


async def posted_around(
    channel: discord.PartialMessageable, me: discord.abc.Snowflake | None, since: int, noted: int | None
) -> list[discord.Message]:
    """The bot's own messages since this time (UTC seconds), up to soon after the noted one. Raises FAILURES.

    However much others write there meanwhile: a busy channel has more than one page of messages in these seconds.
    """
    last = None if noted is None else snowflake_time(noted) + timedelta(seconds=SLACK)
    found = []
    async for message in channel.history(limit=FARTHEST, after=_moment(since - SLACK), oldest_first=True):
        if last is not None and message.created_at > last:
            break
        found.append(message)
    return _own(found, me)


def _moment(at: int) -> discord.Object:
    """What stands in the history at this time (UTC seconds)."""
    return discord.Object(time_snowflake(datetime.fromtimestamp(at, UTC)))


def _own(messages: Iterable[discord.Message], me: discord.abc.Snowflake | None) -> list[discord.Message]:
    """The messages that the bot itself has written: other people may post files with the names of boards."""
    return [message for message in messages if me is not None and message.author.id == me.id]


def shown_rev(message: discord.Message, match: Match) -> int | None:
    """The revision of this match whose board a message shows; None for a message that is no board of it."""
    for attachment in message.attachments[:1]:
        found = BOARD_FILE.search(attachment.filename)
        if found is not None and found["code"] == match.code:
            return int(found["rev"])
    return None


async def posted_since(
    channel: discord.PartialMessageable,
    me: discord.abc.Snowflake | None,
    since: int,
    wanted: Callable[[discord.Message], bool],
) -> discord.Message | None:
    """The bot's own newest message that is wanted and not older than `since` (UTC seconds)."""
    earliest = datetime.fromtimestamp(since - SLACK, UTC)
    found = (one for one in await posted(channel, me) if one.created_at >= earliest and wanted(one))
    return next(found, None)
