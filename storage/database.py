"""Connections and transactions: one writer at a time, readers beside it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self, TypeVar

import aiosqlite

from storage.errors import StorageError
from storage.lock import FileLock
from storage.opening import BUSY_SECONDS, prepare

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterable
    from pathlib import Path

T = TypeVar("T")

READERS = 2


class Session:
    """The statements of one transaction on one connection."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def rows(self, sql: str, *values: object) -> Iterable[sqlite3.Row]:
        """All rows of a query."""
        return await self._connection.execute_fetchall(sql, values)

    async def row(self, sql: str, *values: object) -> sqlite3.Row | None:
        """The first row of a query."""
        return next(iter(await self.rows(sql, *values)), None)

    async def run(self, sql: str, *values: object) -> int:
        """Change something; returns how many rows it changed."""
        cursor = await self._connection.execute(sql, values)
        return cursor.rowcount


class Database:
    """An open database file, which no other process may open meanwhile."""

    def __init__(self, lock: FileLock, writer: aiosqlite.Connection, readers: list[aiosqlite.Connection]) -> None:
        self._lock = lock
        self._writer = writer
        self._writing = asyncio.Lock()
        self._connections = [writer, *readers]
        self._readers: asyncio.LifoQueue[aiosqlite.Connection] = asyncio.LifoQueue()
        for reader in readers:
            self._readers.put_nowait(reader)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, creating or migrating it as needed. Raises StorageError with a sentence."""
        lock = FileLock(path)
        connections: list[aiosqlite.Connection] = []
        try:
            await asyncio.to_thread(prepare, path)
            for _ in range(1 + READERS):
                connection = await _connect(path)
                connections.append(connection)
            writer, *readers = connections
            for reader in readers:
                await reader.execute("PRAGMA query_only = ON")
        except BaseException:
            for connection in connections:
                await connection.close()
            lock.withdraw()
            raise
        return cls(lock, writer, readers)

    async def close(self) -> None:
        """Wait for the running transaction, then close the file."""
        async with self._writing:
            for connection in self._connections:
                await connection.close()
            self._lock.release()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Session]:
        """One transaction that no other overlaps: durable when the block has ended, undone if it raises."""
        async with self._writing:
            try:  # a task cancelled while it begins has begun, too, and must be undone
                await _to_the_end(self._writer.execute("BEGIN IMMEDIATE"))
                yield Session(self._writer)
            except BaseException:
                await _to_the_end(self._writer.rollback())
                raise
            await _to_the_end(_commit(self._writer))

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Session]:
        """One consistent view of what is committed."""
        reader = await self._readers.get()
        try:
            try:
                await _to_the_end(reader.execute("BEGIN"))
                yield Session(reader)
            finally:
                await _to_the_end(reader.rollback())
        finally:
            self._readers.put_nowait(reader)


async def _connect(path: Path) -> aiosqlite.Connection:
    try:
        connection = await aiosqlite.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise StorageError(f"The database {path} cannot be opened: {error}.") from error
    connection.row_factory = sqlite3.Row
    await connection.execute("PRAGMA synchronous = FULL")
    await connection.execute("PRAGMA foreign_keys = ON")
    return connection


async def _commit(connection: aiosqlite.Connection) -> None:
    try:
        await connection.commit()
    except BaseException:
        await connection.rollback()
        raise


async def _to_the_end(step: Coroutine[Any, Any, T]) -> T:
    """Await `step` so that a cancelled task still sees it through: a transaction is never left half open."""
    task = asyncio.ensure_future(step)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise
