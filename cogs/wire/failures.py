"""Classifies failed requests to Discord."""

import aiohttp
import discord

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""All exceptions that a request to Discord may raise."""
UNREADABLE = (discord.InvalidData, LookupError, TypeError, ValueError, AttributeError)
"""All exceptions that discord.py may raise for a channel of an unknown type or without an expected field."""
ANSWERED = 40060
"""Discord's error code for an interaction that was already answered."""
LATE = frozenset({10062, ANSWERED, 10015, 50027})
"""Discord's error codes for an answer that is too late or the second one."""
NO_MESSAGE = 10008
"""Discord's error code for a deleted message."""
NO_ACCESS = frozenset({10003, 10004, 50001})
"""Discord's error codes for a channel or server that was deleted or is closed to the bot."""
GONE = frozenset({10003, 10004})
"""Discord's error codes for a deleted channel or server."""
NO_MEMBER = frozenset({10007, 10013})
"""Discord's error codes for a person who is not in a server, or whose account was deleted."""
CLOSED = frozenset({50007, 50278})
"""Discord's error codes for a person who accepts no direct messages, or shares no server with the bot."""
UNREACHABLE = CLOSED | NO_ACCESS
"""Discord's error codes for a place where nothing can be posted."""
ARCHIVED = 50083
"""Discord's error code for an edit in an archived thread."""
ENOUGH = 128
"""The most tries in a channel that is closed to the bot; with back-off, these take a month."""
TOO_MANY = 429
"""The HTTP status of a rate limit."""


def code_of(error: Exception) -> int:
    """Discord's error code for a refused request; 0 if the network failed or Discord gave none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def lost(error: Exception) -> bool:
    """Whether the request may have succeeded with its confirmation lost (network failure or 5xx)."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500


def refused(error: Exception) -> bool:
    """Whether Discord refused the request for good (4xx except a rate limit), so it certainly had no effect."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != TOO_MANY
