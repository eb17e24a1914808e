"""The database: what people do beside 100,000 matches and challenges that are over, and beside a few."""

from __future__ import annotations

import asyncio
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from benchmarks._many import PEOPLE, TurningClock, begin, filled
from benchmarks._table import Line
from cogs.ui.lists import MOST_ENTRIES
from matches.limits import Limits
from matches.records import Person
from service import Service
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

Where = TypeVar("Where")
Who = TypeVar("Who")

RUNNING, FEW, MANY = 5_000, 1_000, 100_000
"""Running matches, and those that are over in the smaller and in the larger database."""
ROUNDS = 120
"""So many people do each thing, in one database and the other by turns."""
OPENINGS = 9
GOAL = 1.3
"""How much more the same may cost beside the larger number of matches that are over."""

Costs = tuple[list[float], list[float]]
"""Seconds of CPU in the smaller and in the larger database, a pair for each round."""


def measure() -> Iterator[Line]:
    """The CPU of each thing in the larger database, and how much more that is than in the smaller one."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{over}.sqlite3" for over in (FEW, MANY)]
        for path, over in zip(paths, (FEW, MANY), strict=True):
            asyncio.run(filled(path, RUNNING, over=over))
        found = asyncio.run(_measured(paths))
    for what, (few, many) in found.items():
        yield Line("store", f"{what}, beside {MANY:,} matches that are over", median(many) * 1000, "ms")
        yield Line("store", f"{what}, beside {FEW:,} that are over", median(many) / median(few), goal=GOAL)


async def _measured(paths: Sequence[Path]) -> dict[str, Costs]:
    costs = {"opening": await _by_turns(_opened, paths, range(OPENINGS))}
    async with AsyncExitStack() as stack:
        services = []
        for path in paths:
            store = await stack.enter_async_context(Store.opened(path))
            services.append(Service(store, TurningClock(), limits=Limits.off()))
        people = [Person(100 + number * 17 % PEOPLE, f"Person {number}") for number in range(ROUNDS)]
        for what, act in (("/matches", _list), ("a challenge and its acceptance", _challenge), ("a move", _move)):
            costs[what] = await _by_turns(act, services, people)
    return costs


async def _by_turns(
    act: Callable[[Where, Who], Awaitable[float | None]], both: Sequence[Where], whose: Iterable[Who]
) -> Costs:
    """What an act costs in either database. They take turns, so that what else the machine does falls on both."""
    costs: Costs = ([], [])
    for number, who in enumerate(whose):
        for at in (0, 1) if number % 2 else (1, 0):
            begun = process_time()
            told = await act(both[at], who)
            costs[at].append(process_time() - begun if told is None else told)
    return costs


async def _list(service: Service, person: Person) -> None:
    queue = await service.lookup.queue(person.id)
    await service.lookup.shown(one.match_id for one in queue[:MOST_ENTRIES])
    await service.challenges.open_of(person.id)


async def _challenge(service: Service, person: Person) -> None:
    await begin(service, "3d", (person, Person(person.id + 1, "Other")))


async def _move(service: Service, person: Person) -> None:
    snapshot = await service.lookup.snapshot((await service.lookup.queue(person.id))[0].match_id)
    shown = snapshot.match
    text = snapshot.position.format(snapshot.position.legal_moves()[0])
    await service.play.move(shown.id, shown.players[snapshot.position.turn].id, text)


async def _opened(path: Path, _: int) -> float:
    """The seconds of opening alone, without the closing."""
    begun = process_time()
    store = await Store.open(path)
    seconds = process_time() - begun
    await store.close()
    return seconds
