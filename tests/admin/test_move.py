"""`move` copies a database that nobody uses to a new place, and says by its exit code whether it did."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from admin import move as subcommand
from admin._exits import Exit
from storage.moving import move
from storage.postgres.opening import prepare as prepare_server
from storage.sqlite.lock import FileLock
from storage.sqlite.opening import prepare
from tests.admin.conftest import Run
from tests.support import postgres

BOT = Path(__file__).parents[2] / "bot.py"
MOST = 120
"""Seconds after which a test has failed."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A database with one person in it, and this person's choices."""
    path = tmp_path / "tidepool.sqlite3"
    prepare(path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("INSERT INTO person VALUES (1, 'Ann')")
        database.execute("INSERT INTO player (person_id, chosen) VALUES (1, '{}')")
        database.commit()
    return path


def people(path: Path) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM person").fetchall()


def test_everything_is_copied_and_the_old_database_stays(
    run: Run, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("move", "--to", str(tmp_path / "new.db")) == Exit.GOOD
    assert "compared them on both sides" in capsys.readouterr().out
    assert people(tmp_path / "new.db") == people(source) == [(1, "Ann")]
    assert sorted(tmp_path.glob("new.db*")) == [tmp_path / "new.db"]


def test_what_cannot_be_moved_is_told_in_one_sentence(
    run: Run, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = tmp_path / "there.db"
    there.write_text("mine")
    assert run("move", "--to", str(there)) == Exit.DATABASE
    assert "exists already" in capsys.readouterr().err
    assert there.read_text() == "mine"

    assert run("move", "--to", str(tmp_path)) == Exit.DATABASE
    assert "exists already" in capsys.readouterr().err
    assert run("move", "--to", "") == Exit.SETTINGS
    assert "--to" in capsys.readouterr().err

    lock = FileLock(source)
    assert run("move", "--to", str(tmp_path / "new.db")) == Exit.AGAIN
    assert "Another Tidepool is using" in capsys.readouterr().err
    lock.release()

    nowhere = tmp_path / "nowhere.db"
    assert run("move", "--to", str(tmp_path / "new.db"), TIDEPOOL_DATABASE=str(nowhere)) == Exit.DATABASE
    assert "There is no database" in capsys.readouterr().err
    assert not nowhere.exists()
    assert list(tmp_path.glob("new.db*")) == []


def test_an_interruption_is_no_success(
    run: Run, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(subcommand, "move", interrupted)
    assert run("move", "--to", str(tmp_path / "new.db")) == Exit.AGAIN
    assert "nothing has been moved" in capsys.readouterr().err
    assert people(source) == [(1, "Ann")]


@pytest.mark.long
@pytest.mark.parametrize("back", [False, True], ids=["to PostgreSQL", "back to a file"])
def test_a_kill_in_the_middle_leaves_nothing_and_can_be_tried_again(
    run: Run, source: Path, tmp_path: Path, postgres_server: str, back: bool
) -> None:
    """Another connection lets nobody read a table of the source, or write one of the target: the copy waits there."""
    address, new = postgres.fresh(postgres_server), tmp_path / "new.db"
    asyncio.run(move(source, address) if back else prepare_server(address))
    with psycopg.connect(address) as other:
        other.execute(b"LOCK TABLE player IN ACCESS EXCLUSIVE MODE" if back else b"LOCK TABLE player IN EXCLUSIVE MODE")
        old, target = (address, str(new)) if back else (str(source), address)
        settings = os.environ | {"TIDEPOOL_DATABASE": old}
        process = subprocess.Popen([sys.executable, str(BOT), "move", "--to", target], env=settings)
        wait_for(lambda: waiting(address), process)
        process.kill()
        assert process.wait() != 0
        other.rollback()
    assert not new.exists()
    wait_for(lambda: not sessions(address))
    if not back:
        with psycopg.connect(address) as other:
            assert other.execute("SELECT count(*) FROM person").fetchone() == (0,)
    assert run("move", "--to", target, TIDEPOOL_DATABASE=old) == Exit.GOOD
    assert people(new if back else source) == [(1, "Ann")]
    assert [path.name for path in tmp_path.glob("new.db*")] == (["new.db"] if back else [])


def waiting(address: str) -> bool:
    """Whether somebody waits for a lock of a table."""
    with psycopg.connect(address) as server:
        return bool(server.execute("SELECT 1 FROM pg_locks WHERE relation IS NOT NULL AND NOT granted").fetchall())


def sessions(address: str) -> bool:
    """Whether a process of ours is connected."""
    with psycopg.connect(address) as server:
        return bool(server.execute("SELECT 1 FROM pg_stat_activity WHERE application_name ~ '^tidepool '").fetchall())


def wait_for(state: Callable[[], bool], process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until this is so; a process may not end before."""
    until = time.monotonic() + MOST
    while not state():
        assert time.monotonic() < until
        assert process is None or process.poll() is None
        time.sleep(0.01)
