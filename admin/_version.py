"""The version of this program, and the commit from which it was built."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

VERSION = "0.1.0"
"""The version of the last release. `make release` sets it."""

PROGRAM = Path(__file__).parent.parent
"""The folder of the program: a checkout, or the packages of an environment."""

COMMIT_FILE = Path(__file__).with_name("commit.txt")
"""The commit in the form of COMMIT_FORMAT. The package, the image and archives of git fill it in."""

COMMIT_FORMAT = "%H %ct %D"
"""How git describes a commit here: its id, its time in UTC seconds, and its branches and tags."""


class Build(NamedTuple):
    """A build of this program."""

    version: str
    """The version: `0.2.0` for a release, `0.2.0+4fcf3b4` with the commit for what was built after that release."""
    committed: int
    """The time of the commit, in UTC seconds, which orders the builds after a release; 0 where it is unknown."""


@cache
def build() -> Build:
    """The build that runs here."""
    return build_of(commit())


def build_of(line: str) -> Build:
    """The build of this commit, in the form of COMMIT_FORMAT; that of the release where the line is empty."""
    name, _, rest = line.partition(" ")
    if not name:
        return Build(VERSION, 0)
    time, _, names = rest.partition(" ")
    released = f"tag: v{VERSION}" in names.split(", ")
    return Build(VERSION if released else f"{VERSION}+{name[:7]}", int(time))


def commit() -> str:
    """The commit of this program in the form of COMMIT_FORMAT; empty where it is unknown."""
    line = COMMIT_FILE.read_text(encoding="utf-8").strip()
    return _commit_of_checkout() if line.startswith("$") else line


def _commit_of_checkout() -> str:
    """What git says; empty where this is no checkout, or where git is missing."""
    if not (PROGRAM / ".git").exists():
        return ""
    everyone = ("-c", "safe.directory=*")  # the checkout may belong to another account than the bot's
    command = ["git", *everyone, "-C", str(PROGRAM), "log", "-1", f"--format={COMMIT_FORMAT}"]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)  # noqa: S603 (no input)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.strip()
