"""Starting: the processor time of a clean start."""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
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
        return asyncio.run(_rounds(Path(folder), programs))


async def _rounds(folder: Path, programs: Sequence[Path]) -> list[list[float]]:
    async with AsyncExitStack() as stack:
        # Each program keeps its sandbox, because a database belongs to one application.
        starts = [
            (program, await stack.enter_async_context(Sandbox()), folder / f"{number}.sqlite3")
            for number, program in enumerate(programs)
        ]
        for start in starts:
            await _start(*start)  # a first start registers the commands and compiles
        rounds = [[await _start(*start) for start in starts] for _ in range(STARTS)]
        return [list(each) for each in zip(*rounds, strict=True)]


async def _start(program: Path, sandbox: Sandbox, database: Path) -> float:
    async with BotProcess(sandbox, database, program=program) as bot:
        await asyncio.sleep(STILL)
        return cpu(bot.pid)
