"""Moves all data from one SQLite or PostgreSQL database to another, and checks the copy."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from storage.driver import Driver, Row, Session, marks
from storage.errors import InUse, StorageError
from storage.opening import driver, is_address
from storage.sqlite.files import JOURNALS

PARENTS = ("person", "challenge", "match", "tournament")
"""The tables that other tables refer to, parents first."""
PAGE = 2000
"""The most rows of a table that are in memory at a time."""
# How often to check whether a database is in use, and the seconds between: PostgreSQL lists closed connections briefly.
LOOKS, BETWEEN = 20, 0.1
UNFINISHED = ".moving"
"""The suffix of a file that is being written."""
BESIDE = (".lock", *JOURNALS)
"""The suffixes of the files that SQLite and its lock keep beside a database file."""


async def move(source: Path | str, target: Path | str) -> dict[str, int]:
    """Copy every row of `source` to `target` in one transaction, and check that both have the same data.

    Returns each table's number of rows. Raises StorageError, without a change, if there is no source, the target has
    rows, either is in use, or the copy differs.
    """
    if isinstance(source, Path) and not await asyncio.to_thread(source.exists):
        raise StorageError(f"There is no database at {source}: set TIDEPOOL_DATABASE to the one to move.")
    async with _open(source) as old:
        if is_address(target):
            async with _open(target) as new:
                return await _copy(old, new)
        return await _to_file(old, Path(target))


async def _to_file(old: Driver, target: Path) -> dict[str, int]:
    """Copy all data to a new file, which gets its final name only once the copy is complete."""
    if await asyncio.to_thread(target.exists):
        raise StorageError(f"The file {target} exists already. Name a new one.")
    unfinished = target.with_name(target.name + UNFINISHED)
    try:
        _remove(unfinished)  # a killed process may have left one
        async with _open(unfinished) as new:
            moved = await _copy(old, new)
        unfinished.rename(target)
    finally:
        _remove(unfinished)
    return moved


def _remove(file: Path) -> None:
    """Delete a database file and the files that SQLite keeps beside it."""
    for ending in ("", *BESIDE):
        file.with_name(file.name + ending).unlink(missing_ok=True)


@asynccontextmanager
async def _open(where: Path | str) -> AsyncIterator[Driver]:
    """Open a database for the duration of a block, or raise InUse if another process has it open."""
    database = await driver(where)
    try:
        for _ in range(LOOKS):
            if not await database.is_shared():
                break
            await asyncio.sleep(BETWEEN)
        else:
            raise InUse("A bot has this database open: stop it first.")
        yield database
    finally:
        await database.close()


async def _copy(old: Driver, new: Driver) -> dict[str, int]:
    async with old.read() as source, new.write() as target:
        await new.defer(target)
        keys = await old.tables(source)
        tables = [*PARENTS, *sorted(keys.keys() - set(PARENTS))]
        if missing := keys.keys() ^ (await new.tables(target)).keys():
            raise StorageError(f"The two databases differ in their tables: {', '.join(sorted(missing))}.")
        for table in tables:
            if table != "memory" and await target.row(f"SELECT 1 AS one FROM {table} LIMIT 1"):
                raise StorageError(f"The target database holds something already, in {table}. Name an empty one.")
        target.change("DELETE FROM memory")  # a new database stores its oldest format in this table
        moved = {table: await _copy_table(source, target, table, keys[table]) for table in tables}
        await new.renumber(target)
        for table in tables:
            if await _digest(source, table, keys[table]) != await _digest(target, table, keys[table]):
                raise StorageError(f"The copy of the table {table} differs. Nothing has been moved.")
    return moved


async def _pages(session: Session, table: str, key: Sequence[str]) -> AsyncIterator[Sequence[Row]]:
    """Yield a table's rows a page at a time, ordered by primary key, whose index finds each page's start."""
    columns = ", ".join(key)
    after, values = "", list[Any]()
    while True:
        rows = await session.rows(f"SELECT * FROM {table} {after} ORDER BY {columns} LIMIT {PAGE}", *values)
        if rows:
            yield rows
        if len(rows) < PAGE:
            return
        after = f"WHERE ({columns}) > ({marks(key)})"
        values = [rows[-1][column] for column in key]


async def _copy_table(source: Session, target: Session, table: str, key: Sequence[str]) -> int:
    count = 0
    async for rows in _pages(source, table, key):
        columns = list(rows[0])
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)})"
        for row in rows:
            target.change(insert, *row.values())
        await target.row("SELECT 1 AS one")  # the changes are sent with this query
        count += len(rows)
    return count


async def _digest(session: Session, table: str, key: Sequence[str]) -> int:
    """Return a digest of all values in a table, regardless of the order of rows and columns."""
    total = 0
    async for rows in _pages(session, table, key):
        for row in rows:
            total += int.from_bytes(hashlib.sha256(repr(sorted(row.items())).encode()).digest())
    return total
