"""This program's version, and the commit it was built from."""

import re
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

VERSION = "0.2.0"
"""The version of the last release. `make release` sets it."""

PROGRAM = Path(__file__).parent.parent
"""The folder that contains the program, which is a checkout or the packages of an environment."""

COMMIT_FILE = Path(__file__).with_name("commit.txt")
"""The file with the commit in COMMIT_FORMAT. The package, the image and `git archive` fill it in."""

COMMIT_FORMAT = "%H %ct %s"
"""The format for `git log`: a commit's ID, its time in UTC seconds, and its subject."""

COMMIT = re.compile(r"(?P<id>[0-9a-f]{7})[0-9a-f]* (?P<time>\d{1,18}) ?(?P<subject>.*)")
"""A line in COMMIT_FORMAT."""


class Build(NamedTuple):
    version: str
    """The version, such as `0.2.0` for a release, or `0.2.0+4fcf3b4`, with the commit, for a later build."""
    committed: int
    """When the commit was made, in UTC seconds, or 0 if unknown. It puts builds of the same release in order."""


@cache
def build() -> Build:
    return build_of(commit())


def build_of(line: str) -> Build:
    """Return the build for a commit described in COMMIT_FORMAT, or the release's build for any other text."""
    match = COMMIT.fullmatch(line)
    if match is None:
        return Build(VERSION, 0)
    released = match["subject"] == f"Release {VERSION}"  # not the tag, which package installers do not fetch
    return Build(VERSION if released else f"{VERSION}+{match['id']}", int(match["time"]))


def commit() -> str:
    """Return the commit this program was built from, in COMMIT_FORMAT, or "" if it is unknown."""
    line = COMMIT_FILE.read_text(encoding="utf-8").strip()
    return _commit_of_checkout() if line.startswith("$") else line


def _commit_of_checkout() -> str:
    """Return the commit checked out with git, or "" outside a git checkout or without git."""
    if not (PROGRAM / ".git").exists():
        return ""
    everyone = ("-c", "safe.directory=*")  # the checkout may belong to another account
    command = ["git", *everyone, "-C", str(PROGRAM), "log", "-1", "--no-show-signature", f"--format={COMMIT_FORMAT}"]
    try:
        ended = subprocess.run(command, capture_output=True, timeout=10, check=False)  # noqa: S603 (no input)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.decode(errors="replace").strip()
