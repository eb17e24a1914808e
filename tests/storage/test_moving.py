"""Everything is copied from SQLite to PostgreSQL and back and is the same; a failed copy leaves nothing behind."""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

import pytest

from matches.model import Person
from service import Service
from storage import moving
from storage.errors import InUse, StorageError
from storage.moving import PARENTS, move
from storage.postgres import connection
from storage.store import Store
from tests.support import postgres, rows
from tests.support.heap import Heap
from tests.support.matches import StillClock, begin, play_all

pytestmark = pytest.mark.long

LARGEST = 2**63 - 1
PEOPLE = [Person(5, "Ann"), Person(LARGEST, "Þórðr „x“ \\ % ? 'q'"), Person(7, "ひなた 🐙 \N{HEBREW LETTER ALEF}")]


async def fill(database: Path | str) -> None:
    """Some matches of people with names in many scripts, and the largest id."""
    async with Store.opened(database) as store:
        service = Service(store, StillClock(), random.Random(3), games={"heap": Heap})
        for first, second in zip(PEOPLE, [*PEOPLE[1:], PEOPLE[0]], strict=True):
            await play_all(service, await begin(service, first, second, clock="3d", rated=True), "1 1 2")
        over = await begin(service, PEOPLE[0], PEOPLE[1], rated=True)
        await service.play.resign(over.match.id, PEOPLE[0].id)


async def everything(database: Path | str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    store = await Store.open(database)
    found = await rows.everything(store)
    await store.close()
    return found


@pytest.mark.parametrize("page", [2, 2000])
async def test_there_and_back_everything_is_the_same(
    tmp_path: Path, postgres_server: str, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    monkeypatch.setattr(moving, "PAGE", page)
    source, back, address = tmp_path / "a.db", tmp_path / "b.db", postgres.fresh(postgres_server)
    await fill(source)
    moved = await move(source, address)
    kept = await everything(source)
    assert moved == {name: len(found) for name, found in kept.items()}
    await move(address, back)
    assert await everything(back) == kept


async def test_a_copy_may_take_longer_than_any_other_transaction(
    tmp_path: Path, postgres_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The target waits while the source is read, for longer than a worker's transaction may wait."""
    source, address = tmp_path / "a.db", postgres.fresh(postgres_server)
    await fill(source)
    monkeypatch.setattr(connection, "BEGIN_WRITE", ("BEGIN", "SET LOCAL idle_in_transaction_session_timeout = '100ms'"))
    digest = moving._digest

    async def slow(session: Any, table: str, key: Any) -> int:
        if table == "person":
            await asyncio.sleep(0.5)
        return await digest(session, table, key)

    monkeypatch.setattr(moving, "_digest", slow)
    await move(source, address)
    assert await everything(address) == await everything(source)


async def test_both_databases_name_the_same_tables_and_keys(tmp_path: Path, postgres_server: str) -> None:
    found = []
    for where in (tmp_path / "a.db", postgres.fresh(postgres_server)):
        async with Store.opened(where) as store, store._driver.read() as session:
            found.append(await store._driver.tables(session))
    assert found[0] == found[1]
    assert all(found[0].values()), "a table without a key could not be copied page by page"


async def test_a_moved_database_is_played_on(tmp_path: Path, postgres_server: str) -> None:
    source, address = tmp_path / "a.db", postgres.fresh(postgres_server)
    await fill(source)
    await move(source, address)
    await fill(address)  # new rows get new ids
    assert len((await everything(address))["match"]) == 2 * len((await everything(source))["match"])


async def test_a_target_that_holds_anything_is_refused(tmp_path: Path, postgres_server: str) -> None:
    source, address, file = tmp_path / "a.db", postgres.fresh(postgres_server), tmp_path / "b.db"
    await fill(source)
    await fill(address)
    before = await everything(address)
    with pytest.raises(StorageError, match="holds something already"):
        await move(source, address)
    assert await everything(address) == before
    file.write_text("mine")
    with pytest.raises(StorageError, match="exists already"):
        await move(source, file)
    assert file.read_text() == "mine"


async def test_a_database_in_use_is_not_moved(tmp_path: Path, postgres_server: str) -> None:
    source, address = tmp_path / "a.db", postgres.fresh(postgres_server)
    await fill(source)
    running = await Store.open(source)
    with pytest.raises(InUse):
        await move(source, address)
    await running.close()
    running = await Store.open(address)
    with pytest.raises(InUse, match="open: stop it first"):
        await move(source, address)
    await running.close()


@pytest.mark.parametrize("table", [*PARENTS, "move", "memory"])
async def test_an_interruption_leaves_nothing(
    tmp_path: Path, postgres_server: str, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    source, address, file = tmp_path / "a.db", postgres.fresh(postgres_server), tmp_path / "b.db"
    await fill(source)
    copied = moving._copy_table

    async def cut(*what: Any) -> int:
        if what[2] == table:
            raise KeyboardInterrupt
        return await copied(*what)

    with monkeypatch.context() as patched:
        patched.setattr(moving, "_copy_table", cut)
        for target in (address, file):
            with pytest.raises(KeyboardInterrupt):
                await move(source, target)
    assert [name for name in os.listdir(tmp_path) if name.startswith("b.")] == []  # noqa: PTH208 (no file is opened)
    await move(source, address)
    assert await everything(address) == await everything(source)
