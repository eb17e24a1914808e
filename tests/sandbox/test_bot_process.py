"""The bot as a process of its own: killed, restarted, or unable to start."""

import os
import signal
from pathlib import Path

import pytest

from sandbox import BotDied, BotProcess, Driver, Sandbox

PROGRAM = Path(__file__).parent / "small_bot" / "process.py"


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


async def test_a_line_of_any_length_is_read(tmp_path: Path) -> None:
    """Else nobody reads what follows, and a bot whose pipe is full stands still."""
    lines: list[str] = []
    program = tmp_path / "wordy.py"
    program.write_text("import sys\nsys.stderr.write('x' * 1_000_000 + '\\nend\\n')\nsys.exit(3)\n", encoding="utf-8")
    async with Sandbox() as box:
        bot = BotProcess(box, tmp_path / "a.sqlite3", program=program, on_line=lines.append)
        with pytest.raises(BotDied):
            await bot.start()
        assert await bot.stop() == 3
    assert [len(line) for line in lines] == [1_000_000, 3]


async def test_a_bot_that_cannot_start_says_why(tmp_path: Path) -> None:
    database = tmp_path / "a.sqlite3"
    database.write_text("broken")
    async with Sandbox() as box:
        bot = BotProcess(box, database, program=PROGRAM)
        with pytest.raises(BotDied, match="The database is broken"):
            await bot.start()
        assert await bot.stop() == 3
