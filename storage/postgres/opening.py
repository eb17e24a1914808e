"""Opening a PostgreSQL database: are the tables there, are they ours, are they up to date."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from storage.errors import StorageError, Unavailable
from storage.formats import OLDEST, oldest_after, read_format

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x71DF
"""The lock under which workers that start at the same time migrate one after the other."""
FROZEN = "30s"
"""For how long a process may do nothing while it migrates, so that one that is frozen does not bar all others."""
SOON = re.compile(r"start|shut|recovery|too many|connection slots", re.IGNORECASE)
"""The errors of a server that refuses a connection now and will accept it later."""
CLOCKS = 2.0
"""Seconds by which the clock of this machine and that of the database may differ."""


async def prepare(address: str, migrations: Path = MIGRATIONS) -> None:
    """Bring the tables to the newest format, in one transaction; create them in a database without tables.

    Raises StorageError, without a change, if the database cannot be opened, holds tables of another program, or is
    only for a newer version of this one; Unavailable if it may be opened later.
    """
    steps = await asyncio.to_thread(_scripts, migrations)
    async with _connected(address) as connection:
        await connection.execute(f"SET LOCAL idle_in_transaction_session_timeout = '{FROZEN}'")
        await connection.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        await _migrate(connection, steps)


async def format_at(address: str) -> int:
    """The format of a PostgreSQL database, 0 if it has no tables; nothing is changed.

    Raises StorageError if it cannot be used as it is, and Unavailable if it may be opened later.
    """
    newest = max(await asyncio.to_thread(_scripts, MIGRATIONS))
    async with _connected(address) as connection:
        await connection.set_read_only(True)
        if await _one(connection, "SELECT to_regclass('format')") is None:
            await _check_empty(connection)
            return 0
        version = int(await _one(connection, "SELECT number FROM format"))
        if version > newest:
            await _check_usable(connection, version, newest)
        return version


@asynccontextmanager
async def _connected(address: str) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
    """A connection, committed at the end. Raises StorageError, or Unavailable if it may be had later."""
    try:
        async with await psycopg.AsyncConnection.connect(for_writing(address), connect_timeout=5) as connection:
            yield connection
    except psycopg.Error as error:
        refused = "FATAL:" in str(error) and not SOON.search(_reason(error))
        kind = Unavailable if isinstance(error, psycopg.OperationalError) and not refused else StorageError
        raise kind(f"The PostgreSQL database cannot be opened: {_reason(error)}.") from error


def for_writing(address: str) -> str:
    """The address, such that of several hosts that one is used which takes writes. Raises StorageError."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise StorageError("TIDEPOOL_DATABASE is no address of PostgreSQL.") from error
    several = any("," in str(parts.get(part) or "") for part in ("host", "hostaddr"))
    if several and "target_session_attrs" not in parts:
        return make_conninfo(address, target_session_attrs="read-write")
    return address


def _scripts(migrations: Path) -> dict[int, str]:
    """The SQL that makes each format, by its number."""
    return {int(step.name.split("_")[0]): step.read_text(encoding="utf-8") for step in migrations.glob("*.sql")}


async def _migrate(connection: psycopg.AsyncConnection[Any], steps: Mapping[int, str]) -> None:
    version = await _format(connection)
    newest = max(steps)
    if version > newest:
        await _check_usable(connection, version, newest)
        return
    for number in sorted(step for step in steps if step > version):
        await connection.execute(steps[number].encode())
        await connection.execute("UPDATE format SET number = %s", (number,))
        await _name_oldest(connection, steps[number], number)


async def _name_oldest(connection: psycopg.AsyncConnection[Any], script: str, number: int) -> None:
    """Let the database say which programs may use it: those that could use it before, or fewer."""
    oldest = oldest_after(script, number, await _oldest(connection))
    await connection.execute(
        "INSERT INTO memory (key, value) VALUES (%s, %s) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (OLDEST, str(oldest)),
    )


async def _format(connection: psycopg.AsyncConnection[Any]) -> int:
    """The format of the tables that are there; 0 in a database without tables."""
    if await _one(connection, "SELECT to_regclass('format')") is None:
        await _check_empty(connection)
        await connection.execute("CREATE TABLE format (number BIGINT NOT NULL)")
        await connection.execute("INSERT INTO format (number) VALUES (0)")
    return int(await _one(connection, "SELECT number FROM format"))


async def _check_usable(connection: psycopg.AsyncConnection[Any], version: int, newest: int) -> None:
    """Raise StorageError if a database of a newer format is not for this program."""
    oldest = await _oldest(connection)
    if (version if oldest is None else read_format(oldest)) > newest:
        raise StorageError(
            f"The PostgreSQL database has format {version}, and this version of Tidepool knows {newest}: "
            "start a newer version."
        )


async def _check_empty(connection: psycopg.AsyncConnection[Any]) -> None:
    """Raise StorageError if a database without a format holds tables."""
    if tables := await _one(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"):
        raise StorageError(f"The PostgreSQL database holds {tables} tables of another program: name an empty one.")


async def _oldest(connection: psycopg.AsyncConnection[Any]) -> str | None:
    """What the database says of the oldest format whose program may use it."""
    row = await (await connection.execute("SELECT value FROM memory WHERE key = %s", (OLDEST,))).fetchone()
    return row[0] if row else None


async def _one(connection: psycopg.AsyncConnection[Any], query: Any) -> Any:  # noqa: ANN401 (whatever stands there)
    row = await (await connection.execute(query)).fetchone()
    return row[0] if row else None


def _reason(error: psycopg.Error) -> str:
    """What went wrong, in one line and without the address, in which there may be a password."""
    return " ".join(str(error).split()).split(" FATAL: ")[-1].rstrip(".")
