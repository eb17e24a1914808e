"""Backs up a database file, even while it is in use, and restores it."""

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from storage.bookkeeping import COMMANDS, RESTORED
from storage.errors import StorageError
from storage.people import FORGOTTEN, LIST_ENDS, SALT, TO_FORGET
from storage.sqlite.files import BROKEN, BUSY_SECONDS, JOURNALS, OWN, RESTORING, free_path, give_away, inspect

UNFINISHED = ".part"
"""The suffix of a copy that is being written."""
SKIPPED = 1_000_000
"""The number of delivery IDs that a restore skips. Fewer are used in the time for which Discord remembers nonces."""


def back_up(database: Path, target: Path) -> None:
    """Copy a database's committed data to a new file and check the copy, even while the database is in use.

    The file gets its final name once it is complete and on the disk. Raises StorageError. Never overwrites a file.
    """
    if target.exists():
        raise StorageError(f"The file {target} exists already: name a new one.")
    if not database.exists():
        raise StorageError(f"There is no database {database}.")
    unfinished = target.with_name(target.name + UNFINISHED)
    try:
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN))
        give_away(unfinished)
        _copy(database, unfinished)
        inspect(unfinished)
        unfinished.rename(target)
        _keep_on_disk(target)
        _keep_on_disk(target.parent)
    except (*BROKEN, OSError) as error:
        raise StorageError(f"The backup {target} cannot be written: {error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)


def begin_restore(backup: Path, database: Path) -> Path:
    """Copy a backup to a file beside the database, for the caller to migrate and then move into place.

    The caller must hold the database's lock. Raises StorageError, without a change, if the backup is damaged or not
    ours.
    """
    if not backup.is_file():
        raise StorageError(f"There is no backup {backup}.")
    inspect(backup)
    restoring = database.with_name(database.name + RESTORING)
    for stale in (restoring, *(restoring.with_name(restoring.name + ending) for ending in JOURNALS)):
        stale.unlink(missing_ok=True)  # from an interrupted restore
    back_up(backup, restoring)
    return restoring


def prepare_restored(restoring: Path, database: Path, backups: Iterable[Path]) -> int | None:
    """Store in a restored database what the bot must do at its next start to catch up with changes since the backup.

    People who were forgotten since then are forgotten again; their marks come from the replaced database and other
    backups. Returns None if the replaced database is a later state of the restored one. Otherwise returns the time (UTC
    seconds) after which no file knows who was forgotten, and notes it for the next start. Unreadable files are skipped.
    """
    restored = _known(restoring)
    replaced, *others = (_known_if_readable(path) for path in (database, *backups))
    later = [known for known in (replaced, *others) if known is not None and known.deliveries >= restored.deliveries]
    marks = {mark: at for known in later for mark, at in known.marks.items()}
    missing = {mark: at for mark, at in marks.items() if mark not in restored.marks}
    until = None if replaced in later else max(known.at for known in (restored, *later))
    values = {RESTORED: "1", LIST_ENDS: "" if until is None else str(until)}
    if missing:
        values |= {
            SALT: next(known.salt for known in (restored, *later) if known.salt),
            FORGOTTEN: json.dumps(list({**restored.marks, **missing}.items())),
            TO_FORGET: json.dumps(list(missing)),
        }
    with closing(sqlite3.connect(restoring, isolation_level=None)) as file:
        file.executemany("INSERT OR REPLACE INTO memory (key, value) VALUES (?, ?)", values.items())
        # Another version may have sent its commands since, so all are sent again. The keys name the application.
        file.execute("UPDATE memory SET value = '' WHERE substr(key, 1, ?) = ?", (len(COMMANDS), COMMANDS))
        # If a message had the nonce of a delivery made since the backup, Discord would mistake it for that delivery.
        if file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'outbox'").fetchone():
            file.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'outbox'", (SKIPPED,))
    return until


@dataclass(frozen=True, slots=True)
class _Known:
    """The forgotten people that a database knows."""

    salt: str
    marks: Mapping[str, int]
    """The time of each hash."""
    at: int
    """The time of the last heartbeat in UTC seconds, or 0 if there is none."""
    deliveries: int
    """The largest delivery ID. IDs only grow, so a later state of the same database has a larger one."""


def _known(path: Path) -> _Known:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
        values: dict[str, str] = dict(
            file.execute("SELECT key, value FROM memory WHERE key IN (?, ?)", (SALT, FORGOTTEN)).fetchall()
        )
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_schema")}
        beat = last = None
        if "outbox" in tables:
            beat = file.execute("SELECT at FROM heartbeat").fetchone()
            last = file.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchone()
    marks = {str(mark): int(at) for mark, at in json.loads(values.get(FORGOTTEN, "[]"))}
    return _Known(values.get(SALT, ""), marks, beat[0] if beat else 0, last[0] if last else 0)


def _known_if_readable(path: Path) -> _Known | None:
    try:
        return _known(path)
    except (sqlite3.Error, ValueError):
        return None


def finish_restore(restoring: Path, database: Path) -> Path | None:
    """Replace the database with the restored file.

    Returns the old database's new path in the same folder, or None if there was none. If the machine stops halfway, the
    next start asks for the restore to be repeated.
    """
    aside = None
    try:
        if database.exists():
            aside = free_path(database, "before-restore")
            for ending in JOURNALS:
                journal = database.with_name(database.name + ending)
                if journal.exists():
                    journal.rename(aside.with_name(aside.name + ending))
            database.rename(aside)
        restoring.rename(database)
        _keep_on_disk(database.parent)
    except OSError as error:
        raise StorageError(f"The backup cannot take the place of {database}: {error}. Restore it again.") from error
    return aside


def _copy(source: Path, target: Path) -> None:
    """Copy a snapshot of a database, even while other processes write to it."""
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as original,
        closing(sqlite3.connect(target, timeout=BUSY_SECONDS, isolation_level=None)) as copy,
    ):
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # a single file, without journals


def _keep_on_disk(path: Path) -> None:
    """Flush a file to disk, or a folder's list of files if the path is a folder."""
    if os.name == "nt" and path.is_dir():
        return  # Windows cannot open folders
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
