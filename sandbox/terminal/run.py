"""`python bot.py` without a token: the sandbox with the bot in it, the page's address, and a line prompt."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import threading
from typing import TYPE_CHECKING

from sandbox.bot_process import BOT, BotDied, BotProcess
from sandbox.server import Sandbox
from sandbox.terminal.prompt import Prompt

if TYPE_CHECKING:
    from pathlib import Path

WELCOME = """\
Tidepool's sandbox is open: {page}

There is no Discord token yet, so the bot plays in a Discord in a box: only on this machine, without an account.
Open the address in your browser, be Alice and challenge Bob: /konane challenge. Or play here; type help.

To put Tidepool on Discord: make an application at https://discord.com/developers/applications, copy its token
(Bot, Reset Token) into a file .env as DISCORD_TOKEN=…, and start again. The README tells every step.
"""
ASIDE = ".before-fresh"
"""What the name of a database gets when the sandbox starts anew: it might hold real matches."""


def run_sandbox(database: Path, *, fresh: bool = False, program: Path = BOT) -> int:
    """Run the bot in the sandbox until Ctrl-C or SIGTERM; gives the exit code.

    The sandbox's world is kept in a folder beside the database. `fresh` forgets it and puts the database aside.
    """
    try:
        return asyncio.run(_run(database.absolute(), program, fresh=fresh))
    except KeyboardInterrupt:
        return 0


async def _run(database: Path, program: Path, *, fresh: bool) -> int:
    if fresh:
        _set_aside(database)
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in its event loop
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    home = database.parent / f"{database.stem}-sandbox"
    sandbox = Sandbox(home, fresh=fresh, port=_last_port(home))
    try:
        await _listen(sandbox, home)
        _say(WELCOME.format(page=sandbox.page_url))
        async with contextlib.AsyncExitStack() as ending:
            bot = BotProcess(sandbox, database, program=program, on_line=_complain)
            ending.push_async_callback(bot.stop)
            return await _host(sandbox, bot, stopped)
    finally:
        await sandbox.stop()


async def _host(sandbox: Sandbox, bot: BotProcess, stopped: asyncio.Event) -> int:
    """Run the bot and the prompt until stopped; a bot that cannot even start gives its exit code."""
    sandbox.bot_process = bot
    await bot.launch()
    stopping = asyncio.create_task(stopped.wait())
    starting = asyncio.create_task(bot.ready())
    await asyncio.wait([starting, stopping], return_when=asyncio.FIRST_COMPLETED)
    if stopped.is_set():
        starting.cancel()
        return 0
    try:
        await starting
    except BotDied:
        stopping.cancel()
        return await bot.wait() or 1  # the bot has told on stderr what is wrong
    prompting = asyncio.create_task(_prompt(Prompt(sandbox, _say)))
    watching = asyncio.create_task(_watch(bot))
    await stopping
    for task in (prompting, watching):
        task.cancel()
    return 0


async def _watch(bot: BotProcess) -> None:
    """Say it whenever the bot ends by itself; it can be started again from the page or the prompt."""
    while True:
        code = await bot.wait_for_death()
        _complain(f"The bot ended by itself (exit code {code}). Start it again with: restart")


async def _prompt(prompt: Prompt) -> None:
    """Take lines from the terminal; the end of input leaves everything running."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed while the terminal was waited for
            for line in sys.stdin:
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    while (line := await lines.get()) is not None:
        await prompt.take(line)


async def _listen(sandbox: Sandbox, home: Path) -> None:
    """Listen where the sandbox listened last, so that open windows find it again; else anywhere."""
    try:
        await sandbox.start()
    except OSError:
        await sandbox.start(anywhere=True)
    (home / "port").write_text(str(sandbox.port), encoding="utf-8")


def _last_port(home: Path) -> int:
    with contextlib.suppress(FileNotFoundError, ValueError):
        return int((home / "port").read_text(encoding="utf-8"))
    return 0


def _set_aside(database: Path) -> None:
    for end in ("", "-wal", "-shm"):
        path = database.with_name(database.name + end)
        if path.exists():
            path.replace(database.with_name(database.name + ASIDE + end))


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (the terminal is what it is for)


def _complain(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 (the terminal is what it is for)
