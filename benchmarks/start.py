"""Starting: the processor time of a clean start with an empty database, and with 100,000 matches."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks._many import filled
from benchmarks._processes import BOT, cpu, program_of
from benchmarks._table import SLOWER, Line, ratio
from sandbox import BotProcess, Sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

MATCHES = 100_000
STARTS = 5
COMPARED = 15
"""How many starts are compared with those of another checkout."""
STILL = 1.0
"""Seconds of waiting after which a start and its work in the background are surely over."""


def measure() -> Iterator[Line]:
    """The seconds of both starts, and the ratio of the second to the first."""
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty.sqlite3", Path(folder) / "full.sqlite3"
        asyncio.run(filled(full, MATCHES))
        lone, crowded = asyncio.run(_by_turns([(BOT, empty), (BOT, full)], STARTS))
    yield Line("start", "CPU of a start, empty database", median(lone), "s")
    yield Line("start", f"CPU of a clean start, {MATCHES:,} matches", median(crowded), "s")
    yield Line("start", "the second beside the first", median(crowded) / median(lone), goal=1.3)


def compare(other: Path) -> Iterator[Line]:
    """The starts of this checkout and of another one, by turns."""
    with tempfile.TemporaryDirectory() as folder:
        starts = [(BOT, Path(folder) / "1.sqlite3"), (program_of(other), Path(folder) / "2.sqlite3")]
        ours, theirs = asyncio.run(_by_turns(starts, COMPARED))
    yield Line("start", "CPU of a start, empty database", median(ours), "s")
    yield Line("start", "the same beside the other checkout", *ratio(ours, theirs), goal=SLOWER)


async def _by_turns(starts: list[tuple[Path, Path]], number: int) -> list[list[float]]:
    """The seconds of so many starts of each program with its database."""
    for start in starts:
        await _start(*start)  # a first start sends the commands and finishes what the filling has left
    found: list[list[float]] = [[] for _ in starts]
    for _ in range(number):
        for seconds, start in zip(found, starts, strict=True):
            seconds.append(await _start(*start))
    return found


async def _start(program: Path, database: Path) -> float:
    async with Sandbox() as sandbox, BotProcess(sandbox, database, program=program) as bot:
        await asyncio.sleep(STILL)
        return cpu(bot.pid)
