"""The lag of the bot's event loop while people move in long matches, computer players think, and 1,000 clocks run out.

The bot is a process of its own with a sandbox, and people move through Discord.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter, time
from typing import Any

from benchmarks._lag import SETTING, lags, percentile
from benchmarks._pairs import RATE, Running, begin, moved, serving
from benchmarks._processes import BOT
from benchmarks._seats import Seats
from benchmarks._servers import number_in
from benchmarks._table import Line
from games import GAMES
from sandbox import BotProcess, Sandbox

PAIRS = 25
LONG = "coral_clash"
"""The game of the matches that are replayed: it has the slowest rules."""
PLIES = 200
"""The length of these matches."""
MATCHES = 50
"""How many long matches the people have. Each round is one move in each of them."""
HELPERS = 2
"""How many computer players think at a time."""
THINKING = "squalma"
"""The game of the computer players."""
GOAL = 10.0
"""The most milliseconds by which 99 of 100 tasks may be late."""
CLOCKS = 1_000
OPENING = 4
"""Plies of the matches whose clocks run out: a match can be lost on time only when both sides have moved."""
OTHERS = 50
"""How many moves are made before the clocks run out."""
UNTIL = 40.0
"""Seconds until the clocks run out: enough for a start of the bot and the moves before."""
STILL = 2.0
"""Seconds after which a start is over."""
IDLE = 3.0
"""Seconds for which the loop at rest is measured."""
POLL = 0.5
"""Seconds between two queries of the database."""
PATIENCE = 300.0
"""Seconds after which a benchmark no longer waits for the bot."""
QUEUED = "SELECT count(*) FROM outbox"
ENDED = "SELECT count(*) FROM match WHERE status = 'over'"
UNSHOWN = """SELECT
    (SELECT count(*) FROM outbox JOIN match ON match.id = subject WHERE status = 'over')
    + (SELECT count(*) FROM place JOIN match ON match.id = match_id WHERE status = 'over' AND shown_rev < board_rev)"""
"""Counts what is still queued for matches that are over, and the places that do not show the last board of one."""


def measure() -> Iterator[Line]:
    """The lags at rest and in each case, the waits for moves, and the time until all ends were shown."""
    for part in (_moves, _clocks):
        with tempfile.TemporaryDirectory() as folder:
            yield from asyncio.run(_within(part, Path(folder)))


async def _within(part: Callable[[Sandbox, Path], Awaitable[list[Line]]], folder: Path) -> list[Line]:
    async with Sandbox() as sandbox:
        return await part(sandbox, folder)


def _bot(sandbox: Sandbox, folder: Path) -> BotProcess:
    settings: dict[str, Any] = {SETTING: str(folder / "lags"), "TIDEPOOL_LIMITS": "off"}
    return BotProcess(sandbox, _file(folder), program=BOT, TIDEPOOL_THINKERS=str(HELPERS), **settings)


def _file(folder: Path) -> Path:
    return folder / "tidepool.sqlite3"


async def _moves(sandbox: Sandbox, folder: Path) -> list[Line]:
    """A round of moves in matches that the bot knows, one beside searches, a kill, and one with cold replays."""
    pairs = [Seats.new(sandbox) for _ in range(PAIRS)]
    async with serving(_file(folder)) as service:
        matches = [await begin(service, pairs[number % PAIRS], LONG, PLIES, number) for number in range(MATCHES)]
    async with _bot(sandbox, folder) as bot:
        await _all(folder, QUEUED, 0)
        await moved(matches, MATCHES)
        await asyncio.sleep(STILL)
        with lags(folder / "lags") as idle:
            await asyncio.sleep(IDLE)
        with lags(folder / "lags") as known:
            before = await moved(matches, MATCHES)
        thinking = [asyncio.create_task(_think_on(seats)) for seats in pairs[: 2 * HELPERS]]  # a next search waits
        await asyncio.sleep(STILL)
        with lags(folder / "lags") as beside:
            await moved(matches, MATCHES)
        for task in thinking:
            task.cancel()
        await bot.restart(kill=True)
        await asyncio.sleep(STILL)
        with lags(folder / "lags") as cold:
            after = await moved(matches, MATCHES)
    what = f"{2 * PAIRS} people, {RATE} moves a second, ply {PLIES}"
    return [
        Line("loop", "lag at rest, p99", percentile(idle, 0.99), "ms"),
        Line("loop", f"lag with {what}, p99", percentile(known, 0.99), "ms", goal=GOAL),
        Line("loop", f"the same beside {HELPERS} searches, p99", percentile(beside, 0.99), "ms", goal=GOAL),
        Line("loop", "the same after a kill, with cold replays, p99", percentile(cold, 0.99), "ms", goal=GOAL),
        Line("loop", "wait for one of these moves, median", median(before) * 1000, "ms"),
        Line("loop", "wait for one after the kill, with its replay, median", median(after) * 1000, "ms"),
    ]


async def _think_on(seats: Seats) -> None:
    """Begin one match after the other in which the computer player moves first, until this is cancelled."""
    while True:
        await (await seats.players[0].slash(f"/{THINKING} practice", level=5, side="second")).settled()


async def _clocks(sandbox: Sandbox, folder: Path) -> list[Line]:
    """The clocks run out while people move in other matches."""
    pairs = [Seats.new(sandbox) for _ in range(2 * PAIRS)]
    async with serving(_file(folder)) as service:
        for number in range(CLOCKS):
            game = sorted(GAMES)[number % len(GAMES)]
            await begin(service, pairs[number % PAIRS], game, OPENING, number, "1d")
        others = [await begin(service, seats, LONG, OPENING, number) for number, seats in enumerate(pairs[PAIRS:])]
    async with _bot(sandbox, folder):
        await _all(folder, QUEUED, 0)
        await moved(others, len(others))
    at = _set_clocks(_file(folder))
    async with _bot(sandbox, folder):
        await asyncio.sleep(STILL)
        normal = await moved(others, OTHERS)
        await asyncio.sleep(at - time())
        moving = asyncio.create_task(_moving(others, shown := asyncio.Event()))
        begun = perf_counter()
        with lags(folder / "lags") as meanwhile:
            await _all(folder, ENDED, CLOCKS)
            await _all(folder, UNSHOWN, 0)
        seconds = perf_counter() - begun
        shown.set()
        waits = await moving
    usual, slowest = percentile(normal, 0.99) * 1000, percentile(waits, 0.99) * 1000
    return [
        Line("loop", f"{CLOCKS:,} clocks run out at once: all ends are shown within", seconds, "s", goal=60),
        Line("loop", "lag meanwhile, p99", percentile(meanwhile, 0.99), "ms", goal=20),
        Line("loop", "wait for a move of others before, p99", usual, "ms"),
        Line("loop", "wait for a move of others meanwhile, p99", slowest, "ms", goal=usual + 100),
    ]


def _set_clocks(path: Path) -> int:
    """Set the clocks of the first matches to run out at one instant, which is returned. No bot runs meanwhile."""
    at = int(time() + UNTIL)
    some = "(SELECT id FROM match ORDER BY id LIMIT ?)"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE match SET deadline = ? WHERE id IN {some}", (at, CLOCKS))  # noqa: S608 (our own words)
        database.execute(f"DELETE FROM alarm WHERE kind = 'reminder' AND subject IN {some}", (CLOCKS,))  # noqa: S608 (the same)
        database.execute(f"UPDATE alarm SET at = ? WHERE kind = 'flag' AND subject IN {some}", (at, CLOCKS))  # noqa: S608 (the same)
    return at


async def _moving(matches: Sequence[Running], done: asyncio.Event) -> list[float]:
    """Make rounds of moves until `done` is set. Returns the waits in seconds."""
    waits = []
    while not done.is_set():
        waits += await moved(matches, len(matches))
    return waits


async def _all(folder: Path, query: str, number: int) -> None:
    """Wait until a query returns this number."""
    async with asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(number_in, _file(folder), query) != number:  # noqa: ASYNC110 (another process has it)
            await asyncio.sleep(POLL)
