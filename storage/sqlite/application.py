"""Which Discord applications have used a database file."""

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.key_values import APPLICATION

SYNCED = "commands of "
"""The prefix of keys that name an application to which commands were sent."""


def used_by(path: Path) -> set[str]:
    """The IDs of the applications that have used the SQLite file, as stored in it.

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
