"""Every statement is in the SQL that SQLite and PostgreSQL share, and uses an index where a table grows."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import outbox, privacy, standing, studies, survey, tournaments
from storage.sqlite.opening import prepare
from tests.storage.statements import statements

DIALECT = re.compile(
    r"\b(INSERT\s+OR|REPLACE\s+INTO|json_\w+|ifnull|iif|strftime|datetime|unixepoch|julianday|rowid|_rowid_|group_concat"
    r"|total|GLOB|LIKE|REGEXP|COLLATE|PRAGMA|AUTOINCREMENT|WITHOUT|INDEXED|ILIKE|IS\s+DISTINCT|FOR\s+UPDATE|LATERAL"
    r"|ANY|ARRAY|last_insert\w*|changes|hex|typeof|printf|substr|instr)\b|::|`|\"|\[|==|\?\d|%s|\$\d",
    re.IGNORECASE,
)
"""SQL that only one of the two databases understands, or that means something else in each."""
SMALL = {"heartbeat", "outage"}
"""Tables that always have few rows, so that they may be read as a whole."""

SHORT = {
    *("alarm_at", "challenge_open_by", "challenge_open_to", "match_deadline", "match_running", "match_unnumbered"),
    *("outbox_due", "outbox_refused"),
}
"""Indexes of a part of a table that does not grow with what is over, so that they may be read as a whole."""

OWNER = "only the owner of the bot asks for it, and hardly ever"
FORGOTTEN = "only when somebody is forgotten"
RESTORED = "only after a backup was restored"
REBUILT = "only when all standings are worked out anew"
RARE = {
    studies.NAMING: FORGOTTEN + ": no index finds a part of a text",
    "DELETE FROM outbox WHERE person_id = ?": FORGOTTEN + "; the outbox has only what Discord is still to show",
    privacy.QUEUED_DIRECTLY: FORGOTTEN + "; it is the same",
    "DELETE FROM ping WHERE person_id = ?": FORGOTTEN + "; the pings are those of the last hour",
    "SELECT id FROM person WHERE id > 0": RESTORED,
    outbox.STRAYS_EVERYWHERE: RESTORED,
    tournaments.IN_CHANNEL: "only when a channel is lost; tournaments are few",
    survey.CENSUS: OWNER,
    survey.CHANNELS_IN: OWNER,
    survey.RUNNING_IN: OWNER,
    standing.WON_AS_VOID: "only at a start; it reads the fixtures of tournaments, which are few",
    standing.OVER: REBUILT,
    standing.PLACED: REBUILT,
    standing.NUMBERED: REBUILT,
    "SELECT person_id FROM player WHERE listed = 1 ORDER BY person_id": REBUILT,
}
"""Statements that may read a whole table, because that happens hardly ever, and when it does."""

STEP = re.compile(
    r"(?P<way>SCAN|SEARCH) (?P<name>\w+)"
    r"(?: USING (?:COVERING )?(?:INDEX (?P<index>\w+)|(?:INTEGER )?PRIMARY KEY))?(?: \(\w+(?P<bound>[<>]))?"
)
"""A step of SQLite's plan that reads a table, and whether only a bound tells which rows."""
CTE = re.compile(r"(?:\bWITH(?:\s+RECURSIVE)?|\),)\s+(\w+)\s*(?:\([^()]*\)\s*)?AS\s*\(")
SUBQUERY = re.compile(r"\)\s*AS\s+(\w+)")
"""The names of queries within a query; SQLite's plan tells apart what these read."""

STATEMENTS = statements()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path: Path = tmp_path_factory.mktemp("plans") / "tidepool.db"
    prepare(path)
    with closing(sqlite3.connect(path)) as connection:
        yield connection


def test_the_statements_are_found() -> None:
    assert len(STATEMENTS) > 40
    assert {statement.where.split(":")[0] for statement in STATEMENTS} >= {
        "matches.py",
        "moves.py",
        "bookkeeping.py",
        "privacy.py",
        "survey.py",
    }


def test_each_statement_is_of_the_shared_sql() -> None:
    for statement in STATEMENTS:
        texts = re.sub(r"'[^']*'", "''", statement.sql)
        assert not (found := DIALECT.search(texts)), (statement.where, found)
        assert statement.values in {-1, statement.sql.count("?")}, statement.where


def wholly_read(sql: str, database: sqlite3.Connection) -> list[str]:
    """The steps of the plan that read a whole table which grows, or everything beyond a bound."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    within = {*CTE.findall(sql), *SUBQUERY.findall(sql)} - tables
    within |= {alias for name in within for alias in re.findall(rf"\b{name} AS (\w+)", sql)} - tables
    # Beyond a bound these read one row, or no more than they return or delete.
    few = re.search(r"\bLIMIT\b|^\s*(SELECT (min|max)\(|DELETE\b)", sql)
    plan = database.execute(f"EXPLAIN QUERY PLAN {sql}", [None] * sql.count("?"))
    return [
        text
        for (*_, text) in plan
        if (step := STEP.match(text))
        and text != "SCAN CONSTANT ROW"
        and (step["way"] == "SCAN" or (step["bound"] and not few))
        and step["name"] not in SMALL | within
        and step["index"] not in SHORT
    ]


def test_no_statement_reads_a_whole_table_that_grows(database: sqlite3.Connection) -> None:
    for statement in STATEMENTS:
        assert wholly_read(statement.sql, database) == [] or statement.sql in RARE, statement.where
        plan = database.execute(f"EXPLAIN QUERY PLAN {statement.sql}", [None] * statement.sql.count("?"))
        for *_, step in plan:
            assert "AUTOMATIC" not in step, statement.where
            if "LIMIT" in statement.sql and statement.sql != privacy.OLDER:  # it counts a person's own challenges
                sorting = f"{statement.where}: all rows are read and sorted before some are left out"
                assert "TEMP B-TREE FOR ORDER BY" not in step, sorting


@pytest.mark.parametrize("sql", RARE)
def test_what_is_named_as_rare_reads_a_whole_table(sql: str, database: sqlite3.Connection) -> None:
    assert sql in {statement.sql for statement in STATEMENTS}
    assert wholly_read(sql, database)


@pytest.mark.parametrize(
    ("sql", "step"),
    [
        ("SELECT * FROM match WHERE created_at > ?", "SCAN match"),
        ("SELECT * FROM match WHERE status = 'over'", "SCAN match USING INDEX match_over"),
        (
            "SELECT ended_at FROM match WHERE ended_no IS NOT NULL",
            "SEARCH match USING INDEX match_ended_no (ended_no>?)",
        ),
        ("SELECT ply FROM move AS played WHERE at = ?", "SCAN played"),
        ("SELECT challenger.name FROM person challenger WHERE name = ?", "SCAN challenger"),
        ("WITH last AS (SELECT max(ply) AS ply FROM move GROUP BY at) SELECT ply FROM last", "SCAN move"),
        ("SELECT one.n FROM (SELECT at AS n FROM event ORDER BY at) AS one", "SCAN event"),
        ("UPDATE tally SET won = 0 WHERE lost = ?", "SCAN tally"),
        ("DELETE FROM move WHERE at < ?", "SCAN move"),
    ],
)
def test_a_table_that_is_read_as_a_whole_is_seen(sql: str, step: str, database: sqlite3.Connection) -> None:
    assert wholly_read(sql, database) == [step]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT at FROM heartbeat",
        "SELECT game, count(*) FROM match WHERE status = 'running' GROUP BY game",
        "SELECT id FROM challenge WHERE id > ? ORDER BY id LIMIT ?",
        "DELETE FROM interaction WHERE at < ?",
        "WITH two (n) AS (SELECT 1 UNION ALL SELECT 2) SELECT match.id FROM two AS one JOIN match ON match.id = one.n",
    ],
)
def test_what_stays_short_may_be_read_as_a_whole(sql: str, database: sqlite3.Connection) -> None:
    assert wholly_read(sql, database) == []
