"""Fill in selects and modals, with the checks of Discord's client."""

from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.discord.components import SELECTS, Kind, Select, select
from sandbox.discord.errors import Json
from sandbox.discord.options import Impossible
from sandbox.discord.world import World

_OF_PEOPLE = {Kind.USER_SELECT, Kind.MENTIONABLE_SELECT}


def chosen(world: World, menu: Select, values: Sequence[str], *, least: int) -> tuple[list[str], list[str]]:
    """The values that the bot receives for a choice, and the IDs of the chosen people.

    `values` are values or labels of options, or IDs or names of people.
    """
    if not least <= len(values) <= menu.max_values:
        raise Impossible(f"Choose {least} to {menu.max_values}.")
    if menu.kind is Kind.STRING_SELECT:
        return [_option(menu, value) for value in values], []
    if menu.kind not in _OF_PEOPLE:
        raise Impossible("The sandbox cannot choose in a select of this kind.")
    people = [_person(world, value) for value in values]
    return people, people


class ModalSubmission:
    """A modal being filled in."""

    def __init__(self, world: World, values: Mapping[str, Any]) -> None:
        self._world = world
        self._left = dict(values)
        self.people: list[str] = []

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
        taken, people = chosen(self._world, menu, values, least=least)
        self.people += people
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


def _person(world: World, value: str) -> str:
    try:
        return world.user(value).id
    except LookupError as error:
        raise Impossible(str(error.args[0])) from error
