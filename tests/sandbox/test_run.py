"""The bot as a process, the prompt, and the start without a token."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sandbox import Driver, Sandbox
from sandbox.bot_process import BotDied, BotProcess
from sandbox.terminal.prompt import Prompt

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PROGRAM = Path(__file__).parent / "small_process.py"
ROOT = PROGRAM.parents[2]
OPEN = """
import sys
from pathlib import Path
from sandbox import run_sandbox
sys.exit(run_sandbox(Path(sys.argv[1]), fresh="fresh" in sys.argv, program=Path(sys.argv[2])))
"""


async def test_a_killed_bot_comes_back_and_answers(tmp_path: Path) -> None:
    lines: list[str] = []
    async with (
        Sandbox() as box,
        BotProcess(box, tmp_path / "a.sqlite3", program=PROGRAM, on_line=lines.append) as bot,
    ):
        alice, first = Driver(box, "Alice", "games"), bot.pid
        assert (await alice.slash("/game move", move="d5")).content == "Moved d5"
        await bot.restart(kill=True)
        assert bot.pid != first
        assert (await alice.slash("/game move", move="d6")).content == "Moved d6"
        os.kill(bot.pid, signal.SIGKILL)
        assert await bot.wait_for_death() == -signal.SIGKILL
        with pytest.raises(BotDied):
            assert bot.pid


async def test_a_bot_that_cannot_start_says_why(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    database.write_text("broken")
    async with Sandbox() as box:
        bot = BotProcess(box, database, program=PROGRAM)
        with pytest.raises(BotDied, match="The database is broken"):
            await bot.start()
        assert await bot.stop() == 3


@asynccontextmanager
async def opened(database: Path, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The sandbox as `python bot.py` opens it, with the small bot in it."""
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
    """The next line with this text in it."""
    assert program.stdout
    async with asyncio.timeout(20):
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
        assert await asyncio.wait_for(program.wait(), 10) == 0
    async with opened(database) as program:
        assert page[0] in await until(program, "http"), "open windows find it again"
    async with opened(database, "fresh") as program:
        assert page[0] not in await until(program, "http")
        assert (tmp_path / "a.sqlite3.before-fresh").exists()


async def test_the_bot_ends_with_whoever_started_it(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    async with opened(database) as program:
        await until(program, "The README tells every step")
        await play(program, "alice say hello")
        bot = int(await asyncio.to_thread(database.read_text))
        program.kill()
        await program.wait()
    async with asyncio.timeout(10):
        while lives(bot):  # noqa: ASYNC110 (nobody tells when somebody else's child ends)
            await asyncio.sleep(0.05)


def lives(process: int) -> bool:
    """Whether there is still a process with this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def play(program: asyncio.subprocess.Process, line: str) -> str:
    """What is said in #games to a line; it is taken as soon as the bot is there."""
    assert program.stdin
    program.stdin.write(f"{line}\n".encode())
    return await until(program, "#games")


async def test_a_bot_that_cannot_start_ends_the_sandbox_with_its_sentence(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    database.write_text("broken")
    async with opened(database) as program:
        assert await asyncio.wait_for(program.wait(), 20) == 3
        assert program.stderr
        assert b"The database is broken." in await program.stderr.read()


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def prompt(box: Sandbox, alice: Driver, said: list[str]) -> Prompt:
    assert alice
    return Prompt(box, said.append)


async def test_the_prompt_plays(prompt: Prompt, said: list[str], alice: Driver) -> None:
    for line in (
        f"alice in #{alice.channel.name}",
        "alice /game challenge opponent:@bob side:First",
        "bob choose white",
        "bob click Move",
        "bob fill Move: d5",
        "bob click Move",
        "bob fill d6",
        "alice say hello there",
    ):
        await prompt.take(line)
    place = f"#{alice.channel.name}"
    assert said == [
        f"{place} Tidepool: @Bob, play for 3 days? <board.png> [Accept] [Move] [Later]",
        f"{place} Tidepool (only Bob): You chose white",
        "A form opened: Your move (Move). `bob fill …` sends it.",
        f"{place} Tidepool (only Bob): You wrote d5",
        "A form opened: Your move (Move). `bob fill …` sends it.",
        f"{place} Tidepool (only Bob): You wrote d6",
        f"{place} Alice: hello there",
    ]
    said.clear()
    await prompt.take("read")
    assert len(said) == 5


async def test_the_prompt_shows_names_and_times_as_people_read_them(
    box: Sandbox, prompt: Prompt, said: list[str], alice: Driver
) -> None:
    await prompt.take(f"alice in #{alice.channel.name}")
    await prompt.take(f"alice say {box.world.user('Bob').mention} at <t:1700000000:R>")
    assert re.search(r"Alice: @Bob at \d\d Nov \d\d:\d\d$", said[0])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("zoe /help", "There is nobody called zoe."),
        ("alice dance", "What should Alice do?"),
        ("alice /nope", "There is no command /nope"),
        ("alice /game challenge bob", "has no bob"),
        ("alice /game challenge who:bob", "is no option; there are opponent, side, days"),
        ("alice click Nothing", "There is no button Nothing here."),
        ("alice choose white", "There is no select here."),
        ("alice fill d5", "There is no form open."),
        ("restart", "did not start the bot"),
        ("help", "press a button"),
    ],
)
async def test_the_prompt_says_what_is_wrong(
    prompt: Prompt, said: list[str], alice: Driver, line: str, reason: str
) -> None:
    await prompt.take(f"alice in #{alice.channel.name}")
    await prompt.take("")
    await prompt.take(line)
    assert len(said) == 1
    assert reason in said[0]
