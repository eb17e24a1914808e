"""Moving everything from one database to another, of either kind, and proving that all of it arrived."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from storage.errors import InUse, StorageError
from storage.opening import driver, is_address
from storage.sqlite.files import JOURNALS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from storage.driver import Driver, Row, Session

PARENTS = ("person", "challenge", "match")
"""The tables to which others refer, in the order in which they refer to each other."""
PAGE = 2000
"""How many rows are held in memory at a time."""
UNFINISHED = ".moving"
"""The ending of a file that is being written."""
BESIDE = (".lock", *JOURNALS)
"""The endings of files that SQLite may keep beside it."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One table that has arrived."""

    table: str
    rows: int


async def move(source: Path | str, target: Path | str) -> list[Moved]:
    """Copy every row of `source` to `target` in one transaction, and compare both sides.

    Raises StorageError if there is no source, if the target holds anything, if either is in use, or if the two differ.
    Then nothing was copied.
    """
    if isinstance(source, Path) and not await asyncio.to_thread(source.exists):
        raise StorageError(f"There is no database at {source}: set TIDEPOOL_DATABASE to the one that is to be moved.")
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
        _remove(unfinished)  # a process that was killed may have left it
        async with _opened(unfinished) as new:
            moved = await _copy(old, new)
        unfinished.rename(target)
    finally:
        _remove(unfinished)
    return moved


def _remove(file: Path) -> None:
    """Remove a file and what stands beside it."""
    for ending in ("", *BESIDE):
        file.with_name(file.name + ending).unlink(missing_ok=True)


@asynccontextmanager
async def _opened(where: Path | str) -> AsyncIterator[Driver]:
    """A database that nobody else has open."""
    found = await driver(where)
    try:
        if await found.shared():
            raise InUse("A bot has this database open: stop it first.")
        yield found
    finally:
        await found.close()


async def _copy(old: Driver, new: Driver) -> list[Moved]:
    async with old.read() as source, new.write() as target:
        await new.defer(target)
        keys = await old.tables(source)
        tables = [*PARENTS, *sorted(keys.keys() - set(PARENTS))]
        if missing := keys.keys() ^ (await new.tables(target)).keys():
            raise StorageError(f"The two databases differ in their tables: {', '.join(sorted(missing))}.")
        for table in tables:
            if table != "memory" and await target.row(f"SELECT 1 AS one FROM {table} LIMIT 1"):
                raise StorageError(f"The database to move to holds something already, in {table}: name an empty one.")
        target.change("DELETE FROM memory")  # what a new database says of its format
        moved = [Moved(table, await _copy_table(source, target, table, keys[table])) for table in tables]
        await new.renumber(target)
        for table in tables:
            if await _digest(source, table, keys[table]) != await _digest(target, table, keys[table]):
                raise StorageError(f"The table {table} did not arrive as it was: nothing has been moved.")
    return moved


async def _pages(session: Session, table: str, key: Sequence[str]) -> AsyncIterator[Sequence[Row]]:
    """The rows of a table in the order of its key, a page at a time, each found by the index of the key."""
    columns = ", ".join(key)
    after, values = "", list[Any]()
    while True:
        rows = await session.rows(f"SELECT * FROM {table} {after} ORDER BY {columns} LIMIT {PAGE}", *values)
        if rows:
            yield rows
        if len(rows) < PAGE:
            return
        after = f"WHERE ({columns}) > ({', '.join('?' * len(key))})"
        values = [rows[-1][column] for column in key]


async def _copy_table(source: Session, target: Session, table: str, key: Sequence[str]) -> int:
    count = 0
    async for rows in _pages(source, table, key):
        columns = list(rows[0])
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        for row in rows:
            target.change(insert, *row.values())
        await target.row("SELECT 1 AS one")  # the changes are sent with this query
        count += len(rows)
    return count


async def _digest(session: Session, table: str, key: Sequence[str]) -> int:
    """A number that depends on every value of every row, and not on the order of rows and columns."""
    total = 0
    async for rows in _pages(session, table, key):
        for row in rows:
            total += int.from_bytes(hashlib.sha256(repr(sorted(row.items())).encode()).digest())
    return total
