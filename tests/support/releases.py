"""Older programs, unpacked from the history of the repository, and what has changed since."""

import io
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GIT = shutil.which("git") or ""
MISSING = "an unpacked release, or a clone without its history, has no older programs in it"
COMPLETE = bool(GIT) and (ROOT / ".git").exists() and not (ROOT / ".git" / "shallow").exists()
"""Whether the checkout has its whole history."""


def required() -> bool:
    """Whether the tests that need the history must not be skipped."""
    return os.environ.get("TIDEPOOL_HISTORY") == "required"


with_history = pytest.mark.skipif(not COMPLETE and not required(), reason=MISSING)
"""Marks a test that needs an older program from the history."""


def last_program_of(number: int, folder: Path, version: str | None = None) -> Path:
    """Unpack the last program that wrote this format into a folder. Its version number can be changed."""
    added = _git("log", "--diff-filter=A", "--format=%H", "--", f"storage/sqlite/migrations/{number + 1:03}_*.sql")
    packed = _git("archive", "--format=tar", f"{added.decode().split()[-1]}^")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    if version is not None:
        file, name = folder / "admin" / "_version.py", "VERSION"
        if not file.exists():
            file, name = folder / "pyproject.toml", "version"
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(rf'(?m)^{name} = ".*"$', f'{name} = "{version}"', text), encoding="utf-8")
    return folder / "bot.py"


def changes_of(folder: str, pattern: str) -> str:
    """All changes of the files in a folder that added or removed a line with this pattern, as `git log -p` has them."""
    return _git("log", "--format=", "-p", "--unified=0", f"-G{pattern}", "--", folder).decode()


def last_release(path: str) -> str:
    """The text of a file in the release before this version."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (version, *_) = re.findall(r"(?m)^## (\d\S+)", changelog)
    released = _git("log", "--format=%H", f"-S## {version}", "--", "CHANGELOG.md").decode().split()[-1]
    return _git("show", f"{released}:{path}").decode()


def tracked_files() -> list[str]:
    """The paths of all files in the repository."""
    return _git("ls-files").decode().splitlines()


def archived_file(path: str) -> str:
    """The text of a file as an archive of the newest commit has it."""
    with tarfile.open(fileobj=io.BytesIO(_git("archive", "--format=tar", "HEAD", path))) as archive:
        file = archive.extractfile(path)
        assert file is not None
        return file.read().decode()


def _git(*arguments: str) -> bytes:
    assert COMPLETE, MISSING
    return subprocess.run([GIT, "-C", str(ROOT), *arguments], check=True, capture_output=True).stdout
