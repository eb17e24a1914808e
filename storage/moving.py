"""Moving everything from one database to another, of either kind, and proving that all of it arrived."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storage.errors import StorageError
from storage.opening import driver, is_address
from storage.sqlite.files import JOURNALS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from storage.driver import Driver, Session

PARENTS = ("person", "challenge", "match")
"""The tables to which others refer, in the order in which they refer to each other."""
PAGE = 2000
"""How many rows are held in memory at a time."""
UNFINISHED = ".moving"
"""The ending of a file that is being written."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One table that has arrived."""

    table: str
    rows: int


async def move(source: Path | str, target: Path | str) -> list[Moved]:
    """Copy every row of `source` to `target` in one transaction, and compare both sides.

    Raises StorageError if the target holds anything, if either is in use, or if the two differ. Then nothing is there.
    """
    async with _opened(source) as old:
        if is_address(target):
            async with _opened(target) as new:
                return await _copy(old, new)
        return await _to_file(old, Path(target))


async def _to_file(old: Driver, target: Path) -> list[Moved]:
    """The file has its name only when everything is in it."""
    if await asyncio.to_thread(target.exists):
        raise StorageError(f"The file {target} exists already: name a new one.")
    unfinished = target.with_name(target.name + UNFINISHED)
    try:
        unfinished.unlink(missing_ok=True)
        async with _opened(unfinished) as new:
            moved = await _copy(old, new)
        unfinished.rename(target)
    finally:
        for ending in ("", ".lock", *JOURNALS):
            unfinished.with_name(unfinished.name + ending).unlink(missing_ok=True)
    return moved


@asynccontextmanager
async def _opened(where: Path | str) -> AsyncIterator[Driver]:
    """A database that nobody else has open."""
    found = await driver(where)
    try:
        if await found.shared():
            raise StorageError("A bot has this database open: stop it first.")
        yield found
    finally:
        await found.close()


async def _copy(old: Driver, new: Driver) -> list[Moved]:
    async with old.read() as source, new.write() as target:
        tables = [*PARENTS, *sorted(set(await old.tables(source)) - set(PARENTS))]
        if missing := set(tables) ^ set(await new.tables(target)):
            raise StorageError(f"The two databases differ in their tables: {', '.join(sorted(missing))}.")
        for table in tables:
            if table != "memory" and await target.row(f"SELECT 1 AS one FROM {table} LIMIT 1"):  # noqa: S608 (a table of ours)
                raise StorageError(f"The database to move to holds something already, in {table}: name an empty one.")
        target.change("DELETE FROM memory")  # what a new database says of its format
        await new.defer(target)
        moved = [Moved(table, await _copy_table(source, target, table)) for table in tables]
        await new.renumber(target)
        for one in moved:
            if await _digest(source, one.table) != await _digest(target, one.table):
                raise StorageError(f"The table {one.table} did not arrive as it was: nothing has been moved.")
    return moved


async def _pages(session: Session, table: str) -> AsyncIterator[Sequence[dict[str, Any]]]:
    """The rows of a table, a page at a time; its key comes first among its columns."""
    first = await session.row(f"SELECT * FROM {table} LIMIT 1")  # noqa: S608 (a table of ours)
    if first is None:
        return
    order = ", ".join(str(number) for number, _ in enumerate(first.keys(), 1))
    start = 0
    while True:
        rows = await session.rows(f"SELECT * FROM {table} ORDER BY {order} LIMIT ? OFFSET ?", PAGE, start)  # noqa: S608 (a table of ours)
        if rows:
            yield [dict(row) for row in rows]
        if len(rows) < PAGE:
            return
        start += PAGE


async def _copy_table(source: Session, target: Session, table: str) -> int:
    count = 0
    async for rows in _pages(source, table):
        columns = list(rows[0])
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 (a table of ours)
        for row in rows:
            target.change(insert, *row.values())
        await target.row("SELECT 1 AS one")  # sends them
        count += len(rows)
    return count


async def _digest(session: Session, table: str) -> int:
    """A number that depends on every value of every row, and not on the order of rows and columns."""
    total = 0
    async for rows in _pages(session, table):
        for row in rows:
            total += int.from_bytes(hashlib.sha256(repr(sorted(row.items())).encode()).digest())
    return total
