"""`check` says what would keep the bot from starting, and changes nothing."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from admin._exits import Exit
from sandbox import Sandbox
from sandbox.discord.permissions import Permission
from storage.sqlite.opening import prepare

if TYPE_CHECKING:
    from pathlib import Path

    from tests.admin.conftest import Run

TOKEN = "DISCORD_TOKEN"  # noqa: S105 (its name)


def test_without_discord(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", TIDEPOOL_DATABASE=str(tmp_path / "new" / "tidepool.sqlite3")) == Exit.GOOD
    told = capsys.readouterr().out
    assert "will be made" in told
    assert "the sandbox would open" in told
    assert not (tmp_path / "new").exists()
    prepare(tmp_path / "tidepool.sqlite3")
    environment = {TOKEN: "secret", "TIDEPOOL_DATABASE": str(tmp_path / "tidepool.sqlite3")}
    assert run("check", "--offline", **environment) == Exit.GOOD
    told = capsys.readouterr().out
    assert "Database: good, format" in told
    assert "secret" not in told


def test_a_broken_database_is_told(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tidepool.sqlite3").write_text("Dear diary, " * 1000)
    assert run("check") == Exit.DATABASE
    assert "no database" in capsys.readouterr().out


@pytest.mark.parametrize(("wrong", "code"), [(False, Exit.GOOD), (True, Exit.TOKEN)])
async def test_discord_is_asked(run: Run, capsys: pytest.CaptureFixture[str], wrong: bool, code: Exit) -> None:
    async with Sandbox() as sandbox:
        token = "wrong" if wrong else sandbox.world.token
        environment = {TOKEN: token, "TIDEPOOL_API": sandbox.base_url}
        needed = await asyncio.to_thread(run, "check", **environment)
    told = capsys.readouterr().out
    assert needed == code, told
    assert ("does not know it" if wrong else "Permissions: good in 1 server.") in told
    assert token not in told or wrong


async def test_a_permission_that_is_missing_is_named(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    async with Sandbox() as sandbox:
        guild = sandbox.world.guild
        silent = [replace(role, permissions=role.permissions & ~Permission.SEND_MESSAGES) for role in guild.roles]
        sandbox.world.put(replace(guild, roles=tuple(silent)))
        environment = {TOKEN: sandbox.world.token, "TIDEPOOL_API": sandbox.base_url}
        code = await asyncio.to_thread(run, "check", **environment)
    assert code == Exit.UNWELL
    assert f"server {guild.id} lacks send_messages." in capsys.readouterr().out


async def test_discord_out_of_reach_is_worth_another_try(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    environment = {TOKEN: "some", "TIDEPOOL_API": "http://127.0.0.1:9"}
    assert await asyncio.to_thread(run, "check", **environment) == Exit.AGAIN
    assert "out of reach" in capsys.readouterr().out
