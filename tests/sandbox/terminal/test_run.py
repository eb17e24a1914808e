"""The start without a token: the sandbox with the bot in it, and the files that it keeps."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
import yarl

from sandbox import Sandbox

PROGRAM = Path(__file__).parents[1] / "small_bot" / "process.py"
ROOT = PROGRAM.parents[3]
OPEN = """
import sys
from pathlib import Path
from sandbox import run_sandbox
sys.exit(run_sandbox(Path(sys.argv[1]), fresh="fresh" in sys.argv, program=Path(sys.argv[2])))
"""


@asynccontextmanager
async def opened(database: Path, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the sandbox as `python bot.py` does, with the small bot in it."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", OPEN, str(database), str(PROGRAM), *arguments),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield program
    finally:
        if program.returncode is None:
            program.kill()
        await program.communicate()


async def until(program: asyncio.subprocess.Process, text: str) -> str:
    """Wait for the next line that contains this text."""
    assert program.stdout
    async with asyncio.timeout(60):
        while line := (await program.stdout.readline()).decode():
            if text in line:
                return line
    raise AssertionError(f"{text!r} never came")


async def test_the_sandbox_opens_is_played_by_lines_and_remembers(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    async with opened(database) as program:
        page = re.search(r"http\S+", await until(program, ""))
        assert page
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?key=\S+", page[0])
        await until(program, "The README tells every step")
        assert program.stdin
        line = await play(program, "alice /game challenge opponent:@bob days:5")
        assert line.startswith("#games Tidepool: @Bob, play for 5 days? <board.png> [Accept] [Move] [Later]")
        assert "Accepted by Bob" in await play(program, "bob click Accept")
        program.stdin.close()
        await asyncio.sleep(0.2)
        assert program.returncode is None, "the end of input leaves it running"
        program.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(program.wait(), 60) == 0
    async with opened(database) as program:
        assert page[0] in await until(program, "http"), "open windows find it again"
    for number in ("", "-2"):
        async with opened(database, "fresh") as program:
            assert page[0] not in await until(program, "http")
            await play(program, "alice say hello")  # by now the bot has made its file
            assert (tmp_path / f"a-sandbox.sqlite3.before-fresh{number}").exists()
            assert (tmp_path / f"a-sandbox.before-fresh{number}" / "world.jsonl").exists()


async def test_the_file_of_a_real_bot_is_neither_opened_nor_changed(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    database.write_text("broken")
    before = database.stat()
    async with opened(database) as program:
        line = await until(program, "kept in")
        assert line.startswith(f"Its matches are kept in {tmp_path / 'a-sandbox.sqlite3'}; {database} is for")
        await play(program, "alice say hello")
    assert database.stat().st_mtime_ns == before.st_mtime_ns
    assert database.read_text() == "broken"
    assert (tmp_path / "a-sandbox.sqlite3").exists()


@pytest.mark.long
async def test_two_sandboxes_do_not_share_a_world(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    async with opened(database) as first:
        await until(first, "The README tells every step")
        world = (tmp_path / "a-sandbox" / "world.jsonl").stat().st_ino
        for arguments in ((), ("fresh",)):
            async with opened(database, *arguments) as second:
                assert await asyncio.wait_for(second.wait(), 60) == 1
                assert second.stderr
                assert b"Another sandbox is open" in await second.stderr.read()
        assert (tmp_path / "a-sandbox" / "world.jsonl").stat().st_ino == world


@pytest.mark.long
async def test_a_world_without_channels_opens_and_gets_one_again(tmp_path: Path) -> None:
    async with Sandbox(tmp_path / "a-sandbox") as box:
        for channel in [channel for channel in box.world.channels.values() if channel.guild_id]:
            box.trouble.delete_channel(channel)
        box.trouble.remove_bot(box.world.guild)
    async with opened(tmp_path / "a.sqlite3") as program:
        await until(program, "The README tells every step")
        assert program.stdin
        program.stdin.write(b"read\nalice say hello\nalice /game move move:d5\n")
        assert await until(program, "Alice") == "DM Alice: hello\n"
        assert await until(program, "only Alice") == "DM Tidepool (only Alice): Moved d5\n"
    async with Sandbox(tmp_path / "a-sandbox") as box:
        box.trouble.invite_bot(box.world.guild)
        box.world.add_channel("games")
    async with opened(tmp_path / "a.sqlite3") as program:
        await until(program, "The README tells every step")
        assert "#games Tidepool: @Bob" in await play(program, "alice /game challenge opponent:@bob")


async def test_the_bot_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    async with opened(database) as program:
        await until(program, "The README tells every step")
        await play(program, "alice say hello")
        bot = int(await asyncio.to_thread((tmp_path / "a-sandbox.sqlite3").read_text))
        program.kill()
        await program.wait()
    async with asyncio.timeout(60):
        while lives(bot):  # noqa: ASYNC110 (nobody tells when somebody else's child ends)
            await asyncio.sleep(0.05)


async def test_a_bot_that_died_is_reported_on_the_page_and_started_again(tmp_path: Path) -> None:
    """Its first restart fails, too."""
    file = tmp_path / "a-sandbox.sqlite3"
    async with opened(tmp_path / "a.sqlite3") as program, aiohttp.ClientSession() as session:
        page = yarl.URL((await until(program, "http")).split()[-1])
        await play(program, "alice say hello")
        async with session.ws_connect(page.with_path("/page/events", keep_query=True)) as events:

            async def stopped(text: str) -> None:
                async with asyncio.timeout(60):
                    while text not in (await events.receive_json())["d"].get("stopped", ""):
                        pass

            async def restart() -> tuple[int, object]:
                act = {"act": "trouble", "what": "restart_bot"}
                async with session.post(page.with_path("/page/act", keep_query=True), json=act) as response:
                    return response.status, await response.json()

            bot = int(await asyncio.to_thread(file.read_text))
            file.write_text("broken")
            os.kill(bot, signal.SIGKILL)
            await stopped("The bot has stopped on its own (exit code -9).")
            assert await restart() == (400, {"error": "The bot did not start again."})
            await stopped("(exit code 3). Its last lines:\nThe database is broken.")
            file.unlink()
            assert await restart() == (200, {"ok": True})
            await play(program, "alice say hello")
        async with session.ws_connect(page.with_path("/page/events", keep_query=True)) as events:
            assert (await events.receive_json())["d"]["bot_state"] == {"online": True, "stopped": ""}


def lives(process: int) -> bool:
    """Whether there is still a process with this id."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def play(program: asyncio.subprocess.Process, line: str) -> str:
    """What the bot says in #games after a line. The line is taken as soon as the bot is ready."""
    assert program.stdin
    program.stdin.write(f"{line}\n".encode())
    return await until(program, "#games")


async def test_a_bot_that_cannot_start_ends_the_sandbox_with_its_sentence(tmp_path: Path) -> None:
    (tmp_path / "a-sandbox.sqlite3").write_text("broken")
    async with opened(tmp_path / "a.sqlite3") as program:
        assert await asyncio.wait_for(program.wait(), 60) == 3
        assert program.stderr
        assert b"The database is broken." in await program.stderr.read()
