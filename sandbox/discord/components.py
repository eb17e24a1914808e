"""The components of a message: traversal, and the IDs that Discord assigns."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from sandbox.discord.errors import Json


class Kind(IntEnum):
    """Discord's component types."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


SELECTS = {
    Kind.STRING_SELECT,
    Kind.USER_SELECT,
    Kind.ROLE_SELECT,
    Kind.MENTIONABLE_SELECT,
    Kind.CHANNEL_SELECT,
}
LINK = 5
"""The style of a link button. Its presses do not reach the bot."""
PREMIUM = 6
"""The style of a purchase button. Its presses do not reach the bot."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a person sees it."""

    label: str
    custom_id: str | None
    disabled: bool = False
    style: int = 1
    emoji: str = ""
    url: str | None = None
    """The address that a link button opens."""


@dataclass(frozen=True, slots=True)
class Select:
    """A select menu as a person sees it."""

    custom_id: str
    kind: Kind
    options: tuple[tuple[str, str], ...] = ()
    """The label and the value of each option of a string select."""
    placeholder: str = ""
    disabled: bool = False
    min_values: int = 1
    max_values: int = 1


def walk(components: Iterable[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Yield every component with its dotted path in the form, parents before children."""
    for number, component in enumerate(components):
        here = f"{path}.{number}"
        yield here, component
        yield from walk(component.get("components") or (), f"{here}.components")
        for name in ("accessory", "component"):
            if isinstance(component.get(name), dict):
                inner = component[name]
                yield f"{here}.{name}", inner
                yield from walk(inner.get("components") or (), f"{here}.{name}.components")


def buttons_in(components: Iterable[Json]) -> tuple[Button, ...]:
    return tuple(
        Button(
            label=part.get("label") or "",
            custom_id=part.get("custom_id"),
            disabled=bool(part.get("disabled")),
            style=part["style"],
            emoji=(part.get("emoji") or {}).get("name") or "",
            url=part.get("url"),
        )
        for _, part in walk(components)
        if part["type"] == Kind.BUTTON
    )


def selects_in(components: Iterable[Json]) -> tuple[Select, ...]:
    return tuple(select(part) for _, part in walk(components) if part["type"] in SELECTS)


def select(part: Json) -> Select:
    """Parse a select component."""
    least, most = part.get("min_values"), part.get("max_values")
    return Select(
        custom_id=part["custom_id"],
        kind=Kind(part["type"]),
        options=tuple((option["label"], option["value"]) for option in part.get("options") or ()),
        placeholder=part.get("placeholder") or "",
        disabled=bool(part.get("disabled")),
        min_values=1 if least is None else least,
        max_values=1 if most is None else most,
    )


def texts_in(components: Iterable[Json]) -> list[str]:
    """The contents of the text components, in order."""
    return [part["content"] for _, part in walk(components) if part["type"] == Kind.TEXT_DISPLAY]


def with_ids(components: Iterable[Json]) -> tuple[Json, ...]:
    """Return a copy in which components without an ID are numbered, as Discord does."""
    copied = tuple(_copy(component) for component in components)
    taken = {part["id"] for _, part in walk(copied) if part.get("id")}
    number = 0
    for _, part in walk(copied):
        if not part.get("id"):
            number += 1
            while number in taken:
                number += 1
            part["id"] = number
    return copied


def _copy(component: Json) -> Json:
    copied = {name: value for name, value in component.items() if value is not None}
    if "components" in copied:
        copied["components"] = [_copy(inner) for inner in copied["components"]]
    for name in ("accessory", "component"):
        if name in copied:
            copied[name] = _copy(copied[name])
    if "default_values" in copied:
        copied["default_values"] = [{**value, "id": str(value["id"])} for value in copied["default_values"]]
    return copied
