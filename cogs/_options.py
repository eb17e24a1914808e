"""What several commands have in common: where they can be used, and their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from discord import app_commands

from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

Used = TypeVar("Used")

WHICH_MATCH = "Which match, if you play several here"


def everywhere(command: Used) -> Used:
    """Let a command be used in servers, direct messages and groups, whoever has installed Tidepool there."""
    command = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
    return app_commands.allowed_installs(guilds=True, users=True)(command)


def as_choices(names: Mapping[Any, str]) -> list[app_commands.Choice[Any]]:
    """The values of an option under their names."""
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]


BY_GAME = as_choices({key: game.info.name for key, game in GAMES.items()})
"""The games under their names."""
