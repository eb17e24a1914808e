"""Opening a database: a missing one is made, an old one brought up to date, and a foreign file never touched."""

import asyncio
import hashlib
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage.errors import StorageError, Unavailable
from storage.sqlite.connection import Connection, Database
from storage.sqlite.files import MIGRATIONS, inspect
from storage.sqlite.opening import prepare
from storage.store import Store

ROOT = Path(__file__).parents[2]
NEWEST = len(list(MIGRATIONS.glob("*.sql")))


def contents(folder: Path) -> dict[str, str]:
    """Every file of a folder with a digest of its bytes."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
        for file in sorted(folder.rglob("*"))
    }


async def made(path: Path) -> None:
    async with Store.opened(path):
        pass


def sql(path: Path, *statements: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return [row for statement in statements for row in connection.execute(statement)]


async def test_the_file_and_its_folder_are_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "tidepool.db"
    await made(path)
    assert sql(path, "PRAGMA user_version") == [(NEWEST,)]
    assert sql(path, "PRAGMA journal_mode") == [("wal",)]


async def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    await made(tmp_path / "tidepool.db")
    before = contents(tmp_path)
    await made(tmp_path / "tidepool.db")
    assert contents(tmp_path) == before


async def test_every_table_is_strict(tmp_path: Path) -> None:
    await made(tmp_path / "tidepool.db")
    snapshots = sql(
        tmp_path / "tidepool.db", "SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite%'"
    )
    assert len(snapshots) >= 6
    assert [name for name, strict in snapshots if not strict] == []


async def test_every_connection_is_durable_and_keeps_references(tmp_path: Path) -> None:
    pragmas = {"foreign_keys": 1, "synchronous": 2, "busy_timeout": 1_500}
    async with Store.opened(tmp_path / "tidepool.db") as store:
        for open_session in (store._driver.write, store._driver.read):
            async with open_session() as session:
                rows: dict[str, Any] = {pragma: await session.row(f"PRAGMA {pragma}") for pragma in pragmas}
            assert {pragma: next(iter(row.values())) for pragma, row in rows.items() if row} == pragmas


def _foreign(path: Path) -> None:
    sql(path, "CREATE TABLE recipe (name TEXT)")


def _foreign_without_tables(path: Path) -> None:
    sql(path, "PRAGMA user_version = 1")


ONLY_FOR_NEWER = (
    f"PRAGMA user_version = {NEWEST + 1}",
    f"UPDATE memory SET value = '{NEWEST + 1}' WHERE key = 'oldest format'",
)


def _newer(path: Path) -> None:
    prepare(path)
    sql(path, *ONLY_FOR_NEWER, "PRAGMA wal_checkpoint(TRUNCATE)")


def _text(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)


def _cut_off(path: Path) -> None:
    prepare(path)
    path.write_bytes(path.read_bytes()[:9000])


def _overwritten(path: Path) -> None:
    prepare(path)
    whole = bytearray(path.read_bytes())
    whole[4096 : 4096 * 3] = b"\xa5" * (4096 * 2)
    path.write_bytes(whole)


def _misspelled_by_the_disk(path: Path) -> None:
    """Put a byte into the schema that is no text: SQLite repeats it in its error."""
    prepare(path)
    whole = path.read_bytes()
    assert whole.count(b"CREATE TABLE vacation") == 1
    path.write_bytes(whole.replace(b"CREATE TABLE vacation", b"CREATE T\xaeBLE vacation"))


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_foreign, "another program"),
        (_foreign_without_tables, "another program"),
        (_newer, "newer version of Tidepool"),
        (_text, "no database"),
        (_cut_off, "broken"),
        (_overwritten, "broken"),
        (_misspelled_by_the_disk, "broken"),
    ],
)
async def test_a_file_that_is_not_ours_to_change_is_refused_and_not_touched(
    tmp_path: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    path = tmp_path / "tidepool.db"
    spoil(path)
    before = contents(tmp_path)
    with pytest.raises(StorageError, match=sentence) as refused:
        await Store.open(path)
    assert contents(tmp_path) == before
    assert "\n" not in str(refused.value)


def _with_a_spoiled_leaf(path: Path) -> None:
    """Damage a file so that only a full check finds the fault."""
    prepare(path)
    many = (
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
        "INSERT INTO memory (key, value) SELECT 'key ' || i, 'value ' || i FROM n"
    )
    sql(path, many, "PRAGMA wal_checkpoint(TRUNCATE)")
    whole = bytearray(path.read_bytes())
    middle = len(whole) // 2 // 4096 * 4096
    whole[middle : middle + 4096] = b"\xa5" * 4096
    path.write_bytes(whole)


async def test_the_whole_file_is_read_after_a_crash_and_not_after_a_proper_end(tmp_path: Path) -> None:
    path = tmp_path / "tidepool.db"
    _with_a_spoiled_leaf(path)
    await (await Store.open(path)).close()
    path.with_name("tidepool.db-wal").write_bytes(b"\x00" * 32)
    with pytest.raises(StorageError, match="broken"):
        await Store.open(path)


async def test_the_whole_file_is_read_before_a_migration(tmp_path: Path) -> None:
    path = tmp_path / "tidepool.db"
    _with_a_spoiled_leaf(path)
    sql(path, f"PRAGMA user_version = {NEWEST - 1}")
    with pytest.raises(StorageError, match="broken"):
        await Store.open(path)


async def test_a_newer_file_whose_journal_was_left_by_a_crash_is_not_touched(tmp_path: Path) -> None:
    path, copy = tmp_path / "tidepool.db", tmp_path / "copy" / "tidepool.db"
    await made(path)
    copy.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in ONLY_FOR_NEWER:
            connection.execute(statement)
        for suffix in ("", "-wal"):
            (copy.parent / f"tidepool.db{suffix}").write_bytes((tmp_path / f"tidepool.db{suffix}").read_bytes())
    before = contents(copy.parent)
    assert len(before) == 2
    with pytest.raises(StorageError, match="newer"):
        await Store.open(copy)
    assert contents(copy.parent) == before


async def test_a_newer_file_that_this_program_may_use_is_used_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "tidepool.db"
    await made(path)
    sql(path, f"PRAGMA user_version = {NEWEST + 1}")
    await made(path)
    assert sql(path, "PRAGMA user_version") == [(NEWEST + 1,)]


async def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tidepool.db").mkdir()
    with pytest.raises(StorageError, match="is a folder"):
        await Store.open(tmp_path / "tidepool.db")
    assert contents(tmp_path).keys() == {"tidepool.db"}


async def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="cannot be opened"):
        await Store.open(tmp_path / "file" / "tidepool.db")
    assert contents(tmp_path).keys() == {"file"}


async def test_an_empty_file_is_filled(tmp_path: Path) -> None:
    (tmp_path / "tidepool.db").touch()
    await made(tmp_path / "tidepool.db")
    assert sql(tmp_path / "tidepool.db", "PRAGMA user_version") == [(NEWEST,)]


async def test_an_opening_that_fails_late_leaves_no_thread_that_keeps_the_program_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Connection.execute
    asked: list[str] = []

    async def execute(self: Connection, statement: str, *rest: Any) -> Any:
        asked.append(statement)
        if len(asked) == 5:  # of the second connection: there are no more files to open
            raise sqlite3.OperationalError("unable to open database file")
        return await real(self, statement, *rest)

    before = threading.enumerate()
    monkeypatch.setattr(Connection, "execute", execute)
    with pytest.raises(StorageError, match="cannot be opened: unable to open database file"):
        await Database.open(tmp_path / "tidepool.db")
    for thread in threading.enumerate():
        if thread not in before and "connection_worker" in thread.name:
            await asyncio.to_thread(thread.join, 20)
            assert not thread.is_alive()


async def test_a_database_that_this_user_cannot_read_is_not_called_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tidepool.db"
    path.write_bytes(b"")

    def refused(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", refused)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StorageError, match=rf"^The database {path} cannot be read by user {os.geteuid()}\.$"):
        inspect(path)


async def test_an_opening_that_finds_the_file_locked_late_may_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def locked(*_: object) -> None:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error

    monkeypatch.setattr(Connection, "execute", locked)
    with pytest.raises(Unavailable, match=r"cannot be opened: database is locked\. Another program has it open\."):
        await Database.open(tmp_path / "tidepool.db")


async def test_two_at_once_on_one_database_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tidepool.db"
    script = f"""
import asyncio, pathlib
from storage.store import Store
asyncio.run(Store.open(pathlib.Path({str(path)!r})))
"""
    command = [sys.executable, "-c", script]
    async with Store.opened(path):
        with pytest.raises(StorageError, match="Another Tidepool"):
            await Store.open(path)
        other = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: ASYNC221 (nothing else runs meanwhile)
    assert "Another Tidepool" in other.stderr
    await made(path)


def steps(folder: Path, *scripts: str) -> Path:
    folder.mkdir(exist_ok=True)
    for number, script in enumerate(scripts, 1):
        (folder / f"{number:03}_step.sql").write_text(script)
    return folder


def test_a_file_of_each_earlier_version_is_brought_up_to_date_with_what_it_holds(tmp_path: Path) -> None:
    scripts = (
        "CREATE TABLE shell (name TEXT NOT NULL) STRICT;",
        "-- Came later; two of them.\nALTER TABLE shell ADD hue TEXT;\nUPDATE shell SET hue = 'white; or grey';",
        "CREATE TRIGGER no_loss BEFORE DELETE ON shell BEGIN SELECT 1; SELECT raise(ABORT, 'kept'); END;",
    )
    for version in range(1, 3):
        path = tmp_path / f"{version}.db"
        prepare(path, steps(tmp_path / f"old{version}", *scripts[:version]))
        sql(path, "INSERT INTO shell (name) VALUES ('cowrie')")
        prepare(path, steps(tmp_path / "new", *scripts))
        assert sql(path, "PRAGMA user_version", "SELECT name FROM shell") == [(3,), ("cowrie",)]
        with pytest.raises(sqlite3.IntegrityError, match="kept"):
            sql(path, "DELETE FROM shell")


def test_a_step_that_fails_leaves_the_file_at_the_version_before(tmp_path: Path) -> None:
    good = "CREATE TABLE shell (name TEXT NOT NULL) STRICT;"
    bad = "CREATE TABLE half (name TEXT) STRICT;\nINSERT INTO nowhere VALUES (1);"
    path = tmp_path / "tidepool.db"
    with pytest.raises(StorageError, match="nowhere"):
        prepare(path, steps(tmp_path / "steps", good, bad))
    assert sql(path, "PRAGMA user_version", "SELECT name FROM sqlite_schema") == [(1,), ("shell",)]


async def test_a_database_of_the_first_version_keeps_its_matches(tmp_path: Path) -> None:
    path, first = tmp_path / "tidepool.db", tmp_path / "steps"
    first.mkdir()
    (first / "001_first.sql").write_text((MIGRATIONS / "001_first.sql").read_text())
    prepare(path, first)
    sql(
        path,
        "INSERT INTO person VALUES (1, 'Ann'), (2, 'Bob')",
        "INSERT INTO challenge VALUES (46656, 'konane', '{}', 1, 2, 'first', 7, 8, 9, 'accepted', 100, 200)",
        "INSERT INTO challenge VALUES (46657, 'konane', '{}', 1, 2, 'first', 7, 8, 9, 'open', 100, 200)",
        "INSERT INTO match VALUES (46656, 'konane', '{}', 1, 1, 2, 2, 1, 1, 'running', NULL, NULL, 100, 150, NULL)",
        "INSERT INTO move VALUES (46656, 1, 'd4', 0, 150)",
    )
    async with Store.opened(path) as store, store.read() as view:
        match = await view.matches.of(46656)
        assert match is not None
        assert (match.rev, match.board_rev, match.clock, match.rated) == (2, 2, None, False)
        assert [(ply.text, ply.left) for ply in await view.plies.of(46656)] == [("d4", None)]
        due = [(alarm.kind, alarm.subject, alarm.at) for alarm in await view.alarms.due(10**12, 9)]
        assert due == [("challenge", 46657, 200), ("idle", 46656, 150 + 30 * 24 * 3600)]
