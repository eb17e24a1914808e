"""Every package is pinned, with the hashes of its files."""

import json
import re
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
WANTED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[\w+\])?==(\S+)$", re.MULTILINE)
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[\w+\])?==([^\s;\\]+)([^\n]*)\n((?:    [^\n]*\n)*)", re.MULTILINE)


def normal(package: str) -> str:
    """The name of a package in its normal form."""
    return re.sub(r"[-_.]+", "-", package).casefold()


@pytest.mark.parametrize(
    "name", ["requirements", "requirements-uv", "requirements-node", "requirements-postgres", "requirements-dev"]
)
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


def test_the_compiler_of_the_page_is_pinned_with_its_hash() -> None:
    wanted = json.loads((HOME / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    root, *packages = json.loads((HOME / "package-lock.json").read_text(encoding="utf-8"))["packages"].items()
    assert root == ("", {"devDependencies": wanted}), "run `npm install --package-lock-only`"
    assert {name.removeprefix("node_modules/"): package["version"] for name, package in packages} == wanted
    assert [name for name, package in packages if not package["integrity"].startswith("sha512-")] == []


def test_nothing_is_installed_by_its_version_alone() -> None:
    """Every package comes from a file with hashes."""
    for name in ("Makefile", "Dockerfile", ".ci/run", ".github/workflows/ci.yml"):
        text = (HOME / name).read_text(encoding="utf-8")
        commands = re.findall(r"(?:pip|npm|tool run|uvx)\b(?:[^\n]|(?<=\\)\n)*", text)
        assert [command for command in commands if re.search(r"\w(?:==|@)\d|npm i(?:nstall)?\b", command)] == [], name
