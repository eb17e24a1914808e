"""Opens a database file, checking it and creating or migrating its tables if necessary."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from matches.results import read_reason
from storage.errors import StorageError, reason_of
from storage.formats import OLDEST, oldest_after
from storage.sqlite.backup import back_up
from storage.sqlite.files import (
    APPLICATION_ID,
    BROKEN,
    BUSY_SECONDS,
    MIGRATIONS,
    OWN_FOLDER,
    RESTORING,
    free_path,
    inspect,
    keep_private,
    opening_error,
)


def name_endings(connection: sqlite3.Connection) -> None:
    """Convert the ending of each finished match from an English phrase to a message key with numbers.

    Matches whose phrase is not recognized stay as they are.
    """
    endings = {
        (game, reason): read_reason(game, reason)
        for game, reason in connection.execute("SELECT DISTINCT game, reason FROM match WHERE reason IS NOT NULL")
    }
    updates = [
        (ending[0], json.dumps(ending[1]), match_id)
        for match_id, game, reason in connection.execute("SELECT id, game, reason FROM match WHERE reason IS NOT NULL")
        if (ending := endings[game, reason])
    ]
    connection.executemany("UPDATE match SET ending = ?, ending_fields = ? WHERE id = ?", updates)


AFTER: Mapping[str, Callable[[sqlite3.Connection], None]] = {"003_outbox.sql": name_endings}
"""Migration steps that cannot be expressed in SQL. Each runs in the transaction of the script it is listed under."""


def prepare(path: Path, migrations: Path = MIGRATIONS) -> None:
    """Create a database file and its folder, or back up and migrate the file if it exists.

    The result has the newest format. A file of a newer format that this program may use stays as it is. Raises
    StorageError, without changing the file, if it is not a database, is broken, belongs to another program, or needs a
    newer version of this one.
    """
    steps = _steps(migrations)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=OWN_FOLDER)
    except OSError as error:
        message = f"The folder of the database {path} cannot be created: {reason_of(error)}."
        raise StorageError(message) from error
    if path.is_dir():
        raise StorageError(f"The database {path} is a folder: name a file in it instead.")
    if path.exists() and not path.is_file():
        raise StorageError(f"The database {path} is no file, but a device or the like: name a file instead.")
    if not path.exists() and path.with_name(path.name + RESTORING).exists():
        raise StorageError(f"The database {path} was being restored: run `python bot.py restore` again.")
    try:
        # Checking the whole file can take seconds, so it is done only after a crash, before a migration, and by the
        # daily backup.
        if path.exists() and path.stat().st_size > 0 and 0 < inspect(path, max(steps), quickly=True) < max(steps):
            back_up(path, free_path(path, f"before-{max(steps)}"))
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            _migrate(connection, steps)
            keep_private(path)  # the journals get the same permissions
            _check_tables(path, connection, steps)
            connection.execute("PRAGMA journal_mode = WAL")
    except (*BROKEN, OSError) as error:
        raise opening_error(path, error) from error


class _Step(NamedTuple):
    name: str
    script: str


def _steps(migrations: Path) -> dict[int, _Step]:
    """Return a folder's migrations by number."""
    files = sorted(migrations.glob("*.sql"))
    return {int(file.name.split("_")[0]): _Step(file.name, file.read_text(encoding="utf-8")) for file in files}


def _migrate(connection: sqlite3.Connection, steps: Mapping[int, _Step]) -> None:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    for number in sorted(step for step in steps if step > version):
        name, script = steps[number]
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in _statements(script):
                connection.execute(statement)
            if after := AFTER.get(name):
                after(connection)
            _name_oldest(connection, script, number)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _check_tables(path: Path, connection: sqlite3.Connection, steps: Mapping[int, _Step]) -> None:
    """Raise StorageError if a table or column created by the migrations is missing."""
    present = _tables(connection)
    wanted = _tables_after(tuple(steps.items()))
    if missing := sorted(wanted.keys() - present.keys()):
        raise StorageError(f"The database {path} is damaged: it has no table {', '.join(missing)}; restore a copy.")
    for table, columns in wanted.items():
        if gone := sorted(columns - present[table]):
            raise StorageError(
                f"The database {path} is damaged: its table {table} has no column {', '.join(gone)}; restore a copy."
            )


@lru_cache(maxsize=4)
def _tables_after(steps: tuple[tuple[int, _Step], ...]) -> Mapping[str, frozenset[str]]:
    """Return a newly created database's tables, each with its column names."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _migrate(connection, dict(steps))
        return _tables(connection)


def _tables(connection: sqlite3.Connection) -> Mapping[str, frozenset[str]]:
    """Return a database's tables, each with its column names."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return {
        name: frozenset(row[1] for row in connection.execute(f'PRAGMA table_info("{name}")').fetchall())
        for (name,) in names
    }


def _name_oldest(connection: sqlite3.Connection, script: str, number: int) -> None:
    """Store the format of the oldest program version that may still use the file after a migration."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'memory'").fetchone():
        return
    before = connection.execute("SELECT value FROM memory WHERE key = ?", (OLDEST,)).fetchone()
    oldest = oldest_after(script, number, before[0] if before else None)
    connection.execute(
        "INSERT INTO memory (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (OLDEST, str(oldest)),
    )


@lru_cache(maxsize=64)
def _statements(script: str) -> tuple[str, ...]:
    """Split a script into its statements, because sqlite3's `executescript` would commit first."""
    statements, begun = [], ""
    for line in script.splitlines(keepends=True):
        begun += line
        if ";" in line and sqlite3.complete_statement(begun):
            statements.append(begun)
            begun = ""
    return (*statements, begun)
