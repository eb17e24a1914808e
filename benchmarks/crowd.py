"""A crowd: 100,000 running matches with two moves a day in each, played at ten times that speed for ten minutes.

Two workers over HTTP use the empty database that BENCH_POSTGRES names, or else one process uses an SQLite file.
BENCH_SECONDS sets another duration.
"""

import asyncio
import os
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks._lag import percentile
from benchmarks._many import copy
from benchmarks._processes import cpu, memory
from benchmarks._seats import Seats
from benchmarks._servers import fresh, number_in
from benchmarks._table import Line
from games import GAMES, Position
from matches.codes import code_of
from sandbox import BotProcess, Sandbox, State, Workers
from storage.moving import move

GAME = "konane"
MATCHES, MOVES_A_DAY, FASTER = 100_000, 2, 10
DAY = 24 * 3600
PAIRS = 250
"""How many pairs of people share the matches; each pair has a channel of its own."""
SECONDS = float(os.environ.get("BENCH_SECONDS", "600"))
LATE = 3.0
"""Seconds after which Discord gives up an interaction."""
PROMISED = 60.0
"""Seconds after which a deferred answer counts as lost."""
LEASE = 25.0
"""Seconds after which a board that no interaction has posted is posted by the outbox."""
SETTINGS: dict[str, Any] = {"TIDEPOOL_LIMITS": "off", "TIDEPOOL_STATUS": ""}


@dataclass
class Figures:
    """The figures of a run."""

    waits: list[float] = field(default_factory=list)
    """Seconds from each command to its answer."""
    failed: int = 0
    queued: int = 0
    """The most boards that were queued at one moment for longer than a player's answer needs to post one."""
    queued_at_end: int = 0
    held: float = 0.0
    """MiB of the process of the bot that uses most memory."""
    used: float = 0.0
    """Seconds of processor time of all processes of the bot."""


def measure() -> Iterator[Line]:
    """The waits for boards, the cost of a move, and the boards that are queued."""
    server = os.environ.get("BENCH_POSTGRES")
    figures = asyncio.run(_measured(server))
    how = "two workers on PostgreSQL" if server else "one process on SQLite"
    yield Line("crowd", f"moves in {SECONDS:,.0f} s with {MATCHES:,} matches, {how}", len(figures.waits))
    yield Line("crowd", "wait for a board, median", percentile(figures.waits, 0.5) * 1000, "ms")
    yield Line("crowd", "wait for a board, p99", percentile(figures.waits, 0.99) * 1000, "ms", goal=2500)
    yield Line("crowd", f"moves without any answer after {LATE:.0f} s, or without a board", figures.failed, goal=0)
    yield Line("crowd", "CPU of the bot for each move", figures.used / len(figures.waits) * 1000, "ms")
    yield Line("crowd", "memory of a process after that", figures.held, "MiB", goal=160)
    yield Line("crowd", "the most boards queued for more than 20 s at a time", figures.queued, goal=0)
    yield Line("crowd", "boards queued at the end", figures.queued_at_end, goal=0)


async def _measured(server: str | None) -> Figures:
    async with AsyncExitStack() as stack:
        path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "tidepool.sqlite3"
        sandbox = await stack.enter_async_context(Sandbox())
        seats = [Seats.new(sandbox) for _ in range(PAIRS)]
        async with BotProcess(sandbox, path, **SETTINGS):
            await seats[0].begin(GAME)
        copy(path, MATCHES)
        least = _share_out(path, seats)
        if server is None:
            where: Path | str = path
            bots = [await stack.enter_async_context(BotProcess(sandbox, path, **SETTINGS))]
        else:
            where = fresh(server)
            await move(path, where)
            bots = list(await stack.enter_async_context(Workers(sandbox, where, 2, **SETTINGS)))
        return await _played(sandbox, where, seats, least, bots)


def _share_out(path: Path, seats: list[Seats]) -> int:
    """Give each pair its matches, in its channel. Returns the first id of a match."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN")
        for number, pair in enumerate(seats):
            first, second = (int(player.user.id) for player in pair.players)
            known = "INSERT OR IGNORE INTO person (id, name) VALUES (?, ?)"
            database.executemany(known, [(int(player.user.id), player.user.global_name) for player in pair.players])
            match = "UPDATE match SET first_id = ?, second_id = ? WHERE id % ? = ?"
            database.execute(match, (first, second, PAIRS, number))
            place = "UPDATE place SET channel_id = ?, message_id = NULL WHERE match_id % ? = ?"
            database.execute(place, (int(pair.players[0].channel.id), PAIRS, number))
        database.execute("UPDATE challenge SET status = 'accepted', message_id = NULL")
        database.execute("COMMIT")
        least: int = database.execute("SELECT min(id) FROM match").fetchone()[0]
        return least


async def _played(
    sandbox: Sandbox, where: Path | str, seats: list[Seats], least: int, bots: list[BotProcess]
) -> Figures:
    """Play in random matches, as often as people would, whether or not earlier moves were answered."""
    figures, chance = Figures(), random.Random(1)
    positions: dict[int, Position[Any]] = {}
    busy, moving = set[int](), set[asyncio.Task[None]]()
    used = sum(cpu(bot.pid) for bot in bots)

    async def play(match_id: int) -> None:
        position = positions.get(match_id) or GAMES[GAME].start()
        if not (moves := position.legal_moves()):
            return
        move, begun = chance.choice(moves), perf_counter()
        answer = await seats[match_id % PAIRS].move(GAME, code_of(match_id), position.turn, position.format(move))
        try:
            await answer.settled(PROMISED)
        except TimeoutError:
            figures.failed += 1
        else:
            figures.failed += answer.state is State.FAILED
        figures.waits.append(perf_counter() - begun)
        positions[match_id] = position.play(move)
        busy.discard(match_id)

    async def watch() -> None:
        while True:
            await asyncio.sleep(1)
            now = sandbox.clock.now()
            late = f"SELECT count(*) FROM outbox WHERE kind = 'board' AND due_at < {int(now) - 5}"  # noqa: S608 (ours)
            queued = await asyncio.to_thread(number_in, where, late)
            figures.queued = max(figures.queued, queued or 0)

    watching = asyncio.create_task(watch())
    rate, until = MATCHES * MOVES_A_DAY * FASTER / DAY, perf_counter() + SECONDS
    while perf_counter() < until:
        await asyncio.sleep(chance.expovariate(rate))
        match_id = least + chance.randrange(MATCHES)
        if match_id not in busy:
            busy.add(match_id)
            task = asyncio.create_task(play(match_id))
            moving.add(task)
            task.add_done_callback(moving.discard)
    await asyncio.gather(*moving)
    figures.held = max(memory(bot.pid) for bot in bots)
    figures.used = sum(cpu(bot.pid) for bot in bots) - used
    await asyncio.sleep(LEASE)
    watching.cancel()
    unshown = "SELECT count(*) FROM place JOIN match ON match.id = match_id WHERE shown_rev < board_rev"
    figures.queued_at_end = number_in(where, unshown) or 0
    return figures
