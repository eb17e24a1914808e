"""`python bot.py` without a token: run the bot in the sandbox, with the page and a line prompt."""

import asyncio
import contextlib
import signal
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from sandbox.bot_process import BOT, BotDied, BotProcess
from sandbox.lock import InUse, WorldLock
from sandbox.server import Sandbox
from sandbox.terminal.files import Files, UsedBy, copy_old, set_aside
from sandbox.terminal.prompt import Prompt

WELCOME = """\
Tidepool's sandbox is open: {page}

There is no Discord token yet, so the bot runs in a sandbox: a stand-in for Discord on this machine, without an account.
Open the address in your browser, be Alice and challenge Bob: /konane challenge. Or play here; type help.
{kept}

To put Tidepool on Discord: create an application at https://discord.com/developers/applications, copy its token
(Bot, Reset Token) into a file .env as DISCORD_TOKEN=…, and start again. The README tells every step.
"""
KEPT = "Its matches are kept in {database}; {real} is for the bot with a token."
COPIED = "Its matches are kept in {database}, a copy of {real}, which only the sandbox has used so far."

CANNOT_KEEP = 4
"""The exit code if the disk cannot be written, the same as for an unusable database."""


def run_sandbox(
    database: Path,
    *,
    fresh: bool = False,
    program: Path = BOT,
    used_by: UsedBy | None = None,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Run the bot in the sandbox until Ctrl-C or SIGTERM. Returns the exit code.

    `settings` are environment variables for the bot.

    `database` is the file of the bot with a token. The sandbox never opens it: its bot has its own file beside it, and
    the world has a folder there. `fresh` renames both to unused names.

    Older versions shared one file. It is copied once if, according to `used_by`, only this sandbox has used it.
    """
    try:
        return asyncio.run(_run(Files.beside(database.absolute()), program, used_by, settings, fresh=fresh))
    except KeyboardInterrupt:
        return 0
    except InUse as error:
        _complain(str(error))
        return 1
    except OSError as error:
        _complain(f"The sandbox cannot be stored beside {database}: {error.strerror or error}.")
        return CANNOT_KEEP


async def _run(files: Files, program: Path, used_by: UsedBy | None, settings: Mapping[str, str], *, fresh: bool) -> int:
    if fresh:
        if files.world.exists():
            WorldLock(files.world).release()  # an open world must not be renamed
        set_aside(files)
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in its event loop
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    played_before = files.world.exists()
    sandbox = Sandbox(files.world, port=_last_port(files.world))
    try:
        await _listen(sandbox, files.world)
        copied = played_before and used_by is not None and copy_old(files, sandbox.world.bot.id, used_by)
        kept = (COPIED if copied else KEPT).format(database=files.database, real=files.real)
        _say(WELCOME.format(page=sandbox.page_url, kept=kept))
        async with contextlib.AsyncExitStack() as ending:
            bot = BotProcess(sandbox, files.database, program=program, on_line=_complain, **settings)
            ending.push_async_callback(bot.stop)
            return await _host(sandbox, bot, stopped)
    finally:
        await sandbox.stop()


async def _host(sandbox: Sandbox, bot: BotProcess, stopped: asyncio.Event) -> int:
    """Run the bot and the prompt until `stopped` is set. Returns the exit code: 0, or the bot's if it cannot start."""
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
        return await bot.wait() or 1  # the bot has printed the reason
    prompting = asyncio.create_task(_prompt(Prompt(sandbox, _say)))
    watching = asyncio.create_task(_watch(sandbox, bot))
    await stopping
    for task in (prompting, watching):
        task.cancel()
    return 0


async def _watch(sandbox: Sandbox, bot: BotProcess) -> None:
    """Report whenever the bot exits on its own. It can be restarted from the page or the prompt."""
    while True:
        code = await bot.wait_for_death()
        sandbox.report_bot(str(bot.died(code)))
        _complain(f"The bot exited on its own (exit code {code}). Start it again with: restart")


async def _prompt(prompt: Prompt) -> None:
    """Carry out lines from the terminal. The sandbox keeps running when the input ends."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop was closed while this thread waited for the terminal
            for line in sys.stdin:
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    while (line := await lines.get()) is not None:
        await prompt.take(line)


async def _listen(sandbox: Sandbox, home: Path) -> None:
    """Listen on the port of the last run, to which open windows reconnect, or else on any free port."""
    try:
        await sandbox.start()
    except OSError:
        await sandbox.start(anywhere=True)
    (home / "port").write_text(str(sandbox.port), encoding="utf-8")


def _last_port(home: Path) -> int:
    with contextlib.suppress(FileNotFoundError, ValueError):
        return int((home / "port").read_text(encoding="utf-8"))
    return 0


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (output for the terminal)


def _complain(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 (output for the terminal)
