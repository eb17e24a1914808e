"""A build names its commit unless that is the release itself, and knows when it was committed."""

from pathlib import Path

import pytest

from admin import _version
from admin._version import VERSION, Build, build_of, commit
from tests.support.releases import archived_file, with_history

COMMIT = "4fcf3b47b65074dff4834a38d9d4d038bb19f188"


@pytest.mark.parametrize(
    ("line", "build"),
    [
        ("", Build(VERSION, 0)),
        ("4fcf3b4", Build(VERSION, 0)),
        ("main 1000 Add a game", Build(VERSION, 0)),
        (f"{COMMIT} 1000", Build(f"{VERSION}+4fcf3b4", 1000)),
        (f"{COMMIT} 1000 ", Build(f"{VERSION}+4fcf3b4", 1000)),
        (f"{COMMIT} 1000 Add a game", Build(f"{VERSION}+4fcf3b4", 1000)),
        (f"{COMMIT} 1000 Release {VERSION}", Build(VERSION, 1000)),
        (f"{COMMIT} 1000 Release 0.0.1", Build(f"{VERSION}+4fcf3b4", 1000)),
    ],
)
def test_a_build_is_named_after_its_release_and_its_commit(line: str, build: Build) -> None:
    assert build_of(line) == build


@with_history
def test_a_checkout_and_an_archive_are_the_same_build() -> None:
    assert commit()
    assert build_of(archived_file("admin/commit.txt").strip()) == build_of(commit())


@pytest.mark.parametrize("checkout", [True, False])
def test_where_git_knows_nothing_the_version_is_that_of_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checkout: bool
) -> None:
    monkeypatch.setattr(_version, "PROGRAM", tmp_path)
    if checkout:
        (tmp_path / ".git").write_text("gitdir: nowhere")
    assert commit() == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert commit() == ""
