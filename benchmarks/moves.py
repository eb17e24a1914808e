"""Whole moves: the bot's processor time beside that of a bot that only encodes and sends ready pictures.

Both are real processes with sandboxes of their own, and take turns move by move, so that whatever else the machine does
slows all of them down alike. Taking the buttons off the post before is a second request, for which nobody waits and
which the plain bot need not make: another process of that bot makes it, too.
"""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks._processes import BOT, cpu
from benchmarks._seats import Seats
from benchmarks._table import Line
from benchmarks.pictures import scenes
from render import BOARDS, draw
from sandbox import BotProcess, Sandbox, State

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence

    from games import Seat
    from render import Scene
    from sandbox import Answer

WARM = 6
"""How many matches are played before measuring: in the first matches of a game the bot paints its sprites."""
MATCHES = 5
"""How many matches of about 40 moves are measured; no two are alike."""
PLAIN_BOT = Path(__file__).parent / "_plain_bot.py"
STILL = 0.5
"""Seconds of waiting after which a bot has surely finished the work behind an answer."""


@dataclass(frozen=True)
class Course:
    """A match of random moves."""

    key: str
    scenes: list[Scene[Any]]
    first: int
    """The number of the course's first picture among those of the plain bot."""

    @classmethod
    def drawn(cls, key: str, number: int, folder: Path) -> Course:
        """The match with this number, whose pictures are in the folder."""
        course = cls(key, scenes(key, number)[1:], len(list(folder.glob("*.png"))))
        for at, scene in enumerate(course.scenes, course.first):
            (folder / f"{at}.png").write_bytes(draw(scene))
        return course

    def moves(self) -> Iterator[tuple[int, Seat, str]]:
        """Each move: the number of its picture, the side that makes it, and its text."""
        for number, scene in enumerate(self.scenes, self.first):
            if scene.before is not None:
                yield number, scene.before.turn, scene.before.format(scene.move)


@dataclass
class Figures:
    """The figures of some moves."""

    cpu: float = 0.0
    """Seconds of the bot's processor time, system calls included."""
    waits: list[float] = field(default_factory=list)
    """Seconds from the command to its answer, for each move."""

    @property
    def each(self) -> float:
        """Milliseconds of processor time of one move."""
        return self.cpu / len(self.waits) * 1000

    async def measure(
        self, bot: BotProcess, play: Callable[[Course], Coroutine[Any, Any, list[float]]], on: Course
    ) -> None:
        """Add the moves of a match."""
        await asyncio.sleep(STILL)
        before = cpu(bot.pid)
        self.waits += await play(on)
        await asyncio.sleep(STILL)
        self.cpu += cpu(bot.pid) - before


GOAL = 1.15
"""The goal: the most that a move may cost as a multiple of a plain answer. Neither takes buttons off a post."""


def measure() -> Iterator[Line]:
    """The milliseconds of a move and of a plain answer, and their ratios, for each game."""
    for key in BOARDS:
        move, plain, stripping = asyncio.run(_measured(key))
        strip = stripping.each - plain.each
        yield Line("moves", f"{key}, CPU of a move", move.each, "ms")
        yield Line("moves", f"{key}, CPU of encoding and sending a ready picture", plain.each, "ms")
        yield Line(
            "moves", f"{key}, the move beside that, without the strip", (move.each - strip) / plain.each, goal=GOAL
        )
        yield Line(
            "moves", f"{key}, the move beside a ready picture and its strip", move.each / stripping.each, goal=GOAL
        )
        yield Line("moves", f"{key}, wait for the answer, median", median(move.waits) * 1000, "ms")


async def _measured(key: str) -> tuple[Figures, Figures, Figures]:
    """The figures of a move of the bot, of a plain answer, and of a plain answer with the strip of the post before."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        lines = [await asyncio.to_thread(Course.drawn, key, number, folder) for number in range(WARM + MATCHES)]
        ours, *theirs = [await stack.enter_async_context(Sandbox()) for _ in range(3)]
        bots = [BotProcess(ours, folder / "tidepool.sqlite3", program=BOT, TIDEPOOL_LIMITS="off")]
        bots += [BotProcess(one, folder / "none", program=PLAIN_BOT, PLAIN_PICTURES=str(folder)) for one in theirs]
        for bot in bots:
            await stack.enter_async_context(bot)
        seats = [Seats.new(one) for one in (ours, *theirs)]
        await _answered("/plain", seats[2], 0)  # so that there is a post to take the buttons off
        figures = Figures(), Figures(), Figures()
        for number, line in enumerate(lines):
            await asyncio.sleep(STILL)
            before = [cpu(bot.pid) for bot in bots]
            try:
                waits = await _in_turns(seats, line)
            except UnansweredError as error:
                print(f"A match of {key} is not counted: {error}")
                continue
            await asyncio.sleep(STILL)
            if number < WARM:
                continue
            for each, bot, begun, waited in zip(figures, bots, before, waits, strict=True):
                each.cpu += cpu(bot.pid) - begun
                each.waits += waited
    return figures


async def _in_turns(seats: Sequence[Seats], course: Course) -> list[list[float]]:
    """Play a match by typed moves, and make a plain answer and one with the strip beside each. Returns their waits."""
    code = await seats[0].begin(course.key)
    waits: list[list[float]] = [[], [], []]
    for number, turn, text in course.moves():
        waits[0].append(await _timed(seats[0].move(course.key, code, turn, text)))
        waits[1].append(await _answered("/plain", seats[1], number))
        waits[2].append(await _answered("/stripping", seats[2], number))
    return waits


async def played(seats: Seats, course: Course) -> list[float]:
    """Play a match by typed moves."""
    code = await seats.begin(course.key)
    return [await _timed(seats.move(course.key, code, turn, text)) for _, turn, text in course.moves()]


class UnansweredError(Exception):
    """The plain bot, which never defers, missed Discord's three seconds: the machine stood still for so long."""


async def _answered(command: str, seats: Seats, number: int) -> float:
    """Make a plain answer with the picture of this number."""
    begun = perf_counter()
    answer = await seats.players[0].slash(command, move=str(number), match="#1f3k")
    if answer.state is State.FAILED:
        raise UnansweredError(f"{command} was not answered in time")
    await answer.settled()
    return perf_counter() - begun


async def _timed(act: Coroutine[Any, Any, Answer]) -> float:
    """The seconds until an act is answered. On a busy machine the bot defers, and posts the board beside the answer."""
    begun = perf_counter()
    answer = await (await act).settled()
    assert answer.state in {"message", "deferred"}, answer  # noqa: S101 (a benchmark of what fails is none)
    assert not answer.private, answer  # noqa: S101 (the same)
    return perf_counter() - begun
