"""Start Tidepool: on Discord with a token, in the sandbox in the browser without one."""

from __future__ import annotations

import gc
import sys
from importlib.util import find_spec

if __name__ == "__main__":
    gc.disable()  # until `main`: a search for garbage among the imported modules takes a fifth of a start
    if sys.version_info < (3, 11) or find_spec("discord") is None:
        sys.exit(
            f"{sys.executable} is older than Python 3.11 or lacks the packages that Tidepool needs. "
            "`make run` sets up one that has them: .venv/bin/python bot.py"
        )

import asyncio
import contextlib
import logging
import os
import platform
import signal
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import memory
from admin._dispatch import Program, dispatch
from admin._exits import Exit, StartError
from admin._settings import FILE, Settings
from admin._version import build
from cogs.commands.client import Tidepool
from cogs.wire.permissions import NEEDED
from processes import Pool
from service import Service
from service.clock import Clock, ClockError
from storage.backups import BackupFolder
from storage.errors import Unavailable
from storage.sqlite.application import used_by
from storage.sqlite.files import newest_format
from storage.store import Store
from thinking import Thinking, helpers
from web.interactions import Door, DoorError
from web.status import Watched, serving
from web.supervisor import feed

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

FIRST_WAIT, LONGEST_WAIT = 5, 300  # seconds between two attempts to reach Discord
TOO_MANY = 429  # Discord's status for too many requests
TOKEN_REFUSED = 4004  # Discord's code for a connection with a token that is not valid

BETWEEN_CLOCKS = 30
"""Seconds between two comparisons of this machine's clock with that of the database."""

log = logging.getLogger("tidepool")


async def run(settings: Settings, token: str) -> None:
    """Host matches until SIGINT or SIGTERM. Raises StartError and StorageError."""
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # it warns that intents are missing; none is needed
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice channels
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
        await _serve(settings, store, clock, token, stopped)


async def _serve(settings: Settings, store: Store, clock: Clock, token: str, stopped: asyncio.Event) -> None:
    """Host the matches of this store until `stopped` is set or hosting ends by itself."""
    folder, file = settings.backup_folder(), settings.database_file()
    over_http = settings.door == "http"
    async with Pool(helpers(settings.thinkers)) as pool:
        service = Service(
            store,
            clock,
            thinker=Thinking(pool),
            backups=BackupFolder(folder, file) if folder and file else None,
            rated_a_day=settings.rated_per_day,
            limits=settings.limits,
            retention=settings.retention,
            alone=file is not None,  # a file has one process; a server has others, which lead, stand by or were frozen
        )
        versions = {"version": build().version, "python": platform.python_version(), "library": discord.__version__}
        about = {**versions, "format": str(newest_format()), "committed": str(build().committed)}
        bot = Tidepool(service, store, pool, settings.owner_server, about)
        door = Door(service.interactions.take, bot.receive)
        watched = Watched(service, settings.database_name(), lambda: door.open if over_http else bot.hearing, versions)
        async with bot, serving(settings.address(), watched):
            hosting = _over_http(store, bot, door, settings, token) if over_http else _by_gateway(store, bot, token)
            feeding = asyncio.create_task(feed(service))
            try:
                await _first(stopped.wait(), hosting, _same_time(store))
            finally:
                feeding.cancel()


async def _first(*works: Coroutine[Any, Any, object]) -> None:
    """Run all of these until the first one ends, and cancel the others. Raises what the first one raises."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        log.info("Stopping")
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def _by_gateway(store: Store, bot: Tidepool, token: str) -> None:
    """Wait until this process leads, then host until it no longer does. Only the leading process uses the gateway."""
    await store.lead()
    await _first(_lead_lost(store), _host(bot, token))


async def _over_http(store: Store, bot: Tidepool, door: Door, settings: Settings, token: str) -> None:
    """Take interactions over HTTP beside other processes, and lead as soon as no other process does."""
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns that an endpoint is set, as it should be
    try:
        await _at_the_door(store, bot, door, settings.http_address(), token)
    except DoorError as error:
        raise StartError(str(error), Exit.SETTINGS) from error
    finally:
        await door.stop()


async def _at_the_door(store: Store, bot: Tidepool, door: Door, address: tuple[str, int], token: str) -> None:
    """Log in, open the door for interactions, and lead when no other process does. Ends when the lead is lost."""
    door.check()
    await _patiently(lambda: _log_in(bot, token))
    assert bot.application is not None  # noqa: S101 (it is logged in)
    if bot.application.interactions_endpoint_url is None:
        log.warning(
            "The application has no endpoint for interactions yet, so that none arrive here: "
            "`python bot.py door http --url https://…/interactions` sets it"
        )
    await bot.begin()
    await door.start(address, bot.application.verify_key)
    await store.lead()
    await _patiently(bot.lead)
    await _lead_lost(store)


async def _lead_lost(store: Store) -> None:
    """Wait until this process has lost the lead, then raise StartError."""
    await store.lead_lost()
    raise StartError("The database could not be reached, and another process may lead by now: start again.")


async def _same_time(store: Store) -> None:
    """Compare the clocks of this machine and of the database for ever; raise ClocksDiffer when they differ."""
    while True:
        await asyncio.sleep(BETWEEN_CLOCKS)
        with contextlib.suppress(Unavailable):
            await store.check_clocks()


async def _patiently(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do `work`, which needs Discord, and try again as long as Discord is out of reach.

    Raises StartError where trying again does not help.
    """
    wait = FIRST_WAIT
    while True:
        try:
            return await work()
        except discord.LoginFailure as error:
            raise StartError(
                "Discord does not know this token. Copy it again from the developer portal (Bot, Reset Token) "
                "into DISCORD_TOKEN.",
                Exit.TOKEN,
            ) from error
        except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound) as error:
            # Discord bars an address after too many starts. Ending here would cause one more start, so wait instead.
            if isinstance(error, discord.HTTPException) and error.status < 500 and error.status != TOO_MANY:
                raise StartError(f"Discord does not let the bot in: {str(error)[:300]}.") from error
            log.warning("Discord is out of reach (%s); trying again in %d s", str(error)[:300], wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


async def _log_in(bot: Tidepool, token: str) -> None:
    """Log in. After a failure the bot can try again."""
    try:
        await bot.login(token)
    except (aiohttp.ClientError, OSError, discord.HTTPException):
        await bot.http.close()
        bot.http.connector = discord.utils.MISSING  # closed with the session: the next login makes another
        raise


async def _spare_connections(bot: Tidepool) -> None:
    """Wait before a connection if less than half of those of the day are left, so that the others last for the day.

    Discord takes the token from a bot that connects more often, as one that crashes and is started again at once does.
    """
    shards, _, limit = await bot.http.get_bot_gateway()
    left, total = limit.get("remaining", 0), limit.get("total", 0)  # discord.py starts without them, too
    if 2 * left < total:
        wait = limit.get("reset_after", 0) / 1000 * shards / max(left, shards)
        log.warning(
            "The bot has been started so often that only %d of %d connections to Discord are left today: "
            "connecting in %d s",
            left,
            total,
            wait,
        )
        await asyncio.sleep(wait)


async def _host(bot: Tidepool, token: str) -> None:
    """Log in, and stay connected to the gateway. Where Discord is out of reach, try again."""
    await _patiently(lambda: _log_in(bot, token))
    if url := bot.application and bot.application.interactions_endpoint_url:
        raise StartError(
            f"Discord sends the interactions of this application to {url}, and none would arrive here: take that away "
            "with `python bot.py door gateway`, or set TIDEPOOL_DOOR=http.",
            Exit.DOOR,
        )
    await bot.begin()
    await _patiently(bot.lead)
    await _patiently(lambda: _spare_connections(bot))
    try:
        await bot.connect()
    except discord.ConnectionClosed as error:
        raise StartError(
            f"Discord ended the connection and does not want the bot back (code {error.code}). If its token was reset, "
            "copy the new one from the developer portal into DISCORD_TOKEN.",
            Exit.TOKEN if error.code == TOKEN_REFUSED else Exit.AGAIN,
        ) from error


def sandbox(settings: Settings, fresh: bool) -> int:
    """Open the sandbox with the bot in it. Returns the exit code."""
    from sandbox import run_sandbox  # noqa: PLC0415 (only the bot without a token needs it)

    return run_sandbox(settings.database_file() or FILE, fresh=fresh, used_by=used_by)


def _use_sandbox(api: str) -> None:
    """Let discord.py connect to the sandbox at this address instead of Discord."""
    address = yarl.URL(api)
    Route.BASE = str(address / "api" / "v10")
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws") / "gateway"


def main() -> int:
    """Do what the command line says. Returns the exit code."""
    gc.freeze()  # the imported modules stay: no collection needs to search them again
    gc.enable()
    os.umask(0o077)  # only the owner may read the files that this program writes
    needed = {name: discord.Permissions(**{name: True}).value for name, granted in NEEDED if granted}
    return dispatch(sys.argv[1:], Program(build().version, discord.__version__, run, sandbox, needed))


if __name__ == "__main__":
    sys.exit(main())
