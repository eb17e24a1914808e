"""Every package is pinned, with the hashes of its files."""

import re
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
WANTED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[\w+\])?==(\S+)$", re.MULTILINE)
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[\w+\])?==([^\s;\\]+)([^\n]*)\n((?:    [^\n]*\n)*)", re.MULTILINE)


def normal(package: str) -> str:
    """The name of a package in its normal form."""
    return re.sub(r"[-_.]+", "-", package).casefold()


@pytest.mark.parametrize("name", ["requirements", "requirements-uv", "requirements-postgres", "requirements-dev"])
def test_every_package_is_pinned_with_hashes(name: str) -> None:
    wanted = dict(WANTED.findall((HOME / f"{name}.in").read_text(encoding="utf-8")))
    text = (HOME / f"{name}.txt").read_text(encoding="utf-8")
    every = PINNED.findall(text)
    pinned = {found[0]: found[1] for found in every}
    assert {package: pinned[normal(package)] for package in wanted} == wanted, "run `make pins`"
    assert len(every) == len(re.findall(r"^[^\s#]", text, re.MULTILINE)), "something is there without a version"
    assert [found[0] for found in every if "--hash=sha256:" not in found[3]] == []


def test_packages_of_packages_are_pinned_too() -> None:
    assert re.search(r"^yarl==", (HOME / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
