"""A crowd: 100,000 running matches with two moves a day in each, played at ten times that speed for ten minutes.

Where BENCH_POSTGRES names an empty database, two workers over HTTP play there; else one process with a SQLite file.
BENCH_SECONDS sets another duration.
"""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import tempfile
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks._lag import percentile
from benchmarks._many import copy
from benchmarks._processes import cpu
from benchmarks._seats import Seats
from benchmarks._servers import change_in, fresh, number_in
from benchmarks._table import Line
from games import GAMES
from matches.codes import code_of
from sandbox import BotProcess, Sandbox, State, Workers
from storage.moving import move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games import Position
    from sandbox import Answer

GAME = "konane"
MATCHES, MOVES_A_DAY, FASTER = 100_000, 2, 10
DAY = 24 * 3600
PAIRS = 250
"""How many pairs of people share the matches; each pair has a channel of its own."""
SECONDS = float(os.environ.get("BENCH_SECONDS", "600"))
LATE = 3.0
"""Seconds after which Discord calls an interaction unanswered."""
SETTINGS: dict[str, Any] = {"TIDEPOOL_LIMITS": "off", "TIDEPOOL_STATUS": ""}


@dataclass
class Found:
    """The figures of a run."""

    waits: list[float] = field(default_factory=list)
    """Seconds from each command to its answer."""
    failed: int = 0
    alarm_lag: float = 0.0
    """The most seconds by which an alarm was late."""
    owed: int = 0
    """The most boards that were owed at one moment for longer than a player's answer needs to post one."""
    owed_at_end: int = 0
    used: float = 0.0
    """Seconds of processor time of all processes of the bot."""


def measure() -> Iterator[Line]:
    """Answers, lag and owed boards."""
    server = os.environ.get("BENCH_POSTGRES")
    found = asyncio.run(_measured(server))
    how = "two workers on PostgreSQL" if server else "one process on SQLite"
    yield Line("crowd", f"moves in {SECONDS:,.0f} s with {MATCHES:,} matches, {how}", len(found.waits))
    yield Line("crowd", "wait for a board, median", percentile(found.waits, 0.5) * 1000, "ms")
    yield Line("crowd", "wait for a board, p99", percentile(found.waits, 0.99) * 1000, "ms", goal=2500)
    yield Line("crowd", f"moves without any answer after {LATE:.0f} s, or without a board", found.failed, goal=0)
    yield Line("crowd", "CPU of the bot for each move", found.used / len(found.waits) * 1000, "ms")
    yield Line("crowd", "the most by which an alarm was late", found.alarm_lag, "s", goal=60)
    yield Line("crowd", "the most boards owed for more than 20 s at a time", found.owed, goal=0)
    yield Line("crowd", "boards owed at the end", found.owed_at_end, goal=0)


async def _measured(server: str | None) -> Found:
    async with AsyncExitStack() as stack:
        path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "tidepool.sqlite3"
        sandbox = await stack.enter_async_context(Sandbox())
        seats = [Seats.new(sandbox) for _ in range(PAIRS)]
        async with BotProcess(sandbox, path, **SETTINGS):
            await seats[0].begin(GAME)
        copy(path, MATCHES)
        newest = _share_out(path, seats)
        if server is None:
            where: Path | str = path
            bots = [await stack.enter_async_context(BotProcess(sandbox, path, **SETTINGS))]
        else:
            where = fresh(server)
            await move(path, where)
            bots = list(await stack.enter_async_context(Workers(sandbox, where, 2, **SETTINGS)))
            _run_out(where, newest, int(sandbox.clock.now()))  # one process alone would not look for them
        return await _played(sandbox, where, seats, newest, bots)


def _share_out(path: Path, seats: list[Seats]) -> int:
    """Give each pair its matches, in its channel. Returns the first id of a match."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN")
        least: int = database.execute("SELECT min(id) FROM match").fetchone()[0]
        for number, pair in enumerate(seats):
            first, second = (int(player.user.id) for player in pair.players)
            channel = int(pair.players[0].channel.id)
            for person in pair.players:
                known = "INSERT OR IGNORE INTO person (id, name) VALUES (?, ?)"
                database.execute(known, (int(person.user.id), person.user.global_name))
            match = "UPDATE match SET first_id = ?, second_id = ? WHERE id % ? = ?"
            database.execute(match, (first, second, PAIRS, number))
            place = "UPDATE place SET channel_id = ?, message_id = NULL WHERE match_id % ? = ?"
            database.execute(place, (channel, PAIRS, number))
        database.execute("UPDATE challenge SET status = 'accepted', message_id = NULL")
        database.execute("COMMIT")
    return least


def _run_out(server: str, least: int, now: int) -> None:
    """Let the clock of one match a second run out while people play."""
    some = f"BETWEEN {least} AND {least + int(SECONDS)}"
    change_in(
        server,
        f"UPDATE match SET deadline = {now} + id - {least} WHERE id {some}",  # noqa: S608 (our own numbers)
        f"UPDATE alarm SET at = {now} + subject - {least} WHERE kind = 'flag' AND subject {some}",  # noqa: S608 (the same)
    )


async def _settles(answer: Answer) -> bool:
    """Whether an answer that was promised comes within a minute."""
    try:
        await answer.settled(60)
    except TimeoutError:
        return False
    return True


async def _played(sandbox: Sandbox, where: Path | str, seats: list[Seats], least: int, bots: list[BotProcess]) -> Found:
    """Play in random matches, as often as people would, whether or not earlier moves were answered."""
    found, chance = Found(), random.Random(1)
    positions: dict[int, Position[Any]] = {}
    busy, moving = set[int](), set[asyncio.Task[None]]()
    used = sum(cpu(bot.pid) for bot in bots)

    async def one(match_id: int) -> None:
        position = positions.get(match_id) or GAMES[GAME].start()
        moves = position.legal_moves()
        if not moves:
            return
        text = position.format(chance.choice(moves))
        pair = seats[match_id % PAIRS]
        begun = perf_counter()
        answer = await pair.move(GAME, code_of(match_id), position.turn, text)
        if answer.state is State.FAILED or not await _settles(answer):
            found.failed += 1
        found.waits.append(perf_counter() - begun)
        positions[match_id] = position.play(position.parse(text))
        busy.discard(match_id)

    async def look() -> None:
        while True:
            await asyncio.sleep(1)
            now = sandbox.clock.now()
            alarm = await asyncio.to_thread(number_in, where, "SELECT min(at) FROM alarm")
            found.alarm_lag = max(found.alarm_lag, now - alarm) if alarm is not None else found.alarm_lag
            late = f"SELECT count(*) FROM outbox WHERE kind = 'board' AND due_at < {int(now) - 5}"  # noqa: S608 (ours)
            owed = await asyncio.to_thread(number_in, where, late)
            found.owed = max(found.owed, owed or 0)

    looking = asyncio.create_task(look())
    rate, until = MATCHES * MOVES_A_DAY * FASTER / DAY, perf_counter() + SECONDS
    while perf_counter() < until:
        await asyncio.sleep(chance.expovariate(rate))
        match_id = least + chance.randrange(MATCHES)
        if match_id not in busy:
            busy.add(match_id)
            task = asyncio.create_task(one(match_id))
            moving.add(task)
            task.add_done_callback(moving.discard)
    await asyncio.gather(*moving)
    found.used = sum(cpu(bot.pid) for bot in bots) - used
    await asyncio.sleep(25)
    looking.cancel()
    unshown = "SELECT count(*) FROM place JOIN match ON match.id = match_id WHERE shown_rev < board_rev"
    found.owed_at_end = number_in(where, unshown) or 0
    return found
