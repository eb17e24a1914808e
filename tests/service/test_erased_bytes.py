"""Data of a forgotten person is in none of the bytes of the database's files."""

import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from service import Service
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import StillClock
from tests.support.zoe import INBOX, NOTE, ZOE, lived

MARKS = {
    "the name": ZOE.name.encode(),
    "the note": NOTE.encode(),
    "the ID": ZOE.id.to_bytes(8, "big").lstrip(b"\0"),
    "the ID as text": str(ZOE.id).encode(),
    "the private channel": INBOX.channel_id.to_bytes(8, "big").lstrip(b"\0"),
}
"""What is searched for. SQLite stores a large number in six or eight bytes, the most significant first."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tidepool.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    async with Store.opened(path) as store:
        yield store


@pytest.fixture
async def service(store: Store, clock: StillClock) -> Service:
    service = Service(store, clock, games={"heap": Heap})
    await lived(service, clock)
    return service


def found(path: Path) -> set[str]:
    """What the bytes of the database and its write-ahead log contain."""
    content = b"".join(file.read_bytes() for file in (path, log_of(path)) if file.exists())
    return {name for name, mark in MARKS.items() if mark in content}


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


@pytest.fixture
def reader(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that reads the state before somebody is forgotten, as a backup does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        yield connection


async def test_nothing_is_left_after_somebody_is_forgotten(service: Service, path: Path) -> None:
    assert found(path) == set(MARKS)
    await service.privacy.forget(ZOE.id)
    assert found(path) == set()
    assert log_of(path).stat().st_size == 0


async def test_a_reader_delays_neither_forgetting_nor_moves(
    service: Service, path: Path, reader: sqlite3.Connection
) -> None:
    reader.execute("SELECT * FROM person").fetchall()
    await service.privacy.forget(ZOE.id)
    await service.settings.introduce(10)
    assert found(path), "the reader still needs the old data"
    await service.privacy.scrub()
    assert found(path)
    reader.execute("COMMIT")
    await service.privacy.scrub()
    assert found(path) == set()


async def test_a_start_after_a_kill_removes_what_is_left(
    service: Service, path: Path, reader: sqlite3.Connection, tmp_path: Path
) -> None:
    reader.execute("SELECT * FROM person").fetchall()
    await service.privacy.forget(ZOE.id)
    killed = tmp_path / "killed.sqlite3"
    for file in (path, log_of(path)):
        shutil.copy(file, killed.with_name(file.name.replace(path.name, killed.name)))
    assert found(killed)
    async with Store.opened(killed):
        assert found(killed) == set()
