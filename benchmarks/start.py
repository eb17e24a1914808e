"""Starting: the processor time of a clean start with an empty database, and with 100,000 matches."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks._many import filled
from benchmarks._processes import BOT, cpu
from benchmarks._table import Line
from sandbox import BotProcess, Sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

MATCHES = 100_000
STARTS = 3
STILL = 1.0
"""Seconds of waiting after which a start and its work in the background are surely over."""


def measure() -> Iterator[Line]:
    """The seconds of both starts, and the ratio of the second to the first."""
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty.sqlite3", Path(folder) / "full.sqlite3"
        asyncio.run(filled(full, MATCHES))
        for path in (empty, full):
            asyncio.run(_start(path))  # a first start sends the commands and finishes what the filling has left
        seconds: dict[Path, list[float]] = {path: [] for path in (empty, full)}
        for _ in range(STARTS):
            for path, found in seconds.items():
                found.append(asyncio.run(_start(path)))
    lone, crowded = median(seconds[empty]), median(seconds[full])
    yield Line("start", "CPU of a start, empty database", lone, "s")
    yield Line("start", f"CPU of a clean start, {MATCHES:,} matches", crowded, "s")
    yield Line("start", "the second beside the first", crowded / lone, goal=1.3)


async def _start(path: Path) -> float:
    async with Sandbox() as sandbox, BotProcess(sandbox, path, program=BOT) as bot:
        await asyncio.sleep(STILL)
        return cpu(bot.pid)
