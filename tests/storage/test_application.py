"""The applications that a database remembers."""

import sqlite3
from pathlib import Path

import pytest

from storage.sqlite.files import used_by
from storage.store import Store


async def test_a_database_names_the_applications_that_have_used_it(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    store = await Store.open(path)
    assert used_by(path) == set()
    await store.set_value("commands of 17", "fingerprint")
    assert used_by(path) == {"17"}
    await store.set_value("application", "18")
    await store.close()
    assert used_by(path) == {"17", "18"}


def test_a_database_without_a_memory_names_none(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (key TEXT)")
    connection.close()
    assert used_by(path) == set()


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    path.write_text("no database " * 100)
    with pytest.raises(ValueError, match="no database"):
        used_by(path)
