"""Two processes that write at the same moment leave the same rows as one after the other."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from matches.crowds import SPREAD
from matches.errors import Refusal
from matches.limits import Limits
from matches.model import Person, Venue
from matches.timecontrol import DAY
from service import Service
from storage.store import Store
from tests.support import postgres
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin
from tests.support.rows import everything
from tests.support.tournaments import joined

Act = Callable[[Service], Awaitable[object]]

pytestmark = pytest.mark.long

ROUNDS = 4
LEFT_OUT = {"outbox", "format", "sqlite_sequence"}
"""The tables that say which process is to deliver something, or how far a database has counted."""


async def nothing(_: Service) -> None:
    pass


async def running(service: Service) -> None:
    await begin(service, clock="3d")


async def over(service: Service) -> None:
    match = (await begin(service)).match
    await service.play.resign(match.id, ANN.id)


async def invited(service: Service) -> None:
    await service.challenges.invite("heap", ANN, BOB, CHANNEL, "first")


async def in_a_tournament(service: Service) -> None:
    """Ann's first match has begun."""
    clock: Any = service.clock
    await joined(service, clock, "groups", 4)


async def voting(service: Service) -> None:
    """Ann has voted in a match of a server against Dan, whose vote is over."""
    clock: Any = service.clock
    match = (
        await service.server_matches.begin("heap", Person(4, "Dan"), "Reef", Person(4, "Dan"), CHANNEL, "first")
    ).match
    await service.crowds.vote(match.id, ANN, CHANNEL.guild_id, "take 1")
    clock.time = OVER


async def challenged(service: Service) -> None:
    """A moderator has challenged another server."""
    await service.server_matches.challenge("heap", ANN, CHANNEL, "first")


def accepted_in(channel_id: int, guild_id: int) -> Act:
    """Accept the challenge there for another server."""

    async def accept(service: Service) -> None:
        invitation = (await service.challenges.of(FIRST)).invitation
        await service.server_matches.accept(invitation, BOB, "Lagoon", Venue(channel_id, guild_id), "Reef")

    return accept


async def counted(service: Service) -> None:
    """A worker counts the votes that are due."""
    clock: Any = service.clock
    clock.time = OVER
    await service.schedule.act()


async def noticed(service: Service) -> None:
    """A worker learns that Ann has left the server."""
    await service.tournaments.miss(1, ANN.id)


@dataclass(frozen=True)
class Race:
    """Two acts of which each reads what the other one changes."""

    before: Act
    one: Act
    other: Act


RACES = {
    "vacation while moving": Race(
        running, lambda one: one.vacations.start(BOB.id, 2), lambda one: one.play.move(FIRST, ANN.id, "take 1")
    ),
    "the limit of open challenges": Race(
        nothing,
        lambda one: one.challenges.invite("heap", ANN, BOB, CHANNEL, "first"),
        lambda one: one.challenges.invite("heap", ANN, CAROL, CHANNEL, "first"),
    ),
    "a rematch that both ask for": Race(
        over,
        lambda one: one.challenges.rematch(FIRST, ANN, CHANNEL),
        lambda one: one.challenges.rematch(FIRST, BOB, CHANNEL),
    ),
    "a block while accepting": Race(
        invited, lambda one: one.challenges.accept(FIRST, BOB), lambda one: one.blocks.add(BOB, ANN)
    ),
    "an absence that both notice": Race(in_a_tournament, noticed, noticed),
    "an absence and a withdrawal": Race(in_a_tournament, noticed, lambda one: one.tournaments.withdraw(1, ANN.id)),
    "an absence and a return": Race(in_a_tournament, noticed, lambda one: one.tournaments.come_back(1, ANN.id)),
    "the same move twice": Race(
        running,
        lambda one: one.play.move(FIRST, ANN.id, "take 1", rev=1),
        lambda one: one.play.move(FIRST, ANN.id, "take 2", rev=1),
    ),
    "a vote that both count": Race(voting, counted, counted),
    "a vote in the last second": Race(
        voting, counted, lambda one: one.crowds.vote(FIRST, BOB, CHANNEL.guild_id, "take 2", rev=1)
    ),
    "two first votes": Race(
        voting,
        lambda one: one.crowds.vote(FIRST, BOB, CHANNEL.guild_id, "take 2"),
        lambda one: one.crowds.vote(FIRST, CAROL, CHANNEL.guild_id, "take 2"),
    ),
    "two votes of one person": Race(
        voting,
        lambda one: one.crowds.vote(FIRST, BOB, CHANNEL.guild_id, "take 1"),
        lambda one: one.crowds.vote(FIRST, BOB, CHANNEL.guild_id, "take 2"),
    ),
    "two servers that accept": Race(challenged, accepted_in(700, 77), accepted_in(800, 88)),
    "two moderators who accept": Race(challenged, accepted_in(700, 77), accepted_in(701, 77)),
    "accepted by two": Race(
        lambda one: one.challenges.invite("heap", ANN, None, CHANNEL, "first"),
        lambda one: one.challenges.accept(FIRST, BOB),
        lambda one: one.challenges.accept(FIRST, CAROL),
    ),
}
FIRST = 46656
OVER = StillClock().time + DAY + SPREAD
"""When the vote is over."""


def service_of(store: Store) -> Service:
    limits = Limits.parse("open_challenges=1")
    return Service(store, StillClock(), random.Random(1), games={"heap": Heap}, limits=limits, alone=False)


async def outcome(act: Act, service: Service) -> str:
    """The result of an act: its name or its refusal."""
    try:
        await act(service)
    except Refusal as refusal:
        return type(refusal).__name__
    return "done"


async def left(store: Store, outcomes: tuple[str, str]) -> Any:
    """The outcomes of two acts, and the rows that they left."""
    tables = await everything(store)
    return outcomes, {name: rows for name, rows in tables.items() if name not in LEFT_OUT}


async def in_turn(address: str, race: Race, *, swapped: bool) -> Any:
    """The rows that one act after the other leaves."""
    async with Store.opened(address) as store:
        await race.before(service_of(store))
        service = service_of(store)
        if swapped:
            second = await outcome(race.other, service)
            return await left(store, (await outcome(race.one, service), second))
        return await left(store, (await outcome(race.one, service), await outcome(race.other, service)))


@pytest.mark.parametrize("name", RACES)
async def test_two_at_once_are_one_after_the_other(name: str, postgres_server: str) -> None:
    race, chance = RACES[name], random.Random(name)
    allowed = [await in_turn(postgres.fresh(postgres_server), race, swapped=swapped) for swapped in (False, True)]
    seen = []
    for _ in range(ROUNDS):
        address = postgres.fresh(postgres_server)
        async with Store.opened(address) as first, Store.opened(address) as second:
            await race.before(service_of(first))

            async def later(act: Act, store: Store) -> str:
                await asyncio.sleep(chance.uniform(0, 0.01))
                return await outcome(act, service_of(store))

            one, other = await asyncio.gather(later(race.one, first), later(race.other, second))
            seen.append(await left(first, (one, other)))
    assert [found for found in seen if found not in allowed] == []
