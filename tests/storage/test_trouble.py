"""A database that is locked or damaged; and files that only their owner can read."""

from __future__ import annotations

import sqlite3
import stat
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.errors import StorageError, Unavailable
from storage.sqlite.files import WAIT_SECONDS
from storage.store import Store

if TYPE_CHECKING:
    from pathlib import Path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_the_files_and_their_folder_are_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "data" / "tidepool.db"
    store = await Store.open(path)
    await store.remember("key", "value")
    assert mode(path.parent) == 0o700
    modes = {one.name: mode(one) for one in path.parent.iterdir() if not one.name.endswith(".lock")}
    assert modes == {"tidepool.db": 0o600, "tidepool.db-wal": 0o600, "tidepool.db-shm": 0o600}
    await store.close()
    path.chmod(0o644)
    await (await Store.open(path)).close()
    assert mode(path) == 0o600


async def test_a_missing_table_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "tidepool.db"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE vacation")
    with pytest.raises(StorageError, match="has no table vacation; restore a copy"):
        await Store.open(path)


async def test_a_transaction_does_not_wait_long_for_another_program(tmp_path: Path) -> None:
    assert WAIT_SECONDS < 2.9, "a player is told before Discord gives up"
    path = tmp_path / "tidepool.db"
    async with Store.opened(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            with pytest.raises(Unavailable, match="database is locked"):
                await store.remember("key", "value")
            assert time.monotonic() - began < 20
            other.execute("ROLLBACK")
        await store.remember("key", "value")
        assert await store.recall("key") == "value"
