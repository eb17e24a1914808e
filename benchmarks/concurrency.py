"""Concurrency: how long people wait while 100 of them use the bot as fast as they can, and it has one core."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks._lag import percentile
from benchmarks._processes import BOT, cpu, keep_on_one_core
from benchmarks._seats import Seats
from benchmarks._table import Line
from games import GAMES
from sandbox import BotProcess, Sandbox, State

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator

    from sandbox import Answer

PAIRS = 50
SECONDS = 60.0
LATE = 3.0
"""Seconds after which Discord calls an interaction unanswered."""
PROMISED = 60.0
"""Seconds after which an answer that was promised in time is taken for lost."""


@dataclass
class Found:
    """The figures of a run."""

    first: list[float] = field(default_factory=list)
    """Seconds until each use was answered, or Discord was told to wait."""
    whole: list[float] = field(default_factory=list)
    """Seconds until each of these answers was there."""
    unanswered: int = 0
    lost: int = 0
    """How many answers were promised and never came."""
    lapse: float = 0.0
    """Seconds from the first use to the last answer."""
    used: float = 0.0
    """Seconds of processor time of the bot."""
    pinned: bool = False
    """Whether the bot had one core."""


def measure() -> Iterator[Line]:
    """Answers a second, the waits for them, and the number of those that came too late or never."""
    found = asyncio.run(_measured())
    cores = "one core" if found.pinned else "all cores"
    people = f"{2 * PAIRS} people flat out, the bot on {cores}"
    yield Line("concurrency", f"answers a second, {people}", len(found.whole) / found.lapse)
    yield Line("concurrency", "CPU of the bot for each", found.used / len(found.whole) * 1000, "ms")
    yield Line("concurrency", "wait for the whole answer, median", percentile(found.whole, 0.5), "s")
    yield Line("concurrency", "wait for the whole answer, p99", percentile(found.whole, 0.99), "s")
    yield Line("concurrency", "the longest wait for a first word", max(found.first), "s", goal=LATE)
    yield Line("concurrency", f"interactions without any answer after {LATE:.0f} s", found.unanswered, goal=0)
    yield Line("concurrency", f"answers promised and not there after {PROMISED:.0f} s", found.lost, goal=0)


async def _measured() -> Found:
    found = Found()
    with tempfile.TemporaryDirectory() as folder:
        async with (
            Sandbox() as sandbox,
            BotProcess(sandbox, Path(folder) / "tidepool.sqlite3", program=BOT, TIDEPOOL_LIMITS="off") as bot,
        ):
            found.pinned = keep_on_one_core(bot.pid)
            pairs = [Seats.new(sandbox) for _ in range(PAIRS)]
            games = [sorted(GAMES)[number % len(GAMES)] for number in range(PAIRS)]
            codes = [await seats.begin(game) for seats, game in zip(pairs, games, strict=True)]
            used, begun = cpu(bot.pid), perf_counter()
            plays = zip(pairs, games, codes, range(PAIRS), strict=True)
            await asyncio.gather(*(_play(found, *one, begun + SECONDS) for one in plays))
            found.used, found.lapse = cpu(bot.pid) - used, perf_counter() - begun
    return found


async def _play(found: Found, seats: Seats, game: str, code: str, seed: int, until: float) -> None:
    """Play one match after the other: while one of the two moves, the other looks at the board."""
    chance, position = Random(seed), GAMES[game].start()
    while perf_counter() < until:
        moves = position.legal_moves()
        if not moves:
            code, position = await seats.begin(game), GAMES[game].start()
            continue
        move = chance.choice(moves)
        moving = seats.move(game, code, position.turn, position.format(move))
        looking = seats.look(game, code, 1 - position.turn)
        await asyncio.gather(_use(found, moving), _use(found, looking))
        position = position.play(move)


async def _use(found: Found, use: Awaitable[Answer]) -> None:
    """Wait for the answer to one use, and note how long that took."""
    begun = perf_counter()
    answer = await use
    found.first.append(perf_counter() - begun)
    if answer.state is State.FAILED:
        found.unanswered += 1
        return
    try:
        await answer.settled(PROMISED)
    except TimeoutError:
        found.lost += 1
    found.whole.append(perf_counter() - begun)
