"""The database: the processor time of people's acts beside 100,000 running and finished matches, and beside 1,000."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks._many import GAME, GUILD, TurningClock, begin, filled, people_of
from benchmarks._table import Line
from cogs.ui.pages.matches import MOST_ENTRIES
from matches.limits import Limits
from matches.model import Person
from matches.timecontrol import DAY
from service import Service
from service.ends import rebuild
from storage.store import Store

SIZES = (1_000, 100_000)
"""The numbers of running matches in the two databases. As many are over, and everybody has about as many matches."""
ROUNDS = 60
"""How many people do each act, in one database and the other by turns."""
OPENINGS = 9
GOAL = 1.3
"""The most that an act may cost in the large database, as a multiple of the small one."""
REBUILD = 60.0
"""The seconds in which all ratings are to be computed anew."""


def measure() -> Iterator[Line]:
    """The processor time of each act in the large database, and its multiple of that in the small one."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{size}.sqlite3" for size in SIZES]
        for path, size in zip(paths, SIZES, strict=True):
            asyncio.run(filled(path, size, over=size))
        costs, rebuilt = asyncio.run(_measured(paths))
    for what, (few, many) in costs.items():
        yield Line("store", f"{what}, beside {SIZES[1]:,} matches", median(many) * 1000, "ms")
        yield Line("store", f"{what}, beside {SIZES[0]:,}", median(many) / median(few), goal=GOAL)
    yield Line("store", f"all ratings of {SIZES[1]:,} matches computed anew", rebuilt, "s", goal=REBUILD)


async def _measured(paths: list[Path]) -> tuple[dict[str, list[list[float]]], float]:
    """The seconds of processor time of each act in either database, and those of a rebuild of all ratings."""
    opening: list[list[float]] = [[], []]
    for _ in range(OPENINGS):
        for path, costs in zip(paths, opening, strict=True):
            begun = process_time()
            store = await Store.open(path)
            costs.append(process_time() - begun)
            await store.close()
    every, clock = {"opening": opening}, TurningClock()
    async with AsyncExitStack() as stack:
        services = []
        for path in paths:
            store = await stack.enter_async_context(Store.opened(path))
            begun = process_time()
            async with store.write() as tables:
                await rebuild(tables)
            rebuilt = process_time() - begun
            services.append(Service(store, clock, limits=Limits.off()))
        for what, act in ACTS.items():
            every[what] = [[], []]
            for number in range(ROUNDS):
                person = Person(1 + number * 17 % people_of(SIZES[0]), f"Person {number}")
                for at in (0, 1) if number % 2 else (1, 0):  # by turns, so that other work of the machine falls on both
                    begun = process_time()
                    await act(services[at], person)
                    every[what][at].append(process_time() - begun)
    return every, rebuilt


async def _list(service: Service, person: Person) -> None:
    queue = await service.lookup.queue(person.id)
    await service.lookup.with_places(row.match_id for row in queue[:MOST_ENTRIES])
    await service.challenges.open_of(person.id)


async def _challenge(service: Service, person: Person) -> None:
    await begin(service, "3d", (person, Person(person.id + 1, "Other")))


async def _move(service: Service, person: Person) -> None:
    await _play(service, (await service.lookup.queue(person.id))[0].match_id)


async def _play(service: Service, match_id: int) -> None:
    snapshot = await service.lookup.snapshot(match_id)
    text = snapshot.position.format(snapshot.position.legal_moves()[0])
    await service.play.move(match_id, snapshot.match.players[snapshot.position.turn].id, text)


async def _deadline(service: Service, person: Person) -> None:
    """Begin a match, move once, and let the opponent's time run out. No other match is due by then."""
    match_id = await begin(service, "1d", (person, Person(person.id + 1, "Other")))
    await _play(service, match_id)
    clock = service.clock
    assert isinstance(clock, TurningClock)  # noqa: S101 (the clock of `_measured`)
    clock.time += DAY
    await service.schedule.act()
    clock.time -= DAY
    assert (await service.lookup.match(match_id)).over  # noqa: S101 (a benchmark of what does not happen is none)


ACTS: dict[str, Callable[[Service, Person], Awaitable[object]]] = {
    "/matches": _list,
    "a challenge and its acceptance": _challenge,
    "a move": _move,
    "when the next thing is due": lambda service, _: service.schedule.next_due(),
    "a match that is lost on time": _deadline,
    "a profile": lambda service, person: service.standing.profile(person, person.id + 1),
    "a leaderboard": lambda service, _: service.standing.leaderboard(GUILD, GAME, 0, 0),
    "a person's place in it": lambda service, person: service.standing.leaderboard(GUILD, GAME, person.id),
    "a history": lambda service, person: service.standing.finished_matches(
        person.id, guild_id=GUILD, game=GAME, result="lost"
    ),
}
