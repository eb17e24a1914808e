"""Votes: 500 people who vote in the last ten seconds of one match, and 10,000 votes that end together.

Those people vote in the empty database that BENCH_POSTGRES names, or else in an SQLite file.
"""

import asyncio
import os
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import perf_counter, process_time

from benchmarks._lag import percentile
from benchmarks._many import BOB, CHANNEL, GAME, GUILD, TurningClock, copy
from benchmarks._servers import fresh, number_in
from benchmarks._table import Line
from matches.crowds import SPREAD, closes_at
from matches.limits import Limits
from matches.model import Match, Person, Venue
from service import Service
from storage.store import Store

VOTERS, LAST = 500, 10.0
ROUNDS = 4
"""In the first round nobody is expected; from the fourth on, three votes are read to know who is."""
SERVERS = 10_000
WATCHED = 60
"""For how many seconds of those over which the ends of votes are spread they are counted."""
ALLOWED = 50
"""The requests of a bot that Discord accepts in a second."""
FOR_A_BOARD = 2
"""The requests for the next board: one posts it, and one deletes the board before."""


def measure() -> Iterator[Line]:
    """The waits of voters, and how many boards are due in a second."""
    server = os.environ.get("BENCH_POSTGRES")
    with tempfile.TemporaryDirectory() as folder:
        where = fresh(server) if server else Path(folder) / "votes.sqlite3"
        waits, used = asyncio.run(_voted(where))
        counted, cost = asyncio.run(_counted(Path(folder) / "servers.sqlite3"))
    how = f"{VOTERS} votes in {LAST:.0f} s on {'PostgreSQL' if server else 'SQLite'}"
    yield Line("votes", f"{how}: wait, median", percentile(waits, 0.5) * 1000, "ms")
    yield Line("votes", f"{how}: wait, longest", max(waits) * 1000, "ms", goal=1000)
    yield Line("votes", f"{how}: CPU of each", used * 1000, "ms")
    yield Line("votes", f"{SERVERS:,} votes that end together: most in a second", max(counted))
    yield Line("votes", "requests for their boards in that second", FOR_A_BOARD * max(counted), goal=ALLOWED)
    yield Line("votes", "CPU of counting a vote and playing its move", cost * 1000, "ms")


async def _begin(service: Service) -> Match:
    """Begin a match of a server against a person."""
    return (await service.server_matches.begin(GAME, BOB, "Reef", BOB, Venue(CHANNEL, GUILD), "first")).match


async def _voted(where: Path | str) -> tuple[list[float], float]:
    """The seconds from opening the picker and confirming to the answer, in the last round; CPU seconds of each vote."""
    clock, chance = TurningClock(), random.Random(1)
    async with Store.opened(where) as store:
        service = Service(store, clock, chance, limits=Limits.off())
        match = await _begin(service)
        for _ in range(ROUNDS):
            position = (await service.lookup.snapshot(match.id)).position
            moves = [position.format(move) for move in position.legal_moves()]
            waits, begun = list[float](), process_time()

            async def vote(number: int, moves: list[str], waits: list[float]) -> None:
                await asyncio.sleep(chance.uniform(0, LAST))
                pressed, person = perf_counter(), Person(1000 + number, f"Voter {number}")
                await service.crowds.to_vote(match.id, person.id, GUILD)
                await service.crowds.vote(match.id, person, GUILD, chance.choice(moves))
                waits.append(perf_counter() - pressed)

            await asyncio.gather(*(vote(number, moves, waits) for number in range(VOTERS)))
            used = (process_time() - begun) / VOTERS
            clock.time = closes_at(await service.lookup.match(match.id)) or clock.time
            await service.schedule.act()
            snapshot = await service.lookup.snapshot(match.id)
            answer = snapshot.position.format(snapshot.position.legal_moves()[0])
            await service.play.move(match.id, BOB.id, answer)
    return waits, used


async def _counted(path: Path) -> tuple[list[int], float]:
    """How many of the votes with the same deadline are counted in each second; CPU seconds of each."""
    clock = TurningClock()
    async with Store.opened(path) as store:
        service = Service(store, clock, random.Random(1))
        match = await _begin(service)
        position = (await service.lookup.snapshot(match.id)).position
        move = position.format(position.legal_moves()[0])
        for number in range(3):
            await service.crowds.vote(match.id, Person(1000 + number, f"Voter {number}"), GUILD, move)
    copy(path, SERVERS, apart=0)
    _spread(path)
    counted, begun = list[int](), process_time()
    async with Store.opened(path) as store:
        service = Service(store, clock, random.Random(1))
        last = match.deadline or 0
        for second in range(WATCHED):
            clock.time = last + second
            await service.schedule.act()
            played = number_in(path, "SELECT count(*) FROM match WHERE ply = 1") or 0
            counted.append(played - sum(counted))
    if sum(counted) < SERVERS // SPREAD * WATCHED:
        raise RuntimeError(f"{sum(counted)} votes were counted")
    return counted, (process_time() - begun) / sum(counted)


def _spread(path: Path) -> None:
    """Give each match its own time to count its open vote."""
    with closing(sqlite3.connect(path)) as connection, connection:
        alarms = (
            "UPDATE alarm SET at = (SELECT deadline + id * 7 % ? FROM match WHERE id = subject) WHERE kind = 'vote'"
        )
        connection.execute(alarms, (SPREAD,))
