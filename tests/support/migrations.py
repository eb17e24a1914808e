"""`make migrations NAME=reminders`: writes a migration that adds to databases what only the declarations have.

It is for SQLite, and is translated for PostgreSQL when a database is opened.
"""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import storage.store  # noqa: F401 (declares all tables)
from storage.columns import ColumnType
from storage.formats import STILL_FOR
from storage.sqlite.files import MIGRATIONS, newest_format
from storage.sqlite.opening import prepare
from storage.tables import TABLES, Table

ZERO = {"INTEGER": "0", "REAL": "0", "TEXT": "''"}
"""What a new column holds in the rows that are there already, by its type."""


class Schema(NamedTuple):
    """What a database has, or what the declarations have."""

    columns: dict[tuple[str, str], ColumnType]
    """By table and name."""
    keys: dict[str, tuple[str, ...]]
    """The columns of the primary key of each table."""
    indexes: dict[str, str]
    """The statement that creates each index, by its name."""


def declared() -> Schema:
    """What the declarations have."""
    return Schema(
        {(table.name, name): kind for table in TABLES.values() for name, kind in table.types.items()},
        {table.name: tuple(table.key) for table in TABLES.values()},
        {index.split(" ON ")[0].split()[-1]: index for table in TABLES.values() for index in indexes_of(table)},
    )


def indexes_of(table: Table) -> Iterator[str]:
    """The statements that create a table's indexes."""
    for index in table.indexes:
        name, _, rest = index.removeprefix("UNIQUE ").partition(" ")
        yield f"CREATE {'UNIQUE ' if index.startswith('UNIQUE ') else ''}INDEX {name} ON {table.name} {rest}"


def of_sqlite(database: sqlite3.Connection) -> Schema:
    """What an SQLite database has."""
    tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    rows = {name: database.execute(f"PRAGMA table_info({name})").fetchall() for (name,) in tables.fetchall()}
    indexes = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    return Schema(
        {
            (table, name): ColumnType(kind, empty=not (needed or key))
            for table, columns in rows.items()
            for _, name, kind, needed, _, key in columns
        },
        {
            table: tuple(row[1] for row in sorted(columns, key=lambda row: int(row[5])) if row[5])
            for table, columns in rows.items()
        },
        {name: " ".join(sql.split()) for name, sql in indexes},
    )


def newest() -> Schema:
    """What a new SQLite database has."""
    with TemporaryDirectory() as folder:
        prepare(Path(folder) / "tidepool.db")
        with closing(sqlite3.connect(Path(folder) / "tidepool.db")) as database:
            return of_sqlite(database)


def needed(here: Schema) -> Iterator[str]:
    """The statements that add to a database of SQLite what the declarations have and it does not."""
    for table in TABLES.values():
        new = table.name not in here.keys
        if new:
            yield _creation(table)
        for name, kind in table.types.items():
            if not new and (table.name, name) not in here.columns:
                default = "" if kind.empty else f" NOT NULL DEFAULT {ZERO[kind.name]}"
                yield f"ALTER TABLE {table.name} ADD COLUMN {name} {kind.name}{default}"
    for name, index in declared().indexes.items():
        if name not in here.indexes:
            yield index


def _creation(table: Table) -> str:
    """The key's columns come first: with another order, SQLite before 3.41 calls a table without row IDs damaged."""
    order = [*table.key, *(name for name in table.types if name not in table.key)]
    ordered = [(name, table.types[name]) for name in order]
    lines = [f"{name} {kind.name}{'' if kind.empty else ' NOT NULL'}" for name, kind in ordered]
    if str(table.key) == "id":
        lines = ["id INTEGER PRIMARY KEY AUTOINCREMENT" if line.startswith("id ") else line for line in lines]
        ending = "STRICT"
    else:
        lines.append(f"PRIMARY KEY ({table.key})")
        ending = "STRICT, WITHOUT ROWID"
    columns = ",\n    ".join(lines)
    return f"CREATE TABLE {table.name} (\n    {columns}\n) {ending}"


def main(name: str) -> None:
    """Write the migration with this name, if the declarations need one."""
    if statements := list(needed(newest())):
        (last,) = MIGRATIONS.glob(f"{newest_format():03}_*.sql")
        older = STILL_FOR.search(last.read_text(encoding="utf-8"))
        about = f"-- {name.replace('_', ' ').capitalize()}.\n{older[0] if older else ''}.\n"
        path = MIGRATIONS / f"{newest_format() + 1:03}_{name}.sql"
        path.write_text(about + ";\n".join(statements) + ";\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
