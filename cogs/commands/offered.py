"""Checks that a command's options have values that this version offers.

Discord validates them only against the last synced commands, which may belong to another version.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import AppCommandOptionType, app_commands

from cogs.texts.errors import NotHere, Unoffered
from games.base import plain

INNER = {1, 2}
"""Discord's option types for subcommands and subcommand groups."""
KINDS: Mapping[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}


def check_offered(command: app_commands.Command[Any, ..., Any], data: Mapping[str, Any]) -> None:
    """Raise Unoffered or NotHere if an option has a value that the command does not offer.

    Replaces the shown name of a choice, which an edited or pasted command may contain, with its value in `data`.
    """
    given = {option["name"]: option for option in _given(data)}
    people = data.get("resolved", {}).get("users", {})
    for option in command.parameters:
        if option.display_name not in given:
            continue
        entry, offered = given[option.display_name], {choice.name.casefold(): choice.value for choice in option.choices}
        value = entry["value"]
        if value not in offered.values():
            value = entry["value"] = offered.get(plain(str(value)).strip().casefold(), value)
        if option.type is AppCommandOptionType.user and str(value) not in people:
            raise NotHere
        known = not offered or value in offered.values()
        if not known or (option.type in KINDS and type(value) is not KINDS[option.type]):
            raise Unoffered(value)


def _given(data: Mapping[str, Any]) -> Sequence[dict[str, Any]]:
    """The options of the innermost subcommand."""
    options: Sequence[dict[str, Any]] = data.get("options", ())
    while options and options[0].get("type") in INNER:
        options = options[0].get("options", ())
    return options
