"""Looking back: whether a message was posted already though nobody could note that."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from collections.abc import Callable

LOOK_BACK = 50
"""How many of a channel's newest messages are read."""
SLACK = 60
"""Seconds by which Discord's clock and ours may differ."""


async def posted(channel: discord.PartialMessageable, me: discord.abc.Snowflake | None) -> list[discord.Message]:
    """The bot's own messages among the newest of a channel, the newest first; none where it may not read them."""
    try:
        return [
            message
            async for message in channel.history(limit=LOOK_BACK)
            if me is not None and message.author.id == me.id
        ]
    except (discord.Forbidden, discord.NotFound):
        return []  # sending will tell


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
