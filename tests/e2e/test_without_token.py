"""`python bot.py` without a token keeps its files for their owner alone; `tests/sandbox/terminal` has the rest."""

import asyncio
import os
import signal
import sys
from pathlib import Path

BOT = Path(__file__).parents[2] / "bot.py"
PATIENCE = 60
"""Real seconds within which the bot must start."""


async def test_only_the_owner_reads_what_the_sandbox_keeps_with_its_key_and_its_matches(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, str(BOT)),
        env={**os.environ, "DISCORD_TOKEN": " ", "TIDEPOOL_DATABASE": str(folder / "tidepool.sqlite3")},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert program.stdout
    assert program.stdin
    try:
        async with asyncio.timeout(PATIENCE):
            program.stdin.write(b"alice /help\n")
            while b"only Alice" not in (answer := await program.stdout.readline()):
                assert answer
        kept = {path.name: path.stat().st_mode & 0o077 for path in (folder, *folder.rglob("*"))}
    finally:
        program.send_signal(signal.SIGTERM)
        await program.communicate()
    assert {"data", "world.jsonl", "tidepool-sandbox.sqlite3"} <= kept.keys()
    assert set(kept.values()) == {0}, kept
