"""Start Tidepool: on Discord with a token, in the sandbox in the browser without one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import platform
import signal
import sys
import tomllib
from typing import TYPE_CHECKING

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import memory
from admin._dispatch import Program, dispatch
from admin._exits import Exit, StartError
from admin._settings import FILE, HOME, Settings
from cogs._client import Tidepool
from cogs.posts.permissions import NEEDED
from processes import Pool
from service import Service
from service.clock import Clock, ClockError
from storage.backups import Backups
from storage.sqlite.application import used_by
from storage.sqlite.files import newest_format
from storage.store import Store
from thinking import Thinking, helpers
from web.status import Watched, serving
from web.supervisor import feed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import HttpUrl

FIRST_WAIT, LONGEST_WAIT = 5, 300  # seconds between two attempts to reach Discord
TOO_MANY = 429  # Discord's status for too many requests
TOKEN_REFUSED = 4004  # Discord's code for a connection with a token that is not valid

log = logging.getLogger("tidepool")


def version() -> str:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


async def run(settings: Settings, token: str) -> None:
    """Host matches until SIGINT or SIGTERM. Raises StartError and StorageError."""
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # it warns of the intents that we do without
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here
    if settings.api:
        _use_sandbox(settings.api)
    memory.use_one_arena()
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in its event loop
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    try:
        clock = Clock(settings.clock)
    except ClockError as error:
        raise StartError(str(error), Exit.SETTINGS) from error
    async with Store.opened(settings.database) as store:
        folder = settings.backup_folder()
        file = settings.database_file()
        backups = Backups(folder, file) if folder and file else None
        async with (
            Pool(helpers(settings.thinkers)) as pool,
            Tidepool(
                Service(
                    store,
                    clock,
                    thinker=Thinking(pool),
                    backups=backups,
                    rated_a_day=settings.rated_per_day,
                    limits=settings.limits,
                ),
                store,
                pool.run,
                settings.owner_server,
                {**build(), "format": str(newest_format())},
            ) as bot,
            serving(settings.address(), _watched(bot, settings)),
        ):
            feeding = asyncio.create_task(feed(bot.service))
            hosting = asyncio.create_task(_lead(store, bot, token))
            stopping = asyncio.create_task(stopped.wait())
            await asyncio.wait([hosting, stopping], return_when=asyncio.FIRST_COMPLETED)
            if stopped.is_set():
                log.info("Stopping")
                hosting.cancel()
            stopping.cancel()
            feeding.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await hosting


def build() -> Mapping[str, str]:
    """What runs."""
    return {"version": version(), "python": platform.python_version(), "library": discord.__version__}


def _watched(bot: Tidepool, settings: Settings) -> Watched:
    return Watched(bot.service, settings.database_name(), lambda: bot.hearing, build())


async def _lead(store: Store, bot: Tidepool, token: str) -> None:
    """Host as long as this process leads. Raises StartError when it leads no more."""
    await store.lead()
    hosting = asyncio.create_task(_host(bot, token))
    lost = asyncio.create_task(store.lead_lost())
    try:
        await asyncio.wait([hosting, lost], return_when=asyncio.FIRST_COMPLETED)
        if not hosting.done():
            raise StartError("The database could not be reached, and another process may lead by now: start again.")
        await hosting
    finally:
        for task in (hosting, lost):
            task.cancel()
        await asyncio.gather(hosting, lost, return_exceptions=True)


async def _host(bot: Tidepool, token: str) -> None:
    """Log in, patiently while Discord is out of reach, and stay connected."""
    wait = FIRST_WAIT
    while True:
        try:
            await bot.login(token)
            break
        except discord.LoginFailure as error:
            raise StartError(
                "Discord does not know this token. Copy it again from the developer portal (Bot, Reset Token) "
                "into DISCORD_TOKEN.",
                Exit.TOKEN,
            ) from error
        except (aiohttp.ClientError, OSError, discord.HTTPException) as error:
            # Too many starts get an address barred for a while: to end then, and be started again, prolongs that.
            if isinstance(error, discord.HTTPException) and error.status < 500 and error.status != TOO_MANY:
                raise StartError(f"Discord does not let the bot in: {str(error)[:300]}.") from error
            log.warning("Discord is out of reach (%s); trying again in %d s", str(error)[:300], wait)
            await bot.http.close()
            bot.http.connector = discord.utils.MISSING  # closed with the session: the next login makes another
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
    try:
        await bot.connect()
    except discord.ConnectionClosed as error:
        raise StartError(
            f"Discord ended the connection and does not want the bot back (code {error.code}). If its token was reset, "
            "copy the new one from the developer portal into DISCORD_TOKEN.",
            Exit.TOKEN if error.code == TOKEN_REFUSED else Exit.AGAIN,
        ) from error


def sandbox(settings: Settings, fresh: bool) -> int:
    """Open the sandbox with the bot in it; gives the exit code."""
    from sandbox import run_sandbox  # noqa: PLC0415 (the one place that knows it, and only without a token)

    return run_sandbox(settings.database_file() or FILE, fresh=fresh, used_by=used_by)


def _use_sandbox(api: HttpUrl) -> None:
    """Let discord.py speak to a sandbox instead of Discord."""
    address = yarl.URL(str(api))
    Route.BASE = str(address / "api" / "v10")
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws") / "gateway"


def main() -> int:
    """Do what the command line says; gives the exit code."""
    os.umask(0o077)  # whatever this program writes is for its owner alone
    needed = {name: discord.Permissions(**{name: True}).value for name, granted in NEEDED if granted}
    return dispatch(sys.argv[1:], Program(version(), discord.__version__, run, sandbox, needed))


if __name__ == "__main__":
    sys.exit(main())
