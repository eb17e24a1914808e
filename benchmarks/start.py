"""Starting: the processor time of a clean start."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks._processes import BOT, cpu, program_of
from benchmarks._table import SLOWER, Line, ratio
from sandbox import BotProcess, Sandbox

STARTS = 15
STILL = 1.0
"""Seconds of waiting after which a start and its work in the background are surely over."""


def measure() -> Iterator[Line]:
    """The seconds of a start."""
    (seconds,) = _starts(BOT)
    yield Line("start", "CPU of a start, empty database", median(seconds), "s")


def compare(other: Path) -> Iterator[Line]:
    """The starts of this checkout and of another one, by turns."""
    ours, theirs = _starts(BOT, program_of(other))
    yield Line("start", "CPU of a start, empty database", median(ours), "s")
    yield Line("start", "the same beside the other checkout", *ratio(ours, theirs), goal=SLOWER)


def _starts(*programs: Path) -> list[list[float]]:
    """The seconds of the starts of each program, by turns."""
    with tempfile.TemporaryDirectory() as folder:
        databases = [Path(folder) / f"{number}.sqlite3" for number in range(len(programs))]
        starts = list(zip(programs, databases, strict=True))
        for start in starts:
            asyncio.run(_start(*start))  # a first start registers the commands and compiles
        rounds = [[asyncio.run(_start(*start)) for start in starts] for _ in range(STARTS)]
        return [list(each) for each in zip(*rounds, strict=True)]


async def _start(program: Path, database: Path) -> float:
    async with Sandbox() as sandbox, BotProcess(sandbox, database, program=program) as bot:
        await asyncio.sleep(STILL)
        return cpu(bot.pid)
