"""Copies of a database file: written while it is in use, checked, and put back."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from storage.errors import StorageError
from storage.forgotten import FORGOTTEN, SALT, TO_FORGET
from storage.key_values import COMMANDS, RESTORED
from storage.sqlite.files import BROKEN, BUSY_SECONDS, JOURNALS, OWN, RESTORING, give_away, inspect, unused

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

UNFINISHED = ".part"
"""The ending of a copy that is being written."""
SKIPPED = 1_000_000
"""How many numbers of deliveries a restore leaves out: more than there are in the minutes in which Discord compares."""


def back_up(database: Path, target: Path) -> None:
    """Copy the last committed state of a database, which may be in use, into a new file, and check the copy.

    The file has its name only when it is whole and on the disk. Raises StorageError; nothing is overwritten.
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
    """Copy a backup to a file beside the database, where it can be brought up to date before it takes its place.

    Whoever calls this holds the database's lock. Raises StorageError if the backup is not whole or not ours; then
    nothing has changed.
    """
    if not backup.is_file():
        raise StorageError(f"There is no backup {backup}.")
    inspect(backup)
    restoring = database.with_name(database.name + RESTORING)
    for left in (restoring, *(restoring.with_name(restoring.name + ending) for ending in JOURNALS)):
        left.unlink(missing_ok=True)  # of a restore that was interrupted
    back_up(backup, restoring)
    return restoring


def carry_forgotten(restoring: Path, others: Iterable[Path]) -> None:
    """Let a restored file know who was forgotten since: its next start forgets them again.

    The marks come from these other files of the same database, as far as they can be read.
    """
    known = _marks(restoring)
    found: dict[str, int] = {}
    salts = [known[0]]
    for other in others:
        try:
            salt, marks = _marks(other)
        except (sqlite3.Error, ValueError):
            continue
        found |= marks
        salts.append(salt)
    missing = {mark: at for mark, at in found.items() if mark not in known[1]}
    if not missing:
        return
    kept = {
        SALT: next(salt for salt in salts if salt),
        FORGOTTEN: json.dumps([list(one) for one in {**known[1], **missing}.items()]),
        TO_FORGET: json.dumps(list(missing)),
    }
    with closing(sqlite3.connect(restoring, isolation_level=None)) as file:
        file.executemany("INSERT OR REPLACE INTO memory (key, value) VALUES (?, ?)", kept.items())


def forget_commands(restoring: Path) -> None:
    """Let a restored file no longer know which commands were sent to Discord: its next start sends them again.

    Another version may have sent its own commands since the backup was made. The keys stay: they name the application.
    """
    with closing(sqlite3.connect(restoring, isolation_level=None)) as file:
        file.execute("UPDATE memory SET value = '' WHERE substr(key, 1, ?) = ?", (len(COMMANDS), COMMANDS))


def note_restored(restoring: Path) -> None:
    """Let the next start of a restored file know that Discord may show boards that came after the backup.

    No delivery gets the number of one that came then: Discord would take it for the same message.
    """
    with closing(sqlite3.connect(restoring, isolation_level=None)) as file:
        file.execute("INSERT OR REPLACE INTO memory (key, value) VALUES (?, '1')", (RESTORED,))
        if file.execute("SELECT 1 FROM sqlite_schema WHERE name = 'outbox'").fetchone():
            file.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'outbox'", (SKIPPED,))


def _marks(path: Path) -> tuple[str, dict[str, int]]:
    """The salt and the marks with their times that a database holds."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
        held: dict[str, str] = dict(
            file.execute("SELECT key, value FROM memory WHERE key IN (?, ?)", (SALT, FORGOTTEN)).fetchall()
        )
    return held.get(SALT, ""), {str(mark): int(at) for mark, at in json.loads(held.get(FORGOTTEN, "[]"))}


def finish_restore(restoring: Path, database: Path) -> Path | None:
    """Put the restored file in the place of the database; returns where the old one is now, in the same folder.

    If the machine stops in between, the next start says that the restore is to be done again.
    """
    aside = None
    try:
        if database.exists():
            aside = unused(database, "before-restore")
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
    """Copy in one step: a writer is not held up, and what it commits meanwhile is not in the copy."""
    reading = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(reading, uri=True, timeout=BUSY_SECONDS)) as original,
        closing(sqlite3.connect(target, timeout=BUSY_SECONDS, isolation_level=None)) as copy,
    ):
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without journals beside it


def _keep_on_disk(path: Path) -> None:
    """Wait until the disk has a file, or the names in a folder."""
    if os.name == "nt" and path.is_dir():
        return  # Windows opens no folders
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
