"""The lag of the bot's event loop: how late a task runs that is due every few milliseconds.

Time in which the loop's thread was ready and another thread or program had the core does not count: on a machine that
the bot shares with its sandbox, any program waits for a core.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import perf_counter
from typing import TextIO

EVERY = 0.002
"""Seconds between two measurements."""
FIGURES = Path("/proc/thread-self/schedstat")
"""Linux's figures of the thread that opens the file. The second is the nanoseconds for which it waited for a core."""
SETTING = "BENCH_LAGS"
"""The environment variable that names the file to which a bot writes the lags of its event loop."""


@asynccontextmanager
async def noted(path: Path) -> AsyncIterator[None]:
    """While the block runs, append the running loop's lags to a file: one line each, in milliseconds."""
    with path.open("a", encoding="ascii", buffering=1) as file, FIGURES.open("rb") as figures:  # noqa: ASYNC230 (neither is a slow file)
        task = asyncio.create_task(_watch(file, figures.fileno()))
        try:
            yield
        finally:
            task.cancel()


async def _watch(file: TextIO, figures: int) -> None:
    waited = _waited(figures)
    while True:
        due = perf_counter() + EVERY
        await asyncio.sleep(EVERY)
        late = perf_counter() - due
        before, waited = waited, _waited(figures)
        file.write(f"{max(0.0, late - (waited - before)) * 1000:.3f}\n")


def _waited(figures: int) -> float:
    """The seconds for which the thread that opened the file has waited for a core so far."""
    return int(os.pread(figures, 100, 0).split()[1]) / 1e9


@contextmanager
def lags(path: Path) -> Iterator[list[float]]:
    """The lags, in milliseconds, that are written to the file while the block runs. They are known when it ends."""
    read: list[float] = []
    with path.open(encoding="ascii") as file:
        file.seek(0, os.SEEK_END)
        yield read
        read += map(float, file)


def percentile(values: Sequence[float], part: float) -> float:
    """The value that `part` of the values (0.99) do not exceed."""
    return sorted(values)[min(len(values) - 1, round(part * len(values)))]
