"""Start Tidepool: on Discord with a token, in the sandbox in the browser without one."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import platform
import signal
import sys
import tomllib
from pathlib import Path
from typing import Literal

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import Field, HttpUrl, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from cogs._client import Tidepool
from service import Service
from service.clock import Clock
from storage.errors import StorageError
from storage.sqlite.application import used_by
from storage.store import Store

HOME = Path(__file__).parent
FIRST_WAIT, LONGEST_WAIT = 5, 300  # seconds between two attempts to reach Discord
TOO_MANY = 429  # Discord's status for too many requests

log = logging.getLogger("tidepool")


class Settings(BaseSettings):
    """What the server owner may set, in the environment or in a file `.env` beside this one."""

    model_config = SettingsConfigDict(env_prefix="TIDEPOOL_", env_file=HOME / ".env", extra="ignore")

    token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    """The bot's token from Discord's developer portal."""
    database: Path = HOME / "data" / "tidepool.sqlite3"
    """The file that keeps everything; it and its folder are created."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    clock: Path | None = None
    """A file with the seconds to add to real time: for tests and the sandbox."""
    api: HttpUrl | None = None
    """The address of a sandbox that stands for Discord."""


class StartError(Exception):
    """The bot cannot run; the text is one sentence for whoever started it."""


def version() -> str:
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


async def run(settings: Settings, token: str) -> None:
    """Host matches until SIGINT or SIGTERM. Raises StartError and StorageError."""
    stopped = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in its event loop
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    clock = Clock(settings.clock)
    store = await Store.open(settings.database)
    try:
        async with Tidepool(Service(store, clock), store) as bot:
            hosting = asyncio.create_task(_host(bot, token))
            stopping = asyncio.create_task(stopped.wait())
            await asyncio.wait([hosting, stopping], return_when=asyncio.FIRST_COMPLETED)
            if stopped.is_set():
                log.info("Stopping")
                hosting.cancel()
            stopping.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await hosting
    finally:
        await store.close()


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
                "into DISCORD_TOKEN."
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
            "copy the new one from the developer portal into DISCORD_TOKEN."
        ) from error


def _use_sandbox(api: HttpUrl) -> None:
    """Let discord.py speak to a sandbox instead of Discord."""
    address = yarl.URL(str(api))
    Route.BASE = str(address / "api" / "v10")
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws") / "gateway"


def main() -> int:
    """Run until stopped; the exit code is 0 after a clean stop."""
    parser = argparse.ArgumentParser(description="Tidepool: correspondence matches of board games on Discord.")
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    parser.add_argument("--fresh", action="store_true", help="without a token: begin with an empty sandbox")
    arguments = parser.parse_args()
    if arguments.version:
        print(f"Tidepool {version()} (Python {platform.python_version()}, discord.py {discord.__version__})")  # noqa: T201
        return 0
    try:
        settings = Settings()
        logging.basicConfig(
            level=settings.log_level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s", stream=sys.stderr
        )
        logging.getLogger("discord.state").setLevel(logging.ERROR)  # it warns of the intents that we do without
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice here
        if settings.api:
            _use_sandbox(settings.api)
        if settings.token is None or not settings.token.get_secret_value().strip():
            from sandbox import run_sandbox  # noqa: PLC0415 (the one place that knows it, and only without a token)

            return run_sandbox(settings.database, fresh=arguments.fresh, used_by=used_by)
        asyncio.run(run(settings, settings.token.get_secret_value().strip()))
    except ValidationError as error:
        faults = "; ".join(f"TIDEPOOL_{fault['loc'][0]!s}".upper() + f": {fault['msg']}" for fault in error.errors())
        print(f"A setting cannot be used: {faults}.", file=sys.stderr)  # noqa: T201
        return 2
    except (StartError, StorageError) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
