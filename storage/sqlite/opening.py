"""Opening the database file: is it ours, is it whole, is it up to date."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from storage.errors import StorageError
from storage.sqlite.endings import name_endings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MIGRATIONS = Path(__file__).parent / "migrations"
"""Numbered SQL files: 001_first.sql brings a file to version 1, and so on."""
AFTER: Mapping[str, Callable[[sqlite3.Connection], None]] = {"003_outbox.sql": name_endings}
"""What SQL alone cannot do, by the file after which it is done in the same transaction."""
APPLICATION_ID = 0x54494445
"""“TIDE” in the file's header tells our files from those of other programs."""
BUSY_SECONDS = 10.0


def prepare(path: Path, migrations: Path = MIGRATIONS) -> None:
    """Make `path` a database of the newest version; it and its folder are created if they are missing.

    Raises StorageError, without touching the file, if it is no database, broken, of another program or of a newer
    version of this one.
    """
    steps = {int(step.name.split("_")[0]): step for step in sorted(migrations.glob("*.sql"))}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"The folder of the database {path} cannot be created: {error.strerror}.") from error
    if path.is_dir():
        raise StorageError(f"The database {path} is a folder: name a file in it instead.")
    try:
        if path.exists() and path.stat().st_size > 0:
            _inspect(path, newest=max(steps))
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            _migrate(connection, steps)
            connection.execute("PRAGMA journal_mode = WAL")
    except (sqlite3.Error, OSError) as error:
        raise StorageError(f"The database {path} cannot be opened: {error}.") from error


def _inspect(path: Path, newest: int) -> None:
    """Refuse a file that is not ours to change, reading only."""
    shared = path.with_name(path.name + "-shm")
    journal = path.with_name(path.name + "-wal")
    recovering = journal.exists() and journal.stat().st_size > 0
    leave_shared = shared.exists()
    # "immutable" promises SQLite that nobody writes, so that it creates no file beside the database; after a crash
    # the journal must be read, too, and for that the shared-memory file is needed for a moment.
    mode = "mode=ro" if recovering else "mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS)) as found:
            version: int = found.execute("PRAGMA user_version").fetchone()[0]
            application: int = found.execute("PRAGMA application_id").fetchone()[0]
            fault: str = found.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise StorageError(f"The file {path} is no database, or a broken one: {error}.") from error
    finally:
        if not leave_shared:
            shared.unlink(missing_ok=True)
    if application != APPLICATION_ID:
        raise StorageError(f"The file {path} is the database of another program: name another file.")
    if version > newest:
        raise StorageError(
            f"The database {path} was written by a newer version of Tidepool (format {version}, this program knows "
            f"up to {newest}): install that version again."
        )
    if fault != "ok":
        raise StorageError(f"The database {path} is broken: {' '.join(fault.split())}; restore a copy.")


def _migrate(connection: sqlite3.Connection, steps: dict[int, Path]) -> None:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    for number in sorted(step for step in steps if step > version):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in _statements(steps[number].read_text(encoding="utf-8")):
                connection.execute(statement)
            if after := AFTER.get(steps[number].name):
                after(connection)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def _statements(script: str) -> list[str]:
    """The statements of a script; sqlite3's own executescript would commit before each."""
    statements, begun = [], ""
    for line in script.splitlines(keepends=True):
        begun += line
        if sqlite3.complete_statement(begun):
            statements.append(begun)
            begun = ""
    return [*statements, begun]
