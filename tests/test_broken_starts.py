"""A start that cannot succeed ends with one sentence and an exit code, never with a traceback."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import hosting
from admin import _settings
from admin._exits import Exit, StartError
from admin._settings import Settings, read_settings
from cogs.commands.client import Tidepool
from service import Service
from service.clock import Clock, ClockError
from tests.support.compute import InAThread
from tests.support.samples import one_of

ROOT = Path(__file__).parents[1]
FULL = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
sys.path.insert(0, "")
sys.argv[0] = "bot.py"
runpy.run_path("bot.py", run_name="__main__")
"""
"""Runs the program with a limit on the size of files, as on a full disk."""


@pytest.mark.parametrize(
    ("token", "size", "code"),
    one_of(
        [
            ("", 20_000, Exit.AGAIN),
            ("abc", 0, Exit.AGAIN),
            ("abc", 20_000, Exit.AGAIN),
            ("", 0, Exit.DATABASE),  # the world of the sandbox cannot be kept
        ]
    ),
)
def test_a_full_disk_at_the_first_start_is_one_sentence_and_a_documented_code(
    tmp_path: Path, token: str, size: int, code: Exit
) -> None:
    found = {name: value for name, value in os.environ.items() if not name.startswith(("TIDEPOOL_", "DISCORD_"))}
    settings = {
        "DISCORD_TOKEN": token,
        "TIDEPOOL_DATABASE": str(tmp_path / "data" / "tidepool.db"),
        "TIDEPOOL_API": "http://127.0.0.1:9",
        "TIDEPOOL_STATUS": "",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ended = subprocess.run(
        [sys.executable, "-c", FULL, str(size)],
        cwd=ROOT,
        env={**found, **settings},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=60,
        check=False,
    )
    said = [line for line in ended.stderr.splitlines() if "INFO" not in line]
    assert len(said) == 1, ended.stderr
    assert str(tmp_path) in said[0]
    assert ended.returncode == code


def test_a_python_without_the_packages_is_one_sentence() -> None:
    ended = subprocess.run(
        [sys.executable, "-I", "-S", ROOT / "bot.py", "check"], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.stderr.splitlines() == [
        (
            f"{sys.executable} is older than Python 3.11 or lacks the packages that Tidepool needs. "
            "`make run` sets up one that has them: .venv/bin/python bot.py"
        )
    ]
    assert ended.returncode == Exit.UNWELL


@pytest.mark.parametrize("offset", ["nan", "inf", "-inf", "1e300", "soon", "9" * 5000])
async def test_a_clock_that_shows_no_time_is_one_sentence(
    tmp_path: Path, offset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "clock"
    file.write_text(offset)
    monkeypatch.setattr(hosting, "log", None)
    with pytest.raises(StartError, match=r"TIDEPOOL_CLOCK: .* must hold the seconds") as told:
        await hosting.run(Settings(clock=file, database=tmp_path / "tidepool.db"), "token")
    assert told.value.code == Exit.SETTINGS
    assert not (tmp_path / "tidepool.db").exists()


def test_a_clock_that_shows_no_time_while_it_runs_keeps_the_last(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    file.write_text("0")
    clock = Clock(file)
    before = clock.now()
    file.write_text("nan")
    assert abs(clock.now() - before) < 60
    with pytest.raises(ClockError):
        Clock(file)


@pytest.mark.parametrize("token", ["abc\ndef", "abc def", "abc\u200bdef", "tökén", '"abc"', "'abc"])
def test_a_token_that_no_header_takes_is_one_sentence(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_settings, "ENV_FILE", None)
    monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(StartError, match="DISCORD_TOKEN: the token has a line break") as told:
        _settings.read_settings().secret()
    assert told.value.code == Exit.SETTINGS
    assert token not in str(told.value)


async def test_a_message_of_the_gateway_that_cannot_be_read_ends_nothing(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    from storage.store import Store

    async with Store.opened(tmp_path / "tidepool.db") as store:
        client = Tidepool(Service(store, Clock(), random.Random(1)), store, InAThread())
        caplog.clear()  # discord.py warns when the first client of a process is made
        broken: Any = {"nothing": "of what it must say"}
        for name, parse in client._connection.parsers.items():
            if name == "INTERACTION_CREATE":
                parse(broken)
        assert [(record.levelname, record.exc_info) for record in caplog.records] == [("ERROR", None)]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("DISCORD_TOKEN=abc\n".encode("utf-16-le"), "not text in UTF-8"),
        (b"# nothing\n" * 1_000_000, "has more than 100,000 bytes"),
    ],
    ids=["UTF-16 without a mark", "10 MB"],
)
def test_an_env_file_that_cannot_be_read_is_one_sentence_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, told: str
) -> None:
    file = tmp_path / ".env"
    file.write_bytes(content)
    monkeypatch.setattr(_settings, "ENV_FILE", file)
    with pytest.raises(StartError, match=told) as error:
        read_settings()
    assert error.value.code == Exit.SETTINGS


def test_an_env_file_with_a_byte_order_mark_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / ".env"
    file.write_bytes("DISCORD_TOKEN=abc\n".encode("utf-8-sig"))
    monkeypatch.setattr(_settings, "ENV_FILE", file)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert read_settings().secret() == "abc"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TIDEPOOL_DATABASE", ""),
        ("TIDEPOOL_DATABASE", "."),
        ("TIDEPOOL_DATABASE", "/"),
        ("TIDEPOOL_DATABASE", "postgresql://["),
        ("TIDEPOOL_LIMITS", "a\nb"),
        ("TIDEPOOL_CLOCK", "a\0b"),
        ("TIDEPOOL_BACKUPS", "a\0b"),
        ("DISCORD_TOKEN_FILE", "a\0b"),
    ],
)
def test_a_setting_that_means_nothing_is_one_line(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setattr(_settings, "environment", lambda _: {name: value})
    with pytest.raises(StartError, match=f"^A setting cannot be used: {name}: [^\n]*$") as told:
        read_settings()
    assert told.value.code == Exit.SETTINGS


def test_a_token_file_that_never_ends_is_one_sentence() -> None:
    with pytest.raises(StartError, match="/dev/zero cannot be read: it has more than 100,000 bytes") as told:
        Settings(token_file=Path("/dev/zero")).secret()
    assert told.value.code == Exit.SETTINGS


def test_a_clock_that_never_ends_shows_no_time() -> None:
    with pytest.raises(ClockError):
        Clock(Path("/dev/zero"))
