"""`check` names what would keep the bot from starting, and changes nothing."""

import asyncio
import errno
import os
import socket
from dataclasses import replace
from pathlib import Path

import aiohttp
import psycopg
import pytest

from admin import check
from admin._exits import Exit
from sandbox import Sandbox
from sandbox.discord.permissions import Permission
from storage.postgres.opening import prepare as prepare_server
from storage.sqlite.opening import prepare
from tests.admin.conftest import Run
from tests.support import postgres

TOKEN = "DISCORD_TOKEN"  # noqa: S105 (its name)


def test_without_discord(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", TIDEPOOL_DATABASE=str(tmp_path / "new" / "tidepool.sqlite3")) == Exit.GOOD
    told = capsys.readouterr().out
    assert "will be created" in told
    assert "the sandbox would open" in told
    assert not (tmp_path / "new").exists()
    prepare(tmp_path / "tidepool.sqlite3")
    environment = {TOKEN: "secret", "TIDEPOOL_DATABASE": str(tmp_path / "tidepool.sqlite3")}
    assert run("check", "--offline", **environment) == Exit.GOOD
    told = capsys.readouterr().out
    assert f"Database: good, {tmp_path / 'tidepool.sqlite3'}, format" in told
    assert "secret" not in told


def test_a_broken_database_is_told(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tidepool.sqlite3").write_text("Dear diary, " * 1000)
    assert run("check") == Exit.DATABASE
    assert "no database" in capsys.readouterr().out


def test_a_disk_that_takes_nothing_is_told(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path / "tidepool.sqlite3")

    def refused(path: Path, **_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr("pathlib.Path.unlink", refused)
    monkeypatch.setattr("os.access", lambda path, _: path != tmp_path)
    assert run("check") == Exit.DATABASE
    assert f"Database: {tmp_path} cannot be written by user {os.geteuid()}." in capsys.readouterr().out


@pytest.mark.long
def test_a_database_of_postgresql_is_looked_at_and_not_changed(
    run: Run, postgres_server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    address = postgres.fresh(postgres_server)

    def checked() -> tuple[int, str]:
        return run("check", TIDEPOOL_DATABASE=address), capsys.readouterr().out

    for _ in range(2):
        code, told = checked()
        assert (code, "has no tables yet; they will be created" in told) == (Exit.GOOD, True)
    asyncio.run(prepare_server(address))
    assert "format " in checked()[1]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE format SET number = 999")
        assert checked()[0] == Exit.GOOD, "it says that this program may use it"
        connection.execute("UPDATE memory SET value = '999' WHERE key = 'oldest format'")
        code, told = checked()
        assert (code, "start a newer version" in told) == (Exit.DATABASE, True)
    code = run("check", TIDEPOOL_DATABASE="postgresql://nobody:secret@127.0.0.1:9/nothing")
    told = capsys.readouterr().out
    assert (code, "secret" in told) == (Exit.AGAIN, False), told


def test_backups_of_postgresql_are_made_by_its_own_programs(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("backup", "restore"):
        code = run(command, str(tmp_path / "copy"), TIDEPOOL_DATABASE="postgresql://somebody:secret@127.0.0.1/tidepool")
        told = capsys.readouterr().err
        assert code == Exit.SETTINGS
        assert "pg_dump -Fc -f FILE" in told
        assert "pg_restore" in told
        assert "secret" not in told


@pytest.mark.parametrize(("wrong", "code"), [(False, Exit.GOOD), (True, Exit.TOKEN)])
async def test_discord_is_asked(run: Run, capsys: pytest.CaptureFixture[str], wrong: bool, code: Exit) -> None:
    async with Sandbox() as sandbox:
        token = "wrong" if wrong else sandbox.world.token
        environment = {TOKEN: token, "TIDEPOOL_API": sandbox.base_url}
        needed = await asyncio.to_thread(run, "check", **environment)
    told = capsys.readouterr().out
    assert needed == code, told
    assert ("rejected by Discord" if wrong else "Permissions: good in 1 server.") in told
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


async def test_a_discord_that_says_nothing_gives_no_answer(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "PATIENCE", aiohttp.ClientTimeout(total=0.05))
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert await asyncio.to_thread(run, "check", **{TOKEN: "some", "TIDEPOOL_API": address}) == Exit.AGAIN
    assert "Discord: out of reach (no answer)." in capsys.readouterr().out
