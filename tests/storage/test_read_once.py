"""`read_once` of a SQLite file is one query of what is committed, for which no transaction begins."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from matches.model import Person
from storage.store import Store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store.opened(tmp_path / "tidepool.db") as store:
        yield store


async def test_it_is_one_query_of_what_is_committed(store: Store) -> None:
    async with store.write() as tx:
        async with store.read_once() as view:
            assert await view.people.of(1) is None
        await tx.people.save(Person(1, "Ann"))
        async with store.read_once() as view:
            assert await view.people.of(1) is None
    async with store.read_once() as view:
        assert await view.people.of(1) == Person(1, "Ann")
        with pytest.raises(RuntimeError, match="another state"):
            await view.people.of(1)


async def test_it_cannot_write(store: Store) -> None:
    with pytest.raises(RuntimeError, match="changes nothing"):
        async with store.read_once() as view:
            await view.people.save(Person(1, "Ann"))
    async with store.read_once() as view:
        assert await view.people.of(1) is None
