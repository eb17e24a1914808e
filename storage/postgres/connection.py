"""PostgreSQL connections and transactions. Only one process can write at a time, but many can read."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

import psycopg
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from storage import driver
from storage.driver import Statement
from storage.errors import ClocksDiffer, Conflict, StorageError, Unavailable, Unheard, Unsound
from storage.postgres.lead import Lead
from storage.postgres.opening import CLOCKS, for_writing, prepare
from storage.postgres.patience import Connection
from storage.postgres.types import register

Cursor = psycopg.AsyncCursor[DictRow]

logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of a broken pipeline, which the error already reports
logging.getLogger("psycopg.pool").setLevel(logging.WARNING)

CONNECTIONS = 4
PATIENCE = 2.0
"""The longest wait for a free or new connection, in seconds."""
GONE = "The database does not answer just now."
WRITE_LOCK = 0x71DE
"""The key of an advisory lock. Any number will do, as long as no other program uses it on this database."""
LIMITS = {"lock_timeout": "2s", "statement_timeout": "10s", "idle_in_transaction_session_timeout": "10s"}
"""The server's timeouts, which prevent a frozen process from blocking the others."""
BEGIN_WRITE = ("BEGIN", f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")
"""The lock serializes the writing transactions of all workers.

The isolation level is read committed, because a snapshot taken with the lock would miss what the lock's previous holder
committed.
"""
BEGIN_BESIDE = (
    "BEGIN",
    "SET LOCAL lock_timeout = '1s'",
    "SET LOCAL statement_timeout = '2s'",
    "SET LOCAL synchronous_commit = off",
)
BEGIN_READ = ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",)
OVERTAKEN = (psycopg.errors.UniqueViolation, psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
"""The errors that occur when another transaction came first."""


@lru_cache(maxsize=1000)
def _query(sql: str) -> Any:  # noqa: ANN401 (psycopg's types accept only literal strings)
    """Return a statement with each `?` placeholder replaced by psycopg's."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


class Session(driver.Session):
    """A `driver.Session` that sends statements in batches.

    The last statement of a batch is the one whose result is needed. The pipeline stays open until the end, because
    leaving it sends a sync message, after which the server no longer applies its idle timeout to the transaction.
    """

    def __init__(self, connection: Connection, pipeline: psycopg.AsyncPipeline, begin: Sequence[str]) -> None:
        super().__init__(*begin)
        self._connection = connection
        self._pipeline = pipeline
        self._ending = False

    async def end(self) -> None:
        """Send the commit, which takes effect when the connection's pipeline is closed."""
        # If sent in one batch with the commit, a change that matches no row would not stop the commit.
        if any(wants == "one" for _, _, wants in self._waiting):
            await self._run("SELECT 1", ())
        self._ending = True
        self.change("COMMIT")
        await self._send()

    def wait_for_ever(self) -> None:
        """Wait for the server without a timeout until the transaction ends."""
        self._connection.silence = None

    def unheard(self, error: psycopg.Error) -> bool:
        """Return whether the connection broke during the commit, so that its outcome is unknown."""
        return self._ending and self._connection.closed and error.sqlstate is None

    async def _run(self, sql: str, values: tuple[object, ...]) -> tuple[Sequence[DictRow], int]:
        self._waiting.append((sql, values, ""))
        done = await self._send()
        await self._pipeline.sync()
        if any(wants == "one" and cursor.rowcount != 1 for cursor, (_, _, wants) in done):
            raise Conflict("Another transaction came first.")
        for cursor, (asked, by, wants) in done:
            if wants == "rows":
                self._asked[asked, by] = await cursor.fetchall()
        last, _ = done[-1]
        return await last.fetchall() if last.description else [], last.rowcount

    async def _send(self) -> list[tuple[Cursor, Statement]]:
        """Send the queued statements, and return their cursors, which can be read after a sync."""
        waiting, self._waiting = self._waiting, []
        return [
            (await self._connection.execute(_query(sql), values or None), (sql, values, wants))
            for sql, values, wants in waiting
        ]


class Database(driver.Driver):
    """A PostgreSQL database, which several processes can open at the same time."""

    KEYS = """
    SELECT each.relname AS name, attname AS key FROM pg_class AS each
    LEFT JOIN pg_index ON indrelid = each.oid AND indisprimary
    LEFT JOIN pg_attribute ON attrelid = each.oid AND attnum = ANY(indkey)
    WHERE each.relkind = 'r' AND each.relname <> 'format'
        AND relnamespace = to_regnamespace(CAST(current_schema() AS TEXT))
    ORDER BY name, array_position(CAST(indkey AS SMALLINT[]), attnum)
    """
    """The query for all tables except `format`, with their primary keys."""

    def __init__(self, pool: AsyncConnectionPool[Connection], name: str, lead: Lead) -> None:
        self._pool = pool
        self._name = name
        self._lead = lead
        self._writing = asyncio.Lock()
        self._gone_at = 0.0
        """When a task last timed out waiting for a connection."""

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open the database at a `postgresql://` address, creating or migrating its tables if necessary.

        Raises StorageError if that fails.
        """
        address = for_writing(address)
        await prepare(address)
        name = f"tidepool {secrets.token_hex(4)}"
        pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            address,
            connection_class=Connection,
            kwargs={"autocommit": True, "row_factory": dict_row, "connect_timeout": 5, "application_name": name},
            min_size=1,
            max_size=CONNECTIONS,
            timeout=PATIENCE,
            configure=_configure,
            check=_check,
            open=False,
        )
        try:
            await pool.open(wait=True, timeout=10)
        except PoolTimeout as error:
            await pool.close()
            raise StorageError("The PostgreSQL database does not answer.") from error
        database = cls(pool, name, Lead(address))
        try:
            await database.check_clocks()
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        async with self._writing:
            await self._pool.close()
            await self._lead.close()

    async def lead(self) -> None:
        """Wait until this process becomes the leader, retrying while the database does not respond."""
        await self._lead.take()

    async def lead_lost(self) -> None:
        await self._lead.wait_until_lost()

    async def check_clocks(self) -> None:
        """Raise ClocksDiffer if the clocks of this machine and the database differ too much.

        The time that the server takes to respond is not counted.
        """
        async with self.read() as session:
            await session.row("SELECT 1 AS one")  # sends the BEGIN, which would otherwise delay the next query
            asked = time.time()
            (row,) = await session.rows("SELECT CAST(extract(epoch FROM clock_timestamp()) AS FLOAT8) AS now")
            answered = time.time()
        apart = max(0.0, float(row["now"]) - answered, asked - float(row["now"]))
        if apart > CLOCKS:
            raise ClocksDiffer(
                f"The clocks of this machine and the database differ by {apart:.0f} seconds: "
                "synchronize both with NTP, then start again."
            )

    async def size(self) -> int:
        async with self.read() as session:
            (row,) = await session.rows("SELECT pg_database_size(current_database()) AS bytes")
        return int(row["bytes"])

    async def is_shared(self) -> bool:
        async with self.read() as session:
            other = await session.row(
                "SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name LIKE 'tidepool %' AND application_name <> ? LIMIT 1",
                self._name,
            )
        return other is not None

    async def defer(self, session: driver.Session) -> None:
        assert isinstance(session, Session)  # noqa: S101 (of this database)
        session.wait_for_ever()
        session.change("SET CONSTRAINTS ALL DEFERRED")
        for limit in LIMITS:
            session.change(f"SET LOCAL {limit} = 0")

    async def renumber(self, session: driver.Session) -> None:
        rows = await session.rows(
            "SELECT table_name AS name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND column_name = 'id' AND is_identity = 'YES'"
        )
        for name in (row["name"] for row in rows):
            session.change(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}")

    async def back_up(self, target: Path) -> None:
        """Raise StorageError, because operators back up PostgreSQL with its own program."""
        raise StorageError(f"A PostgreSQL database is backed up by its own program: `pg_dump -Fc -f {target}`.")

    async def scrub(self) -> bool:
        """Do nothing and return True, because only PostgreSQL's own VACUUM can erase data from its files."""
        return True

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Session]:
        asked = time.monotonic()
        async with self._writing:
            if self._gone_at > asked:  # the task ahead has timed out, so this one fails at once
                raise Unavailable(GONE)
            async with self._transaction(BEGIN_WRITE) as session:
                yield session

    def beside(self) -> AbstractAsyncContextManager[Session]:
        return self._transaction(BEGIN_BESIDE)

    def read(self) -> AbstractAsyncContextManager[Session]:
        return self._transaction(BEGIN_READ)

    @asynccontextmanager
    async def _transaction(self, begin: Sequence[str]) -> AsyncIterator[Session]:
        session = None
        try:
            async with self._pool.connection() as connection:
                try:
                    async with connection.pipeline() as pipeline:
                        session = Session(connection, pipeline, begin)
                        yield session
                        await session.end()
                except BaseException:
                    if not connection.closed:
                        await connection.rollback()
                    raise
                finally:
                    connection.silence = Connection.silence
        except OVERTAKEN as error:
            raise Conflict(str(error)) from error
        except psycopg.IntegrityError as error:
            raise Unsound(str(error)) from error
        except (psycopg.OperationalError, psycopg.InternalError, PoolTimeout) as error:
            if begin is BEGIN_WRITE and session is not None and session.unheard(error):
                raise Unheard("The database broke off while a transaction was ending.") from error
            if isinstance(error, PoolTimeout):
                self._gone_at = time.monotonic()
            raise Unavailable(GONE) from error


async def _configure(connection: Connection) -> None:
    register(connection)
    for name, most in LIMITS.items():
        await connection.execute(f"SET {name} = '{most}'".encode())


async def _check(connection: Connection) -> None:
    """Raise an error if the server does not respond in time, so that the pool tries another connection."""
    connection.silence = PATIENCE
    await AsyncConnectionPool.check_connection(connection)
    connection.silence = Connection.silence
