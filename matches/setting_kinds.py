"""The declaration of a setting of a server: page, parser, list and documentation are made from it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from language import mark

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from _typeshed import DataclassInstance

T = TypeVar("T")
DECLARED = "setting"
"""The key of a declaration in the metadata of its field."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values, each with its label in the list."""

    labels: Mapping[Any, str]
    told: Mapping[Any, str] | str = mark("**{choice}**.")
    """The sentence on the page: one for each value, or one for all whose `choice` is the label."""


@dataclass(frozen=True, slots=True)
class Named:
    """A theme or a clock, whose names other rooms know; `of` is also the field of both sentences."""

    of: Literal["theme", "clock"]
    label: str
    told: str


@dataclass(frozen=True, slots=True)
class Days:
    """A number of days. The list offers some; the command takes any that the service accepts."""

    offered: Sequence[int]
    label: str
    """The field `time` is the number of days in words."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Channels or roles of the server: an ID or None if `most` is 1, else a tuple of IDs."""

    of: Literal["channel", "role"]
    some: str
    """The sentence on the page; its field `chosen` mentions them."""
    none: str
    placeholder: str
    most: int = 1
    weekly: str | None = None
    """The kind of alarm that is armed for each Monday while a channel is chosen."""


Kind: TypeAlias = "OneOf | Named | Days | Ids"


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of a server's settings that `/server` shows and changes."""

    topic: str
    """Its name in custom_ids, which never changes."""
    about: str
    """Its name in the list of what can be changed."""
    kind: Kind
    field: str = ""


def setting(default: T, topic: str, about: str, kind: Kind) -> T:
    """The default of a field of a dataclass, with the declaration of its setting."""
    declared: Any = field(default=default, metadata={DECLARED: Setting(topic, about, kind)})
    return declared  # type: ignore[no-any-return]  # as `dataclasses.field` does


def declared(settings: type[DataclassInstance]) -> Mapping[str, Setting]:
    """The settings that a dataclass declares, by topic, in the order of its fields."""
    made = [replace(one.metadata[DECLARED], field=one.name) for one in fields(settings) if DECLARED in one.metadata]
    return {one.topic: one for one in made}
