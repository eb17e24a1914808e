"""Opens the driver for a database, which is an SQLite file or a PostgreSQL address."""

import asyncio
from pathlib import Path

from storage.driver import Driver
from storage.errors import StorageError
from storage.sqlite.connection import Database
from storage.sqlite.files import inspect

POSTGRES = ("postgresql://", "postgres://")
"""The prefixes of PostgreSQL addresses."""
NEEDED = "PostgreSQL needs more packages: run `pip install -r requirements-postgres.txt`."


def is_address(database: Path | str) -> bool:
    return isinstance(database, str) and database.startswith(POSTGRES)


async def format_of(database: Path | str) -> int:
    """Return the format of a database, or 0 if it has no tables. The database is not changed.

    Raises StorageError if the database cannot be used as it is.
    """
    if not is_address(database):
        return await asyncio.to_thread(inspect, Path(database))
    try:
        from storage.postgres.opening import format_at  # noqa: PLC0415 (packages that few need)
    except ImportError as error:
        raise StorageError(NEEDED) from error
    return await format_at(str(database))


async def driver(database: Path | str) -> Driver:
    """Open a database, creating or migrating its tables if necessary. Raises StorageError if that fails."""
    if not is_address(database):
        return await Database.open(Path(database))
    try:
        from storage.postgres.connection import Database as PostgresDatabase  # noqa: PLC0415 (packages that few need)
    except ImportError as error:
        raise StorageError(NEEDED) from error
    return await PostgresDatabase.open(str(database))
