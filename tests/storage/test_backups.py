"""Backups: consistent at any moment, never over another file, kept as long as they should be, and restored."""

import asyncio
import itertools
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.backups import DAYS, LONGEST, WEEKS, BackupFolder, backups_to_keep
from storage.errors import StorageError
from storage.formats import OLDEST
from storage.sqlite.backup import back_up, begin_restore, finish_restore
from storage.sqlite.files import MIGRATIONS, RESTORING, inspect, newest_format
from storage.sqlite.opening import prepare
from storage.store import Store

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def sql(path: Path, *statements: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        return [row for statement in statements for row in connection.execute(statement)]


def oldest(database: Path) -> int:
    """The oldest format whose programs may use a database."""
    ((text,),) = sql(database, f"SELECT value FROM memory WHERE key = '{OLDEST}'")
    return int(text)


async def test_a_backup_under_load_is_one_moment_of_the_database(tmp_path: Path) -> None:
    """Two rows are always written together, so a copy with only one of them would be inconsistent."""
    store = await Store.open(tmp_path / "tidepool.sqlite3")
    stop = asyncio.Event()

    async def write() -> int:
        number = 0
        while not stop.is_set():
            number += 1
            async with store._driver.write() as session:
                for name in ("left", "right"):
                    session.change("INSERT INTO memory (key, value) VALUES (?, ?)", f"{name} {number}", "x" * 500)
        return number

    writing = asyncio.create_task(write())
    copies = [tmp_path / f"copy-{number}" for number in range(5)]
    for copy in copies:
        await asyncio.sleep(0.05)
        await store.back_up(copy)
    stop.set()
    written = await writing
    await store.close()
    counts = []
    for copy in copies:
        assert sql(copy, "PRAGMA quick_check") == [("ok",)]
        count = "SELECT count(*) FROM memory WHERE key LIKE"
        [left, right] = sql(copy, f"{count} 'left %'", f"{count} 'right %'")
        assert left == right
        counts.append(left[0])
    assert counts == sorted(counts)
    assert 0 < counts[-1] <= written
    files = {entry.name for entry in os.scandir(tmp_path) if entry.name.startswith("copy")}
    assert files == {copy.name for copy in copies}


def test_a_backup_overwrites_nothing_and_leaves_no_half(tmp_path: Path) -> None:
    prepare(tmp_path / "tidepool.sqlite3")
    (tmp_path / "there").write_text("precious")
    with pytest.raises(StorageError, match="exists already"):
        back_up(tmp_path / "tidepool.sqlite3", tmp_path / "there")
    with pytest.raises(StorageError, match="There is no database"):
        back_up(tmp_path / "other", tmp_path / "copy")
    with pytest.raises(StorageError, match="cannot be written"):
        back_up(tmp_path / "tidepool.sqlite3", tmp_path / "no" / "folder" / "copy")
    (tmp_path / "text").write_text("Dear diary, " * 1000)
    with pytest.raises(StorageError, match="cannot be written"):
        back_up(tmp_path / "text", tmp_path / "copy")
    assert (tmp_path / "there").read_text() == "precious"
    assert {path.name for path in tmp_path.iterdir()} == {"tidepool.sqlite3", "there", "text"}


def test_only_its_owner_reads_a_backup(tmp_path: Path) -> None:
    prepare(tmp_path / "tidepool.sqlite3")
    back_up(tmp_path / "tidepool.sqlite3", tmp_path / "copy")
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0


async def test_what_was_deleted_stands_nowhere_in_a_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where SQLite was built to leave the bytes of deleted rows in the file."""
    usual, name = sqlite3.connect, "Zoe of the lighthouse"

    def leaving(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = usual(*args, **options)
        connection.execute("PRAGMA secure_delete = OFF").close()
        return connection

    monkeypatch.setattr(sqlite3, "connect", leaving)
    store = await Store.open(tmp_path / "tidepool.sqlite3")
    for number in range(50):
        await store.set_value(f"{name} {number}", name)
    async with store._driver.write() as session:
        session.change("DELETE FROM memory WHERE key LIKE ?", f"{name}%")
    await store.back_up(tmp_path / "copy")
    await store.close()
    assert name.encode() not in (tmp_path / "copy").read_bytes()
    assert name.encode() not in (tmp_path / "tidepool.sqlite3").read_bytes()


def test_a_restore_puts_the_old_file_aside(tmp_path: Path) -> None:
    database = tmp_path / "tidepool.sqlite3"
    prepare(database)
    sql(database, "INSERT INTO person VALUES (1, 'Ann')")
    back_up(database, tmp_path / "copy")
    sql(database, "INSERT INTO person VALUES (2, 'Bob')")
    for number in (1, 2):
        aside = finish_restore(begin_restore(tmp_path / "copy", database), database)
        assert aside is not None
        assert sql(database, "SELECT name FROM person") == [("Ann",)]
        assert sql(aside, "SELECT count(*) FROM person") == [(3 - number,)]
    assert (tmp_path / "copy").exists()


def test_a_backup_that_is_not_whole_changes_nothing(tmp_path: Path) -> None:
    database, copy = tmp_path / "tidepool.sqlite3", tmp_path / "copy"
    prepare(database)
    back_up(database, copy)
    copy.write_bytes(copy.read_bytes()[:9000])
    before = database.read_bytes()
    for backup, sentence in ((copy, "broken"), (tmp_path / "none", "no backup")):
        with pytest.raises(StorageError, match=sentence):
            begin_restore(backup, database)
    assert database.read_bytes() == before
    assert not database.with_name(database.name + RESTORING).exists()


def test_a_restore_that_was_interrupted_is_not_taken_for_a_new_database(tmp_path: Path) -> None:
    database = tmp_path / "tidepool.sqlite3"
    prepare(database)
    back_up(database, tmp_path / "copy")
    begin_restore(tmp_path / "copy", database)
    database.rename(tmp_path / "aside")
    with pytest.raises(StorageError, match="being restored"):
        prepare(database)
    finish_restore(begin_restore(tmp_path / "copy", database), database)
    prepare(database)


def test_a_file_is_copied_before_it_is_brought_up_to_date(tmp_path: Path) -> None:
    database, first = tmp_path / "tidepool.sqlite3", tmp_path / "first"
    first.mkdir()
    (first / "001_first.sql").write_text((MIGRATIONS / "001_first.sql").read_text())
    prepare(database, first)
    sql(database, "INSERT INTO person VALUES (1, 'Ann')")
    prepare(database)
    copy = tmp_path / f"tidepool.sqlite3.before-{newest_format()}"
    assert inspect(copy) == 1
    assert sql(copy, "SELECT name FROM person") == [("Ann",)]
    prepare(database)
    assert len(list(tmp_path.glob("*before*"))) == 1


def test_a_newer_file_says_which_programs_may_use_it(tmp_path: Path) -> None:
    """An earlier program may use a format that only adds; a format that removes something stops it."""
    database, steps = tmp_path / "tidepool.sqlite3", tmp_path / "steps"
    steps.mkdir()
    (steps / "001_first.sql").write_text((MIGRATIONS / "001_first.sql").read_text())
    prepare(database, steps)
    assert oldest(database) == 1
    (steps / "002_more.sql").write_text(
        "-- Programs of format 1 can still use it.\nCREATE TABLE shell (name TEXT) STRICT;"
    )
    prepare(database, steps)
    assert (inspect(database), oldest(database)) == (2, 1)
    assert inspect(database, newest=1) == 2
    (steps / "003_less.sql").write_text("DROP TABLE shell;")
    prepare(database, steps)
    assert oldest(database) == 3
    with pytest.raises(StorageError, match=r"format 3, for programs that know format 3; this one knows up to 2"):
        inspect(database, newest=2)


def test_seven_days_and_four_weeks_are_kept() -> None:
    moments = {NOON - timedelta(hours=8 * step) for step in range(3 * 200)}
    found = backups_to_keep(moments)
    days = {moment.date() for moment in found if (NOON.date() - moment.date()).days < DAYS}
    assert len(days) == DAYS
    assert len(found) == DAYS + WEEKS
    assert max(found) == NOON
    assert NOON - min(found) <= LONGEST
    older = sorted(moment for moment in found if moment.date() not in days)
    assert all(timedelta(days=5) <= after - before <= timedelta(days=9) for before, after in itertools.pairwise(older))


def test_day_by_day_there_are_never_gaps() -> None:
    """In a simulated year there is always a backup of each of the last days and weeks."""
    moments: set[datetime] = set()
    for day in range(365):
        now = NOON + timedelta(days=day)
        moments = backups_to_keep({*moments, now})
        assert len(moments) <= DAYS + WEEKS
        if day >= 40:
            assert {now - timedelta(days=back) for back in range(DAYS)} <= moments
            assert timedelta(days=21) <= now - min(moments) <= LONGEST


def test_the_folder_knows_its_own_backups_alone(tmp_path: Path) -> None:
    folder = BackupFolder(tmp_path / "backups", tmp_path / "tidepool.sqlite3")
    assert (folder.newest(NOON), folder.due(NOON)) == (None, NOON)
    for name in ("notes.txt", "tidepool-sandbox-20260101-000000.sqlite3", "tidepool-20260101-000000.sqlite3.part"):
        folder.name(NOON).with_name(name).touch()
    made = [folder.name(NOON - timedelta(days=back)) for back in range(60)]
    for path in made:
        path.touch()
    assert folder.newest(NOON) == NOON
    assert folder.due(NOON) == NOON + timedelta(days=1)
    assert folder.due(NOON - timedelta(days=70)) == NOON - timedelta(days=70)
    gone = folder.rotate(NOON)
    assert len(folder.all()) == DAYS + WEEKS
    assert len(gone) == 60 - DAYS - WEEKS
    assert len(list((tmp_path / "backups").iterdir())) == DAYS + WEEKS + 3
