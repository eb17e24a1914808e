"""The files that the sandbox keeps, sets aside and copies; nothing is ever overwritten."""

from pathlib import Path

import pytest

from sandbox.terminal.files import Files, set_aside

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
