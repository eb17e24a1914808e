"""The files of a sandbox on disk. A real bot's files are never changed, and nothing is overwritten."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import NamedTuple

ASIDE = ".before-fresh"
"""The suffix of an old world and database after a fresh start."""
JOURNALS = ("-wal", "-shm")
"""The suffixes of the files that SQLite creates beside an open database."""


class Files(NamedTuple):
    """The paths of a sandbox's world and its bot's database."""

    real: Path
    """The database of the bot with a token. The sandbox never opens it."""
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


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)
