"""SQLite connections and transactions. Only one connection can write at a time, but many can read."""

import asyncio
import contextlib
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Self

import aiosqlite

from storage import driver
from storage.driver import Asked, Statement
from storage.errors import Conflict, Unavailable, Unsound
from storage.sqlite.backup import back_up
from storage.sqlite.files import BROKEN, WAIT_SECONDS, opening_error
from storage.sqlite.lock import FileLock
from storage.sqlite.opening import prepare

log = logging.getLogger(__name__)

READERS = 2
TAKEN = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_ROWID}
"""SQLite's error codes for a key that already exists."""


class Connection(aiosqlite.Connection):
    """A connection that sends statements to its thread in batches, because a round trip costs more than a statement.

    The thread runs everything in the order in which it was sent, even if the sending task is cancelled.
    """

    async def execute_all(self, statements: Sequence[Statement]) -> tuple[list[driver.Row], int, Asked]:
        """Run statements in order until one fails.

        Returns the last statement's rows, the number of rows it changed, and the rows of the prefetched ones.
        """
        results: tuple[list[driver.Row], int, Asked]
        results = await self._execute(self._execute_all, statements)  # type: ignore[no-untyped-call]  # aiosqlite's
        return results

    def end_reading(self) -> None:
        """End a read transaction without waiting for it."""
        self._tx.put_nowait((None, partial(self._execute_all, [("COMMIT", (), "")])))

    def _execute_all(self, statements: Sequence[Statement]) -> tuple[list[driver.Row], int, Asked]:
        asked: Asked = {}
        for sql, values, wants in statements:
            cursor = self._conn.execute(sql, values)
            if wants == "one" and cursor.rowcount != 1:
                raise Conflict("Another transaction came first.")
            if wants == "rows":
                asked[sql, values] = _rows(cursor)
        return _rows(cursor), cursor.rowcount, asked


def _rows(cursor: sqlite3.Cursor) -> list[driver.Row]:
    """Return a statement's rows as dicts, in which lookups are faster than in a `sqlite3.Row`."""
    if cursor.description is None:
        return []
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]


class Session(driver.Session):
    """A `driver.Session` as a context manager, which rolls back even if its task is cancelled."""

    def __init__(self, connection: Connection, *begin: str) -> None:
        super().__init__(*begin)
        self._connection = connection

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        ended = False
        try:
            if error is None:
                await self.end()
                ended = True
        finally:
            if not ended:
                with contextlib.suppress(sqlite3.Error):  # no transaction was open
                    await self._connection.rollback()

    async def end(self) -> None:
        await self._run("COMMIT", ())

    async def _run(self, sql: str, values: tuple[object, ...]) -> tuple[list[driver.Row], int]:
        waiting, self._waiting = self._waiting, []
        try:
            rows, changed, asked = await self._connection.execute_all([*waiting, (sql, values, "")])
        except sqlite3.IntegrityError as error:
            raise (Conflict if error.sqlite_errorcode in TAKEN else Unsound)(str(error)) from error
        except BROKEN as error:
            raise Unavailable(f"The database cannot be used at the moment: {error}.") from error
        self._asked |= asked
        return rows, changed


class ReadSession(Session):
    """A read-only session, whose `end` does not wait for the database."""

    async def end(self) -> None:
        if not self._waiting:
            self._connection.end_reading()
        elif len(self._waiting) > 1:
            await super().end()  # a change, which the connection refuses


class OneQuery(Session):
    """A session for a single query, without an explicit transaction, which would cost another round trip."""

    _queried = False

    async def end(self) -> None:
        if self._waiting:
            raise RuntimeError("A reading changes nothing.")

    async def _run(self, sql: str, values: tuple[object, ...]) -> tuple[list[driver.Row], int]:
        if self._queried:
            raise RuntimeError("This reading is a single query: a second one could see another state.")
        self._queried = True
        return await super()._run(sql, values)


class Database(driver.Driver):
    """A database file that a single process opens."""

    KEYS = """
    SELECT each.name AS name, part.name AS key FROM sqlite_schema AS each
    LEFT JOIN pragma_table_info(each.name) AS part ON part.pk > 0
    WHERE each.type = 'table' AND each.name NOT LIKE 'sqlite_%'
    ORDER BY each.name, part.pk
    """

    def __init__(self, path: Path, lock: FileLock, writer: Connection, readers: list[Connection]) -> None:
        self._path = path
        self._lock = lock
        self._writer = writer
        self._writing = asyncio.Lock()
        self._locked_at = 0.0
        """When a transaction last found the file locked by another program."""
        self._connections = [writer, *readers]
        self._readers: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
        for reader in readers:
            self._readers.put_nowait(reader)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open a database file, creating or migrating its tables if necessary. Raises StorageError if that fails."""
        lock = FileLock(path)
        connections: list[Connection] = []
        try:
            await asyncio.to_thread(prepare, path)
            for _ in range(1 + READERS):
                connection = await _connect(path)
                connections.append(connection)
            writer, *readers = connections
            for reader in readers:
                await reader.execute("PRAGMA query_only = ON")
        except BaseException as error:
            for connection in connections:
                await connection.close()
            lock.withdraw()
            if isinstance(error, BROKEN):
                raise opening_error(path, error) from error
            raise
        return cls(path, lock, writer, readers)

    async def close(self) -> None:
        async with self._writing:
            for connection in self._connections:
                await connection.close()
            self._lock.release()

    async def size(self) -> int:
        async with self.read() as session:
            (row,) = await session.rows(
                "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size"
            )
        return int(row["bytes"])

    async def defer(self, session: driver.Session) -> None:
        session.change("PRAGMA defer_foreign_keys = ON")

    async def back_up(self, target: Path) -> None:
        await asyncio.to_thread(back_up, self._path, target)

    async def scrub(self) -> bool:
        """Overwrite deleted rows in the database file by checkpointing and truncating the write-ahead log."""
        try:
            await asyncio.to_thread(_checkpoint, self._path, "PASSIVE")  # does most of the work while others write
            async with self._writing:
                return await asyncio.to_thread(_checkpoint, self._path, "TRUNCATE")
        except sqlite3.Error as error:
            log.warning("Deleted data is still in the write-ahead log: %s", error)
            return False

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Session]:
        asked = time.monotonic()
        async with self._writing:
            if self._locked_at > asked:  # the task ahead found the file locked, so this one fails at once
                raise Unavailable("The database cannot be used at the moment: it was locked.")
            try:
                async with Session(self._writer, "BEGIN IMMEDIATE") as session:
                    yield session
            except Unavailable:
                self._locked_at = time.monotonic()
                raise

    def read(self) -> AbstractAsyncContextManager[Session]:
        return self._reading(ReadSession, "BEGIN")

    def read_once(self) -> AbstractAsyncContextManager[Session]:
        return self._reading(OneQuery)

    @asynccontextmanager
    async def _reading(self, kind: type[Session], *begin: str) -> AsyncIterator[Session]:
        reader = await self._readers.get()
        try:
            async with kind(reader, *begin) as session:
                yield session
        finally:
            self._readers.put_nowait(reader)


def _checkpoint(path: Path, mode: str) -> bool:
    """Run a checkpoint without waiting for readers, and return whether it completed."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        busy, _, _ = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
    return not busy


async def _connect(path: Path) -> Connection:
    connection = Connection(partial(sqlite3.connect, path, timeout=WAIT_SECONDS, isolation_level=None), 64)
    try:
        await connection
    except BROKEN as error:
        raise opening_error(path, error) from error
    try:
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("PRAGMA secure_delete = ON")  # not every build overwrites deleted data by default
    except BaseException:
        await connection.close()  # its thread would keep the process alive
        raise
    return connection
