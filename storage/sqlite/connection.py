"""Connections and transactions: one writer at a time, readers beside it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Self

import aiosqlite

from storage.driver import keys_of
from storage.errors import Conflict, Unavailable, Unsound
from storage.sqlite.backup import back_up
from storage.sqlite.files import BROKEN, WAIT_SECONDS, unopened
from storage.sqlite.lock import FileLock
from storage.sqlite.opening import prepare

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from storage import driver

    Statement = tuple[str, tuple[object, ...], driver.Wants]
    """SQL, its values, and what is wanted of it."""
    Asked = dict[tuple[str, tuple[object, ...]], list[driver.Row]]
    """The rows of queries, by their SQL and values."""

READERS = 2
KEYS = """
SELECT each.name AS name, part.name AS key FROM sqlite_schema AS each
LEFT JOIN pragma_table_info(each.name) AS part ON part.pk > 0
WHERE each.type = 'table' AND each.name NOT LIKE 'sqlite_%'
ORDER BY each.name, part.pk
"""
TAKEN = {sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_ROWID}
"""SQLite's codes for a key that is there already."""


class Connection(aiosqlite.Connection):
    """A connection that takes several statements to its thread at once: most cost less than the way there and back.

    What is sent to the thread is done in that order, also when whoever sent it has been cancelled meanwhile.
    """

    async def execute_all(self, statements: Sequence[Statement]) -> tuple[list[driver.Row], int, Asked]:
        """The rows of the last statement, how many it changed, and the rows of those that were to be kept.

        What follows on one that fails is not run.
        """
        found: tuple[list[driver.Row], int, Asked]
        found = await self._execute(self._execute_all, statements)  # type: ignore[no-untyped-call]  # aiosqlite's
        return found

    def end_reading(self) -> None:
        """End a reading transaction without waiting for it. Statements that are sent afterwards come after it."""
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
    """The rows of a statement as dicts: `sqlite3.Row` searches all column names for each value."""
    if cursor.description is None:
        return []
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, values, strict=True)) for values in cursor.fetchall()]


class Session:
    """The statements of one transaction on one connection: a block in which it runs.

    A task that is cancelled in it leaves nothing half open: the connection still takes the rollback.
    """

    def __init__(self, connection: Connection, *begin: str) -> None:
        self._connection = connection
        self._waiting: list[Statement] = [(statement, (), "") for statement in begin]
        self._asked: Asked = {}

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
                with contextlib.suppress(sqlite3.Error):  # nothing was begun
                    await self._connection.rollback()

    async def rows(self, sql: str, *values: object) -> list[driver.Row]:
        """All rows of a query."""
        if (asked := self._asked.pop((sql, values), None)) is not None:
            return asked
        return (await self._run(sql, values))[0]

    async def row(self, sql: str, *values: object) -> driver.Row | None:
        """The first row of a query."""
        return next(iter(await self.rows(sql, *values)), None)

    def ask(self, sql: str, *values: object) -> None:
        """Send a query with the next one: `rows` and `row` find its rows at hand then, once."""
        self._waiting.append((sql, values, "rows"))

    async def changed(self, sql: str, *values: object) -> int:
        """Change something; returns how many rows it changed."""
        return (await self._run(sql, values))[1]

    def change(self, sql: str, *values: object) -> None:
        """Change something, with the next query or at the end: an error is raised only then."""
        self._waiting.append((sql, values, ""))

    def change_one(self, sql: str, *values: object) -> None:
        """Change exactly one row, like `change`: Conflict is raised then if there is none."""
        self._waiting.append((sql, values, "one"))

    async def end(self) -> None:
        """End the transaction; what it changed is durable then."""
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
    """The queries of one reading. Nobody waits for its end, for it changes nothing."""

    async def end(self) -> None:
        """End the reading; what was to be changed in it is refused."""
        if not self._waiting:
            self._connection.end_reading()
        elif len(self._waiting) > 1:
            await super().end()


class OneQuery(Session):
    """One query that is a transaction of its own: the way to the thread costs more than the query."""

    _queried = False

    async def end(self) -> None:
        """There is nothing to end; what was to be changed is refused."""
        if self._waiting:
            raise RuntimeError("A reading changes nothing.")

    async def _run(self, sql: str, values: tuple[object, ...]) -> tuple[list[driver.Row], int]:
        if self._queried:
            raise RuntimeError("This reading is one query: a second one could see another state.")
        self._queried = True
        return await super()._run(sql, values)


class Database:
    """An open database file, which no other process may open meanwhile."""

    def __init__(self, path: Path, lock: FileLock, writer: Connection, readers: list[Connection]) -> None:
        self._path = path
        self._lock = lock
        self._writer = writer
        self._writing = asyncio.Lock()
        self._locked_at = 0.0
        """When a transaction last found that another program had locked the file."""
        self._connections = [writer, *readers]
        self._readers: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
        for reader in readers:
            self._readers.put_nowait(reader)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, creating or migrating it as needed. Raises StorageError with a sentence."""
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
                raise unopened(path, error) from error
            raise
        return cls(path, lock, writer, readers)

    async def close(self) -> None:
        """Wait for the running transaction, then close the file."""
        async with self._writing:
            for connection in self._connections:
                await connection.close()
            self._lock.release()

    async def lead(self) -> None:
        """Return as soon as this process is the one that leads: at once, for no other can open the file."""

    async def lead_lost(self) -> None:
        """Return when this process leads no more: never."""
        await asyncio.Future[None]()

    async def check_clocks(self) -> None:
        """Do nothing: there is only one clock."""

    async def size(self) -> int:
        """How many bytes the database takes."""
        async with self.read() as session:
            (row,) = await session.rows(
                "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size"
            )
        return int(row["bytes"])

    async def shared(self) -> bool:
        """Whether another process has it open, too, which the lock of the file forbids."""
        return False

    async def tables(self, session: driver.Session) -> dict[str, list[str]]:
        """The names of all tables, each with the columns of its primary key."""
        return keys_of(await session.rows(KEYS))

    async def defer(self, session: driver.Session) -> None:
        """Let references between rows be checked at the end of this transaction, which may take as long as it needs."""
        session.change("PRAGMA defer_foreign_keys = ON")

    async def renumber(self, session: driver.Session) -> None:
        """Let new rows have numbers after those that were written with their own, as SQLite does by itself."""

    async def back_up(self, target: Path) -> None:
        """Copy what is committed into a new file, and check the copy; transactions go on meanwhile."""
        await asyncio.to_thread(back_up, self._path, target)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Session]:
        """One transaction that no other overlaps: durable when the block has ended, undone if it raises."""
        asked = time.monotonic()
        async with self._writing:
            if self._locked_at > asked:  # a task that waited behind one which found the file locked need not wait again
                raise Unavailable("The database cannot be used at the moment: it was locked.")
            try:
                async with Session(self._writer, "BEGIN IMMEDIATE") as session:
                    yield session
            except Unavailable:
                self._locked_at = time.monotonic()
                raise

    def beside(self) -> AbstractAsyncContextManager[Session]:
        """One transaction for what depends on nothing else; in a file it is like any other."""
        return self.write()

    def read(self) -> AbstractAsyncContextManager[Session]:
        """One consistent view of what is committed."""
        return self._reading(ReadSession, "BEGIN")

    def read_once(self) -> AbstractAsyncContextManager[Session]:
        """One query of what is committed; another one in the same block is refused."""
        return self._reading(OneQuery)

    @asynccontextmanager
    async def _reading(self, kind: type[Session], *begin: str) -> AsyncIterator[Session]:
        reader = await self._readers.get()
        try:
            async with kind(reader, *begin) as session:
                yield session
        finally:
            self._readers.put_nowait(reader)


async def _connect(path: Path) -> Connection:
    connection = Connection(partial(sqlite3.connect, path, timeout=WAIT_SECONDS, isolation_level=None), 64)
    try:
        await connection
    except BROKEN as error:
        raise unopened(path, error) from error
    try:
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA foreign_keys = ON")
        await connection.execute("PRAGMA secure_delete = ON")  # not every build of SQLite overwrites what is deleted
    except BaseException:
        await connection.close()  # its thread would keep the program from ending
        raise
    return connection
