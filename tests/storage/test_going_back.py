"""Older programs: which of them may use the newest format, and that they can."""

import re
from pathlib import Path

import pytest

from storage.formats import STILL_FOR
from storage.postgres.opening import MIGRATIONS as SERVER_MIGRATIONS
from storage.sqlite.files import MIGRATIONS, newest_format

ADDS = re.compile(
    r"CREATE (UNIQUE )?INDEX \w+ ON |CREATE TABLE \w+ \("
    r"|ALTER TABLE \w+ ADD COLUMN \w+ \w+( COLLATE \"C\")?( NOT NULL DEFAULT [^,]+)?( CHECK .*)?$",
    re.DOTALL,
)
"""Changes that an older program does not notice: new tables, indexes, and columns that it need not fill."""


ADDED = re.compile(r"ALTER TABLE (\w+) ADD COLUMN (\w+)")
FILLED = re.compile(r"(?:SET|,)\s+(\w+) = \(")


def adding(folder: Path) -> list[Path]:
    """The migrations after which older programs may go on."""
    found = []
    for path in sorted(folder.glob("*.sql")):
        named = STILL_FOR.search(path.read_text(encoding="utf-8"))
        if named and int(named[1]) < int(path.name.split("_")[0]):
            found.append(path)
    return found


@pytest.mark.parametrize(
    "path", [*adding(MIGRATIONS), *adding(SERVER_MIGRATIONS)], ids=lambda path: f"{path.parts[-3]} {path.stem}"
)
def test_a_migration_that_lets_older_programs_go_on_only_adds(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("--")]
    statements = [text.strip() for text in "\n".join(lines).split(";") if text.strip()]
    assert statements
    added = {found.groups() for statement in statements if (found := ADDED.match(statement))}
    for statement in statements:
        words = statement.split()
        if words[0] == "UPDATE":  # new columns may be filled
            assert {(words[1], column) for column in FILLED.findall(statement)} <= added, statement
            assert statement.count(" = (") == len(FILLED.findall(statement)) > 0, statement
        else:
            assert ADDS.match(statement), statement


def test_the_newest_format_is_for_the_programs_of_the_one_before_too() -> None:
    newest = newest_format()
    (path,) = MIGRATIONS.glob(f"{newest:03}_*.sql")
    named = STILL_FOR.search(path.read_text(encoding="utf-8"))
    assert named
    assert int(named[1]) < newest, "a release only adds; what it makes needless is taken away by the next one"
