"""Classifies and counts failed requests, and decides which waits requested by Discord are acceptable."""

import json
import math
import time
from collections import deque
from types import SimpleNamespace

import aiohttp
import discord

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""All exceptions that a request to Discord may raise."""
UNREADABLE = (discord.InvalidData, LookupError, TypeError, ValueError, AttributeError)
"""All exceptions that discord.py may raise for a channel with an unknown type or a missing field."""
ANSWERED = 40060
"""Discord's error code for an interaction that already has a response."""
LATE = frozenset({10062, ANSWERED, 10015, 50027})
"""Discord's error codes for a response that comes too late or after another response."""
NO_MESSAGE = 10008
"""Discord's error code for a deleted message."""
NO_ACCESS = frozenset({10003, 10004, 50001})
"""Discord's error codes for a channel or server that was deleted or is closed to the bot."""
GONE = frozenset({10003, 10004})
"""Discord's error codes for a deleted channel or server."""
NO_MEMBER = frozenset({10007, 10013})
"""Discord's error codes for a person who is not in a server, or whose account was deleted."""
CLOSED = frozenset({50007, 50278})
"""Discord's error codes for a person who accepts no direct messages or shares no server with the bot."""
UNREACHABLE = CLOSED | NO_ACCESS
"""Discord's error codes for a channel where nothing can be posted."""
TOO_OLD = 30046
"""Discord's error code for too many edits of a message more than an hour old."""
ARCHIVED = 50083
"""Discord's error code for editing a message in an archived thread."""
ENOUGH = 128
"""The maximum number of attempts in a channel closed to the bot. With the back-off, they take a month."""
TOO_MANY = 429
"""The HTTP status for a rate limit."""
WINDOW = 600
"""How long a refused request counts as recent, in seconds."""
COUNTED = frozenset({401, 403, 429})
"""The HTTP statuses that count towards Discord's limit on refused requests."""
MOST_AGAIN = 500
"""The number of recent refusals after which refused requests are no longer retried."""
MOST = 2_000
"""The number of recent refusals after which new requests are not sent either."""
LONGEST = 60.0
"""How long a request may wait, in seconds. If Discord asks for more, the request fails and the outbox retries it."""
LONGEST_TOLD = 100
"""The maximum number of characters logged from an unreasonable response."""


def code_of(error: Exception) -> int:
    """Return Discord's error code for a failed request, or 0 if it has none, as when the network fails."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def may_have_succeeded(error: Exception) -> bool:
    """Return whether a request may have succeeded despite this error, such as a lost connection or a 5xx response."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500


def is_refused(error: Exception) -> bool:
    """Return whether Discord has permanently refused a request, with any 4xx status other than that of a rate limit."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != TOO_MANY


class Refusals:
    """Counts requests refused by Discord in the last ten minutes."""

    def __init__(self) -> None:
        self._at: deque[float] = deque()

    def __len__(self) -> int:
        while self._at and self._at[0] <= time.monotonic() - WINDOW:
            self._at.popleft()
        return len(self._at)

    def count(self, status: int) -> None:
        """Count a refused request if its HTTP status is one of COUNTED."""
        if status in COUNTED:
            self._at.append(time.monotonic())

    def seconds_to_wait(self, *, again: bool) -> int:
        """Return how many seconds a request must wait before it is sent, or 0 if it can be sent now.

        `again` is true if the request is a retry.
        """
        most = MOST_AGAIN if again else MOST
        too_many = len(self) - most
        if too_many < 0:
            return 0
        return math.ceil(self._at[too_many] + WINDOW - time.monotonic()) + 1

    def listening(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Add to an aiohttp trace a hook that counts refused requests, and return the trace."""
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self.count(ended.response.status)


class Unreasonable(aiohttp.ClientError):
    """Raised if Discord's rate limiting demands a wait that is too long or cannot be parsed."""


def limit_waits(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Add to an aiohttp trace a hook that raises Unreasonable if Discord asks for too long a wait between requests.

    Returns the trace.

    discord.py itself would sleep for any length of time, and raise an unexpected error for an unreadable one.
    """
    trace.on_request_end.append(_check)
    return trace


async def _check(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    response = ended.response
    if response.status != TOO_MANY or "Via" not in response.headers:  # discord.py waits only with this header
        return
    body = await response.text()
    if not reasonable(body):
        response.close()
        raise Unreasonable("Discord asked for an unreasonable wait", body[:LONGEST_TOLD])


def reasonable(body: str) -> bool:
    """Return whether the wait requested by a rate-limit response is acceptable."""
    try:
        wait = json.loads(body)["retry_after"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return False
    return isinstance(wait, int | float) and math.isfinite(wait) and 0 <= wait <= LONGEST
