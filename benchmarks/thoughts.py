"""Thoughts: the lag of the bot's event loop while computer players think and 50 pairs of people move.

Thoughts, people and bot share the cores, so that any loop is late there. Therefore the bot's lag is compared with that
of a program that does nothing, in the same seconds, and its lag without waits for a core with that of its own at rest.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._lag import SETTING, Lags, idle, idle_beside, lags, percentile
from benchmarks._pairs import RATE, begin, moved, serving
from benchmarks._processes import BOT
from benchmarks._seats import Seats
from benchmarks._servers import number_in
from benchmarks._table import Line
from sandbox import BotProcess, Sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS, HELPERS, MOVES = 50, 2, 50
GAME = "squalma"
"""The game of the computer players."""
OTHER = "konane"
"""The game of the people beside them."""
PLIES = 4
"""How far the matches of the people are when they are measured."""
AHEAD = 2
"""How many matches against the computer each of two people begins at a time, so that a next thought always waits."""
FACTOR = 4
"""The goal: the most that a lag may be as a multiple of the lag of an idle loop."""
STILL = 2.0
"""Seconds of waiting after which a start is surely over."""
THOUGHT = f"SELECT count(*) FROM move JOIN match ON match.id = match_id WHERE game = '{GAME}'"  # noqa: S608 (our own words)
"""Counts the moves of the computer players."""


def measure() -> Iterator[Line]:
    """The lags of an idle loop, with people who move, and with two thoughts beside them; the thoughts meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder)))


async def _measured(folder: Path) -> list[Line]:
    file, notes, others = folder / "tidepool.sqlite3", folder / "lags", folder / "lags of an idle loop"
    settings: dict[str, Any] = {SETTING: str(notes), "TIDEPOOL_LIMITS": "off", "TIDEPOOL_THINKERS": str(HELPERS)}
    async with Sandbox() as sandbox:
        pairs = [Seats.new(sandbox) for _ in range(PAIRS)]
        async with serving(file) as service:
            matches = [await begin(service, seats, OTHER, PLIES, seed) for seed, seats in enumerate(pairs)]
        async with BotProcess(sandbox, file, program=BOT, **settings), idle_beside(others):
            await asyncio.sleep(STILL)
            await moved(matches, PAIRS)
            quiet = await idle(notes)
            with lags(notes) as alone:
                await moved(matches, MOVES)
            thinking = [asyncio.create_task(_think_on(seats)) for seats in pairs[:HELPERS] * AHEAD]
            await asyncio.sleep(STILL)
            thought = number_in(file, THOUGHT) or 0
            with lags(notes) as found, lags(others) as beside:
                await moved(matches, MOVES)
            thought = (number_in(file, THOUGHT) or 0) - thought
            for task in thinking:
                task.cancel()
    return [
        *_lines("nobody uses the bot", quiet),
        *_lines(f"{PAIRS} pairs, {RATE} moves a second", alone),
        *_lines("an idle loop beside the thoughts", beside),
        *_lines(f"{HELPERS} thoughts beside that", found, Lags(beside.whole, quiet.own)),
        Line("thoughts", "thoughts at level 5 that ended meanwhile", thought),
    ]


def _lines(what: str, found: Lags, still: Lags | None = None) -> Iterator[Line]:
    """Both lags; their goals are those of an idle loop, if these are given, times FACTOR."""
    whole = None if still is None else FACTOR * percentile(still.whole, 0.99)
    own = None if still is None else FACTOR * percentile(still.own, 0.99)
    yield Line("thoughts", f"{what}: lag, p99", percentile(found.whole, 0.99), "ms", goal=whole)
    yield Line("thoughts", f"{what}: without waits for a core, p99", percentile(found.own, 0.99), "ms", goal=own)


async def _think_on(seats: Seats) -> None:
    """Begin one match after the other in which the computer player moves first, until this is cancelled."""
    while True:
        await (await seats.players[0].slash(f"/{GAME} practice", level=5, side="second")).settled()
