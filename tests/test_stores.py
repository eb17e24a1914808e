"""A store that a test is lent is as good as a new one, and nothing of an earlier test comes into it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from service import Service
from storage.errors import StorageError
from storage.sqlite.connection import Connection
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, StillClock, begin
from tests.support.stores import AtOnce, Stores, file_of, rows


@pytest.fixture(params=[AtOnce, Connection])
async def some(request: pytest.FixtureRequest, new_database: Path, tmp_path: Path) -> AsyncIterator[Stores]:
    stores = Stores(new_database, tmp_path, request.param)
    yield stores
    await stores.close()


async def played(store: Store) -> int:
    """Play a bit, and draft an announcement. Returns the id of the match."""
    service = Service(store, StillClock(), games={"heap": Heap})
    match = (await begin(service, clock="3d")).match
    await service.play.move(match.id, ANN.id, "take 1")
    await service.announcements.draft("Tea at five.")
    await store.set_value("greeting", "Hello")
    return match.id


async def test_the_next_one_finds_nothing_and_begins_with_the_same_ids(some: Stores, new_database: Path) -> None:
    ids, files = [], set()
    for _ in range(3):
        async with some.lent(Store) as store:
            assert rows(file_of(store)) == rows(new_database)
            ids.append(await played(store))
            assert await store.get_value("greeting") == "Hello"
            files.add(file_of(store))
            left = rows(file_of(store))
            assert sum(map(len, left.values())) > 10 + sum(map(len, rows(new_database).values()))
    assert len(files) == 1
    assert ids[0] == ids[1] == ids[2]


async def test_what_a_test_left_running_does_not_reach_the_next_one(some: Stores) -> None:
    gone, begun = asyncio.Event(), asyncio.Event()

    async def late(store: Store) -> None:
        async with store.write() as tx:
            tx.key_values.set("early", "Hello")
            begun.set()
            await asyncio.sleep(0)
        await gone.wait()
        await store.set_value("late", "Hello")

    async with some.lent(Store) as store:
        task = asyncio.create_task(late(store))
        await begun.wait()
    async with some.lent(Store) as store:
        gone.set()
        with pytest.raises(StorageError):
            await task
        assert [await store.get_value(key) for key in ("early", "late")] == [None, None]


@pytest.mark.parametrize(
    "change", ["ALTER TABLE memory ADD COLUMN more TEXT", "CREATE INDEX more ON memory (value)", "DROP TABLE alarm"]
)
async def test_one_with_other_tables_is_not_lent_again(some: Stores, change: str) -> None:
    async with some.lent(Store) as store:
        file = file_of(store)
        with closing(sqlite3.connect(file)) as database:
            database.execute(change)
    async with some.lent(Store) as store:
        assert file_of(store) != file
        await played(store)
