"""The scheduler: what it costs to find and do what is due, beside more and more matches that are not due."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from games import GAMES
from matches.records import Person, Venue
from matches.timecontrol import DAY, TimeControl
from service import Service
from service.clock import Clock
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

SIZES = (1_000, 10_000, 100_000)
ROUNDS = 30

ANN, BOB = Person(1, "Ann"), Person(2, "Bob")
GAME = "konane"

# Every row of a first match, once more for each number of a series.
SERIES = "WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ?) "
COPIED = {"challenge": "id", "match": "id", "place": "match_id", "event": "match_id", "alarm": "subject"}


class TurningClock(Clock):
    """A clock that is set by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.time = super().now()

    def now(self) -> int:
        return self.time


def report() -> None:
    """Print for each number of running matches the milliseconds of each thing that the scheduler does."""
    print(f"Scheduler: median ms of {ROUNDS} rounds, by running matches of which none or one is due")
    print(f"{'matches':>9}{'when is the next?':>20}{'nothing due':>14}{'one deadline':>14}{'a move':>10}")
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            cells = asyncio.run(_measure(Path(folder) / "tidepool.db", size))
        print(f"{size:>9,}{cells[0]:>20.2f}{cells[1]:>14.2f}{cells[2]:>14.2f}{cells[3]:>10.2f}")


async def _measure(path: Path, size: int) -> tuple[float, ...]:
    clock = TurningClock()
    store = await Store.open(path)
    try:
        await _begin(Service(store, clock), "3d")
    finally:
        await store.close()
    _copy(path, size)
    store = await Store.open(path)
    try:
        service = Service(store, clock)
        next_due = await _milliseconds(service.schedule.next_due)
        nothing = await _milliseconds(service.schedule.act)
        due, moves = [], []
        for _ in range(ROUNDS):
            match_id = await _begin(service, "1d")
            table = await service.lookup.snapshot(match_id)
            text = table.position.format(table.position.legal_moves()[0])
            begun = perf_counter()
            await service.play.move(match_id, ANN.id, text)
            moves.append(perf_counter() - begun)
            clock.time += DAY
            begun = perf_counter()
            ended = (await service.schedule.act()).matches
            due.append(perf_counter() - begun)
            assert [match.id for match in ended] == [match_id]  # noqa: S101 (a benchmark of what does not happen is none)
            clock.time -= DAY
    finally:
        await store.close()
    return next_due, nothing, median(due) * 1000, median(moves) * 1000


async def _begin(service: Service, clock: str) -> int:
    challenge = await service.challenges.invite(
        GAME, ANN, BOB, Venue(100, 10), "first", clock=TimeControl.parse(clock), options=_smallest(GAME)
    )
    return (await service.challenges.accept(challenge.id, BOB)).match.id


def _smallest(game: str) -> dict[str, str]:
    return {name: min(option, key=len) for name, option in GAMES[game].info.options.items()}


def _copy(path: Path, size: int) -> None:
    """Repeat the first match `size` times, a minute of deadline apart."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for table, key in COPIED.items():
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            if table == "place":
                columns.remove("id")
            values = [f"{name} + n" if name == key else name for name in columns]
            values = [f"{name} + 60 * n" if name in {"deadline", "at"} else name for name in values]
            kept = f"INSERT INTO {table} ({', '.join(columns)}) {SERIES}"
            made = f"SELECT {', '.join(values)} FROM {table}, series"  # noqa: S608 (our own names)
            connection.execute(kept + made, (size - 1,))
        connection.execute("COMMIT")


async def _milliseconds(act: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        await act()
        times.append(perf_counter() - begun)
    return median(times) * 1000
