"""Inspects database files: which application they belong to, their format, and whether they are intact."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from storage.bookkeeping import APPLICATION
from storage.errors import USER, StorageError, Unavailable, reason_of
from storage.formats import OLDEST, read_format

SYNCED = "commands of "
"""The prefix of the keys that name applications to which commands were sent."""
MIGRATIONS = Path(__file__).parent / "migrations"
"""The folder of numbered SQL files. The first, 001_first.sql, migrates a file to format 1."""
APPLICATION_ID = 0x54494445
"""“TIDE”, which marks this program's files in their header."""
BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""The exceptions that Python raises for a broken file. SQLite's message may contain bytes that are not text."""
_FULL = "Check whether its disk is full."
_PASSING = {
    sqlite3.SQLITE_BUSY: "Another program has it open.",
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _FULL,
}
"""SQLite's codes for temporary errors, each with advice for the operator."""
BUSY_SECONDS = 10.0
"""How long a start waits for a file that another program has locked, in seconds."""
WAIT_SECONDS = 1.5
"""How long a transaction waits for a file that another program has locked, in seconds."""
OWN = 0o600
"""The permissions of files, which only their owner may read."""
OWN_FOLDER = 0o700
"""The permissions of folders, which only their owner may read."""
JOURNALS = ("-wal", "-shm")
"""The suffixes of the files that SQLite keeps beside a database."""
RESTORING = ".restoring"
"""The suffix of a backup that is about to replace a database."""


def used_by(path: Path) -> set[str]:
    """Return the IDs of the Discord applications recorded in an SQLite file as having used it.

    Opens the file read-only. Raises ValueError if it is broken or not a database.
    """
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA query_only = ON")
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise ValueError(f"The database {path} is broken.")
            if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'memory'").fetchone():
                return set()
            known: list[tuple[str, str]] = connection.execute("SELECT key, value FROM memory").fetchall()
    except sqlite3.DatabaseError as error:
        raise ValueError(f"The file {path} is no database, or a broken one: {error}.") from error
    owners = {value for key, value in known if key == APPLICATION}
    return owners | {key.removeprefix(SYNCED) for key, _ in known if key.startswith(SYNCED)}


def newest_format(migrations: Path = MIGRATIONS) -> int:
    """Return the newest format, which this program writes."""
    return max(int(step.name.split("_")[0]) for step in migrations.glob("*.sql"))


def inspect(path: Path, newest: int | None = None, *, quickly: bool = False) -> int:
    """Check a database file without writing to it, and return its format, or 0 if it is empty.

    Raises StorageError if the file is not ours, damaged, or not usable by this program. If the file was closed properly
    and needs no migration, `quickly` checks only the length and the first page of each table. Otherwise the whole file
    is checked.
    """
    newest = newest_format() if newest is None else newest
    shared = path.with_name(path.name + "-shm")
    journal = path.with_name(path.name + "-wal")
    recovering = journal.exists() and journal.stat().st_size > 0
    leave_shared = shared.exists()
    # "immutable" creates no files, but after a crash SQLite must read the journal, which needs a shared-memory file.
    mode = "mode=ro" if recovering else "mode=ro&immutable=1"
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True, timeout=BUSY_SECONDS)
        ) as connection:
            version: int = connection.execute("PRAGMA user_version").fetchone()[0]
            application: int = connection.execute("PRAGMA application_id").fetchone()[0]
            if quickly and not recovering and version >= newest:
                fault = _fault_at_a_glance(connection, path)
            else:
                fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            oldest = _oldest(connection, version)
    except BROKEN as error:
        if path.exists() and not os.access(path, os.R_OK):
            raise StorageError(f"The database {path} cannot be read by {USER}.") from error
        broken = StorageError(f"The file {path} is no database, or a broken one: {error}.")
        raise passing(path, error) or broken from error
    finally:
        if not leave_shared:
            with suppress(OSError):  # on a read-only disk, where no file was created
                shared.unlink()
    if application != APPLICATION_ID:
        raise StorageError(f"The file {path} is the database of another program: name another file.")
    if oldest > newest:
        raise StorageError(
            f"The database {path} was written by a newer version of Tidepool (format {version}, for programs that know "
            f"format {oldest}; this one knows up to {newest}): install that version again, or restore a backup."
        )
    if fault != "ok":
        raise StorageError(f"The database {path} is broken: {' '.join(fault.split())}; restore a backup.")
    return version


def passing(path: Path, error: Exception) -> Unavailable | None:
    """Return an Unavailable error if an SQLite error is temporary, or None if it is not."""
    hint = _PASSING.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    return Unavailable(f"{_unopened(path, error)} {hint}") if hint else None


def opening_error(path: Path, error: Exception) -> StorageError:
    """Return the StorageError for a database that cannot be opened.

    If the cause is temporary, it is an Unavailable error.
    """
    return passing(path, error) or StorageError(_unopened(path, error))


def _unopened(path: Path, error: Exception) -> str:
    return f"The database {path} cannot be opened: {reason_of(error) if isinstance(error, OSError) else error}."


def _fault_at_a_glance(connection: sqlite3.Connection, path: Path) -> str:
    """Return an obvious fault in a file, or "ok". Raises an error in BROKEN if a table cannot be read."""
    (pages,), (size,) = (connection.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size"))
    if path.stat().st_size < pages * size:
        return "it is shorter than it says"
    for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        connection.execute(f'SELECT * FROM "{table}" LIMIT 1').fetchone()
    return "ok"


def _oldest(connection: sqlite3.Connection, version: int) -> int:
    """Return the oldest format whose programs may use a file. By default, it is the file's own."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'memory'").fetchone():
        return version
    row = connection.execute("SELECT value FROM memory WHERE key = ?", (OLDEST,)).fetchone()
    return read_format(row[0]) if row else version


def keep_private(path: Path) -> None:
    """Make a file private to its owner, handing it to its folder's owner if root created it."""
    path.chmod(OWN)
    give_away(path)


def give_away(path: Path) -> None:
    """Give a file created by root to its folder's owner, who may be the service's user."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = path.parent.stat()
        with suppress(OSError):  # a container may forbid it, and some file systems have no owners
            os.chown(path, folder.st_uid, folder.st_gid, follow_symlinks=False)


def free_path(database: Path, why: str) -> Path:
    """Return an unused path beside the database, ending with `why`, as in `tidepool.sqlite3.before-4`.

    If it is taken, a number is added: `tidepool.sqlite3.before-4-2`.
    """
    name, number = database.with_name(f"{database.name}.{why}"), 1
    while name.exists():
        number += 1
        name = database.with_name(f"{database.name}.{why}-{number}")
    return name
