"""`python bot.py` without a token leaves the real database alone and keeps old matches of the sandbox."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sandbox import Sandbox
from storage.sqlite.files import used_by
from storage.store import Store

BOT = Path(__file__).parents[2] / "bot.py"
PATIENCE = 60
"""Real seconds within which the bot must start."""


@asynccontextmanager
async def started(database: Path) -> AsyncIterator[str]:
    """Run the program until its bot has synced its commands. Returns the lines about its files."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, str(BOT)),
        env={**os.environ, "DISCORD_TOKEN": " ", "TIDEPOOL_DATABASE": str(database)},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert program.stdout
    assert program.stdin
    try:
        async with asyncio.timeout(PATIENCE):
            while b"kept in" not in (line := await program.stdout.readline()):
                assert line
            program.stdin.write(b"alice /help\n")
            while b"only Alice" not in (answer := await program.stdout.readline()):
                assert answer
        yield line.decode()
    finally:
        program.send_signal(signal.SIGTERM)
        await program.communicate()


async def make(path: Path, *applications: str) -> None:
    """Make a database that these applications have used."""
    async with Store.opened(path) as store:
        for application in applications:
            await store.set_value(f"commands of {application}", "fingerprint")


def contents(path: Path) -> bytes:
    return path.read_bytes()


@pytest.mark.long
async def test_what_the_sandbox_kept_in_the_shared_file_is_copied(tmp_path: Path) -> None:
    database = tmp_path / "tidepool.sqlite3"
    async with Sandbox(tmp_path / "tidepool-sandbox") as box:
        mine = box.world.bot.id
    await make(database, mine)
    before = contents(database)
    async with started(database) as said:
        assert f"a copy of {database}" in said
    assert contents(database) == before
    assert used_by(tmp_path / "tidepool-sandbox.sqlite3") == {mine}


async def test_only_the_owner_reads_what_the_sandbox_keeps_with_its_key_and_its_matches(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    async with started(folder / "tidepool.sqlite3"):
        kept = {path.name: path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))}
    assert {"data", "world.jsonl", "tidepool-sandbox.sqlite3"} <= kept.keys()
    assert set(kept.values()) == {0}, kept
