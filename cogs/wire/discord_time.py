"""Learns the current time from Discord's responses, because the local clock may be wrong."""

import asyncio
from contextlib import suppress
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp
import discord
from discord.http import Route

from service.clock import Clock

PATIENCE = 1.5
"""How long to wait for Discord's time, in seconds. Discord waits three seconds for a response to an interaction."""


def clock_trace(trace: aiohttp.TraceConfig, clock: Clock) -> aiohttp.TraceConfig:
    """Add hooks to an aiohttp trace so that the date in each of Discord's responses sets the clock.

    Returns the trace.
    """

    async def started(_: object, context: SimpleNamespace, __: object) -> None:
        context.asked = clock.uncorrected()

    async def ended(_: object, context: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        answered = clock.uncorrected()
        if not str(end.url).startswith(Route.BASE):
            return  # a file, whose date may be that of a cached copy
        try:
            shown = int(parsedate_to_datetime(end.response.headers["Date"]).timestamp())
        except (LookupError, ValueError, OverflowError):
            return  # no date, or an unreadable one
        clock.learn(shown, context.asked, answered)

    trace.on_request_start.append(started)
    trace.on_request_end.append(ended)
    return trace


async def ask_time(client: discord.Client) -> None:
    """Send a request so that `clock_trace` can read Discord's time from the response, if there is one."""
    with suppress(discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await client.http.get_bot_gateway()
