"""Empty stores in SQLite: a database is emptied after a test and lent to the next, which is cheaper than opening one.

Most of them work without threads: a statement's way to a thread and back takes several times as long as the statement.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Self, TypeVar, cast
from unittest.mock import patch

from storage.errors import Unavailable
from storage.sqlite import connection
from storage.sqlite.connection import READERS, Connection, Database
from storage.store import Store

Kind = TypeVar("Kind", bound=Store)
NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
MANY = 1000
"""More statements than the program has: each is compiled once."""
VERSION = "SELECT schema_version FROM pragma_schema_version"
"""A number that every change of the tables raises."""


class AtOnce(Connection):
    """A connection without a thread. A statement runs when it is sent and then yields to other tasks.

    As in a thread it takes effect also when whoever sent it is cancelled.
    """

    def __await__(self) -> Generator[Any, None, Self]:
        self._connection = self._connector(cached_statements=MANY)  # type: ignore[call-arg]  # of `sqlite3.connect`
        yield from asyncio.sleep(0).__await__()
        return self

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self._connection is None:
            raise ValueError("Connection closed")
        try:
            return fn(*args, **kwargs)
        finally:
            await asyncio.sleep(0)

    def end_reading(self) -> None:
        """End a reading transaction."""
        self._execute_all([("COMMIT", (), "")])

    async def close(self) -> None:
        """Close it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Loan:
    """A database while it is lent. Afterwards it refuses all transactions, which ends what a test left running."""

    def __init__(self, database: Database) -> None:
        self._database: Database | None = database

    def __getattr__(self, name: str) -> Any:
        if self._database is None:
            raise Unavailable("The test is over.")
        return getattr(self._database, name)

    async def close(self) -> None:
        """Give it back."""
        self._database = None


class Stores:
    """Lends empty stores, as many at once as are asked for."""

    def __init__(self, new: Path, folder: Path, kind: type[Connection] = AtOnce) -> None:
        """`new` is an empty database with all tables. The databases that are lent are files of the folder."""
        self._new, self._folder, self._kind = new, folder, kind
        self._rows = rows(new)
        with closing(sqlite3.connect(new)) as database:
            (self._version,) = database.execute(VERSION).fetchone()
        self._free: list[Database] = []
        self._cleaners: dict[Database, sqlite3.Connection] = {}
        """A connection to each database that has no foreign keys, so that no deletion cascades."""
        self._made = 0

    @asynccontextmanager
    async def lent(self, kind: type[Kind]) -> AsyncIterator[Kind]:
        """An empty store until the end of the block."""
        database = self._free.pop() if self._free else await self._another()
        loan = Loan(database)
        try:
            yield kind(cast("Database", loan))
        finally:
            await loan.close()
            if await self._emptied(database):
                self._free.append(database)
            else:
                await self._ended(database)

    async def close(self) -> None:
        """Close all databases."""
        for database in self._free:
            await self._ended(database)

    async def _another(self) -> Database:
        self._made += 1
        with patch.object(connection, "Connection", self._kind):
            database = await Database.open(Path(shutil.copy(self._new, self._folder / f"{self._made}.db")))
        await database._writer.execute("PRAGMA synchronous = OFF")  # no power is cut here
        for opened in database._connections:  # PostgreSQL promises no order either where a statement asks for none
            await opened.execute("PRAGMA reverse_unordered_selects = ON")
        cleaner = sqlite3.connect(database._path, timeout=0, isolation_level=None, cached_statements=MANY)
        cleaner.execute("PRAGMA synchronous = OFF")
        self._cleaners[database] = cleaner
        return database

    async def _ended(self, database: Database) -> None:
        self._cleaners.pop(database).close()
        await database.close()

    async def _emptied(self, database: Database) -> bool:
        """Make a database equal a new one. Returns whether it is as good as that."""
        async with database._writing:
            try:
                self._empty(self._cleaners[database])
            except sqlite3.Error:
                return False
        (version,) = self._cleaners[database].execute(VERSION).fetchone()
        return version == self._version and database._readers.qsize() == READERS

    def _empty(self, cleaner: sqlite3.Connection) -> None:
        """Replace the rows of all tables that have changed."""
        with cleaner:
            cleaner.execute("BEGIN IMMEDIATE")
            for table, kept in self._rows.items():
                if cleaner.execute(f'SELECT * FROM "{table}"').fetchall() != kept:
                    cleaner.execute(f'DELETE FROM "{table}"')
                    if kept:
                        cleaner.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(kept[0]))})', kept)


def rows(file: Path) -> Mapping[str, Sequence[tuple[object, ...]]]:
    """The rows of each table of a database file, also those of the tables that SQLite keeps for itself."""
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute(NAMES)]
        return {name: database.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}


def file_of(store: Store) -> Path:
    """The file of a store in SQLite."""
    path: Path = store._driver._path  # type: ignore[attr-defined]  # other databases have none
    return path
