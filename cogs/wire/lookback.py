"""Searches a channel's history for messages that went unrecorded because of a crash or an error."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

import discord
from discord.utils import snowflake_time, time_snowflake

from matches.model import Match
from storage.privacy import DELETED

LOOK_BACK = 100
"""How many of a channel's newest messages are read, which is one page of Discord's history."""
FARTHEST = 1000
"""The maximum number of messages read to find unrecorded ones."""
FIRST = 50
"""The maximum number of messages read by `first_messages`."""
SLACK = 60
"""The largest assumed difference, in seconds, between Discord's clock and the bot's."""

BOARD_FILE = re.compile(r"-(?P<code>[0-9a-z]+)-(?P<rev>\d+)\.png")
"""Matches the end of the file name of a board's picture."""
BOARD_LINE = re.compile(r"\D*+(?P<number>\d++).* · #(?P<code>[0-9a-z]+)")
"""Matches the line that replaces an old board, in any language."""


async def recent_messages(
    channel: discord.PartialMessageable, bot_user: discord.abc.Snowflake | None
) -> list[discord.Message]:
    """Return the bot's own recent messages in a channel, newest first, or [] if it may not read the channel."""
    try:
        return _own_messages([message async for message in channel.history(limit=LOOK_BACK)], bot_user)
    except (discord.Forbidden, discord.NotFound):
        return []  # if it may not post either, sending will fail


async def followed_by(channel: discord.PartialMessageable, message_id: int, limit: int) -> int:
    """Count the messages that follow this one, up to `limit`. Raises one of FAILURES if a request fails."""
    return len([message async for message in channel.history(limit=limit, after=discord.Object(message_id))])


async def messages_after(
    channel: discord.PartialMessageable, bot_user: discord.abc.Snowflake | None, message_id: int | None, since: int
) -> list[discord.Message]:
    """Return the bot's messages after the message with this ID.

    If `message_id` is None, returns those since `since` (UTC seconds) instead. Raises one of FAILURES if a request
    fails.
    """
    after = discord.Object(message_id) if message_id else _moment(since - SLACK)
    return _own_messages([message async for message in channel.history(limit=FARTHEST, after=after)], bot_user)


async def first_messages(
    channel: discord.PartialMessageable, bot_user: discord.abc.Snowflake | None, since: int, slack: int
) -> list[discord.Message]:
    """From a channel's first messages after a time (UTC seconds), return the bot's own, oldest first.

    Raises one of FAILURES if a request fails.
    """
    history = channel.history(limit=FIRST, after=_moment(since - slack), oldest_first=True)
    return _own_messages([message async for message in history], bot_user)


async def messages_around(
    channel: discord.PartialMessageable, bot_user: discord.abc.Snowflake | None, since: int, noted: int | None
) -> list[discord.Message]:
    """Return the bot's messages from a time (UTC seconds) until shortly after the message with the ID `noted`.

    If `noted` is None, there is no end. Raises one of FAILURES if a request fails.

    Reads several pages, because busy channels fill more than one in that time.
    """
    last = None
    if noted is not None:
        last = snowflake_time(noted) + timedelta(seconds=SLACK)
        since = min(since, int(snowflake_time(noted).timestamp()))
    messages = []
    async for message in channel.history(limit=FARTHEST, after=_moment(since - SLACK), oldest_first=True):
        if last is not None and message.created_at > last:
            break
        messages.append(message)
    return _own_messages(messages, bot_user)


def _moment(time: int) -> discord.Object:
    """Convert a time in UTC seconds to an object that marks that point in a channel's history."""
    return discord.Object(time_snowflake(datetime.fromtimestamp(time, UTC)))


def _own_messages(messages: Iterable[discord.Message], bot_user: discord.abc.Snowflake | None) -> list[discord.Message]:
    """Return only the bot's own messages, because other people may post files whose names look like those of boards."""
    return [message for message in messages if bot_user is not None and message.author.id == bot_user.id]


def shown_rev(message: discord.Message, match: Match) -> int | None:
    """Return the revision of the board shown by a message, or None if it shows no board of this match."""
    for attachment in message.attachments[:1]:
        name = BOARD_FILE.search(attachment.filename)
        if name is not None and name["code"] == match.code:
            return int(name["rev"])
    return None


def line_number(message: discord.Message, match: Match) -> int | None:
    """Return the move number in a one-line message that replaced one of the match's old boards.

    Returns None if the message is not such a line.
    """
    line = None if message.attachments else BOARD_LINE.fullmatch(message.content)
    return int(line["number"]) if line is not None and line["code"] == match.code else None


def says(message_text: str, text: str) -> bool:
    """Return whether a message has this text, disregarding the names of people whose data was deleted."""
    first, *others = text.split(DELETED)
    if not others:
        return message_text == text
    *between, last = others
    at, end = len(first), len(message_text) - len(last)
    for part in between:
        found = message_text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return at <= end and message_text.startswith(first) and message_text.endswith(last)


async def find_message(
    channel: discord.PartialMessageable,
    bot_user: discord.abc.Snowflake | None,
    since: int,
    wanted: Callable[[discord.Message], bool],
) -> discord.Message | None:
    """Return the bot's newest message sent after a time (UTC seconds) that satisfies `wanted`.

    Returns None if there is no such message.
    """
    earliest = datetime.fromtimestamp(since - SLACK, UTC)
    messages = await recent_messages(channel, bot_user)
    return next((message for message in messages if message.created_at >= earliest and wanted(message)), None)
