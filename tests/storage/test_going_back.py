"""Older programs: which of them may use the newest format, and that they can."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.formats import STILL_FOR
from storage.postgres.opening import MIGRATIONS as SERVER_MIGRATIONS
from storage.sqlite.files import MIGRATIONS, newest_format
from tests.support.migrations import number_of

ADDS = re.compile(
    r"CREATE (UNIQUE )?INDEX \w+ ON |CREATE TABLE \w+ \("
    r"|ALTER TABLE \w+ ADD COLUMN \w+ \w+( COLLATE \"C\")?( NOT NULL DEFAULT [^,]+?)?( REFERENCES .*)?$",
    re.DOTALL,
)
"""Changes that an older program does not notice: new tables, indexes, and columns that it need not fill."""
CREATED = re.compile(r"CREATE TABLE (\w+)")
RESTRICTED = re.compile(r"REFERENCES (\w+)|CREATE UNIQUE INDEX \w+ ON (\w+)")
"""A table of which some rows can no longer be deleted, or added."""
BEFORE_DELETIONS = {"008_follow", "009_study"}
"""No program that does not know these tables ever deletes a match."""
ADDED = re.compile(r"ALTER TABLE (\w+) ADD COLUMN (\w+)")
FILLED = re.compile(r"(?:SET|,)\s+(\w+) = \(")
STATEMENT = re.compile(r"\s*(?:--[^\n]*\s*)*([^;]*);")


def adding(folder: Path) -> list[Path]:
    """The migrations after which older programs may go on."""
    found = []
    for path in sorted(folder.glob("*.sql")):
        named = STILL_FOR.search(path.read_text(encoding="utf-8"))
        if named and int(named[1]) < number_of(path):
            found.append(path)
    return found


def noticed(script: str) -> Iterator[tuple[int, str]]:
    """What older programs would notice of a migration: the line, and the reason."""
    added = set(ADDED.findall(script))
    for found in STATEMENT.finditer(script):
        statement, line = found[1].strip(), script.count("\n", 0, found.start(1)) + 1
        words = statement.split()
        if words[0] == "UPDATE":  # new columns may be filled
            filled = FILLED.findall(statement)
            if not {(words[1], column) for column in filled} <= added or not statement.count(" = (") == len(filled) > 0:
                yield line, f"it changes more of {words[1]} than columns that it adds: {statement}"
        elif not ADDS.match(statement):
            yield line, f"it does more than add a table, an index, or a column that may stay empty: {statement}"
    own = set(CREATED.findall(script))
    for found in RESTRICTED.finditer(script):
        referred, unique = found.groups()
        line = script.count("\n", 0, found.start()) + 1
        if referred and referred not in own:
            yield (
                line,
                (
                    f"they delete rows of {referred} without knowing the table that refers to it, so the database would"
                    f" refuse: write no REFERENCES {referred}; the declaration says what is deleted with it"
                ),
            )
        if unique and unique not in own:
            yield line, f"they may add rows to {unique} that this index would refuse: leave out UNIQUE"


@pytest.mark.parametrize(
    "path", [*adding(MIGRATIONS), *adding(SERVER_MIGRATIONS)], ids=lambda path: f"{path.parts[-3]} {path.stem}"
)
def test_a_migration_that_lets_older_programs_go_on_only_adds(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert STATEMENT.search(script)
    told = [
        f"{path}:{line}: programs of an older format could no longer use the database: {reason}"
        for line, reason in noticed(script)
        if not (path.stem in BEFORE_DELETIONS and "REFERENCES match" in reason)
    ]
    assert told == [], "\n".join(told)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("CREATE TABLE a (\n    b INTEGER REFERENCES match (id)\n);", (2, "no REFERENCES match")),
        ("ALTER TABLE study ADD COLUMN b INTEGER REFERENCES match (id);", (1, "no REFERENCES match")),
        ("-- why\nCREATE UNIQUE INDEX a ON place (match_id);", (2, "leave out UNIQUE")),
        ("ALTER TABLE place ADD COLUMN b INTEGER NOT NULL;", (1, "a column that may stay empty")),
        ("ALTER TABLE place ADD COLUMN b INTEGER CHECK (seat = 1);", (1, "a column that may stay empty")),
        (
            "ALTER TABLE place ADD COLUMN b TEXT;\nUPDATE place SET seat = (SELECT 1);",
            (2, "more of place than"),
        ),
        ("-- why\n\nDELETE FROM place;", (3, "more than add")),
    ],
)
def test_what_older_programs_would_notice_is_seen(script: str, reason: tuple[int, str]) -> None:
    ((line, told),) = noticed(script)
    assert line == reason[0]
    assert reason[1] in told


def test_new_tables_may_refer_to_each_other() -> None:
    script = (
        "CREATE TABLE a (b INTEGER);\nCREATE TABLE c (d INTEGER REFERENCES a (b));\nCREATE UNIQUE INDEX e ON a (b);"
    )
    assert list(noticed(script)) == []


def test_the_newest_format_is_for_the_programs_of_the_one_before_too() -> None:
    newest = newest_format()
    (path,) = MIGRATIONS.glob(f"{newest:03}_*.sql")
    named = STILL_FOR.search(path.read_text(encoding="utf-8"))
    assert named, f"{path}:1: begin with the line `-- Programs of format N can still use it.` (docs/architecture.md)"
    assert int(named[1]) < newest, "a release only adds; what it makes needless is taken away by the next one"


def test_the_changelog_names_the_newest_format() -> None:
    text = (MIGRATIONS.parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = f"format {newest_format()}"
    told = f"CHANGELOG.md: under Unreleased, name {newest} of the database, and say what it is good for"
    assert re.search(rf"\b{newest}\b", text), told
