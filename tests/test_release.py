"""`make release` refuses what is not ready, then moves the changelog, sets the version, commits and tags."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.releases import GIT, ROOT

FILES = ("Makefile", ".ci/release", "admin/__init__.py", "admin/_version.py", "admin/commit.txt", ".gitattributes")
CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- A game.\n\n## 0.1.0\n\nSix games.\n"
WHO = {f"GIT_{role}_{part}": "ann@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
ENVIRONMENT = {
    **os.environ,
    **WHO,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "TESTS": "true",
    "TRANSLATED": "true",
}
pytestmark = pytest.mark.skipif(not GIT, reason="git is not installed here")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with what a release touches; its version is 0.1.0."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    file = tmp_path / "admin" / "_version.py"
    file.write_text(re.sub(r"(?m)^VERSION = .*", 'VERSION = "0.1.0"', file.read_text()))
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A", "-f")
    git(tmp_path, "commit", "-q", "-m", "Begin")
    return tmp_path


def git(folder: Path, *arguments: str) -> str:
    """The output of git in a repository."""
    command = [GIT, "-C", str(folder), *arguments]
    return subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True, text=True).stdout.strip()


def release(folder: Path, version: str, **environment: str) -> tuple[int, str]:
    """The exit code and the output of a release."""
    command = ["make", "-s", "release", f"VERSION={version}"]
    variables = {**ENVIRONMENT, **environment}
    ended = subprocess.run(
        command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    return ended.returncode, ended.stdout


def running(folder: Path) -> str:
    """The version that the program of a repository shows."""
    command = [sys.executable, "-B", "-c", "from admin._version import build; print(build().version)"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def test_a_release_moves_the_changelog_and_sets_the_version_in_one_tagged_commit(folder: Path) -> None:
    assert re.fullmatch(r"0\.1\.0\+[0-9a-f]{7}", running(folder))
    code, output = release(folder, "0.2.0")
    assert code == 0, output
    dated = r"# Changelog\n\n## Unreleased\n\n## 0\.2\.0 - \d{4}-\d\d-\d\d\n\n### Added\n\n- A game\.\n\n## 0\.1\.0\n"
    assert re.match(dated, (folder / "CHANGELOG.md").read_text())
    assert running(folder) == "0.2.0"
    assert git(folder, "log", "-1", "--format=%s") == "Release 0.2.0"
    assert git(folder, "describe") == "v0.2.0"
    assert git(folder, "status", "--porcelain") == ""
    git(folder, "commit", "-q", "--allow-empty", "-m", "Go on")
    assert re.fullmatch(r"0\.2\.0\+[0-9a-f]{7}", running(folder))


@pytest.mark.parametrize(
    ("version", "reason"),
    [("", "say which version"), ("0.2", "say which version"), ("0.1.0", "not newer"), ("0.0.9", "not newer")],
)
def test_a_version_must_be_newer(folder: Path, version: str, reason: str) -> None:
    code, output = release(folder, version)
    assert code != 0
    assert reason in output
    assert git(folder, "log", "--format=%s") == "Begin"


def test_nothing_is_released_with_a_changed_tree_failed_checks_or_an_empty_changelog(
    folder: Path,
) -> None:
    code, output = release(folder, "0.2.0", TESTS="false")
    assert (code != 0, "the tests failed" in output) == (True, True)
    code, output = release(folder, "0.2.0", TRANSLATED="false")
    assert (code != 0, "texts are not translated" in output) == (True, True)
    code, output = release(folder, "0.2.0", TESTS="touch mine")
    assert (code != 0, "the tests changed the tree" in output) == (True, True)
    code, output = release(folder, "0.2.0")
    assert (code != 0, "the tree is not clean" in output) == (True, True)
    (folder / "mine").unlink()
    (folder / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n## 0.1.0\n\nSix games.\n")
    git(folder, "commit", "-q", "-a", "-m", "Empty the changelog")
    code, output = release(folder, "0.2.0")
    assert (code != 0, "nothing under Unreleased" in output) == (True, True)
    assert git(folder, "tag") == ""
