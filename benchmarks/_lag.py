"""The lag of the event loop: how late a task runs that wants to run every few milliseconds.

Time in which other programs had the processor is left out, so only the work of the loop itself is measured: at the most
the processor time since the loop last woke up before the task was due.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

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
    woken = deque([(perf_counter(), thread_time())], maxlen=100)
    selector: Any = asyncio.get_running_loop()._selector  # type: ignore[attr-defined]  # noqa: SLF001 (nothing else tells when the loop wakes up)
    select = selector.select

    def noted(timeout: float | None = None) -> object:
        events = select(timeout)
        woken.append((perf_counter(), thread_time()))
        return events

    async def watch() -> None:
        while True:
            due = perf_counter() + EVERY
            await asyncio.sleep(EVERY)
            used = next((used for at, used in reversed(woken) if at <= due), woken[0][1])
            found.append(max(0.0, min(perf_counter() - due, thread_time() - used)) * 1000)

    selector.select = noted
    task = asyncio.create_task(watch())
    try:
        yield found
    finally:
        task.cancel()
        selector.select = select


async def idle() -> list[float]:
    """The lags of a loop that does nothing else: the share of the machine itself."""
    async with lags() as found:
        await asyncio.sleep(IDLE)
    return found


def percentile(values: Sequence[float], part: float) -> float:
    """The value that `part` of the values (0.99) do not exceed."""
    return sorted(values)[min(len(values) - 1, round(part * len(values)))]
