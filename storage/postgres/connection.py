"""Connections and transactions: one writer at a time among all workers, readers beside it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

import psycopg
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from storage.driver import keys_of
from storage.errors import ClocksDiffer, Conflict, StorageError, Unavailable, Unheard, Unsound
from storage.postgres.lead import Lead
from storage.postgres.opening import CLOCKS, for_writing, prepare
from storage.postgres.patience import Connection
from storage.postgres.types import register

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from psycopg.rows import DictRow

    from storage import driver

    Statement = tuple[str, tuple[object, ...], driver.Wants]
    """SQL, its values, and what is wanted of it."""
    Cursor = psycopg.AsyncCursor[DictRow]

logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of each pipeline whose connection broke; that is raised
logging.getLogger("psycopg.pool").setLevel(logging.WARNING)

CONNECTIONS = 4
PATIENCE = 2.0
"""Seconds to wait for a connection, or for one to be made."""
GONE = "The database does not answer just now."
WRITE_LOCK = 0x71DE  # any number that no other program on this database takes
LIMITS = {"lock_timeout": "2s", "statement_timeout": "10s", "idle_in_transaction_session_timeout": "10s"}
"""How long the server lets a transaction wait, work and do nothing, so that a frozen process holds up nobody."""
BEGIN_WRITE = ("BEGIN", f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")
"""With this lock no other writing transaction of any worker overlaps. It is read committed: each statement after the
lock sees what the transaction before has committed, while a snapshot taken with the lock would be older."""
BEGIN_BESIDE = (
    "BEGIN",
    "SET LOCAL lock_timeout = '1s'",
    "SET LOCAL statement_timeout = '2s'",
    "SET LOCAL synchronous_commit = off",
)
BEGIN_READ = ("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",)
KEYS = """
SELECT each.relname AS name, attname AS key FROM pg_class AS each
LEFT JOIN pg_index ON indrelid = each.oid AND indisprimary
LEFT JOIN pg_attribute ON attrelid = each.oid AND attnum = ANY(indkey)
WHERE each.relkind = 'r' AND relnamespace = to_regnamespace(CAST(current_schema() AS TEXT)) AND each.relname <> 'format'
ORDER BY name, array_position(CAST(indkey AS SMALLINT[]), attnum)
"""
OVERTAKEN = (psycopg.errors.UniqueViolation, psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
"""The errors that mean that another transaction came first."""


@lru_cache(maxsize=1000)
def translated(sql: str) -> str:
    """A statement with psycopg's placeholders."""
    return sql.replace("%", "%%").replace("?", "%s")


class Session:
    """The statements of one transaction on one connection, sent together as far as nothing is read between them.

    The pipeline stays open until the end: leaving it sends the server one more message, after which the server does not
    count the time for which a transaction is idle.
    """

    def __init__(self, connection: Connection, pipeline: psycopg.AsyncPipeline, begin: Sequence[str]) -> None:
        self._connection = connection
        self._pipeline = pipeline
        self._waiting: list[Statement] = [(statement, (), "") for statement in begin]
        self._asked: dict[tuple[str, tuple[object, ...]], Cursor] = {}
        self._ending = False

    async def rows(self, sql: str, *values: object) -> Sequence[DictRow]:
        """All rows of a query."""
        return await (self._asked.pop((sql, values), None) or await self._run(sql, values)).fetchall()

    async def row(self, sql: str, *values: object) -> DictRow | None:
        """The first row of a query."""
        return await (self._asked.pop((sql, values), None) or await self._run(sql, values)).fetchone()

    def ask(self, sql: str, *values: object) -> None:
        """Send a query with the next one: `rows` and `row` find its rows at hand then, once."""
        self._waiting.append((sql, values, "rows"))

    async def changed(self, sql: str, *values: object) -> int:
        """Change something; returns how many rows it changed."""
        return (await self._run(sql, values)).rowcount

    def change(self, sql: str, *values: object) -> None:
        """Change something, with the next query or at the end: an error is raised only then."""
        self._waiting.append((sql, values, ""))

    def change_one(self, sql: str, *values: object) -> None:
        """Change exactly one row, like `change`: Conflict is raised then if there is none."""
        self._waiting.append((sql, values, "one"))

    async def end(self) -> None:
        """Send the end of the transaction. What it changed is durable when the pipeline is left."""
        # Sent together with its end, the transaction would end whatever they change.
        if any(wants == "one" for _, _, wants in self._waiting):
            await self._run("SELECT 1", ())
        self._ending = True
        self.change("COMMIT")
        await self._send()

    def wait_for_ever(self) -> None:
        """Wait for the server for as long as it needs, from here to the end of the transaction."""
        self._connection.silence = None

    def unheard(self, error: psycopg.Error) -> bool:
        """Whether the transaction may have been ended although its connection broke: the server itself said nothing."""
        return self._ending and self._connection.closed and error.sqlstate is None

    async def _run(self, sql: str, values: tuple[object, ...]) -> Cursor:
        self._waiting.append((sql, values, ""))
        done = await self._send()
        await self._pipeline.sync()
        if any(wants == "one" and cursor.rowcount != 1 for cursor, (_, _, wants) in done):
            raise Conflict("Another transaction came first.")
        self._asked |= {(asked, by): cursor for cursor, (asked, by, wants) in done if wants == "rows"}
        return done[-1][0]

    async def _send(self) -> list[tuple[Cursor, Statement]]:
        """Send what waits. Each statement comes back with its cursor, which knows its result after a sync."""
        waiting, self._waiting = self._waiting, []
        return [(await self._connection.execute(_query(one[0]), one[1] or None), one) for one in waiting]


def _query(sql: str) -> Any:  # noqa: ANN401 (psycopg wants literal strings, and a translated one is none to its types)
    return translated(sql).encode()


class Database:
    """An open PostgreSQL database, which several processes may have open at once."""

    def __init__(self, pool: AsyncConnectionPool[Connection], name: str, lead: Lead) -> None:
        self._pool = pool
        self._name = name
        self._lead = lead
        self._writing = asyncio.Lock()
        self._gone_at = 0.0
        """When somebody last waited in vain for a connection."""

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open the database at a `postgresql://` address, creating or migrating its tables as needed.

        Raises StorageError with a sentence.
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
        """Wait for the running transaction, then close all connections."""
        async with self._writing:
            await self._pool.close()
            await self._lead.close()

    async def lead(self) -> None:
        """Return as soon as this process is the one that leads; a database that does not answer is waited for."""
        await self._lead.take()

    async def lead_lost(self) -> None:
        """Return when this process leads no more."""
        await self._lead.lost()

    async def check_clocks(self) -> None:
        """Raise ClocksDiffer if this machine's clock and the server's differ, however slowly the server answers."""
        async with self.read() as session:
            await session.row("SELECT 1 AS one")  # the transaction has begun: what is asked next goes straight there
            asked = time.time()
            (row,) = await session.rows("SELECT CAST(extract(epoch FROM clock_timestamp()) AS FLOAT8) AS now")
            answered = time.time()
        apart = max(0.0, float(row["now"]) - answered, asked - float(row["now"]))
        if apart > CLOCKS:
            raise ClocksDiffer(
                f"The clock of this machine and that of the database differ by {apart:.0f} seconds: "
                "let both be set by NTP, then start again."
            )

    async def size(self) -> int:
        """How many bytes the database takes."""
        async with self.read() as session:
            (row,) = await session.rows("SELECT pg_database_size(current_database()) AS bytes")
        return int(row["bytes"])

    async def shared(self) -> bool:
        """Whether another process has it open, too."""
        async with self.read() as session:
            other = await session.row(
                "SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database()"
                " AND application_name LIKE 'tidepool %' AND application_name <> ? LIMIT 1",
                self._name,
            )
        return other is not None

    async def tables(self, session: driver.Session) -> dict[str, list[str]]:
        """The names of all tables but the one that holds their format, each with the columns of its primary key."""
        return keys_of(await session.rows(KEYS))

    async def defer(self, session: driver.Session) -> None:
        """Let references between rows be checked at the end of this transaction, which may take as long as it needs."""
        assert isinstance(session, Session)  # noqa: S101 (of this database)
        session.wait_for_ever()
        session.change("SET CONSTRAINTS ALL DEFERRED")
        for limit in LIMITS:
            session.change(f"SET LOCAL {limit} = 0")

    async def renumber(self, session: driver.Session) -> None:
        """Let new rows have numbers after those that were written with their own."""
        rows = await session.rows(
            "SELECT table_name AS name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND column_name = 'id' AND is_identity = 'YES'"
        )
        for name in (row["name"] for row in rows):
            session.change(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}")

    async def back_up(self, target: Path) -> None:
        """PostgreSQL has its own way to be backed up. Raises StorageError, which names it."""
        raise StorageError(f"A PostgreSQL database is backed up by its own program: `pg_dump -Fc -f {target}`.")

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Session]:
        """One transaction that no other overlaps: durable when the block has ended, undone if it raises."""
        asked = time.monotonic()
        async with self._writing:
            if self._gone_at > asked:  # who has waited behind another one need not wait as long once more
                raise Unavailable(GONE)
            async with self._transaction(BEGIN_WRITE) as session:
                yield session

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[Session]:
        """One transaction that may overlap others, for what depends on nothing else; a power cut may undo it."""
        async with self._transaction(BEGIN_BESIDE) as session:
            yield session

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Session]:
        """One consistent view of what is committed."""
        async with self._transaction(BEGIN_READ) as session:
            yield session

    def read_once(self) -> AbstractAsyncContextManager[Session]:
        """One query of what is committed: a reading, whose beginning is sent with the query."""
        return self.read()

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
    """Raise an error if the server does not answer at once: then another connection is tried."""
    connection.silence = PATIENCE
    await AsyncConnectionPool.check_connection(connection)
    connection.silence = Connection.silence
