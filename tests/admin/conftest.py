"""Fixtures for the tests of the subcommands."""

from collections.abc import Callable
from pathlib import Path

import pytest

from admin import _settings
from admin._dispatch import Program, dispatch
from admin._parsing import PREFIX
from admin._settings import Settings

Run = Callable[..., int]


@pytest.fixture
def hosted() -> list[tuple[Settings, str]]:
    """The settings and tokens with which matches were hosted."""
    return []


@pytest.fixture
def opened() -> list[bool]:
    """For each sandbox that was opened, whether it was to be empty."""
    return []


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hosted: list[tuple[Settings, str]], opened: list[bool]) -> Run:
    """Run a command line with a database of its own and these environment variables."""
    monkeypatch.setattr(_settings, "ENV_FILE", None)
    for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(f"{PREFIX}DATABASE", str(tmp_path / "tidepool.sqlite3"))

    async def host(settings: Settings, token: str) -> None:
        hosted.append((settings, token))

    def sandbox(_: Settings, fresh: bool) -> int:
        opened.append(fresh)
        return 0

    def run(*arguments: str, **environment: str) -> int:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        needed = {"view_channel": 1 << 10, "send_messages": 1 << 11}
        return dispatch(arguments, Program("1.2.3", "2.7.1", host, sandbox, needed))

    return run
