"""Commands get only values that their options offer, also where Discord offers other ones.

Discord checks them by the commands that it was sent last, which may be those of another version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import AppCommandOptionType

from cogs.texts.errors import NotHere, Unoffered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discord import app_commands

INNER = {1, 2}
"""Discord's numbers for options that are commands themselves."""
KINDS: Mapping[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}


def check_offered(command: app_commands.Command[Any, ..., Any], data: Mapping[str, Any]) -> None:
    """Raise Unoffered or NotHere if an option of this use of a command has a value that the command does not offer."""
    given = {one["name"]: one["value"] for one in _given(data)}
    people = data.get("resolved", {}).get("users", {})
    for option in command.parameters:
        if option.display_name not in given:
            continue
        value, offered = given[option.display_name], [choice.value for choice in option.choices]
        if option.type is AppCommandOptionType.user and str(value) not in people:
            raise NotHere
        if (option.type in KINDS and type(value) is not KINDS[option.type]) or (offered and value not in offered):
            raise Unoffered(value)


def _given(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The options of the command itself, which may be inside others."""
    options: Sequence[Mapping[str, Any]] = data.get("options", ())
    while options and options[0].get("type") in INNER:
        options = options[0].get("options", ())
    return options
