"""`.ci/commits` refuses commits whose subject is too long or is no imperative."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.releases import GIT

CHECK = Path(__file__).parents[1] / ".ci" / "commits"
WHO = {f"GIT_{role}_{part}": "ann@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
pytestmark = pytest.mark.skipif(not GIT, reason="git is not installed here")


@pytest.fixture
def git(tmp_path: Path) -> Callable[..., str]:
    """Run git in a repository with one commit."""

    def git(*arguments: str) -> str:
        environment = {**os.environ, **WHO, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        command = [GIT, "-C", str(tmp_path), *arguments]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q", "-b", "main")
    git("commit", "-q", "--allow-empty", "-m", "an old subject that nobody checks.")
    return git


def check(folder: Path, base: str, **environment: str) -> tuple[int, str]:
    """The exit code and the output of the check of the commits after `base`."""
    variables = {**os.environ, "TIDEPOOL_HISTORY": "", **environment}
    ended = subprocess.run([CHECK, base], cwd=folder, env=variables, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout


def test_good_subjects_and_merges_pass(git: Callable[..., str], tmp_path: Path) -> None:
    base = git("rev-parse", "HEAD")
    git("switch", "-q", "-c", "side")
    git("commit", "-q", "--allow-empty", "-m", "Address: " + 63 * "x", "-m", "Let the body say what it wants.")
    git("switch", "-q", "main")
    git("commit", "-q", "--allow-empty", "-m", "Embed the kernels")
    git("merge", "-q", "--no-ff", "side", "-m", "merging " + 100 * "x")
    assert check(tmp_path, base) == (0, "Commits: good.\n")


@pytest.mark.parametrize(
    ("subject", "reason"),
    [
        ("Address " + 65 * "x", "more than 72 characters"),
        ("Let boards wait", "imperative"),
        ("Added a board", "imperative"),
        ("Adds a board", "imperative"),
        ("Adding a board", "imperative"),
        ("add a board", "capital letter"),
        ("Add a board.", "full stop"),
        ("fixup! Add a board", "squash"),
    ],
)
def test_a_bad_subject_is_refused_with_the_reason(
    git: Callable[..., str], tmp_path: Path, subject: str, reason: str
) -> None:
    base = git("rev-parse", "HEAD")
    git("commit", "-q", "--allow-empty", "-m", subject)
    git("commit", "-q", "--allow-empty", "-m", "Add a game")
    code, output = check(tmp_path, base)
    assert code == 1
    assert reason in output
    assert output.endswith(f"{subject}\n")


def test_a_history_that_is_too_short_is_an_error_only_where_it_is_required(
    git: Callable[..., str], tmp_path: Path
) -> None:
    git("commit", "-q", "--allow-empty", "-m", "an old subject, too")
    code, output = check(tmp_path, 40 * "1")
    assert (code, output.count("not checked")) == (0, 1)
    assert check(tmp_path, 40 * "1", TIDEPOOL_HISTORY="required") == (1, output)
