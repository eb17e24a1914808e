"""Opens a PostgreSQL database, checking its tables and creating or migrating them if necessary."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from storage.errors import StorageError, Unavailable
from storage.formats import OLDEST, oldest_after, read_format

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x71DF
"""The key of the advisory lock that makes workers migrate one after the other if they start together."""
FROZEN = "30s"
"""The idle timeout of a migration. It prevents a frozen process from blocking the others."""
SOON = re.compile(r"start|shut|recovery|too many|connection slots", re.IGNORECASE)
"""Matches the errors of a server that refuses connections only temporarily."""
CLOCKS = 2.0
"""The largest allowed difference between the clocks of this machine and the database, in seconds."""


async def prepare(address: str, migrations: Path = MIGRATIONS) -> None:
    """Create the tables or migrate them to the newest format, in a single transaction.

    Raises StorageError, without a change, if the database cannot be opened, has another program's tables, or needs a
    newer version of this program; Unavailable if opening it later may succeed.
    """
    steps = await asyncio.to_thread(_scripts, migrations)
    async with _connect(address) as connection:
        await connection.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{FROZEN}'")
        await connection.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        await _migrate(connection, steps)


async def format_at(address: str) -> int:
    """Return the format of a PostgreSQL database, or 0 if it has no tables. The database is not changed.

    Raises StorageError if it cannot be used as it is, and Unavailable if opening it later may succeed.
    """
    newest = max(await asyncio.to_thread(_scripts, MIGRATIONS))
    async with _connect(address) as connection:
        await connection.set_read_only(True)
        return await _format(connection, newest)


@asynccontextmanager
async def _connect(address: str) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    """Open a connection, and commit at the end of the block. Raises StorageError, or Unavailable if it may pass."""
    try:
        async with await psycopg.AsyncConnection.connect(for_writing(address), connect_timeout=5) as connection:
            yield connection
    except psycopg.Error as error:
        refused = "FATAL:" in str(error) and not SOON.search(_reason(error))
        kind = Unavailable if isinstance(error, psycopg.OperationalError) and not refused else StorageError
        raise kind(f"The PostgreSQL database cannot be opened: {_reason(error)}.") from error


def for_writing(address: str) -> str:
    """Return the address, changed to select the writable host if it names several hosts."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise StorageError("TIDEPOOL_DATABASE is not a valid PostgreSQL address.") from error
    several = any("," in str(parts.get(part) or "") for part in ("host", "hostaddr"))
    if several and "target_session_attrs" not in parts:
        return make_conninfo(address, target_session_attrs="read-write")
    return address


def _scripts(migrations: Path) -> dict[int, str]:
    return {int(step.name.split("_")[0]): step.read_text(encoding="utf-8") for step in migrations.glob("*.sql")}


async def _migrate(connection: psycopg.AsyncConnection[Any], steps: Mapping[int, str]) -> None:
    version = await _format(connection, max(steps))
    if not version:
        await connection.execute("CREATE TABLE format (number BIGINT NOT NULL)")
        await connection.execute("INSERT INTO format (number) VALUES (0)")
    for number in sorted(step for step in steps if step > version):
        await connection.execute(steps[number].encode())
        await connection.execute("UPDATE format SET number = %s", (number,))
        await connection.execute(
            "INSERT INTO memory (key, value) VALUES (%s, %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (OLDEST, str(oldest_after(steps[number], number, await _oldest(connection)))),
        )


async def _format(connection: psycopg.AsyncConnection[Any], newest: int) -> int:
    """Return the tables' format, or 0 if there are none. Raises StorageError if this program may not use them."""
    if await _one(connection, "SELECT to_regclass('format')") is None:
        if tables := await _one(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"):
            raise StorageError(f"The PostgreSQL database holds {tables} tables of another program: name an empty one.")
        return 0
    version = int(await _one(connection, "SELECT number FROM format"))
    if version <= newest:
        return version
    oldest = await _oldest(connection)
    if (version if oldest is None else read_format(oldest)) > newest:
        raise StorageError(
            f"The PostgreSQL database has format {version}, and this version of Tidepool knows {newest}: "
            "start a newer version."
        )
    return version


async def _oldest(connection: psycopg.AsyncConnection[Any]) -> str | None:
    """Return the format of the oldest program version that may use the database, or None if it is not stored."""
    oldest: str | None = await _one(connection, "SELECT value FROM memory WHERE key = %s", OLDEST)
    return oldest


async def _one(connection: psycopg.AsyncConnection[Any], query: Any, *values: object) -> Any:  # noqa: ANN401 (any value)
    row = await (await connection.execute(query, values or None)).fetchone()
    return row[0] if row else None


def _reason(error: psycopg.Error) -> str:
    """Return an error's text on one line, without the address, which may contain a password."""
    return " ".join(str(error).split()).split(" FATAL: ")[-1].rstrip(".")
