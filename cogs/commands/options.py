"""What several commands share: where they can be used, the choices of their options, and how they are added."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from discord import app_commands
from discord.ext import commands

from cogs.texts.challenges import clocks_like
from cogs.wire.replies import Interaction
from games import GAMES

Used = TypeVar("Used")

WHICH_MATCH = "The match, if you play several here"
SIDE = "Your side: drawn by lot unless you choose"
CLOCK = "Time per move: choose one, or type it, such as 36h or 10 days"


def everywhere(command: Used) -> Used:
    """Allow a command in servers, direct messages and groups, installed by a server or by a person."""
    command = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return app_commands.allowed_installs(guilds=True, users=True)(command)


def extension(
    *added: app_commands.Command[Any, ..., None] | app_commands.ContextMenu,
) -> Callable[[commands.Bot], Awaitable[None]]:
    """The `setup` of a module with these commands."""

    async def setup(bot: commands.Bot) -> None:
        for command in added:
            bot.tree.add_command(command)

    return setup


def as_choices(names: Mapping[Any, str]) -> list[app_commands.Choice[Any]]:
    """The choices of an option; `names` maps each value to its label, which then begins with a capital."""
    return [app_commands.Choice(name=name[:1].upper() + name[1:], value=value) for value, name in names.items()]


async def suggest_clocks(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggestions for an option that takes any clock."""
    return as_choices(clocks_like(typed))


BY_GAME = as_choices({key: game.info.name for key, game in GAMES.items()})
