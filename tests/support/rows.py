"""Reads and changes rows in SQLite and PostgreSQL."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from storage.store import Store

NOTHING: Mapping[str, Collection[str]] = {}


async def rows_of(store: Store, query: str, without: Collection[str] = ()) -> list[tuple[Any, ...]]:
    """The rows of a query, without some columns."""
    async with store._driver.read() as session:
        rows: Any = await session.rows(query)
        return [tuple(row[column] for column in row if column not in without) for row in rows]


async def dicts_of(store: Store, table: str, column: str = "1", value: int = 1) -> list[dict[str, Any]]:
    """The rows of a table with this value in the column, by column."""
    async with store._driver.read() as session:
        return [dict(row) for row in await session.rows(f"SELECT * FROM {table} WHERE {column} = ?", value)]


async def changed(store: Store, *statements: str) -> None:
    """Change the database behind the store's back."""
    async with store._driver.write() as session:
        for statement in statements:
            session.change(statement)


async def everything(
    store: Store, without: Mapping[str, Collection[str]] = NOTHING
) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, in an order that depends on the rows alone. `without` names columns of some tables."""
    async with store._driver.read() as session:
        queries = {table: f"SELECT * FROM {table}" for table in await store._driver.tables(session)}
        for query in queries.values():
            session.ask(query)
        rows = {table: await session.rows(query) for table, query in queries.items()}
    return {table: sorted(map(_without(without.get(table, ())), found), key=repr) for table, found in rows.items()}


def _without(columns: Collection[str]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    """Turns rows into tuples without these columns."""
    return lambda row: tuple(value for column, value in row.items() if column not in columns)
