"""Helpers that define where commands can be used, and which choices and suggestions their options offer.

Discord validates the values of options only against the last synced commands, which may belong to another version.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from discord import AppCommandOptionType, app_commands
from discord.ext import commands

from cogs.texts.clocks import clocks_like
from cogs.texts.errors import NotHere, Unoffered
from cogs.wire import discord_limits
from cogs.wire.replies import Interaction
from games import GAMES
from language import Sentence, clip, in_all_languages
from matches.words import fold

Used = TypeVar("Used")

WHICH_MATCH = "The match, if you play several here"
SIDE = "Your side: random unless you choose"
CLOCK = "Time per move: choose one, or type it, such as 36h or 10 days"
INNER = {1, 2}
"""Discord's option types for subcommands and subcommand groups."""
KINDS: Mapping[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}


def example(where: Literal["here", "elsewhere"] = "here", **options: object) -> Callable[[Used], Used]:
    """Return a decorator that declares the option values tests use when running a command (by default, none).

    A match is named by its scene, and a person by their name in `tests/support/world.py`.
    """

    def declare(command: Used) -> Used:
        assert isinstance(command, app_commands.Command)  # noqa: S101 (this decorator stands above all others)
        command.extras["example"] = where, options
        return command

    return declare


def everywhere(command: Used) -> Used:
    """Allow a command in servers and direct messages, whether the bot is installed in a server or by a user."""
    command = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return app_commands.allowed_installs(guilds=True, users=True)(command)


def extension(
    *added: app_commands.Command[Any, ..., None] | app_commands.ContextMenu,
) -> Callable[[commands.Bot], Awaitable[None]]:
    """Return a `setup` function that adds these commands to the bot."""

    async def setup(bot: commands.Bot) -> None:
        for command in added:
            bot.tree.add_command(command)

    return setup


def as_choices(names: Mapping[Any, str]) -> list[app_commands.Choice[Any]]:
    """Return an option's choices.

    `names` maps the value of each choice to its label. The first letter of every label is capitalised.
    """
    labels = {value: clip(name[:1].upper() + name[1:], discord_limits.CHOICE_NAME) for value, name in names.items()}
    return [app_commands.Choice(name=label, value=value) for value, label in labels.items()]


async def suggest_clocks(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest clocks for an option that accepts any clock, based on the text typed so far."""
    return as_choices(clocks_like(typed))


BY_GAME = as_choices({key: game.info.name for key, game in GAMES.items()})


def check_offered(command: app_commands.Command[Any, ..., Any], data: Mapping[str, Any]) -> None:
    """Raise Unoffered if an option has a value that the command does not offer.

    Raises NotHere if an option refers to a user whose details Discord did not send. If an edited or pasted command
    contains a choice's shown name, replaces it with the choice's value in `data`.
    """
    given = {option["name"]: option for option in _innermost_options(data)}
    people = data.get("resolved", {}).get("users", {})
    for option in command.parameters:
        if option.display_name not in given:
            continue
        entry = given[option.display_name]
        offered = {
            fold(said): choice.value for choice in option.choices for said in in_all_languages(Sentence(choice.name))
        }
        value = entry["value"]
        if value not in offered.values():
            value = entry["value"] = offered.get(fold(str(value)), value)
        if option.type is AppCommandOptionType.user and str(value) not in people:
            raise NotHere
        known = not offered or value in offered.values()
        if not known or (option.type in KINDS and type(value) is not KINDS[option.type]):
            raise Unoffered(value)


def _innermost_options(data: Mapping[str, Any]) -> Sequence[dict[str, Any]]:
    """Return the options passed to a command or, if it has subcommands, to the innermost subcommand."""
    options: Sequence[dict[str, Any]] = data.get("options", ())
    while options and options[0].get("type") in INNER:
        options = options[0].get("options", ())
    return options
