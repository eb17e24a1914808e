"""The files that the sandbox keeps, sets aside and copies; nothing is ever overwritten."""

from collections.abc import Collection
from pathlib import Path

import pytest

from sandbox.terminal.files import Files, copy_old, set_aside

MINE = "123"


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files.beside(tmp_path / "tidepool.sqlite3")


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_the_sandbox_has_files_of_its_own(files: Files, tmp_path: Path) -> None:
    assert files.database == tmp_path / "tidepool-sandbox.sqlite3"
    assert files.world == tmp_path / "tidepool-sandbox"
    bare = Files.beside(tmp_path / "matches")
    assert len({bare.real, bare.database, bare.world}) == 3


def test_everything_set_aside_keeps_a_name_of_its_own(files: Files, tmp_path: Path) -> None:
    for number in range(3):
        files.world.mkdir()
        (files.world / "world.jsonl").write_text(f"world {number}")
        files.database.write_text(f"matches {number}")
        files.database.with_name("tidepool-sandbox.sqlite3-wal").write_text(f"journal {number}")
        set_aside(files)
        assert not files.database.exists()
        assert not files.world.exists()
    expected = {}
    for number, end in enumerate(("", "-2", "-3")):
        expected[f"tidepool-sandbox.before-fresh{end}/world.jsonl"] = f"world {number}"
        expected[f"tidepool-sandbox.sqlite3.before-fresh{end}"] = f"matches {number}"
        expected[f"tidepool-sandbox.sqlite3.before-fresh{end}-wal"] = f"journal {number}"
    assert contents(tmp_path) == expected


def test_with_nothing_there_nothing_is_set_aside(files: Files, tmp_path: Path) -> None:
    set_aside(files)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(("users", "copied"), [([], True), ([MINE], True), (["9"], False), ([MINE, "9"], False)])
def test_an_old_file_is_copied_if_only_this_sandbox_has_used_it(
    files: Files, tmp_path: Path, users: list[str], copied: bool
) -> None:
    files.real.write_text("matches")
    files.real.with_name("tidepool.sqlite3-wal").write_text("journal")
    before = contents(tmp_path)

    def used_by(path: Path) -> list[str]:
        assert path != files.real
        assert path.read_text() == "matches"
        return users

    assert copy_old(files, MINE, used_by) is copied
    mine = {"tidepool-sandbox.sqlite3": "matches", "tidepool-sandbox.sqlite3-wal": "journal"}
    assert contents(tmp_path) == before | (mine if copied else {})


def test_a_file_that_cannot_be_read_is_not_copied(files: Files, tmp_path: Path) -> None:
    files.real.write_text("broken")

    def used_by(_: Path) -> Collection[str]:
        raise ValueError("broken")

    assert not copy_old(files, MINE, used_by)
    assert contents(tmp_path) == {"tidepool.sqlite3": "broken"}


def test_a_database_of_the_sandbox_is_not_overwritten_by_a_copy(files: Files) -> None:
    files.real.write_text("old")
    files.database.write_text("new")
    assert not copy_old(files, MINE, lambda _: [])
    assert files.database.read_text() == "new"
