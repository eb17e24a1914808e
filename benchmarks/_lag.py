"""The lag of the bot's event loop: how late a task runs that wants to run every few milliseconds.

`python -m benchmarks._lag FILE` is a program that does nothing else: its lag is what the machine adds to the bot's.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

EVERY = 0.002
"""Seconds between two measurements."""
IDLE = 3.0
"""Seconds for which an idle loop is measured."""
FIGURES = Path("/proc/thread-self/schedstat")
"""Linux's figures of the thread that opens the file: nanoseconds in which it ran, and in which it waited for a core."""
SETTING = "BENCH_LAGS"
"""The environment variable that names the file to which a bot writes the lags of its event loop."""


@dataclass
class Lags:
    """The milliseconds by which a loop was late, in the order of the measurements."""

    whole: list[float] = field(default_factory=list)
    """Whatever was the cause: the loop's own work, threads that held the interpreter's lock, or a wait for a core."""
    own: list[float] = field(default_factory=list)
    """The same without the time in which the loop's thread waited for a core that another thread or program had."""


@asynccontextmanager
async def noted(path: Path) -> AsyncIterator[None]:
    """While the block runs, add a line with both lags of the running loop to a file after each measurement."""
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
        late = max(0.0, perf_counter() - due)
        before, waited = waited, _waited(figures)
        file.write(f"{late * 1000:.3f} {max(0.0, late - (waited - before)) * 1000:.3f}\n")


def _waited(figures: int) -> float:
    """The seconds for which the thread that opened the file has waited for a core so far."""
    return int(os.pread(figures, 100, 0).split()[1]) / 1e9


@contextmanager
def lags(path: Path) -> Iterator[Lags]:
    """The lags that are added to the file while the block runs; they are known when it ends."""
    found = Lags()
    with path.open(encoding="ascii") as file:
        file.seek(0, os.SEEK_END)
        yield found
        for line in file:
            whole, own = map(float, line.split())
            found.whole.append(whole)
            found.own.append(own)


async def idle(path: Path) -> Lags:
    """The lags of a bot that nobody uses: the share of the machine itself."""
    with lags(path) as found:
        await asyncio.sleep(IDLE)
    return found


def percentile(values: Sequence[float], part: float) -> float:
    """The value that `part` of the values (0.99) do not exceed."""
    return sorted(values)[min(len(values) - 1, round(part * len(values)))]


@asynccontextmanager
async def idle_beside(path: Path) -> AsyncIterator[None]:
    """While the block runs, a program that does nothing else adds the lags of its event loop to a file."""
    program = await asyncio.create_subprocess_exec(sys.executable, "-m", "benchmarks._lag", str(path))
    try:
        yield
    finally:
        program.terminate()
        await program.wait()


async def _note_for_ever(path: Path) -> None:
    async with noted(path):
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_note_for_ever(Path(sys.argv[1])))
