"""The event loop: its lag while long matches are replayed, and while 1,000 clocks run out at once."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks._lag import idle, lags, percentile
from benchmarks._many import TurningClock, begin, pair
from benchmarks._table import Line
from games import GAMES
from matches.limits import Limits
from matches.timecontrol import DAY
from service import Service
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator


GAME = "coral_clash"
PLIES = 200
"""The length of the matches that are replayed. They are of Coral Clash, which has the slowest rules."""
REPLAYED = 50
CLOCKS = 1_000
MOVES = 100
"""How many moves are played one after the other while the clocks run out."""


def measure() -> Iterator[Line]:
    """The lags of an idle loop and in both cases, the time until all clocks were served, and the waits of moves."""
    with tempfile.TemporaryDirectory() as folder:
        for number, part in enumerate((_replays, _clocks)):
            yield from asyncio.run(_within(part, Path(folder) / f"{number}.sqlite3"))


async def _within(part: Callable[[Store], Awaitable[list[Line]]], path: Path) -> list[Line]:
    async with Store.opened(path) as store:
        return await part(store)


async def _replays(store: Store) -> list[Line]:
    clock = TurningClock()
    service = Service(store, clock, limits=Limits.off())
    ids = []
    for number in range(REPLAYED):
        match_id = await begin(service, "3d", pair(number), game=GAME)
        await _long(service, match_id, Random(number))
        ids.append(match_id)
    quiet = percentile(await idle(), 0.99)
    cold = Service(store, clock, limits=Limits.off())
    async with lags() as found:
        begun = perf_counter()
        await asyncio.gather(*(cold.lookup.snapshot(match_id) for match_id in ids))
        seconds = perf_counter() - begun
    late = percentile(found, 0.99)
    return [
        Line("loop", "lag of an idle loop, p99", quiet, "ms"),
        Line("loop", f"lag while {REPLAYED} matches of {PLIES} plies are replayed, p99", late, "ms", goal=10 + quiet),
        Line("loop", "one of these replays", seconds / REPLAYED * 1000, "ms"),
    ]


async def _long(service: Service, match_id: int, chance: Random) -> None:
    """Play random moves until the match has `PLIES` plies or is over."""
    players = (await service.lookup.match(match_id)).players
    position = GAMES[GAME].start()
    for _ in range(PLIES):
        moves = [move for move in position.legal_moves() if position.play(move).result() is None]
        if not moves:
            return
        move = chance.choice(moves)
        await service.play.move(match_id, players[position.turn].id, position.format(move))
        position = position.play(move)


async def _clocks(store: Store) -> list[Line]:
    clock = TurningClock()
    service = Service(store, clock, limits=Limits.off())
    for number in range(CLOCKS):
        match_id = await begin(service, "1d", pair(number))
        await _open(service, match_id)
    others = [await begin(service, "14d", pair(CLOCKS + number)) for number in range(2 * MOVES)]
    normal = [await _move(service, match_id) for match_id in others[:MOVES]]
    clock.time += DAY + 60
    ended: list[int] = []

    async def serve() -> float:
        begun = perf_counter()
        while len(ended) < CLOCKS:
            ended.extend(match.id for match in (await service.schedule.act()).matches)
        return perf_counter() - begun

    async with lags() as found:
        serving = asyncio.create_task(serve())
        waits = [await _move(service, match_id) for match_id in others[MOVES:]]
        seconds = await serving
    usual, slowest = percentile(normal, 0.99) * 1000, percentile(waits, 0.99) * 1000
    return [
        Line("loop", f"{CLOCKS:,} clocks that run out at once are served within", seconds, "s", goal=60),
        Line("loop", "lag meanwhile, p99", percentile(found, 0.99), "ms", goal=20),
        Line("loop", "a move before, p99", usual, "ms"),
        Line("loop", "a move meanwhile, p99", slowest, "ms", goal=usual + 100),
        Line("loop", "a move meanwhile, median", median(waits) * 1000, "ms"),
    ]


async def _open(service: Service, match_id: int) -> None:
    """Let both sides make a move: a match can be lost on time only after that."""
    for _ in range(2):
        await _move(service, match_id)


async def _move(service: Service, match_id: int) -> float:
    """Play the first legal move. Returns the seconds that it took."""
    snapshot = await service.lookup.snapshot(match_id)
    position = snapshot.position
    text = position.format(position.legal_moves()[0])
    begun = perf_counter()
    await service.play.move(match_id, snapshot.match.players[position.turn].id, text)
    return perf_counter() - begun
