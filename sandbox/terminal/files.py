"""The files of a sandbox on disk. A real bot's files are never changed, and nothing is overwritten."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeAlias

ASIDE = ".before-fresh"
"""The suffix of an old world and database after a fresh start."""
JOURNALS = ("-wal", "-shm")
"""The suffixes of the files that SQLite creates beside an open database."""
_DRAFT = ".copying"

UsedBy: TypeAlias = Callable[[Path], Collection[str]]
"""Returns the IDs of the applications that have used a database. Raises ValueError if it cannot be read."""


class Files(NamedTuple):
    """The paths of a sandbox's world and its bot's database."""

    real: Path
    """The database of the bot with a token. The sandbox may copy it but never opens it."""
    database: Path
    """The database of the bot in the sandbox."""
    world: Path
    """The folder of the sandbox's world."""

    @classmethod
    def beside(cls, real: Path) -> Files:
        """The paths `tidepool-sandbox.sqlite3` and `tidepool-sandbox` (a folder) beside `tidepool.sqlite3`."""
        name = f"{real.stem}-sandbox"
        return cls(real, real.with_name(name + (real.suffix or ".sqlite3")), real.with_name(name))


def set_aside(files: Files) -> None:
    """Rename the world and the database, with a numbered suffix if needed."""
    paths = [files.database, files.world, *(_beside(files.database, end) for end in JOURNALS)]
    for number in count(1):
        end = ASIDE if number == 1 else f"{ASIDE}-{number}"
        if not any(_beside(path, end).exists() for path in (files.database, files.world)):
            break
    for path in paths:
        if path.exists():
            base = files.database if path != files.world else files.world
            path.rename(_beside(base, end + path.name.removeprefix(base.name)))


def copy_old(files: Files, application: str, used_by: UsedBy) -> bool:
    """Copy the database that an older version shared with the real bot, if only this sandbox has used it.

    Returns whether it was copied. The old file is copied without being opened as a database. Only the copy is opened,
    and it is deleted unless it belongs to `application`.
    """
    if files.database.exists() or not files.real.is_file() or files.real.stat().st_size == 0:
        return False
    draft = _beside(files.database, _DRAFT)
    try:
        for end in ("", "-wal"):
            if (old := _beside(files.real, end)).exists():
                shutil.copyfile(old, _beside(draft, end))
        if not set(used_by(draft)) <= {application}:
            return False
        if (journal := _beside(draft, "-wal")).exists():
            journal.rename(_beside(files.database, "-wal"))
        draft.rename(files.database)
    except (OSError, ValueError):
        return False
    else:
        return True
    finally:
        for end in ("", *JOURNALS):
            _beside(draft, end).unlink(missing_ok=True)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
