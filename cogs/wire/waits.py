"""How long the bot waits when Discord answers that there are too many requests."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import aiohttp

from cogs.wire.failures import TOO_MANY

if TYPE_CHECKING:
    from types import SimpleNamespace

LONGEST = 60.0
"""Seconds for which a request may be made to wait; what has to wait longer fails, and the outbox tries it later."""
LONGEST_TOLD = 100
"""The most characters of such an answer that the log tells."""


class Unreasonable(aiohttp.ClientError):
    """Discord let a request wait for a time that cannot be read, or for too long."""


def bounded(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """A trace of the requests of an HTTP client that lets those fail which would wait for an unreasonable time.

    discord.py sleeps for whatever it is told, and a time that it cannot read is an error that nobody expects.
    """
    trace.on_request_end.append(_check)
    return trace


async def _check(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    response = ended.response
    if response.status != TOO_MANY or "Via" not in response.headers:  # without it discord.py does not wait
        return
    body = await response.text()
    if not reasonable(body):
        response.close()
        raise Unreasonable("Discord names no time that anybody could wait", body[:LONGEST_TOLD])


def reasonable(body: str) -> bool:
    """Whether this is the body of an answer that names a time for which a request can wait."""
    try:
        wait = json.loads(body)["retry_after"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return False
    return isinstance(wait, int | float) and math.isfinite(wait) and 0 <= wait <= LONGEST
