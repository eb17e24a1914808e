"""The database interface: a driver opens a database, and a session runs statements in it."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, ClassVar, Literal

from matches.kinds import enlist

Row = Mapping[str, Any]
"""A row of a query's result, with values by column name."""
Wants = Literal["", "one", "rows"]
"""What a queued statement must do: nothing special, change exactly one row, or return its rows later."""
Statement = tuple[str, tuple[object, ...], Wants]
"""An SQL statement with its parameters and what it must do."""
Asked = dict[tuple[str, tuple[object, ...]], Sequence[Row]]
"""The results of prefetched queries, by SQL and parameters."""
MANY = 50
"""The most IDs in one query."""
MARKS = ", ".join("?" * MANY)
"""The placeholders for MANY IDs. `pad_ids` pads shorter lists, so that the statement stays the same."""


class Session(ABC):
    """Runs the statements of one transaction, in the SQL common to SQLite and PostgreSQL.

    Each `?` in a statement stands for a parameter.
    """

    def __init__(self, *begin: str) -> None:
        self._waiting: list[Statement] = [(statement, (), "") for statement in begin]
        self._asked: Asked = {}

    async def rows(self, sql: str, *values: object) -> Sequence[Row]:
        """Run a query and return all rows."""
        if (asked := self._asked.pop((sql, values), None)) is not None:
            return asked
        waiting: Statement = (sql, values, "rows")
        if waiting in self._waiting:
            self._waiting.remove(waiting)  # a later call must not return the result of the query that is sent now
        return (await self._run(sql, values))[0]

    async def row(self, sql: str, *values: object) -> Row | None:
        """Run a query and return its first row, or None."""
        return next(iter(await self.rows(sql, *values)), None)

    def ask(self, sql: str, *values: object) -> None:
        """Queue a query, to be sent together with the next one.

        The next call of `rows` or `row` for it returns its result. The transaction must not change these rows between
        the two.
        """
        self._waiting.append((sql, values, "rows"))

    async def changed(self, sql: str, *values: object) -> int:
        """Run a statement that changes rows, and return the number of rows changed."""
        return (await self._run(sql, values))[1]

    def change(self, sql: str, *values: object) -> None:
        """Queue a change, to be sent with the next query or at the end of the transaction.

        Only then can it raise an error.
        """
        self._waiting.append((sql, values, ""))

    def change_one(self, sql: str, *values: object) -> None:
        """Queue a change to exactly one row, which raises Conflict when it is sent if no row matches."""
        self._waiting.append((sql, values, "one"))

    @abstractmethod
    async def end(self) -> None:
        """Send the queued statements and commit."""

    @abstractmethod
    async def _run(self, sql: str, values: tuple[object, ...]) -> tuple[Sequence[Row], int]:
        """Send the queued statements and then `sql`. Returns its rows, and the number of rows that it changed."""


STATEMENTS: dict[str, type["Statements"]] = {}
"""All classes of statements, by the name that `Tables` gives them."""


class Statements:
    """Base class for the SQL statements of one or more tables.

    Every subclass becomes an attribute of `Tables`.
    """

    def __init_subclass__(cls) -> None:
        enlist(Statements, STATEMENTS, cls)

    def __init__(self, session: Session) -> None:
        self._session = session

    async def _column(self, sql: str, *values: object) -> list[Any]:
        """Return the first column of all rows of a query."""
        return [next(iter(row.values())) for row in await self._session.rows(sql, *values)]

    async def _number(self, sql: str, *values: object) -> int | None:
        """Return the first column of a query's first row, or None if the query has no rows."""
        row = await self._session.row(sql, *values)
        number: int | None = next(iter(row.values())) if row else None
        return number

    async def _count(self, sql: str, *values: object) -> int:
        """Return the first column of a query's first row, or 0 if the query has no rows."""
        return await self._number(sql, *values) or 0

    async def _exists(self, sql: str, *values: object) -> bool:
        """Return whether a query finds a row."""
        return await self._session.row(sql, *values) is not None

    async def _did(self, sql: str, *values: object) -> bool:
        """Run a statement that changes at most one row, and return whether it changed one."""
        return await self._session.changed(sql, *values) == 1


class Driver(ABC):
    """An open database. The default methods suit a database that only one process can have open at a time."""

    KEYS: ClassVar[str]
    """A query for each table's `name` with each column of its primary `key` in order, or NULL if it has none."""

    @abstractmethod
    def write(self) -> AbstractAsyncContextManager[Session]:
        """Begin a transaction that no other one overlaps.

        It is committed at the end of the block, and undone if that raises. A committed transaction is durable.
        """

    def beside(self) -> AbstractAsyncContextManager[Session]:
        """Begin a transaction for rows on which no other rows depend.

        It may overlap others, and a power failure may lose it.
        """
        return self.write()

    @abstractmethod
    def read(self) -> AbstractAsyncContextManager[Session]:
        """Begin a session that reads a consistent snapshot of the committed data."""

    def read_once(self) -> AbstractAsyncContextManager[Session]:
        """Begin a session for a single query of the committed data. This costs less than `read`."""
        return self.read()

    @abstractmethod
    async def back_up(self, target: Path) -> None:
        """Copy the committed data to a new file and check the copy, while transactions continue.

        Raises StorageError. Never overwrites a file.
        """

    @abstractmethod
    async def scrub(self) -> bool:
        """Erase deleted data from the database's files as far as possible without delaying transactions.

        Returns False if somebody is still reading an older state or the disk fails: try again later.
        """

    async def lead(self) -> None:  # noqa: B027 (the only process leads at once)
        """Wait until this process becomes the leader.

        Each database has one leader, the process that does the shared work.
        """

    async def lead_lost(self) -> None:
        """Wait until this process is no longer the leader."""
        await asyncio.Future[None]()

    async def check_clocks(self) -> None:  # noqa: B027 (there is only one clock)
        """Raise ClocksDiffer if this machine's clock differs too much from the database's."""

    @abstractmethod
    async def size(self) -> int:
        """Return the size of the database in bytes."""

    async def is_shared(self) -> bool:
        """Return whether another process has the database open."""
        return False

    async def tables(self, session: Session) -> dict[str, list[str]]:
        """Return the primary key columns of each table, keyed by table name."""
        keys: dict[str, list[str]] = {}
        for row in await session.rows(self.KEYS):
            columns = keys.setdefault(row["name"], [])
            if row["key"] is not None:
                columns.append(row["key"])
        return keys

    @abstractmethod
    async def defer(self, session: Session) -> None:
        """Check foreign keys only at the end of this transaction, and lift its time limits."""

    async def renumber(self, session: Session) -> None:  # noqa: B027 (SQLite updates its sequences by itself)
        """Advance the sequences that assign IDs past all stored IDs."""

    @abstractmethod
    async def close(self) -> None:
        """Close the database after the running transaction has ended."""


def marks(values: Collection[object]) -> str:
    """Return the placeholders for these values."""
    return ", ".join("?" * len(values))


def pad_ids(ids: Sequence[int]) -> list[int]:
    """Pad a list of IDs to MANY entries.

    Repeats the last ID or, if the list is empty, adds zeros, which match no row.
    """
    if len(ids) > MANY:
        raise ValueError(f"{len(ids)} IDs are too many for one query.")
    return [*ids, *[ids[-1] if ids else 0] * (MANY - len(ids))]
