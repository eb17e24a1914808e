"""Which database is meant: a file of SQLite, or an address of PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from storage.errors import StorageError
from storage.sqlite.connection import Database

if TYPE_CHECKING:
    from storage.driver import Driver

POSTGRES = ("postgresql://", "postgres://")
"""How the address of a PostgreSQL database begins."""
NEEDED = "PostgreSQL needs some more packages: run `pip install -r requirements-postgres.txt`."
"""What is said where these packages are missing."""


def is_address(where: Path | str) -> bool:
    """Whether this is an address of PostgreSQL; else it is a path."""
    return isinstance(where, str) and where.startswith(POSTGRES)


async def format_of(address: str) -> int:
    """The format of a PostgreSQL database, 0 if it has no tables; nothing is changed.

    Raises StorageError with a sentence if it cannot be used as it is.
    """
    try:
        from storage.postgres.opening import format_at  # noqa: PLC0415 (packages that few need)
    except ImportError as error:
        raise StorageError(NEEDED) from error
    return await format_at(address)


async def driver(where: Path | str) -> Driver:
    """Open a database, creating or migrating it as needed. Raises StorageError with a sentence."""
    if not is_address(where):
        return await Database.open(Path(where))
    try:
        from storage.postgres.connection import Database as PostgresDatabase  # noqa: PLC0415 (packages that few need)
    except ImportError as error:
        raise StorageError(NEEDED) from error
    return await PostgresDatabase.open(str(where))
