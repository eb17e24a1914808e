"""`door` sets the application's endpoint once a worker answers there, and removes it again."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from admin._exits import Exit
from sandbox import Driver, Sandbox, State, free_ports
from tests.admin.conftest import Run
from tests.support.patience import PatientBot


async def test_the_door_is_chosen(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"127.0.0.1:{free_ports(1)[0]}"
    url = f"http://{address}/interactions"
    async with Sandbox() as sandbox:
        chosen = partial(
            asyncio.to_thread, run, "door", DISCORD_TOKEN=sandbox.world.token, TIDEPOOL_API=sandbox.base_url
        )
        assert await chosen("http", "--url", url) == Exit.AGAIN
        assert "Nobody answers" in capsys.readouterr().err
        assert await chosen("http", "--url", f"{sandbox.base_url}/interactions") == Exit.UNWELL
        assert "is not a worker" in capsys.readouterr().err
        assert sandbox.endpoint.url is None

        async with PatientBot(sandbox, tmp_path / "worker.sqlite3", http=address, TIDEPOOL_STATUS="") as worker:
            assert "has no endpoint for interactions yet" in worker.errors
            assert await chosen("http", "--url", url) == Exit.GOOD
            assert sandbox.endpoint.url == url
            alice = Driver(sandbox, "Alice", "games")
            assert (await alice.slash("/matches")).state is State.MESSAGE
            assert await chosen("http", "--url", "http://127.0.0.1:1/interactions") == Exit.AGAIN
            assert sandbox.endpoint.url == url
        assert sandbox.refusals == []

        assert await chosen("gateway") == Exit.GOOD
        assert sandbox.endpoint.url is None
        async with PatientBot(sandbox, tmp_path / "worker.sqlite3", TIDEPOOL_STATUS=""):
            assert (await alice.slash("/matches")).state is State.MESSAGE
        wrong = partial(chosen, DISCORD_TOKEN="another")  # noqa: S106 (no secret)
        assert await wrong("gateway") == Exit.TOKEN


@pytest.mark.parametrize(
    "arguments",
    [
        ("http",),
        ("gateway", "--url", "https://example.org/interactions"),
        ("http", "--url", "http://example.org/interactions"),
        ("http", "--url", "ftp://127.0.0.1/interactions"),
        ("http", "--url", "example.org"),
    ],
)
def test_what_discord_would_not_take_is_one_sentence(
    run: Run, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("door", *arguments, DISCORD_TOKEN="token") == Exit.SETTINGS  # noqa: S106 (no secret)
    assert "https://" in capsys.readouterr().err


def test_a_token_is_needed(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("door", "gateway") == Exit.SETTINGS
    assert "DISCORD_TOKEN" in capsys.readouterr().err
