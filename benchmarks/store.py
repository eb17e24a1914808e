"""The database: the processor time of people's acts beside 100,000 finished matches, and beside 1,000."""

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
from cogs.ui.pages.lists import MOST_ENTRIES
from matches.limits import Limits
from matches.model import Person
from service import Service
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

Where = TypeVar("Where")
Who = TypeVar("Who")

RUNNING = 5_000
"""The number of running matches in either database."""
FEW = 1_000
"""The number of finished matches in the small database."""
MANY = 100_000
"""The number of finished matches in the large database."""
ROUNDS = 120
"""How many people do each act, in one database and the other by turns."""
OPENINGS = 9
GOAL = 1.3
"""The goal: the most that an act may cost in the large database, as a multiple of the small one."""

Costs = tuple[list[float], list[float]]
"""Seconds of processor time in the small and in the large database, a pair for each round."""


def measure() -> Iterator[Line]:
    """The processor time of each act in the large database, and its multiple of that in the small one."""
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
    """The costs of an act in both databases. They take turns, so that other work of the machine falls on both."""
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
    """The seconds of opening a database, without closing it."""
    begun = process_time()
    store = await Store.open(path)
    seconds = process_time() - begun
    await store.close()
    return seconds
