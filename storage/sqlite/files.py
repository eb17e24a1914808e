"""What a database file says of itself: whose it is, its format, and whether it is whole."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from storage.errors import StorageError, Unavailable
from storage.formats import OLDEST, read_format

MIGRATIONS = Path(__file__).parent / "migrations"
"""Numbered SQL files: 001_first.sql brings a file to version 1, and so on."""
APPLICATION_ID = 0x54494445
"""“TIDE” in the file's header tells our files from those of other programs."""
BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What Python raises where a file is broken: what SQLite says of it may repeat bytes that are no text."""
_FULL = "Look whether its disk is full."
_PASSING = {
    sqlite3.SQLITE_BUSY: "Another program has it open.",
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_IOERR: _FULL,
}
"""SQLite's codes for what may pass by itself, so that a later start can succeed, with what to look for first."""
BUSY_SECONDS = 10.0
"""Seconds that a start waits for a file that another program has locked."""
WAIT_SECONDS = 1.5
"""Seconds that a transaction waits for such a file, while people wait for its answer."""
OWN = 0o600
"""The permissions of a file that only its owner may read."""
OWN_FOLDER = 0o700
"""The permissions of a folder that only its owner may read."""
JOURNALS = ("-wal", "-shm")
"""The endings of the files that SQLite keeps beside a database."""
RESTORING = ".restoring"
"""The ending of a backup that is about to take the place of a database."""


@dataclass(frozen=True, slots=True)
class Found:
    """A whole database of ours."""

    format: int
    """0 for an empty file."""
    oldest: int
    """The oldest format whose program may use it."""


def newest_format(migrations: Path = MIGRATIONS) -> int:
    """The format that this program writes."""
    return max(int(step.name.split("_")[0]) for step in migrations.glob("*.sql"))


def inspect(path: Path, newest: int | None = None, *, quickly: bool = False) -> Found:
    """Look at a file, reading only. Raises StorageError if it is not ours, not whole, or not for this program.

    `quickly`: a file that was closed properly and needs no migration is not read from its beginning to its end. Its
    length and the first page of each table are looked at, whatever its size.
    """
    newest = newest_format() if newest is None else newest
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
            briefly = quickly and not recovering and version >= newest
            fault = _fault_at_a_glance(found, path) if briefly else _fault(found)
            oldest = _oldest(found, version)
    except BROKEN as error:
        broken = StorageError(f"The file {path} is no database, or a broken one: {error}.")
        raise passing(path, error) or broken from error
    finally:
        if not leave_shared:
            with suppress(OSError):  # a disk that takes nothing, on which none was made
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
    return Found(version, oldest)


def passing(path: Path, error: Exception) -> Unavailable | None:
    """What an error says of a database, if it may pass by itself."""
    hint = _PASSING.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    return Unavailable(f"{_unopened(path, error)} {hint}") if hint else None


def unopened(path: Path, error: Exception) -> StorageError:
    """What an error says of a database that cannot be opened: Unavailable if it may pass by itself."""
    return passing(path, error) or StorageError(_unopened(path, error))


def _unopened(path: Path, error: Exception) -> str:
    return f"The database {path} cannot be opened: {error}."


def _fault(connection: sqlite3.Connection) -> str:
    """What is wrong with a file, or "ok"; it is read from its beginning to its end."""
    found: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    return found


def _fault_at_a_glance(connection: sqlite3.Connection, path: Path) -> str:
    """What is obviously wrong with a file, or "ok". Raises one of BROKEN for a table that cannot be read."""
    (pages,), (size,) = (connection.execute(f"PRAGMA {what}").fetchone() for what in ("page_count", "page_size"))
    if path.stat().st_size < pages * size:
        return "it is shorter than it says"
    for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        connection.execute(f'SELECT * FROM "{table}" LIMIT 1').fetchone()
    return "ok"


def _oldest(connection: sqlite3.Connection, version: int) -> int:
    """The oldest format whose programs may use a file; one that names none is for its own format alone."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'memory'").fetchone():
        return version
    row = connection.execute("SELECT value FROM memory WHERE key = ?", (OLDEST,)).fetchone()
    return read_format(row[0]) if row else version


def keep_private(path: Path) -> None:
    """Let only the owner read a file, who is also that of its folder."""
    path.chmod(OWN)
    give_away(path)


def give_away(path: Path) -> None:
    """Give a file that root makes to the owner of its folder, as whom a service may run."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = path.parent.stat()
        with suppress(OSError):  # a container may forbid it, and some disks know no owners
            os.chown(path, folder.st_uid, folder.st_gid, follow_symlinks=False)


def unused(database: Path, why: str) -> Path:
    """A name beside the database that no file has: `tidepool.sqlite3.before-4`, then `tidepool.sqlite3.before-4-2`."""
    name, number = database.with_name(f"{database.name}.{why}"), 1
    while name.exists():
        number += 1
        name = database.with_name(f"{database.name}.{why}-{number}")
    return name
