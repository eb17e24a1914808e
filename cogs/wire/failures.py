"""Failed requests: their classes, how many are allowed, and how long the bot waits when it is rate-limited."""

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
"""All exceptions that discord.py may raise for a channel of an unknown type or without an expected field."""
ANSWERED = 40060
"""Discord's error code for an interaction that has already been answered."""
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
TOO_OLD = 30046
"""Discord's error code for the many edits of a message that is over an hour old."""
ARCHIVED = 50083
"""Discord's error code for an edit in an archived thread."""
ENOUGH = 128
"""How often to try at most in a channel that is closed to the bot. With back-off, this takes a month."""
TOO_MANY = 429
"""The HTTP status of a rate limit."""
WINDOW = 600
"""How long a refusal counts, in seconds."""
COUNTED = frozenset({401, 403, 429})
"""The HTTP statuses that Discord counts."""
MOST_AGAIN = 500
"""From this many refusals on, no refused request is retried."""
MOST = 2_000
"""From this many refusals on, nothing new is sent either."""
LONGEST = 60.0
"""How long a request may wait, in seconds. One that must wait longer fails, and the outbox retries it later."""
LONGEST_TOLD = 100
"""How many characters of such a response may be logged."""


def code_of(error: Exception) -> int:
    """Return Discord's error code for a refused request; 0 if the network failed or Discord gave none."""
    return error.code if isinstance(error, discord.HTTPException) else 0


def lost(error: Exception) -> bool:
    """Whether the request may have succeeded although its confirmation was lost (network failure or 5xx)."""
    return not isinstance(error, discord.HTTPException) or error.status >= 500


def refused(error: Exception) -> bool:
    """Whether Discord refused the request for good (4xx except a rate limit), so it certainly had no effect."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != TOO_MANY


class Refusals:
    """Counts all refused requests of the last ten minutes."""

    def __init__(self) -> None:
        self._at: deque[float] = deque()

    def __len__(self) -> int:
        while self._at and self._at[0] <= time.monotonic() - WINDOW:
            self._at.popleft()
        return len(self._at)

    def count(self, status: int) -> None:
        """Count a request by its HTTP status."""
        if status in COUNTED:
            self._at.append(time.monotonic())

    def seconds_to_wait(self, *, again: bool) -> int:
        """Return how many seconds to wait before a new request, or a retry (`again`), may be sent; 0 for now."""
        most = MOST_AGAIN if again else MOST
        too_many = len(self) - most
        if too_many < 0:
            return 0
        return math.ceil(self._at[too_many] + WINDOW - time.monotonic()) + 1

    def listening(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Count the refused requests that this trace observes, and return the trace."""
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self.count(ended.response.status)


class Unreasonable(aiohttp.ClientError):
    """Discord asked for a wait that is too long or unreadable."""


def bounded(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Make requests fail if Discord asks for an unreasonable wait, and return the trace.

    discord.py would sleep for any length of time, and raise an unexpected error for an unreadable one.
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
    """Whether a rate-limit response names an acceptable wait."""
    try:
        wait = json.loads(body)["retry_after"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return False
    return isinstance(wait, int | float) and math.isfinite(wait) and 0 <= wait <= LONGEST
