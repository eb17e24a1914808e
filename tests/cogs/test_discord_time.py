"""Discord's time is learned from Discord's API alone."""

from email.utils import formatdate
from types import SimpleNamespace

import pytest
from aiohttp import TraceConfig
from discord.http import Route
from yarl import URL

from cogs.wire.discord_time import clock_trace
from service.clock import Clock


@pytest.mark.parametrize(
    ("url", "learned"),
    [
        (Route.BASE + "/gateway/bot", True),
        ("https://cdn.discordapp.com/attachments/1/2/record.txt", False),  # anybody's file, perhaps a cached copy
        (Route.BASE.replace("https://discord.com", "https://discord.com.example.org"), False),
    ],
)
async def test_only_the_date_of_discords_api_corrects_the_clock(url: str, learned: bool) -> None:
    clock, context = Clock(), SimpleNamespace()
    trace, before = clock_trace(TraceConfig(), clock), clock.exact()
    headers = {"Date": formatdate(before - 3600, usegmt=True)}
    (started,), (ended,) = trace.on_request_start, trace.on_request_end
    await started(None, context, None)  # type: ignore[arg-type]  # called as aiohttp calls it, without the trace
    params = SimpleNamespace(url=URL(url), response=SimpleNamespace(headers=headers))
    await ended(None, context, params)  # type: ignore[arg-type]  # only these fields are read
    assert (clock.exact() < before - 3590) is learned
