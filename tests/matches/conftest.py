"""The service on each store, with a clock that stands still and a game of a few moves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from matches.clock import Clock
from matches.clocks import TimeControl
from matches.records import Person, Venue
from matches.service import Matches
from storage.store import SqliteStore
from tests.matches.dict_store import DictStore
from tests.matches.heap import Heap

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from matches.records import Table
    from matches.store import Store

ANN = Person(1, "Ann")
BOB = Person(2, "Bob")
CAROL = Person(3, "Carol")
CHANNEL = Venue(channel_id=100, guild_id=10)


class StillClock(Clock):
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 1_800_000_000

    def now(self) -> int:
        return self.time

    async def sleep_until(self, at: int) -> None:
        self.time = max(self.time, at)


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture(params=["dict", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "dict":
        yield DictStore()
        return
    sqlite = await SqliteStore.open(tmp_path / "tidepool.db")
    yield sqlite
    await sqlite.close()


@pytest.fixture
def matches(store: Store, clock: StillClock) -> Matches:
    return Matches(store, clock, random.Random(7), games={"heap": Heap})


async def begin(
    matches: Matches,
    first: Person = ANN,
    second: Person = BOB,
    venue: Venue = CHANNEL,
    *,
    clock: str = "none",
    size: str = "40",
    rated: bool = False,
    also: Venue | None = None,
) -> Table:
    """A match that has just begun, `first` to move."""
    control = TimeControl.parse(clock)
    challenge = await matches.challenge(
        "heap", first, second, venue, "first", {"size": size}, clock=control, rated=rated
    )
    return await matches.accept(challenge.id, second, also=also)


async def play_all(matches: Matches, table: Table, texts: str) -> Table:
    """Play these moves, whoever is to move."""
    for text in texts.split():
        match = table.match
        table = await matches.play(match.id, match.players[match.turn].id, f"take {text}", rev=match.rev)
    return table
