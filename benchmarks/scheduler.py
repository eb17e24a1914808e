"""The scheduler: the time to find and do what is due, beside a growing number of matches with later deadlines."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from benchmarks._many import TurningClock, begin, copy, pair
from benchmarks._table import Line
from matches.limits import Limits
from matches.timecontrol import DAY
from service import Service
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

SIZES = (1_000, 100_000)
ACTS = ("when the next thing is due", "nothing is due", "one deadline", "a move")
ROUNDS = 30


def measure() -> Iterator[Line]:
    """The milliseconds of each step of the scheduler, and their growth with many matches."""
    found = []
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            found.append(asyncio.run(_measure(Path(folder) / "tidepool.db", size)))
    for what, few, many in zip(ACTS, *found, strict=True):
        yield Line("scheduler", f"{what}, {SIZES[1]:,} matches running", many, "ms")
        yield Line("scheduler", f"{what}, beside {SIZES[0]:,}", many / few, goal=1.5)


async def _measure(path: Path, size: int) -> tuple[float, ...]:
    clock = TurningClock()
    async with Store.opened(path) as store:
        await begin(Service(store, clock), "3d")
    copy(path, size)
    async with Store.opened(path) as store:
        service = Service(store, clock, limits=Limits.off())
        next_due = await _milliseconds(service.schedule.next_due)
        nothing = await _milliseconds(service.schedule.act)
        due, moves = [], []
        for number in range(ROUNDS):
            match_id = await begin(service, "1d", pair(number))
            table = await service.lookup.snapshot(match_id)
            text = table.position.format(table.position.legal_moves()[0])
            begun = process_time()
            await service.play.move(match_id, table.match.players[0].id, text)
            moves.append(process_time() - begun)
            clock.time += DAY
            begun = process_time()
            ended = (await service.schedule.act()).matches
            due.append(process_time() - begun)
            assert [match.id for match in ended] == [match_id]  # noqa: S101 (a benchmark of what does not happen is none)
            clock.time -= DAY
    return next_due, nothing, median(due) * 1000, median(moves) * 1000


async def _milliseconds(act: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = process_time()
        await act()
        times.append(process_time() - begun)
    return median(times) * 1000
