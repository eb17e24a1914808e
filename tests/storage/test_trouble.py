"""A database that is locked or damaged; and files that only their owner can read."""

import os
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import pytest

from storage.errors import StorageError, Unavailable
from storage.sqlite.files import WAIT_SECONDS
from storage.store import Store


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_the_files_and_their_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "tidepool.db"
    store = await Store.open(path)
    await store.set_value("key", "value")
    assert mode(path.parent) == 0o700
    modes = {one.name: mode(one) for one in path.parent.iterdir()}
    names = ("tidepool.db", "tidepool.db-wal", "tidepool.db-shm", "tidepool.db.lock")
    assert modes == dict.fromkeys(names, 0o600)
    await store.close()
    lock = path.with_name("tidepool.db.lock")
    for loose in (path, lock):
        loose.chmod(0o644)
    await (await Store.open(path)).close()
    assert (mode(path), mode(lock)) == (0o600, 0o600), "whoever can read the lock can hold it"


async def test_a_missing_table_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tidepool.db"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE vacation")
    with pytest.raises(StorageError, match="has no table vacation; restore a copy"):
        await Store.open(path)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("ALTER TABLE place DROP COLUMN thread_of", "its table place has no column thread_of; restore a copy"),
        ("UPDATE memory SET value = 'abc' WHERE key = 'oldest format'", "does not say which programs may use it"),
        (f"UPDATE memory SET value = '{'9' * 5000}' WHERE key = 'oldest format'", "which programs may use it"),
    ],
    ids=["column", "text for a format", "long format"],
)
async def test_a_damaged_file_is_one_sentence(tmp_path: Path, damage: str, told: str) -> None:
    path = tmp_path / "tidepool.db"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute(damage).rowcount
    with pytest.raises(StorageError, match=told):
        await Store.open(path)


async def test_a_start_that_finds_the_file_locked_may_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tidepool.db"
    await (await Store.open(path)).close()
    monkeypatch.setattr("storage.sqlite.files.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("DELETE FROM vacation")
        with pytest.raises(Unavailable, match=r"cannot be opened: database is locked\. Another program has it open\."):
            await Store.open(path)
    await (await Store.open(path)).close()


async def test_a_device_is_no_database(tmp_path: Path) -> None:
    pipe = tmp_path / "tidepool.db"
    os.mkfifo(pipe)
    with pytest.raises(StorageError, match="is no file, but a device or the like"):
        await Store.open(pipe)


async def test_a_transaction_does_not_wait_long_for_another_program(tmp_path: Path) -> None:
    assert WAIT_SECONDS < 2.9, "a player is told before Discord gives up"
    path = tmp_path / "tidepool.db"
    async with Store.opened(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            with pytest.raises(Unavailable, match="database is locked"):
                await store.set_value("key", "value")
            assert time.monotonic() - began < 20
            other.execute("ROLLBACK")
        await store.set_value("key", "value")
        assert await store.get_value("key") == "value"
