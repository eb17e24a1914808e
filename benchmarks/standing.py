"""Leaderboards, profiles and histories beside a growing number of players and matches, and a rebuild of all ratings."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks._table import Line
from matches.model import FIRST_ID, Person
from service import Service
from service.clock import Clock
from service.ends import rebuild
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

SIZES = (100, 100_000)
"""The numbers of players in the two databases; there are as many rated matches."""
ROUNDS = 50
MORE = 1.3
"""How much more a look may cost beside many than beside few: nothing but the noise of the measurement."""
REBUILD = 60
"""Seconds in which all ratings are to be computed anew."""
GAME, GUILD, CHANNEL = "konane", 10, 100
BUSY = 1
"""The person who plays in every match of the small database, and in every tenth of the large one."""
MATCH = """
INSERT INTO match (id, game, options, rules_version, first_id, second_id, rev, ply, turn, status, winner, reason,
    created_at, moved_at, ended_at, rated, ending, ending_fields)
VALUES (?, ?, '{}', 1, ?, ?, 5, 3, 0, 'over', ?, 'resignation', ?, ?, ?, 1, 'resignation', '{}')
"""


LOOKS = ("a profile", "a first page", "one's own place", "a last page", "a history", "older matches")


def measure() -> Iterator[Line]:
    """The milliseconds of each page in the large database, their growth over the small one, and a rebuild."""
    found = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            found.append(asyncio.run(_measure(Path(folder) / "tidepool.db", size)))
    (*few, _), (*many, rebuilt) = found
    for look, small, large in zip(LOOKS, few, many, strict=True):
        yield Line("standing", f"{look}, {SIZES[1]:,} players and matches", large, "ms")
        yield Line("standing", f"{look}, beside {SIZES[0]:,}", large / small, goal=MORE)
    yield Line("standing", f"all ratings of {SIZES[1]:,} matches worked out anew", rebuilt, "s", goal=REBUILD)


async def _measure(path: Path, size: int) -> list[float]:
    await (await Store.open(path)).close()
    _fill(path, size)
    async with Store.opened(path) as store:
        begun = perf_counter()
        async with store.write() as tables:
            await rebuild(tables)
        rebuilt = perf_counter() - begun
        standing = Service(store, Clock()).standing
        middle = size // 2 + 1
        person = Person(BUSY, "Busy")
        older = (await standing.finished(BUSY, game=GAME)).following
        looks: list[Callable[[], Awaitable[object]]] = [
            lambda: standing.profile(person, middle),
            lambda: standing.leaderboard(GUILD, GAME, 0, 0),
            lambda: standing.leaderboard(GUILD, GAME, middle),
            lambda: standing.leaderboard(GUILD, GAME, 0, size),
            lambda: standing.finished(BUSY, guild_id=GUILD, game=GAME, result="lost"),
            lambda: standing.finished(BUSY, game=GAME, before=older),
        ]
        return [*[await _milliseconds(look) for look in looks], rebuilt]


def _fill(path: Path, size: int) -> None:
    """Add players with ids from 1 and as many matches: everybody plays about two, and one person plays many."""
    chance = random.Random(7)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        people = ((number, f"Player {number}") for number in range(1, size + 1))
        connection.executemany("INSERT INTO person (id, name) VALUES (?, ?)", people)
        connection.executemany(MATCH, (_match(number, size, chance) for number in range(size)))
        places = ((FIRST_ID + number, CHANNEL, GUILD) for number in range(size))
        connection.executemany(
            "INSERT INTO place (match_id, channel_id, guild_id, shown_rev) VALUES (?, ?, ?, 5)", places
        )
        connection.execute("COMMIT")


def _match(number: int, size: int, chance: random.Random) -> tuple[object, ...]:
    first = BUSY if number % (1 if size == SIZES[0] else 10) == 0 else number + 1
    second = chance.randint(2, size)
    if second == first:
        second = first % size + 1
    at = 1_700_000_000 + number * 60
    return (FIRST_ID + number, GAME, first, second, chance.choice([0, 1, 1, None]), at, at, at)


async def _milliseconds(look: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        await look()
        times.append(perf_counter() - begun)
    return median(times) * 1000
