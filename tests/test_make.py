"""`make` sets up the environment, and sets it up again where it is half made or its Python is gone."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the Makefile alone, in a path with a blank, with an environment that is marked as complete."""
    found = tmp_path / "tide pool"
    (found / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "Makefile", found)
    for name in ("requirements.txt", "requirements-uv.txt"):
        (found / name).touch()
    (found / ".venv" / "runtime").touch()
    return found


def wanted(folder: Path) -> str:
    """What `make run` would do."""
    command = ["make", "--dry-run", "run", f"PYTHON={sys.executable}"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def python(folder: Path, *packages: str) -> None:
    """Put a Python into the environment that has these packages."""
    has = " ".join(f"'{name}': 1," for name in packages)
    program = folder / ".venv" / "bin" / "python"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nimport importlib.util\nknown = {{{has}}}\n"
        "importlib.util.find_spec = known.get\nsys.argv = sys.argv[2:]\nexec(sys.argv[0])\n"
    )
    program.chmod(0o755)


def test_a_complete_environment_is_left_alone(folder: Path) -> None:
    python(folder, "pip", "discord")
    assert "Setting up" not in wanted(folder)
    assert (folder / ".venv" / "runtime").exists()


@pytest.mark.parametrize("packages", [("pip",), (), None], ids=["no packages", "no pip", "no Python"])
def test_an_environment_whose_python_is_gone_or_that_is_half_made_is_set_up_again(
    folder: Path, packages: tuple[str, ...] | None
) -> None:
    if packages is not None:
        python(folder, *packages)
    assert "Setting up" in wanted(folder)


@pytest.mark.long
def test_a_python_without_pip_is_replaced(tmp_path: Path) -> None:
    """As Debian leaves one where python3-venv is not installed: the second try must not trip over the first."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / ".venv")], check=True, timeout=60)
    for name in ("requirements.txt", "requirements-uv.txt"):
        (tmp_path / name).touch()
    shutil.copy(ROOT / "Makefile", tmp_path)
    command = ["make", "-s", ".venv/runtime", f"PYTHON={sys.executable}"]
    subprocess.run(command, cwd=tmp_path, check=False, timeout=120)
    found = subprocess.run([tmp_path / ".venv" / "bin" / "python", "-c", "import pip"], check=False, timeout=60)
    assert found.returncode == 0
