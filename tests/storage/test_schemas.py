"""Both databases have the same tables, columns, keys and indexes."""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

import storage.store  # noqa: F401 (declares all tables)
from storage.columns import ColumnType
from storage.postgres.opening import MIGRATIONS, prepare
from storage.sqlite.files import MIGRATIONS as FILE_MIGRATIONS
from storage.sqlite.files import newest_format
from storage.sqlite.opening import prepare as prepare_file
from tests.support import postgres
from tests.support.migrations import (
    BY_HAND,
    Schema,
    declared,
    needed,
    newest,
    number_of,
    of_sqlite,
    translated,
    translations,
)

KINDS: Mapping[str, Any] = {"bigint": "INTEGER", "text": "TEXT", "double precision": "REAL", "bytea": "BLOB"}
"""The types of columns in SQLite by those in PostgreSQL."""

LISTED = re.compile(r"CHECK\s*\(\s*(\w+)\s+IN\s*\(\s*'", re.IGNORECASE)
"""A column that may hold only the words of a list."""
WITHOUT_LISTS = 6
"""The first format whose migrations list no words but the two that a match can be: running and over."""

SAME = {path.stem for path in MIGRATIONS.glob("*.sql") if 6 < number_of(path) <= BY_HAND}
SAME -= {"023_puzzle_posts", "024_languages", "025_missed_puzzles", "026_editor_links"}  # without COLLATE
UNTRANSLATED = "run `make migrations`, which translates it from the one for SQLite; change only that one"


def test_both_have_the_same_migrations() -> None:
    assert newest_format(MIGRATIONS) == newest_format()
    assert translations().keys() == {path for path in MIGRATIONS.glob("*.sql") if number_of(path) > BY_HAND}, (
        UNTRANSLATED
    )


def test_a_migration_for_postgres_is_translated() -> None:
    for path, script in translations().items():
        assert (path.exists() and path.read_text(encoding="utf-8")) == script, f"{path}:1: {UNTRANSLATED}"


@pytest.mark.parametrize("path", [MIGRATIONS / f"{name}.sql" for name in sorted(SAME)])
def test_the_translation_writes_what_was_written_by_hand(path: Path) -> None:
    assert translated((FILE_MIGRATIONS / path.name).read_text(encoding="utf-8")) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("script", "translation"),
    [
        ("-- An INTEGER STRICT\n", "-- An INTEGER STRICT\n"),
        ("UPDATE a SET b = 'TEXT, REAL ''INTEGER'", "UPDATE a SET b = 'TEXT, REAL ''INTEGER'"),
        ("b REAL DEFAULT 0, c BLOB", "b DOUBLE PRECISION DEFAULT 0, c BYTEA"),
        ("SELECT CAST(b AS TEXT)", "SELECT CAST(b AS TEXT)"),
        ("(INTEGERS INTEGER, TEXT_ TEXT)", '(INTEGERS BIGINT, TEXT_ TEXT COLLATE "C")'),
    ],
)
def test_only_types_are_translated(script: str, translation: str) -> None:
    assert translated(script) == translation


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


def test_sqlite_finds_no_damage_in_tables_without_row_ids(new_database: Path) -> None:
    """Before 3.41 it calls rows damaged whose key is not in the first columns, and the bot would not start again."""
    with closing(sqlite3.connect(new_database)) as database:
        tables = database.execute("SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr").fetchall()
        keys = {
            name: [at for at, key in database.execute(f"SELECT cid + 1, pk FROM pragma_table_info('{name}')") if key]
            for (name,) in tables
        }
    assert "puzzle_rating" in keys
    assert {name for name, places in keys.items() if places != [*range(1, len(places) + 1)]} == set()


def differences(here: Schema) -> Iterator[str]:
    """What a database has that the declarations have not, or the reverse, each with what to do."""
    there = declared()
    for statement in needed(here):
        yield f"a declaration has what no migration makes: {statement}: run `make migrations NAME=...`"
    parts: list[tuple[str, Mapping[Any, Any], Mapping[Any, Any]]] = [
        ("column", here.columns, there.columns),
        ("key", here.keys, there.keys),
        ("index", here.indexes, there.indexes),
    ]
    for kind, has, told in parts:
        for name in has:
            if name not in told:
                yield f"the {kind} {name} is in the database: add it to the declaration of its table in storage/"
            elif has[name] != told[name]:
                yield (
                    f"the {kind} {name} is {has[name]} in the database and {told[name]} in its declaration: change the"
                    " declaration, or its migration if that has not landed"
                )


def test_the_declarations_are_as_the_database() -> None:
    told = list(differences(newest()))
    assert told == [], "\n".join(told)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("CREATE TABLE more (id INTEGER PRIMARY KEY) STRICT", "the column ('more', 'id') is in the database"),
        ("ALTER TABLE place ADD COLUMN more TEXT", "the column ('place', 'more') is in the database"),
        ("CREATE INDEX another ON place (seat)", "the index another is in the database"),
        ("DROP INDEX place_in_channel", "no migration makes: CREATE INDEX place_in_channel ON place (channel_id)"),
        ("DROP TABLE ban", "no migration makes: CREATE TABLE ban (\n    guild_id INTEGER NOT NULL,\n"),
        ("ALTER TABLE place DROP COLUMN absent", "ALTER TABLE place ADD COLUMN absent INTEGER NOT NULL DEFAULT 0"),
        ("ALTER TABLE place DROP COLUMN thread_of", "ALTER TABLE place ADD COLUMN thread_of INTEGER:"),
    ],
)
def test_a_difference_is_told(tmp_path: Path, statement: str, told: str) -> None:
    prepare_file(tmp_path / "tidepool.db")
    with closing(sqlite3.connect(tmp_path / "tidepool.db")) as database:
        database.execute(statement)
        assert any(told in sentence for sentence in differences(of_sqlite(database)))


def test_what_the_declarations_need_can_be_made_and_is_what_they_declare() -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        script = ";\n".join(needed(of_sqlite(database)))
        database.executescript(script)
        assert list(differences(of_sqlite(database))) == []
    assert "INTEGER" not in translated(script)


@pytest.mark.long
async def test_both_have_the_same_columns_and_indexes(postgres_server: str) -> None:
    address = postgres.fresh(postgres_server)
    await prepare(address)
    with psycopg.connect(address) as server:
        assert of_postgres(server) == (declared().columns, set(declared().indexes))


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


def of_postgres(server: psycopg.Connection) -> tuple[dict[tuple[str, str], ColumnType], set[str]]:
    """The columns of the PostgreSQL database, as those of a Schema, and the names of its indexes."""
    columns = server.execute(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND table_name <> 'format'"
    )
    indexes = server.execute(
        "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
        " AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'"
    )
    found = {(table, name): ColumnType(KINDS.get(kind, kind), empty == "YES") for table, name, kind, empty in columns}
    return found, {name for (name,) in indexes}
