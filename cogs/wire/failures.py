"""What Discord or the network may answer instead of taking a message, and what that means."""

from __future__ import annotations

import aiohttp
import discord

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""All that a request to Discord may raise."""
ANSWERED = 40060
"""Discord's code for an answer to an interaction that has its answer already."""
LATE = frozenset({10062, ANSWERED, 10015, 50027})
"""Discord's codes for an answer that comes too late, or to an interaction that has its answer already."""
NO_MESSAGE = 10008
"""Discord's code for a message that is there no longer."""
NO_ACCESS = frozenset({10003, 10004, 50001})
"""Discord's codes for a channel or a server that is gone, or closed to the bot."""
GONE = frozenset({10003, 10004})
"""Discord's codes for a channel or a server that is gone for ever."""
CLOSED = frozenset({50007, 50278})
"""Discord's codes for direct messages that somebody does not take, or cannot get without a common server."""
ARCHIVED = 50083
"""Discord's code for an edit in a thread that is archived."""
ENOUGH = 128
"""How often a change is tried in a channel that is closed to the bot: for a month, with growing pauses."""
TOO_MANY = 429
"""Discord's status for too many requests."""


def code_of(error: Exception) -> int:
    """Discord's code for why it refused a request; 0 where the network failed, or Discord gives none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def lost(error: Exception) -> bool:
    """Whether Discord may have done what it was asked to though nobody heard so: the network or Discord failed."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500


def refused(error: Exception) -> bool:
    """Whether Discord certainly did nothing; otherwise it may have done what it was asked to."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != TOO_MANY
