"""The package runs where nothing else of the project is, and of two builds the newer one keeps its commands."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from games import GAMES
from sandbox import BotProcess, Sandbox
from tests.e2e.rooms import Room
from tests.support.patience import DISCORD
from tests.support.releases import ROOT, tracked_files, with_history
from tests.support.workers import syncs

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the package, as an environment has them."""
    folder = tmp_path_factory.mktemp("package")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "files")
    return folder / "files"


@with_history
def test_the_package_has_every_file_of_its_rooms(package: Path) -> None:
    """Only the sources of the kernels stay out, and the pictures of the rules pages, which the bot draws itself."""
    rooms = {path.name for path in package.iterdir()} - {"docs"}
    wanted = {name for name in tracked_files() if name.split("/")[0] in rooms}
    missing = {name for name in wanted if not (package / name).exists()}
    assert {Path(name).suffix for name in missing} == {".c", ".h"}
    assert len(list((package / "docs" / "games").glob("*.md"))) == len(GAMES)


def test_its_command_needs_no_checkout(package: Path, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("TIDEPOOL_", "DISCORD_"))}
    for arguments, expected in (("--version", "Tidepool "), ("check", f"{tmp_path / 'data' / 'tidepool.sqlite3'}")):
        command = [sys.executable, str(package / "bot.py"), arguments]
        ended = subprocess.run(
            command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True, timeout=60
        )
        assert expected in ended.stdout, ended.stderr


async def test_it_plays_every_game_and_shows_its_rules(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with Sandbox() as sandbox:
        sandbox.interactions.patience = DISCORD
        async with BotProcess(sandbox, tmp_path / "tidepool.sqlite3", program=package / "bot.py") as bot:
            room = Room.new(sandbox, bot)
            for key, game in GAMES.items():
                match, position = await room.match(key), game.start()
                await match.replay(position, [position.format(position.legal_moves()[0])])
                rules = await (await room.carol.slash(f"{match.command} rules")).settled()
                assert rules.post.attachments
        assert " ERROR " not in bot.errors, bot.errors
        assert "Traceback" not in bot.errors, bot.errors


async def test_an_older_build_leaves_the_commands_of_a_newer_one(package: Path, tmp_path: Path) -> None:
    """Two builds after the same release, of which the older one lacks a command."""
    newer, older = shutil.copytree(package, tmp_path / "newer"), shutil.copytree(package, tmp_path / "older")
    (newer / "admin" / "commit.txt").write_text(f"{40 * '2'} 2000 Add a game\n")
    (older / "admin" / "commit.txt").write_text(f"{40 * '1'} 1000 Add a game\n")
    (older / "cogs" / "vacation.py").unlink()
    async with Sandbox() as sandbox:
        sandbox.interactions.patience = DISCORD
        for number, program in enumerate((older, newer, older, newer)):
            bot = BotProcess(sandbox, tmp_path / "tidepool.sqlite3", program=program / "bot.py")
            async with bot:
                assert ("vacation" in names(sandbox)) == (number > 0)
            assert f"+{7 * '2' if program is newer else 7 * '1'} (Python" in bot.errors
        assert syncs(sandbox) == 2


def names(sandbox: Sandbox) -> set[str]:
    """The names of the commands that Discord knows."""
    return {command["name"] for command in sandbox.world.commands[""]}
