"""Searches a channel's history for messages that were posted but never recorded, after a kill or a lost answer."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

import discord
from discord.utils import snowflake_time, time_snowflake

from matches.model import Match
from storage.privacy import DELETED

LOOK_BACK = 100
"""How many of a channel's newest messages are read: one page of Discord's."""
FARTHEST = 1000
"""The most messages that are read to find unrecorded ones."""
FIRST = 50
"""The most messages that are read from a time on to find those to edit."""
SLACK = 60
"""Seconds by which Discord's clock and ours may differ."""

BOARD_FILE = re.compile(r"-(?P<code>[0-9a-z]+)-(?P<rev>\d+)\.png")
"""The end of the file name of a board's picture."""
BOARD_LINE = re.compile(r"\D*(?P<number>\d+).* · #(?P<code>[0-9a-z]+)")
"""The line to which an old board is reduced, in any language."""


async def posted(channel: discord.PartialMessageable, me: discord.abc.Snowflake | None) -> list[discord.Message]:
    """The bot's own messages among a channel's newest, newest first; empty if the bot may not read them."""
    try:
        return _own([message async for message in channel.history(limit=LOOK_BACK)], me)
    except (discord.Forbidden, discord.NotFound):
        return []  # if it may not post either, sending will fail


async def posted_after(
    channel: discord.PartialMessageable, me: discord.abc.Snowflake | None, message_id: int | None, since: int
) -> list[discord.Message]:
    """The bot's own messages after this message or, if that is None, since this time (UTC seconds). Raises FAILURES."""
    after = discord.Object(message_id) if message_id else _moment(since - SLACK)
    return _own([message async for message in channel.history(limit=FARTHEST, after=after)], me)


async def posted_first(
    channel: discord.PartialMessageable, me: discord.abc.Snowflake | None, since: int, slack: int
) -> list[discord.Message]:
    """The bot's own among the first messages since this time (UTC seconds), oldest first. Raises FAILURES."""
    history = channel.history(limit=FIRST, after=_moment(since - slack), oldest_first=True)
    return _own([message async for message in history], me)


async def posted_around(
    channel: discord.PartialMessageable, me: discord.abc.Snowflake | None, since: int, noted: int | None
) -> list[discord.Message]:
    """The bot's own messages from this time (UTC seconds) until shortly after the noted message. Raises FAILURES.

    Reads several pages, because a busy channel gets more than one page of messages in that time.
    """
    last = None if noted is None else snowflake_time(noted) + timedelta(seconds=SLACK)
    messages = []
    async for message in channel.history(limit=FARTHEST, after=_moment(since - SLACK), oldest_first=True):
        if last is not None and message.created_at > last:
            break
        messages.append(message)
    return _own(messages, me)


def _moment(at: int) -> discord.Object:
    """A position in the history at this time (UTC seconds)."""
    return discord.Object(time_snowflake(datetime.fromtimestamp(at, UTC)))


def _own(messages: Iterable[discord.Message], me: discord.abc.Snowflake | None) -> list[discord.Message]:
    """Only the bot's own messages, because other people may post files with the names of boards."""
    return [message for message in messages if me is not None and message.author.id == me.id]


def shown_rev(message: discord.Message, match: Match) -> int | None:
    """The revision of this match whose board a message shows; None if it shows no board of this match."""
    for attachment in message.attachments[:1]:
        name = BOARD_FILE.search(attachment.filename)
        if name is not None and name["code"] == match.code:
            return int(name["rev"])
    return None


def line_number(message: discord.Message, match: Match) -> int | None:
    """The number of moves that a line names; None if no old board of this match was reduced to this message."""
    line = None if message.attachments else BOARD_LINE.fullmatch(message.content)
    return int(line["number"]) if line is not None and line["code"] == match.code else None


def says(message_text: str, text: str) -> bool:
    """Whether a message's text is this text, apart from the names of people who were forgotten since."""
    return re.fullmatch(".*".join(map(re.escape, text.split(DELETED))), message_text, re.DOTALL) is not None


async def posted_since(
    channel: discord.PartialMessageable,
    me: discord.abc.Snowflake | None,
    since: int,
    wanted: Callable[[discord.Message], bool],
) -> discord.Message | None:
    """The bot's own newest message that satisfies `wanted` and is not older than `since` (UTC seconds), or None."""
    earliest = datetime.fromtimestamp(since - SLACK, UTC)
    messages = await posted(channel, me)
    return next((message for message in messages if message.created_at >= earliest and wanted(message)), None)
