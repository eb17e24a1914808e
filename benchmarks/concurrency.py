"""Concurrency: how long people wait for answers while 50 of them use the bot as fast as they can."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks._lag import percentile
from benchmarks._processes import BOT, cpu
from benchmarks._seats import Seats
from benchmarks._table import Line
from games import GAMES
from sandbox import BotProcess, Sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS = 25
SECONDS = 30.0
LATE = 3.0
"""Seconds after which Discord calls an interaction unanswered."""


def measure() -> Iterator[Line]:
    """Answers a second, the waits for them, and the number of answers that came too late."""
    waits, unanswered, used = asyncio.run(_measured())
    yield Line("people", f"answers a second with {2 * PAIRS} people flat out", len(waits) / SECONDS)
    yield Line("people", "CPU of the bot for each", used / len(waits) * 1000, "ms")
    yield Line("people", "wait for an answer, median", percentile(waits, 0.5) * 1000, "ms")
    yield Line("people", "wait for an answer, p99", percentile(waits, 0.99) * 1000, "ms")
    yield Line("people", f"interactions without any answer after {LATE:.0f} s", unanswered, goal=0)


async def _measured() -> tuple[list[float], int, float]:
    with tempfile.TemporaryDirectory() as folder:
        async with (
            Sandbox() as sandbox,
            BotProcess(sandbox, Path(folder) / "tidepool.sqlite3", program=BOT, TIDEPOOL_LIMITS="off") as bot,
        ):
            pairs = [Seats.new(sandbox) for _ in range(PAIRS)]
            games = [sorted(GAMES)[number % len(GAMES)] for number in range(PAIRS)]
            codes = [await seats.begin(game) for seats, game in zip(pairs, games, strict=True)]
            used, until = cpu(bot.pid), perf_counter() + SECONDS
            found = await asyncio.gather(
                *(_played(*one, until) for one in zip(pairs, games, codes, range(PAIRS), strict=True))
            )
            waits = [wait for some, _ in found for wait in some]
            return waits, sum(lost for _, lost in found), cpu(bot.pid) - used


async def _played(seats: Seats, game: str, code: str, seed: int, until: float) -> tuple[list[float], int]:
    """Play one match after the other. Returns the wait for each answer, and the number of answers that never came."""
    chance, waits, lost = Random(seed), [], 0
    position = GAMES[game].start()
    while perf_counter() < until:
        moves = position.legal_moves()
        if not moves:
            code, position = await seats.begin(game), GAMES[game].start()
            continue
        move = chance.choice(moves)
        begun = perf_counter()
        answer = await seats.move(game, code, position.turn, position.format(move))
        waits.append(perf_counter() - begun)
        lost += answer.state == "failed"
        position = position.play(move)
    return waits, lost
