"""Whole moves as a busy server makes them: the bot's processor time beside that of a bot that only encodes pictures.

All six games run in one bot, with new names in every match, and the matches move in turn. The bots are processes with
sandboxes of their own, and make each move one after the other, so that load on the machine slows them down alike.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Any

from benchmarks._processes import BOT, cpu, program_of
from benchmarks._seats import Seats
from benchmarks._table import SLOWER, Line, ratio
from games import Seat
from render import BOARDS, Scene, draw
from render.samples import random_scenes
from sandbox import Answer, BotProcess, Sandbox, State

SIZES = (12, 60)
"""How many matches move in turn."""
PLIES = 36
"""How many moves each match makes at most."""
COMPARED = 36
"""How many are compared with those of another checkout."""
WARM = 3
"""How many of them are not measured: in these the bot paints sprites and names."""
EVERY = 3
"""Of the other moves every third is measured beside the plain bot, which holds its pictures in memory."""
PLAIN_BOT = Path(__file__).parent / "_plain_bot.py"
PATIENCE = 60.0
"""Seconds for which these sandboxes wait for an answer: the plain bot never defers, and a busy machine is slow."""
STILL = 0.5
"""Seconds after which a bot has finished the work behind an answer."""
GOAL = 1.2
"""The most that a move may cost as a multiple of a plain answer."""


@dataclass(frozen=True)
class Move:
    """A move of a match, with the number of its picture."""

    number: int
    scene: Scene[Any]
    seat: Seat
    text: str


@dataclass(frozen=True)
class Course:
    """A match of random moves, the same ones in every run, with names of its own."""

    number: int
    key: str
    moves: list[Move]

    @classmethod
    def random(cls, number: int) -> Course:
        """The match with this number. Six in a row are of all games."""
        course = cls(number, list(BOARDS)[number % len(BOARDS)], [])
        for scene in random_scenes(BOARDS[course.key].game.start(), number, PLIES, names=course.names):
            if scene.before is not None:
                text = scene.before.format(scene.move)
                course.moves.append(Move(number * PLIES + len(course.moves), scene, scene.before.turn, text))
        return course

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two players."""
        return f"Player {self.number}", f"Opponent {self.number}"


class Side:
    """A bot that plays all courses."""

    def __init__(self, sandbox: Sandbox, bot: BotProcess, courses: Sequence[Course]) -> None:
        self.bot = bot
        self.seats = [Seats.new(sandbox, course.names) for course in courses]
        self.costs: list[float] = []
        """Seconds of processor time of each measured move, with the work that followed its answer."""
        self.waits: list[float] = []
        """Seconds from each measured command to its answer."""
        self._codes: list[str] = []
        self._measuring_since: float | None = None
        """The bot's processor time at the beginning of a measured move, until its next move begins."""

    async def begin(self, courses: Sequence[Course]) -> None:
        """Begin all matches."""
        self._codes = [await self.seats[course.number].begin(course.key) for course in courses]

    async def make(self, course: Course, move: Move, *, measured: bool = False) -> None:
        """Make a move and wait for its answer."""
        self.note()
        self._measuring_since = cpu(self.bot.pid) if measured else None
        begun = perf_counter()
        answer = await (await self.command(course, move)).settled()
        if answer.state is State.FAILED or answer.private:
            raise RuntimeError(f"{course.key} {move.text} was not answered with a board: {answer}\n{self.bot.errors}")
        if measured:
            self.waits.append(perf_counter() - begun)

    def note(self) -> None:
        """Note the cost of the measured move before, whose work is over."""
        if self._measuring_since is not None:
            self.costs.append(cpu(self.bot.pid) - self._measuring_since)
            self._measuring_since = None

    async def command(self, course: Course, move: Move) -> Answer:
        """Type a move."""
        return await self.seats[course.number].move(course.key, self._codes[course.number], move.seat, move.text)


class PlainSide(Side):
    """The plain bot, which sends ready pictures and takes the buttons off the posts before."""

    async def begin(self, courses: Sequence[Course]) -> None:
        """Send the posts that lose their buttons at the first measured moves."""
        for course in courses:
            await self.make(course, course.moves[WARM])

    async def command(self, course: Course, move: Move) -> Answer:
        """Ask for the picture of a move."""
        return await self.seats[course.number].players[move.seat].slash("/plain", move=str(move.number), match="#1f3k")


def measure() -> Iterator[Line]:
    """For each number of matches: a move beside a plain answer, of all games together and of each; and the waits."""
    for size in SIZES:
        courses = [Course.random(number) for number in range(size)]
        played, ours, plain = asyncio.run(_played(courses))
        yield Line("moves", f"{size} matches in turn, CPU of a move", mean(ours.costs) * 1000, "ms")
        yield Line("moves", f"{size}, wait for the answer, median", median(ours.waits) * 1000, "ms")
        yield Line(
            "moves", f"{size}, all games, beside encoding and sending", *ratio(ours.costs, plain.costs), goal=GOAL
        )
        for key in BOARDS:
            chosen = [course.key == key for course in played]
            costs = [list(compress(side.costs, chosen)) for side in (ours, plain)]
            yield Line("moves", f"{size}, {key}, beside encoding and sending", *ratio(*costs))


def compare(other: Path) -> Iterator[Line]:
    """The same moves in this checkout and in another one."""
    _, ours, theirs = asyncio.run(_played([Course.random(number) for number in range(COMPARED)], other))
    yield Line("moves", f"{COMPARED} matches in turn, CPU of a move", mean(ours.costs) * 1000, "ms")
    yield Line("moves", "the same beside the other checkout", *ratio(ours.costs, theirs.costs), goal=SLOWER)


async def _played(courses: list[Course], other: Path | None = None) -> tuple[list[Course], Side, Side]:
    """Play all courses with this checkout's bot, and with that of the other checkout or else with the plain bot.

    Returns the course of each measured move, and both sides.
    """
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        boxes = [await stack.enter_async_context(Sandbox()) for _ in range(2)]
        ours = BotProcess(boxes[0], folder / "1.sqlite3", program=BOT, TIDEPOOL_LIMITS="off")
        if other is None:
            for move in (course.moves[ply] for course in courses for ply in range(WARM, len(course.moves), EVERY)):
                (folder / f"{move.number}.png").write_bytes(draw(move.scene))
            second = BotProcess(boxes[1], folder / "none", program=PLAIN_BOT, PLAIN_PICTURES=str(folder))
        else:
            second = BotProcess(boxes[1], folder / "2.sqlite3", program=program_of(other), TIDEPOOL_LIMITS="off")
        sides = list[Side]()
        for kind, box, bot in zip((Side, PlainSide if other is None else Side), boxes, (ours, second), strict=True):
            box.interactions.patience = PATIENCE
            await stack.enter_async_context(bot)
            sides.append(kind(box, bot, courses))
        played = await in_turns(sides, courses, 1 if other else EVERY)
        return played, sides[0], sides[1]


async def in_turns(sides: Sequence[Side], courses: Sequence[Course], every: int = 1) -> list[Course]:
    """Play all courses on all sides, a move of each course in turn, and measure every move or every so many.

    Returns the course of each measured move.
    """
    played: list[Course] = []
    for side in sides:
        await side.begin(courses)
    for ply in range(PLIES):
        for course in courses:
            if ply >= len(course.moves):
                continue
            if measured := ply >= WARM and (ply - WARM) % every == 0:
                played.append(course)
            for side in sides:  # always in this order, so that each one has time for the work behind its answer
                if measured or not isinstance(side, PlainSide):
                    await side.make(course, course.moves[ply], measured=measured)
    await asyncio.sleep(STILL)
    for side in sides:
        side.note()
    return played
