"""Every statement is in the SQL that SQLite and PostgreSQL share, and uses an index where a table grows."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.sqlite.opening import prepare
from tests.storage.statements import Statement, statements

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DIALECT = re.compile(
    r"\b(INSERT\s+OR|REPLACE\s+INTO|json_\w+|ifnull|iif|strftime|datetime|unixepoch|julianday|rowid|_rowid_|group_concat"
    r"|total|GLOB|LIKE|REGEXP|COLLATE|PRAGMA|AUTOINCREMENT|WITHOUT|INDEXED|ILIKE|IS\s+DISTINCT|FOR\s+UPDATE|LATERAL"
    r"|ANY|ARRAY|last_insert\w*|changes|hex|typeof|printf|substr|instr)\b|::|`|\"|\[|==|\?\d|%s|\$\d",
    re.IGNORECASE,
)
"""SQL that only one of the two databases understands, or that means something else in each."""
SMALL = {"heartbeat"}
"""Tables that always have few rows, so that they may be scanned."""

RARE = {"SELECT * FROM study WHERE replace(record, ?, '') <> record"}
"""Statements that read a whole table, because that happens hardly ever: only when somebody is forgotten."""

STATEMENTS = statements()
each = pytest.mark.parametrize("statement", STATEMENTS, ids=lambda one: one.where)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path: Path = tmp_path_factory.mktemp("plans") / "tidepool.db"
    prepare(path)
    with closing(sqlite3.connect(path)) as connection:
        yield connection


def test_the_statements_are_found() -> None:
    assert len(STATEMENTS) > 40
    assert {one.where.split(":")[0] for one in STATEMENTS} >= {"matches.py", "moves.py", "memory.py"}


@each
def test_a_statement_is_of_the_shared_sql(statement: Statement) -> None:
    texts = re.sub(r"'[^']*'", "''", statement.sql)
    assert not (found := DIALECT.search(texts)), found
    assert statement.values in {-1, statement.sql.count("?")}


@each
def test_no_statement_scans_a_table_that_grows(statement: Statement, database: sqlite3.Connection) -> None:
    partial = {
        name
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'")
    }
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    plan = database.execute(f"EXPLAIN QUERY PLAN {statement.sql}", [None] * statement.sql.count("?"))
    for step in (row[3] for row in plan):
        scanned = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", step)
        if scanned and scanned[1] in tables - SMALL and statement.sql not in RARE:
            assert scanned[2] in partial, step
        assert "AUTOMATIC" not in step
        if "LIMIT" in statement.sql:
            assert "TEMP B-TREE FOR ORDER BY" not in step, "all rows are read and sorted before some are left out"


def test_a_scan_is_seen(database: sqlite3.Connection) -> None:
    wrong = Statement("here", "SELECT * FROM match WHERE created_at > ?", 1)
    with pytest.raises(AssertionError, match="SCAN match"):
        test_no_statement_scans_a_table_that_grows(wrong, database)
