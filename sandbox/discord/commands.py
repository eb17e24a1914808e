"""The rules of application commands, and which of them the client offers to a person in a channel."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import IntEnum

from sandbox.discord.errors import Fault, Json
from sandbox.discord.message_limits import choice_faults
from sandbox.discord.model import Channel, User
from sandbox.discord.payloads import IN_BOT_DM, IN_GUILD, IN_PRIVATE_CHANNEL, bot_is_in, context_of
from sandbox.discord.permissions import Permission
from sandbox.discord.world import World

NAME, DESCRIPTION, OPTIONS, SIZE = 32, 100, 25, 8000
MOST = {1: 100, 2: 15, 3: 15, 4: 1}
"""The most commands of each type in one server."""


class CommandType(IntEnum):
    """Discord's kinds of commands."""

    SLASH = 1
    USER = 2
    MESSAGE = 3
    ENTRY_POINT = 4
    """Launches the application's Activity."""


class OptionType(IntEnum):
    """Discord's kinds of command options."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


GROUPS = {OptionType.SUBCOMMAND, OptionType.GROUP}
_GUILD_INSTALL, _USER_INSTALL = 0, 1


def command_faults(commands: Sequence[Json]) -> list[Fault]:
    """The faults in a set of commands, in each of its languages, that Discord's OpenAPI description does not cover."""
    faults = _faults(commands)
    for number, command in enumerate(commands):
        if (size := _size(command)) > SIZE:
            text = f"Command exceeds maximum size of {SIZE} ({size})"
            faults.append(Fault(str(number), "APPLICATION_COMMAND_TOO_LARGE", text))
    for locale in sorted({locale for command in commands for locale in _locales(command)}):
        said = _faults([localised(command, locale) for command in commands])
        faults += [Fault(path, code, f"{text} ({locale})") for path, code, text in said]
    return faults


def localised(part: Json, locale: str) -> Json:
    """A command, option or choice as the client shows it in a language."""
    shown = dict(part)
    for text in ("name", "description"):
        if said := (part.get(f"{text}_localizations") or {}).get(locale):
            shown[text] = said
    for inner in ("options", "choices"):
        if part.get(inner):
            shown[inner] = [localised(each, locale) for each in part[inner]]
    return shown


def _locales(part: Json) -> set[str]:
    """The languages into which anything of a command is translated."""
    own = {locale for text in ("name", "description") for locale in part.get(f"{text}_localizations") or {}}
    inner = [*(part.get("options") or ()), *(part.get("choices") or ())]
    return own.union(*map(_locales, inner))


def _faults(commands: Sequence[Json]) -> list[Fault]:
    """The faults in a set of commands in one language."""
    faults = []
    named = Counter((command.get("type") or 1, command["name"]) for command in commands)
    for (_, name), count in named.items():
        if count > 1:
            text = f"The command name {name!r} is used twice"
            faults.append(Fault("", "APPLICATION_COMMANDS_DUPLICATE_NAME", text))
    for kind, count in Counter(command.get("type") or 1 for command in commands).items():
        if count > MOST[kind]:
            faults.append(Fault("", "APPLICATION_COMMANDS_MAX", f"At most {MOST[kind]} commands of type {kind}."))
    for number, command in enumerate(commands):
        faults += _command(str(number), command)
    return faults


def _command(path: str, command: Json) -> Iterator[Fault]:
    options = command.get("options") or []
    if command.get("type") == CommandType.ENTRY_POINT:
        return
    if (command.get("type") or 1) != CommandType.SLASH:
        if command.get("description"):
            yield Fault(f"{path}.description", "APPLICATION_COMMAND_DESCRIPTION", "A context menu has no description")
        if options:
            yield Fault(f"{path}.options", "APPLICATION_COMMAND_OPTIONS", "A context menu has no options")
        return
    yield from _named(path, command)
    yield from _options(f"{path}.options", options, depth=0)


def _named(path: str, part: Json) -> Iterator[Fault]:
    """The faults of a name and a description."""
    name = part["name"]
    if not 1 <= len(name) <= NAME or not all(_fits_name(letter) for letter in name) or name != name.lower():
        text = "A name has 1 to 32 lower-case letters, digits, - or _"
        yield Fault(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", text)
    if not 1 <= len(part.get("description") or "") <= DESCRIPTION:
        yield Fault(f"{path}.description", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {DESCRIPTION} in length.")


def _fits_name(letter: str) -> bool:
    """Whether a name may contain this letter: letters and digits of any script, and - _ '."""
    return letter in "-_'" or unicodedata.category(letter)[0] in "LN"


def _options(path: str, options: Sequence[Json], *, depth: int) -> Iterator[Fault]:
    if len(options) > OPTIONS:
        yield Fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {OPTIONS} or fewer in length.")
    if len({option["name"] for option in options}) < len(options):
        yield Fault(path, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
    if len({option["type"] in GROUPS for option in options}) > 1:
        text = "Sub-commands and options cannot stand side by side"
        yield Fault(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        text = "Required options must be placed before non-required options"
        yield Fault(path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
    for number, option in enumerate(options):
        yield from _option(f"{path}.{number}", option, depth=depth)


def _option(path: str, option: Json, *, depth: int) -> Iterator[Fault]:
    yield from _named(path, option)
    if option["type"] in GROUPS:
        if depth > (1 if option["type"] == OptionType.SUBCOMMAND else 0):
            yield Fault(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-commands lie too deep")
        yield from _options(f"{path}.options", option.get("options") or [], depth=depth + 1)
        return
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        text = "Choices and autocomplete exclude each other"
        yield Fault(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE", text)
    yield from choice_faults(f"{path}.choices", choices)
    for part in ("name", "value"):
        if len({choice[part] for choice in choices}) < len(choices):
            text = f"Choices must have different {part}s"
            yield Fault(f"{path}.choices", "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE", text)


def _size(part: Json) -> int:
    """The characters that count towards the size limit of a command: each text in its longest language."""
    own = _longest(part, "name") + _longest(part, "description")
    choices = sum(_longest(choice, "name") + len(str(choice["value"])) for choice in part.get("choices") or ())
    return own + choices + sum(_size(option) for option in part.get("options") or ())


def _longest(part: Json, text: str) -> int:
    return max(map(len, [part.get(text) or "", *(part.get(f"{text}_localizations") or {}).values()]))


def stored(command: Json, *, command_id: str, version: str, application_id: str, guild_id: str | None) -> Json:
    """The command as Discord stores it and returns it."""
    kind = command.get("type") or CommandType.SLASH
    kept: Json = {
        "id": command_id,
        "application_id": application_id,
        "version": version,
        "type": int(kind),
        "name": command["name"],
        "name_localizations": command.get("name_localizations"),
        "description": command.get("description") or "",
        "description_localizations": command.get("description_localizations"),
        "default_member_permissions": _text(command.get("default_member_permissions")),
        "dm_permission": command.get("dm_permission", True) is not False,
        "contexts": command.get("contexts"),
        "integration_types": command.get("integration_types") or [_GUILD_INSTALL],
        "nsfw": bool(command.get("nsfw")),
    }
    if options := command.get("options"):
        kept["options"] = options
    return kept | ({"guild_id": guild_id} if guild_id else {})


def offered(world: World, user: User, channel: Channel) -> list[Json]:
    """The commands that the client lists for a person in a channel."""
    if not world.permissions(user, channel) & Permission.USE_APPLICATION_COMMANDS:
        return []
    here = [*world.commands.get("", []), *world.commands.get(channel.guild_id or "-", [])]
    return [command for command in here if _is_offered(world, user, channel, command)]


def _is_offered(world: World, user: User, channel: Channel, command: Json) -> bool:
    installs = command["integration_types"]
    by_guild = _GUILD_INSTALL in installs and bot_is_in(world, channel)
    by_user = _USER_INSTALL in installs and user.has_app
    contexts = command["contexts"]
    if contexts is None:
        contexts = [IN_GUILD, *([IN_BOT_DM] if command["dm_permission"] else [])]
        contexts += [IN_PRIVATE_CHANNEL] if _USER_INSTALL in installs else []
    if context_of(channel) not in contexts or not (by_guild or by_user):
        return False
    needed = command["default_member_permissions"]
    if needed is None or channel.guild_id is None:
        return True
    held = world.permissions(user, channel)
    if int(needed) == 0:
        return bool(held & Permission.ADMINISTRATOR)
    return not Permission(int(needed)) & ~held


def _text(number: int | str | None) -> str | None:
    return None if number is None else str(number)
