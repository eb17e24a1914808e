"""The database: what people do beside 100,000 matches and challenges that are over, and beside a few."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from benchmarks._many import PEOPLE, TurningClock, begin, filled
from benchmarks._table import Line
from cogs.ui.lists import MOST_ENTRIES
from matches.limits import Limits
from matches.records import Person
from service import Service
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

RUNNING, FEW, MANY = 5_000, 1_000, 100_000
"""Running matches, and those that are over in the smaller and in the larger database."""
ROUNDS = 40
GOAL = 1.3
"""How much more the same may cost beside the larger number of matches that are over."""


def measure() -> Iterator[Line]:
    """The CPU of each thing in the larger database, and how much more that is than in the smaller one."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for over in (FEW, MANY):
            path = Path(folder) / f"{over}.sqlite3"
            asyncio.run(filled(path, RUNNING, over=over))
            found.append(asyncio.run(_measured(path)))
    for what, seconds in found[1].items():
        yield Line("store", f"{what}, beside {MANY:,} matches that are over", seconds * 1000, "ms")
        yield Line("store", f"{what}, beside {FEW:,} that are over", seconds / found[0][what], goal=GOAL)


async def _measured(path: Path) -> dict[str, float]:
    clock = TurningClock()
    seconds = {"opening": median([await _opened(path) for _ in range(5)])}
    async with Store.opened(path) as store:
        return seconds | await _done(Service(store, clock, limits=Limits.off()))


async def _done(service: Service) -> dict[str, float]:
    """The CPU of what people do."""
    seconds = {}
    people = [Person(100 + number * 17 % PEOPLE, f"Person {number}") for number in range(ROUNDS)]

    async def matches(person: Person) -> None:
        queue = await service.lookup.queue(person.id)
        await service.lookup.shown(one.match_id for one in queue[:MOST_ENTRIES])
        await service.challenges.open_of(person.id)

    async def challenge(person: Person) -> None:
        await begin(service, "3d", (person, Person(person.id + 1, "Other")))

    seconds["/matches"] = await _each(matches, people)
    seconds["a challenge and its acceptance"] = await _each(challenge, people)

    async def move(person: Person) -> None:
        snapshot = await service.lookup.snapshot((await service.lookup.queue(person.id))[0].match_id)
        shown = snapshot.match
        text = snapshot.position.format(snapshot.position.legal_moves()[0])
        await service.play.move(shown.id, shown.players[snapshot.position.turn].id, text)

    seconds["a move"] = await _each(move, people)
    return seconds


async def _opened(path: Path) -> float:
    begun = process_time()
    store = await Store.open(path)
    seconds = process_time() - begun
    await store.close()
    return seconds


async def _each(act: Callable[[Person], Awaitable[None]], people: list[Person]) -> float:
    """The median of the seconds that it costs for one of these people."""
    seconds = []
    for person in people:
        begun = process_time()
        await act(person)
        seconds.append(process_time() - begun)
    return median(seconds)
