"""Fill in selects and modals, with the checks of Discord's client."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandbox.discord.components import SELECTS, Kind, Select, select
from sandbox.discord.errors import Json
from sandbox.discord.model import Channel, User
from sandbox.discord.options import Impossible
from sandbox.discord.world import World

_OF_PEOPLE = {Kind.USER_SELECT, Kind.MENTIONABLE_SELECT}


@dataclass
class Named:
    """The people and channels that choices refer to, by ID."""

    people: list[str] = field(default_factory=list)
    channels: list[str] = field(default_factory=list)


def chosen(world: World, menu: Select, values: Sequence[str], named: Named, *, least: int) -> list[str]:
    """The values that the bot receives for a choice; adds the people and channels that they refer to.

    `values` are values or labels of options, or IDs or names of people or channels.
    """
    if not least <= len(values) <= menu.max_values:
        raise Impossible(f"Choose {least} to {menu.max_values}.")
    if menu.kind is Kind.STRING_SELECT:
        return [_option(menu, value) for value in values]
    if menu.kind is Kind.CHANNEL_SELECT:
        taken = [_found(world.channel, value) for value in values]
        named.channels += taken
    elif menu.kind in _OF_PEOPLE:
        taken = [_found(world.user, value) for value in values]
        named.people += taken
    else:
        raise Impossible("The sandbox cannot choose in a select of this kind.")
    return taken


class ModalSubmission:
    """A modal being filled in."""

    def __init__(self, world: World, values: Mapping[str, Any]) -> None:
        self._world = world
        self._left = dict(values)
        self.named = Named()

    def row(self, row: Json) -> Json | None:
        """A row or label of a modal, with the value of its field."""
        if row["type"] == Kind.ACTION_ROW:
            fields = [self._field(field, field.get("label") or "") for field in row["components"]]
            return {"type": row["type"], "id": row.get("id", 0), "components": fields}
        if row["type"] == Kind.LABEL:
            field = self._field(row["component"], row["label"])
            return {"type": row["type"], "id": row.get("id", 0), "component": field}
        return None

    def finish(self) -> None:
        if self._left:
            raise Impossible(f"The form has no field {', '.join(self._left)}.")

    def _field(self, field: Json, label: str) -> Json:
        value = self._left.pop(field["custom_id"], None)
        if value is None:
            value = self._left.pop(label, None)
        filled: Json = {"type": field["type"], "id": field.get("id", 0), "custom_id": field["custom_id"]}
        if field["type"] == Kind.TEXT_INPUT:
            return filled | {"value": _typed(field, label, field.get("value") or "" if value is None else str(value))}
        if field["type"] not in SELECTS:
            raise Impossible("The sandbox cannot fill in a field of this kind.")
        menu = select(field)
        values = _defaults(field) if value is None else [value] if isinstance(value, str) else list(value)
        least = menu.min_values if field.get("required", True) or values else 0
        taken = chosen(self._world, menu, values, self.named, least=least)
        return filled | {"values": taken}


def _typed(field: Json, label: str, value: str) -> str:
    required = field.get("required", True) is not False
    least = field.get("min_length") or (1 if required else 0)
    most = field.get("max_length") or 4000
    if (required or value) and not least <= len(value) <= most:
        raise Impossible(f"{label} must have {least} to {most} characters.")
    return value


def _defaults(field: Json) -> list[str]:
    chosen = [option["value"] for option in field.get("options") or () if option.get("default")]
    return chosen + [str(default["id"]) for default in field.get("default_values") or ()]


def _option(menu: Select, value: str) -> str:
    if value in {option for _, option in menu.options}:
        return value
    for label, option in menu.options:
        if value == label:
            return option
    raise Impossible(f"There is no {value}; choose from {', '.join(label for label, _ in menu.options)}.")


def _found(find: Callable[[str], User | Channel], value: str) -> str:
    try:
        return find(value).id
    except LookupError as error:
        raise Impossible(str(error.args[0])) from error
