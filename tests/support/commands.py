"""All commands, each with the options that it declares for the tests."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import discord
from discord import app_commands

from games import GAMES
from tests.support.messages import OWN_SERVER, all_commands

ROOT = Path(__file__).parents[2]


class Declared(NamedTuple):
    """A command with the use that `example` declares."""

    owners: bool
    where: str
    given: Mapping[str, object]
    suggesting: list[str]
    """The options for which something is suggested while they are typed."""
    left_out: list[str]
    """The options that the command needs and `example` does not have."""
    line: str
    """The file and line of the command."""


async def _declared() -> Mapping[str, Declared]:
    found = dict[str, Declared]()
    others = tuple(game.info.command for key, game in GAMES.items() if key != "konane")
    async with all_commands() as bot:
        for guild in (None, discord.Object(OWN_SERVER)):
            for command in bot.tree.walk_commands(guild=guild):
                if isinstance(command, app_commands.Command) and not command.qualified_name.startswith(others):
                    where, given = command.extras.get("example", ("here", {}))
                    suggesting = [option.name for option in command.parameters if option.autocomplete]
                    left_out = [one.name for one in command.parameters if one.required and one.name not in given]
                    code = command.callback.__code__
                    line = f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_firstlineno}"
                    owners = guild is not None
                    found[command.qualified_name] = Declared(owners, where, given, suggesting, left_out, line)
    return found


COMMANDS = asyncio.run(_declared())
"""All commands by name; of the games only Konane's."""
