"""The lag of the event loop: how late a task runs that wants to run every few milliseconds.

Time in which other programs had the processor is left out, so only the work of the loop itself is measured.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

EVERY = 0.002
"""Seconds between two measurements."""
IDLE = 2.0
"""Seconds for which an idle loop is measured."""


@asynccontextmanager
async def lags() -> AsyncIterator[list[float]]:
    """A list to which the milliseconds by which the loop was late are added, as long as the block runs."""
    found: list[float] = []

    async def watch() -> None:
        while True:
            begun, used = perf_counter(), thread_time()
            await asyncio.sleep(EVERY)
            found.append(max(0.0, min(perf_counter() - begun - EVERY, thread_time() - used)) * 1000)

    task = asyncio.create_task(watch())
    try:
        yield found
    finally:
        task.cancel()


async def idle() -> list[float]:
    """The lags of a loop that does nothing else: the share of the machine itself."""
    async with lags() as found:
        await asyncio.sleep(IDLE)
    return found


def percentile(values: Sequence[float], part: float) -> float:
    """The value that `part` of the values (0.99) do not exceed."""
    return sorted(values)[min(len(values) - 1, round(part * len(values)))]
