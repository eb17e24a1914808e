"""Bounds how long the bot waits when Discord rate-limits a request."""

import json
import math
from types import SimpleNamespace

import aiohttp

from cogs.wire.failures import TOO_MANY

LONGEST = 60.0
"""The most seconds that a request may wait. One that must wait longer fails, and the outbox retries it later."""
LONGEST_TOLD = 100
"""The most characters of such an answer in the log."""


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
    """Whether the body of a rate-limit answer names an acceptable wait."""
    try:
        wait = json.loads(body)["retry_after"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return False
    return isinstance(wait, int | float) and math.isfinite(wait) and 0 <= wait <= LONGEST
