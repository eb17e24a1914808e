"""Reads and changes the rows of either kind of database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from storage.store import Store


async def rows_of(store: Store, query: str) -> list[tuple[Any, ...]]:
    """The rows that a query finds."""
    async with store._driver.read() as session:
        rows: Any = await session.rows(query)
        return [tuple(row[column] for column in row.keys()) for row in rows]  # noqa: SIM118 (sqlite3.Row is no mapping)


async def changed(store: Store, *statements: str) -> None:
    """Change the database without the store's knowledge."""
    async with store._driver.write() as session:
        for statement in statements:
            session.change(statement)


async def everything(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, in an order that depends on the rows alone."""
    async with store._driver.read() as session:
        tables = await store._driver.tables(session)
    return {table: sorted(await rows_of(store, f"SELECT * FROM {table}"), key=repr) for table in tables}
