"""A seventh game is added to a copy of the program as `docs/adding-a-game.md` says, and passes the tests of all games.

Its files lie in `tests/seventh/`, each under its path and with `.txt` behind its name. The commands of the guide
make the pictures, the palettes and the playthrough.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ROOT / "tests" / "seventh"
KEY = "plumb"
LEFT_OUT = (".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "data")
ROOMS = (
    *("games", "lessons", "render", "players", "matches", "service", "cogs", "web"),
    *("test_completeness.py", "test_pages.py"),
)
"""The tests that hold for each game, without those that need a browser or a process of the bot."""
IN_BROWSER = ("page/test_board_games.py", "page/test_board_drawings.py")
"""The tests of the board page that hold for each game. They are skipped without a browser."""
TOGETHER = ("games/test_endings.py", "games/test_perft.py", "cogs/test_every_command.py", "players/test_levels.py")
"""Tests that look at all games at once."""
MADE_BY = (
    f"tests.games.playthrough {KEY} 1",
    f"render.palettes {KEY}",
    f"tests.render.golden {KEY}",
    f"render.pages {KEY}",
)
"""The commands of the guide, in their order."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program."""
    return shutil.copytree(
        ROOT, tmp_path_factory.mktemp("seventh") / "tidepool", ignore=shutil.ignore_patterns(*LEFT_OUT)
    )


def run(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module in the copy; both outputs are one."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [sys.executable, "-m", *words]
    return subprocess.run(
        command, cwd=copy, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


def checked(copy: Path, names: tuple[str, ...], which: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of these names in the copy, as far as `-k` chooses them."""
    return run(copy, "pytest", "-q", "-p", "no:cacheprovider", "-k", which, *more, *(f"tests/{name}" for name in names))


def add(copy: Path, part: Path) -> Path:
    """Add a file of the game to the copy. It must be a new one."""
    made = copy / part.relative_to(PARTS).with_suffix("")
    assert not made.exists(), f"{made.name} is no new file"
    shutil.copyfile(part, made)
    return made


@pytest.mark.long
def test_a_seventh_game_changes_no_file_and_passes_the_tests_of_every_game(copy: Path) -> None:
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    rules = PARTS / "games" / f"{KEY}.py.txt"
    made = [add(copy, rules)]

    missing = checked(copy, ("test_completeness.py",), KEY).stdout
    for step in (2, 3, 4, 5):
        assert f"docs/adding-a-game.md, step {step}" in missing, missing

    made += [add(copy, part) for part in sorted(PARTS.rglob("*.txt")) if part != rules]
    for words in MADE_BY:
        done = run(copy, *words.split())
        assert done.returncode == 0, done.stdout

    own = checked(copy, ROOMS, f"{KEY} and not postgres")
    assert own.returncode == 0, own.stdout
    touched = checked(copy, IN_BROWSER, KEY, "-m", "long")
    assert touched.returncode == 0, touched.stdout
    every = checked(copy, TOGETHER, "not postgres")
    assert every.returncode == 0, every.stdout
    sources = [str(path) for path in made if path.suffix == ".py"]
    assert len(sources) == 5
    for check in (["check"], ["format", "--check"]):
        style = run(copy, "ruff", *check, *sources)
        assert style.returncode == 0, style.stdout

    assert [path for path, content in before.items() if path.read_bytes() != content] == []
