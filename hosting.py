"""Hosts matches on Discord: opens the database, receives interactions, and becomes the leader if there is no other."""

import asyncio
import contextlib
import logging
import platform
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

import memory
from admin._exits import Exit, StartError
from admin._settings import Settings
from admin._version import build
from cogs.commands.client import Tidepool
from cogs.ui.outside import Outside
from cogs.wire.discord_time import ask_time
from cogs.wire.languages import spoken_to
from processes import Pool
from service import Service
from service.clock import Clock, ClockError
from service.gate import Discord
from storage.backups import BackupFolder
from storage.errors import Unavailable
from storage.sqlite.files import newest_format
from storage.store import Store
from thinking import Thinking, helpers
from web.interactions import Endpoint, EndpointError
from web.status import Status, serving
from web.supervisor import feed

FIRST_WAIT = 5
"""The delay before the first retry to reach Discord, in seconds. Each further delay is twice as long."""
LONGEST_WAIT = 300
"""The longest delay between two attempts to reach Discord, in seconds."""
TOO_MANY = 429
"""The HTTP status that Discord sends if it has received too many requests."""
TOKEN_REFUSED = 4004
"""The close code that Discord sends when a connection's token is invalid."""
BETWEEN_CLOCK_CHECKS = 30
"""How many seconds pass between two comparisons of this machine's clock with that of the database."""

log = logging.getLogger("tidepool")


async def run(settings: Settings, token: str) -> None:
    """Host matches until the process receives SIGINT or SIGTERM. Raises StartError or StorageError if hosting fails."""
    logging.getLogger("discord.state").setLevel(logging.ERROR)  # no warning about missing intents: the bot needs none
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


def _use_sandbox(api: str) -> None:
    """Make discord.py connect to the sandbox at `api` instead of Discord."""
    address = yarl.URL(api)
    Route.BASE = str(address / "api" / "v10")
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws") / "gateway"


async def _serve(settings: Settings, store: Store, clock: Clock, token: str, stopped: asyncio.Event) -> None:
    """Host the matches in a store until `stopped` is set or hosting ends by itself."""
    folder, file = settings.backup_folder(), settings.database_file()
    over_http = settings.door == "http"
    versions = {"version": build().version, "python": platform.python_version(), "library": discord.__version__}
    about = {**versions, "format": str(newest_format()), "committed": str(build().committed)}
    async with Pool(helpers(settings.thinkers)) as pool:
        service = Service(
            store,
            clock,
            thinker=Thinking(pool),
            backups=BackupFolder(folder, file) if folder and file else None,
            rated_a_day=settings.rated_per_day,
            limits=settings.limits,
            retention=settings.retention,
            alone=file is not None,  # an SQLite file has one process; on PostgreSQL, more can stand by
        )
        bot = Tidepool(service, store, pool, settings.owner_server, about, settings.board_url)
        endpoint = Endpoint(service.interactions.take, bot.receive, clock.exact, partial(ask_time, bot))
        status = Status(
            service, settings.database_name(), lambda: endpoint.open if over_http else bot.hearing, versions
        )
        async with bot, serving(settings.status, status):
            hosting = _over_http(store, bot, endpoint, settings, token) if over_http else _by_gateway(store, bot, token)
            feeding = asyncio.create_task(feed(service))
            try:
                async with _board_page(settings, service, Outside(bot)):
                    await _first(stopped.wait(), hosting, _compare_clocks(store))
            finally:
                feeding.cancel()


@asynccontextmanager
async def _board_page(settings: Settings, service: Service, outside: Discord) -> AsyncIterator[None]:
    """Serve the board page inside this context, if it has an address. Raises StartError if that fails."""
    if settings.board_url is None:
        yield
        return
    from web.board.door import BoardDoor, BoardError  # noqa: PLC0415 (costs nothing where there is no page)

    try:
        async with BoardDoor(service, outside, spoken_to).open(settings.board):
            yield
    except BoardError as error:
        raise StartError(str(error), Exit.SETTINGS) from error


async def _first(*works: Coroutine[Any, Any, object]) -> None:
    """Run coroutines until one ends, then cancel the others. Raises the exception of the one that ended, if any."""
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
    """Log in, wait to become the leader, and host until the lead is lost. Only the leader uses the gateway.

    A standby process must be logged in, because its board page asks Discord who may see a match.
    """
    await _run_with_retries(lambda: _log_in(bot, token))
    await store.lead()
    await _first(_lead_lost(store), _use_gateway(bot))


async def _use_gateway(bot: Tidepool) -> None:
    """Stay connected to the gateway, retrying while Discord cannot be reached. The bot must be logged in."""
    await _run_with_retries(lambda: _check_no_endpoint(bot))
    await bot.begin()
    await _run_with_retries(bot.lead)
    await _run_with_retries(lambda: _spare_connections(bot))
    try:
        await bot.connect()
    except discord.ConnectionClosed as error:
        raise StartError(
            f"Discord closed the connection and does not accept a new one (code {error.code}). If the token was reset, "
            "copy the new one from the developer portal into DISCORD_TOKEN.",
            Exit.TOKEN if error.code == TOKEN_REFUSED else Exit.AGAIN,
        ) from error


async def _check_no_endpoint(bot: Tidepool) -> None:
    """Raise StartError if Discord sends interactions to an HTTP endpoint, which may have been set since the login."""
    if url := (await bot.application_info()).interactions_endpoint_url:
        raise StartError(
            f"Discord sends the interactions of this application to {url}, so none would arrive here. Remove that "
            "endpoint with `python bot.py door gateway`, or set TIDEPOOL_DOOR=http.",
            Exit.ENDPOINT,
        )


async def _spare_connections(bot: Tidepool) -> None:
    """Wait before connecting if less than half of today's connection allowance is left, so that it lasts all day.

    Discord resets the token of a bot that uses up its connections, such as one that crashes at every start.
    """
    shards, _, limit = await bot.http.get_bot_gateway()
    left, total = limit.get("remaining", 0), limit.get("total", 0)  # discord.py starts without them, too
    if 2 * left < total:
        wait = limit.get("reset_after", 0) / 1000 * shards / max(left, shards)
        log.warning("Only %d of %d connections to Discord are left today: connecting in %d s", left, total, wait)
        await asyncio.sleep(wait)


async def _over_http(store: Store, bot: Tidepool, endpoint: Endpoint, settings: Settings, token: str) -> None:
    """Receive interactions over HTTP, as several processes can do at once, and become the leader when there is none."""
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # no warning about the endpoint, which is intended
    try:
        endpoint.check()
        await _run_with_retries(lambda: _log_in(bot, token))
        assert bot.application is not None  # noqa: S101 (it is logged in)
        if bot.application.interactions_endpoint_url is None:
            log.warning(
                "The application has no endpoint for interactions yet, so none arrive here: "
                "`python bot.py door http --url https://…/interactions` sets it"
            )
        await bot.begin()
        await endpoint.start(settings.http, bot.application.verify_key)
        await store.lead()
        await _run_with_retries(bot.lead)
        await _lead_lost(store)
    except EndpointError as error:
        raise StartError(str(error), Exit.SETTINGS) from error
    finally:
        await endpoint.stop()


async def _lead_lost(store: Store) -> None:
    """Wait until this process is no longer the leader, then raise StartError."""
    await store.lead_lost()
    raise StartError("The database could not be reached, and another process may lead by now. Start again.")


async def _compare_clocks(store: Store) -> None:
    """Regularly compare the local clock with the database's. Raises ClocksDiffer if they differ."""
    while True:
        await asyncio.sleep(BETWEEN_CLOCK_CHECKS)
        with contextlib.suppress(Unavailable):
            await store.check_clocks()


async def _run_with_retries(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run `work`, retrying with backoff if Discord cannot be reached. Raises StartError if retrying cannot help."""
    wait = FIRST_WAIT
    while True:
        try:
            return await work()
        except discord.LoginFailure as error:
            raise StartError(
                "Discord rejected the token. Copy it again from the developer portal (Bot, Reset Token) "
                "into DISCORD_TOKEN.",
                Exit.TOKEN,
            ) from error
        except (aiohttp.ClientError, OSError, discord.HTTPException, discord.GatewayNotFound) as error:
            # Discord bans an address after too many logins, so wait here instead of exiting and being restarted.
            if isinstance(error, discord.HTTPException) and error.status < 500 and error.status != TOO_MANY:
                raise StartError(f"Discord does not let the bot in: {str(error)[:300]}.") from error
            log.warning("Discord is out of reach (%s); retrying in %d s", str(error)[:300], wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


async def _log_in(bot: Tidepool, token: str) -> None:
    """Log in to Discord. If that fails, make sure that the bot can try again, and raise the error."""
    try:
        await bot.login(token)
    except (aiohttp.ClientError, OSError, discord.HTTPException):
        await bot.http.close()
        bot.http.connector = discord.utils.MISSING  # closed with the session; the next login makes a new one
        raise
