"""Check whether the bot can start: settings, versions, database, token, permissions. Changes nothing."""

import argparse
import asyncio
import os
import re
from collections.abc import Mapping
from http import HTTPStatus
from importlib import metadata
from typing import Any

import aiohttp

from admin._dispatch import Program, Task
from admin._exits import Exit, report
from admin._settings import Settings, unknown_settings
from admin._version import PROGRAM
from storage.errors import USER, StorageError, Unavailable
from storage.opening import format_of
from storage.sqlite.files import newest_format

PATIENCE = aiohttp.ClientTimeout(total=20)
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]++)(?![^\n]*;)", re.MULTILINE)
"""Matches a package that every supported version of Python needs, with the package's version."""
ADMINISTRATOR = 1 << 3
MOST_SERVERS = 200
"""How many servers Discord lists in one answer. Only the servers in that list are checked."""


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--offline", action="store_true", help="do not contact Discord")


def work(task: Task) -> int:
    settings = task.settings
    exits = [Exit.GOOD, _versions(), _database(settings)]
    unknown = unknown_settings()
    report(f"Settings: {' '.join(unknown)}" if unknown else "Settings: good.")
    token = settings.secret()
    if token is None:
        report("Token: none, so the sandbox would open. Set DISCORD_TOKEN or DISCORD_TOKEN_FILE to use Discord.")
    elif task.given.offline:
        report("Token: set; Discord was not contacted.")
    else:
        exits.append(asyncio.run(_discord(settings, task.program, token)))
    return max(exits)


def _versions() -> Exit:
    """Compare each package's installed version with the one the bot requires."""
    pins = PROGRAM / "requirements.txt"
    needed = pins.read_text(encoding="utf-8") if pins.exists() else "\n".join(metadata.requires("tidepool") or ())
    other = []
    for name, version in PINNED.findall(needed):
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            installed = "missing"
        if _numbers(installed) != _numbers(version):
            other.append(f"{name} {installed}, not {version}")
    report(f"Versions: {'; '.join(other)}." if other else "Versions: good.")
    return Exit.UNWELL if other else Exit.GOOD


def _numbers(version: str) -> list[str]:
    """Return a version's numbers without leading zeros, so that 2.012 and 2.12 compare equal."""
    return [part.lstrip("0") for part in version.split(".")]


def _database(settings: Settings) -> Exit:
    name, path = settings.database_name(), settings.database_file()
    if path is not None and not path.exists():
        folder = next(parent for parent in path.absolute().parents if parent.exists())
        if not os.access(folder, os.W_OK | os.X_OK):
            report(f"Database: {path} is missing, and {folder} cannot be written by {USER}.")
            return Exit.DATABASE
        report(f"Database: {path} is missing and will be created.")
        return Exit.GOOD
    try:
        current, newest = asyncio.run(format_of(settings.database)), newest_format()
    except StorageError as error:
        report(f"Database: {error}" if path else f"Database: {name}: {error}")
        return Exit.AGAIN if isinstance(error, Unavailable) else Exit.DATABASE
    for needed in (path, path.absolute().parent) if path else ():
        if not os.access(needed, os.W_OK):
            report(f"Database: {needed} cannot be written by {USER}.")
            return Exit.DATABASE
    if not current:
        report(f"Database: {name} has no tables yet; they will be created.")
    else:
        migration = f", to be migrated to format {newest}" if current < newest else ""
        report(f"Database: good, {name}, format {current}{migration}.")
    return Exit.GOOD


async def _discord(settings: Settings, program: Program, token: str) -> Exit:
    """Check that Discord accepts the token and that each server grants the permissions the bot needs."""
    base = settings.rest_api()
    headers = {"Authorization": f"Bot {token}"}
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=PATIENCE) as session:
            async with session.get(f"{base}/applications/@me") as answer:
                if answer.status == HTTPStatus.UNAUTHORIZED:
                    report("Token: rejected by Discord. Copy it again from the developer portal (Bot, Reset Token).")
                    return Exit.TOKEN
                answer.raise_for_status()
                report(f"Token: good, for the application {(await answer.json())['id']}.")
            async with session.get(f"{base}/users/@me/guilds", params={"limit": str(MOST_SERVERS)}) as answer:
                answer.raise_for_status()
                return _permissions(await answer.json(), program.needed)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        report(f"Discord: out of reach ({str(error) or 'no answer'}).")
        return Exit.AGAIN


def _permissions(guilds: list[dict[str, Any]], needed: Mapping[str, int]) -> Exit:
    """Report the required permissions missing in each server, ignoring the settings of individual channels."""
    lacking = 0
    for guild in guilds:
        granted = int(guild["permissions"])
        missing = [name for name, bit in needed.items() if not granted & (bit | ADMINISTRATOR)]
        if missing:
            lacking += 1
            report(f"Permissions: server {guild['id']} lacks {', '.join(missing)}.")
    if not lacking:
        report(f"Permissions: good in {len(guilds)} {'server' if len(guilds) == 1 else 'servers'}.")
    return Exit.UNWELL if lacking else Exit.GOOD
