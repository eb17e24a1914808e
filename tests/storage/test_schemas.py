"""Both databases have the same tables, columns, keys and indexes."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

import storage.store  # noqa: F401 (declares all tables)
from storage.columns import TABLES
from storage.postgres.opening import MIGRATIONS, prepare
from storage.sqlite.files import MIGRATIONS as FILE_MIGRATIONS
from storage.sqlite.files import newest_format
from storage.sqlite.opening import prepare as prepare_file
from tests.support import postgres

KINDS = {"bigint": "INTEGER", "text": "TEXT", "double precision": "REAL", "bytea": "BLOB"}
"""The types of columns in PostgreSQL by those in SQLite."""

LISTED = re.compile(r"CHECK\s*\(\s*(\w+)\s+IN\s*\(\s*'", re.IGNORECASE)
"""A column that may hold only the words of a list."""
WITHOUT_LISTS = 6
"""The first format whose migrations list no words but the two that a match can be: running and over."""

Column = tuple[str, str, str, bool]


def test_both_have_the_same_format() -> None:
    assert newest_format(MIGRATIONS) == newest_format(), "a migration of SQLite needs one of PostgreSQL"


@pytest.mark.parametrize("folder", [MIGRATIONS, FILE_MIGRATIONS], ids=["postgres", "sqlite"])
def test_no_two_migrations_have_the_same_number(folder: Path) -> None:
    numbers = [path.name.split("_")[0] for path in folder.glob("*.sql")]
    assert len(numbers) == len(set(numbers)), "only one of them would be applied"


@pytest.mark.parametrize("folder", [MIGRATIONS, FILE_MIGRATIONS], ids=["postgres", "sqlite"])
def test_no_new_column_lists_the_words_that_it_may_hold(folder: Path) -> None:
    """Another kind of something must need no other table; the code knows which kinds there are."""
    new = [path for path in sorted(folder.glob("*.sql")) if int(path.name.split("_")[0]) >= WITHOUT_LISTS]
    listed = {(path.stem, column) for path in new for column in LISTED.findall(path.read_text(encoding="utf-8"))}
    assert listed <= {("006_everything", "status")}


def declared() -> set[tuple[str, str]]:
    """The table and the name of each declared column."""
    return {(name, column) for name, table in TABLES.items() for column in table.all}


def test_the_declared_columns_are_those_of_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "tidepool.db"
    prepare_file(file)
    with closing(sqlite3.connect(file)) as database:
        assert declared() == {(table, column) for table, column, *_ in of_sqlite(database)[0]}


@pytest.mark.long
async def test_the_declared_columns_are_those_of_postgres(postgres_server: str) -> None:
    address = postgres.fresh(postgres_server)
    await prepare(address)
    with psycopg.connect(address) as server:
        assert declared() == {(table, column) for table, column, *_ in of_postgres(server)[0]}


@pytest.mark.long
async def test_both_have_the_same_columns_and_indexes(tmp_path: Path, postgres_server: str) -> None:
    file, address = tmp_path / "tidepool.db", postgres.fresh(postgres_server)
    prepare_file(file)
    await prepare(address)
    with closing(sqlite3.connect(file)) as database, psycopg.connect(address) as server:
        assert of_postgres(server) == of_sqlite(database)


@pytest.mark.long
async def test_both_name_the_same_oldest_format_whose_programs_may_use_them(
    tmp_path: Path, postgres_server: str
) -> None:
    file, address = tmp_path / "tidepool.db", postgres.fresh(postgres_server)
    prepare_file(file)
    await prepare(address)
    query = "SELECT value FROM memory WHERE key = 'oldest format'"
    with closing(sqlite3.connect(file)) as database, psycopg.connect(address) as server:
        assert server.execute(query).fetchone() == database.execute(query).fetchone()


def of_sqlite(database: sqlite3.Connection) -> tuple[set[Column], set[tuple[str, str]]]:
    """The table, name, type and nullability of each column; the table and the name of each index."""
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    columns = {
        (table, name, kind, not (needed or key))
        for table in tables
        if not table.startswith("sqlite_")
        for _, name, kind, needed, _, key in database.execute(f"PRAGMA table_info({table})")
    }
    indexes = database.execute("SELECT tbl_name, name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    return columns, set(indexes)


def of_postgres(server: psycopg.Connection) -> tuple[set[Column], set[tuple[str, str]]]:
    """The same facts of the PostgreSQL database."""
    columns = server.execute(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name <> 'format'"
    )
    indexes = server.execute(
        "SELECT tablename, indexname FROM pg_indexes WHERE schemaname = current_schema()"
        " AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'"
    )
    found = {(table, name, KINDS[kind], empty == "YES") for table, name, kind, empty in columns}
    return found, {(table, name) for table, name in indexes}
