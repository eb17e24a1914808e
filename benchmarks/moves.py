"""Whole moves through Discord: the bot's CPU beside that of a bot that only encodes and sends ready pictures.

Both are real processes against sandboxes of their own, and play by turns in the same run. Taking the buttons off the
post before is a second request, for which nobody waits and which the plain bot need not make: it is measured apart.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks._seats import Seats
from benchmarks.pictures import scenes
from render import BOARDS, draw
from sandbox import BotProcess, Sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from render import Scene
    from sandbox import Answer

WARM, MATCHES = 6, 5
"""So many matches of about 40 moves each, no two alike, before measuring and while measuring.

A bot runs for months and paints the sprites of a game in its first matches.
"""
PLAIN_BOT = Path(__file__).parent / "_plain_bot.py"
STILL = 0.5
"""Seconds after which a bot has done what it does behind an answer."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Line:
    """A match of random moves."""

    key: str
    scenes: list[Scene]
    first: int
    """The number of its first picture among those of the plain bot."""

    @classmethod
    def drawn(cls, key: str, number: int, folder: Path) -> Line:
        """The line of this number, with its pictures in the folder."""
        line = cls(key, scenes(key, number)[1:], len(list(folder.glob("*.png"))))
        for at, scene in enumerate(line.scenes, line.first):
            (folder / f"{at}.png").write_bytes(draw(scene))
        return line


@dataclass
class Figures:
    """What some moves cost."""

    cpu: float = 0.0
    """Seconds of the bot's processor time, system calls included."""
    waits: list[float] = field(default_factory=list)
    """Seconds from the command to its answer, of each move."""

    @property
    def each(self) -> float:
        """Milliseconds of processor time of one move."""
        return self.cpu / len(self.waits) * 1000

    async def measure(
        self, bot: BotProcess, play: Callable[[Line], Coroutine[Any, Any, list[float]]], on: Line
    ) -> None:
        """Add the moves of a line."""
        await asyncio.sleep(STILL)
        before = _cpu(bot.pid)
        self.waits += await play(on)
        await asyncio.sleep(STILL)
        self.cpu += _cpu(bot.pid) - before


def report() -> None:
    """Print the milliseconds of a move, of a plain answer and of the stripping, and their ratios, for each game."""
    print("Moves: ms of the bot's CPU, beside a bot that only encodes and sends the same pictures")
    print(
        f"{'game':<14}{'moves':>6}{'plain':>8}{'strip':>8}{'a move':>8}"
        f"{'ratio':>7}{'without strip':>15}{'ms to answer':>14}{'plain':>8}"
    )
    for key in BOARDS:
        move, plain, stripping = asyncio.run(_measured(key))
        strip = stripping.each - plain.each
        print(
            f"{key:<14}{len(move.waits):>6}{plain.each:>8.1f}{strip:>8.1f}{move.each:>8.1f}"
            f"{move.each / plain.each:>7.2f}{(move.each - strip) / plain.each:>15.2f}"
            f"{median(move.waits) * 1000:>14.1f}{median(plain.waits) * 1000:>8.1f}"
        )


async def _measured(key: str) -> tuple[Figures, Figures, Figures]:
    """A move of the bot, a plain answer, and a plain answer that strips the post before."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        lines = [await asyncio.to_thread(Line.drawn, key, number, folder) for number in range(WARM + MATCHES)]
        ours, theirs = await stack.enter_async_context(Sandbox()), await stack.enter_async_context(Sandbox())
        bot = await stack.enter_async_context(BotProcess(ours, folder / "tidepool.sqlite3", TIDEPOOL_LIMITS="off"))
        plain_bot = await stack.enter_async_context(
            BotProcess(theirs, folder / "none", program=PLAIN_BOT, PLAIN_PICTURES=str(folder))
        )
        our_seats, their_seats = Seats.new(ours), Seats.new(theirs)
        for line in lines[:WARM]:
            await _played(our_seats, line)
            await _answered("/plain", their_seats, line)
        moves, plain, stripping = Figures(), Figures(), Figures()
        for line in lines[WARM:]:
            await moves.measure(bot, partial(_played, our_seats), line)
            await plain.measure(plain_bot, partial(_answered, "/plain", their_seats), line)
            await stripping.measure(plain_bot, partial(_answered, "/stripping", their_seats), line)
    return moves, plain, stripping


async def _played(seats: Seats, line: Line) -> list[float]:
    """A match by typed moves."""
    code = await seats.begin(line.key)
    befores = [(scene.before, scene.move) for scene in line.scenes]
    return [
        await _timed(seats.move(line.key, code, before.turn, before.format(move))) for before, move in befores if before
    ]


async def _answered(command: str, seats: Seats, line: Line) -> list[float]:
    """As many plain answers, each with the picture that the move leads to."""
    numbers = range(line.first, line.first + len(line.scenes))
    return [await _timed(seats.players[0].slash(command, move=str(number), match="#1f3k")) for number in numbers]


async def _timed(act: Coroutine[Any, Any, Answer]) -> float:
    begun = perf_counter()
    answer = await act
    assert answer.state == "message", answer  # noqa: S101 (a benchmark of what fails is none)
    assert not answer.private, answer  # noqa: S101
    return perf_counter() - begun


def _cpu(pid: int) -> float:
    """Seconds of processor time that a process has used so far, system calls and all of its threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    report()
