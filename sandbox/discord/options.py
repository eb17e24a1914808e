"""Fill in a command with the checks of Discord's client, and build the data that the bot receives."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandbox.discord.commands import GROUPS, CommandType, OptionType
from sandbox.discord.errors import Json
from sandbox.discord.model import Attachment, Channel
from sandbox.discord.payloads import resolved
from sandbox.discord.uploads import LARGEST, Upload, describe
from sandbox.discord.world import World

_PEOPLE = {OptionType.USER, OptionType.MENTIONABLE}


class Impossible(ValueError):
    """Discord's client would not let a person do this; the text says why."""


def find_command(commands: Sequence[Json], path: str) -> tuple[Json, list[Json]]:
    """The slash command with this path (`/konane move`), and the groups and sub-commands below it."""
    words = path.strip().removeprefix("/").split()
    slash = {command["name"]: command for command in commands if command["type"] == CommandType.SLASH}
    if not words or words[0] not in slash:
        raise Impossible(f"There is no command {path} here; there are /{', /'.join(sorted(slash)) or 'none'}.")
    steps: list[Json] = []
    node = slash[words[0]]
    for word in words[1:]:
        inner = {option["name"]: option for option in node.get("options") or () if option["type"] in GROUPS}
        if word not in inner:
            raise Impossible(f"/{node['name']} has no {word}; it has {', '.join(inner) or 'no sub-commands'}.")
        node = inner[word]
        steps.append(node)
    if any(option["type"] in GROUPS for option in node.get("options") or ()):
        names = ", ".join(option["name"] for option in node["options"])
        raise Impossible(f"{path} needs one of {names} after it.")
    return slash[words[0]], steps


def slash_data(
    world: World,
    channel: Channel,
    command: Json,
    steps: Sequence[Json],
    values: Mapping[str, Any],
    focused: str | None = None,
) -> Json:
    """The data of the interaction.

    With `focused`, the name of an option, it is the data of an autocomplete, which omits other options with invalid
    values.
    """
    wanted = {option["name"]: option for option in (steps[-1] if steps else command).get("options") or ()}
    given = {name: value for name, value in values.items() if value is not None}
    if focused is not None:
        given.setdefault(focused, "")
    if unknown := given.keys() - wanted.keys():
        raise Impossible(f"There is no option {', '.join(sorted(unknown))}; there are {', '.join(wanted) or 'none'}.")
    missing = [name for name, option in wanted.items() if option.get("required") and name not in given]
    if missing and focused is None:
        raise Impossible(f"The option {', '.join(missing)} is required.")
    files = {name: _upload(world, value) for name, value in given.items() if isinstance(value, Upload)}
    given |= files
    filled = list(_all_filled(world, channel, [wanted[name] for name in wanted if name in given], given, focused))
    users = [option["value"] for option in filled if option["type"] in _PEOPLE]
    channels = [option["value"] for option in filled if option["type"] == OptionType.CHANNEL]
    inner = filled
    for step in reversed(steps):
        inner = [{"name": step["name"], "type": step["type"], "options": inner}]
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"], "options": inner}
    if references := resolved(world, channel, users, channels, files.values()):
        data["resolved"] = references
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return data


def _all_filled(
    world: World, channel: Channel, options: Sequence[Json], given: Mapping[str, Any], focused: str | None
) -> Iterator[Json]:
    for option in options:
        name = option["name"]
        if name == focused:
            yield _focused(option, given[name])
            continue
        try:
            yield _filled(world, channel, option, given[name])
        except Impossible:
            if focused is None:
                raise


def _focused(option: Json, value: Any) -> Json:  # noqa: ANN401 (whatever was typed so far)
    if not option.get("autocomplete"):
        raise Impossible(f"The option {option['name']} has no autocomplete.")
    return {"name": option["name"], "type": option["type"], "value": str(value), "focused": True}


def _filled(world: World, channel: Channel, option: Json, value: Any) -> Json:  # noqa: ANN401 (as many types as options)
    """The option with its value as the bot receives it. Raises Impossible if the client would reject the value."""
    kind = OptionType(option["type"])
    try:
        if option.get("choices"):
            taken = _choice(option, value)
        elif kind in _PEOPLE:
            taken = _person(world, channel, value)
        elif kind is OptionType.CHANNEL:
            taken = world.channel(value).id
        elif kind is OptionType.ATTACHMENT:
            taken = _attached(option, value)
        else:
            taken = _plain(option, kind, value)
    except LookupError as error:
        raise Impossible(str(error.args[0])) from error
    return {"name": option["name"], "type": option["type"], "value": taken}


def _choice(option: Json, value: Any) -> Any:  # noqa: ANN401 (texts and numbers)
    for choice in option["choices"]:
        if value in {choice["value"], choice["name"]}:
            return choice["value"]
    names = ", ".join(choice["name"] for choice in option["choices"])
    raise Impossible(f"{value} is no choice for {option['name']}; choose from {names}.")


def _plain(option: Json, kind: OptionType, value: Any) -> str | float | bool:  # noqa: ANN401 (typed or already right)
    if kind is OptionType.STRING:
        return _text(option, str(value))
    if kind in {OptionType.INTEGER, OptionType.NUMBER}:
        return _number(option, value, int if kind is OptionType.INTEGER else float)
    if kind is not OptionType.BOOLEAN:
        raise Impossible(f"The sandbox cannot fill in options of the type {kind.name.lower()}.")
    if str(value).casefold() not in {"true", "false"}:
        raise Impossible(f"{option['name']} is True or False, not {value}.")
    return str(value).casefold() == "true"


def _upload(world: World, upload: Upload) -> Attachment:
    """Store a file that is sent with a command. Raises Impossible if it is too large."""
    if len(upload.data) > LARGEST:
        raise Impossible(f"{upload.filename} is too large: a file has at most {LARGEST // 1024 // 1024} MB.")
    attachment = describe(str(world.snowflakes.next()), upload, None)
    world.upload(attachment.id, upload.data)
    return attachment


def _attached(option: Json, value: Any) -> str:  # noqa: ANN401 (whatever was given)
    if not isinstance(value, Attachment):
        raise Impossible(f"{option['name']} must be a file.")
    return value.id


def _person(world: World, channel: Channel, value: Any) -> str:  # noqa: ANN401 (a user, a name or an id)
    """A person's ID. In a conversation only its members can be chosen by name; an ID may be anyone's."""
    user = world.user(value)
    if channel.guild_id is None and user.id not in channel.recipients and value != user.id:
        raise Impossible(f"{user.global_name} is not in this conversation.")
    return user.id


def _text(option: Json, value: str) -> str:
    least, most = option.get("min_length"), option.get("max_length")
    if not (least or 0) <= len(value) <= (6000 if most is None else most) or not value:
        raise Impossible(f"{option['name']} must have {least or 1} to {most or 6000} characters.")
    return value


def _number(option: Json, value: Any, kind: type[int | float]) -> int | float:  # noqa: ANN401 (typed or a number)
    try:
        number = kind(value)
    except ValueError as error:
        raise Impossible(f"{option['name']} must be a number, not {value}.") from error
    least, most = option.get("min_value"), option.get("max_value")
    if (least is not None and number < least) or (most is not None and number > most):
        raise Impossible(f"{option['name']} must be from {least} to {most}.")
    return number
