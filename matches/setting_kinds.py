"""Declarations of settings, from which pages, parsers, lists and documentation are made."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from language import mark

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from _typeshed import DataclassInstance

T = TypeVar("T")
Chosen = TypeVar("Chosen", bound="DataclassInstance")
DECLARED = "setting"
"""The metadata key under which a field stores its declaration."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """A choice between a few values, each with its label in the list."""

    labels: Mapping[Any, str]
    told: Mapping[Any, str] | str = mark("**{choice}**.")
    """The sentence on the page: one per value, or one for all, with the label in the field `choice`."""


@dataclass(frozen=True, slots=True)
class Named:
    """A theme, clock or language, whose names are defined elsewhere. `of` is also the field of both sentences."""

    of: Literal["theme", "clock", "language"]
    label: str
    told: str


@dataclass(frozen=True, slots=True)
class Days:
    """A number of days. The list offers some numbers; the command takes any number that the service accepts."""

    offered: Sequence[int]
    label: str
    """Its field `time` is the number of days as a sentence."""


@dataclass(frozen=True, slots=True)
class Ids:
    """Channels or roles of the server: an ID or None if `most` is 1, else a tuple of IDs."""

    of: Literal["channel", "role"]
    some: str
    """The sentence on the page, with the mentions in the field `chosen`."""
    none: str
    placeholder: str
    most: int = 1
    posts: str | None = None
    """The kind of alarm that posts something there by the clock while a channel is chosen."""


Kind: TypeAlias = "OneOf | Named | Days | Ids"


@dataclass(frozen=True, slots=True)
class Setting:
    """A field that `/server` or `/settings` shows and changes."""

    topic: str
    """Its name in custom_ids, which never changes."""
    kind: Kind
    about: str
    """Its name in the list of what can be changed, for the settings of a server."""
    field: str = ""


def setting(default: T, topic: str, kind: Kind, *, about: str = "") -> T:
    """Define a dataclass field with this default and declare it as a setting."""
    declared: Any = field(default=default, metadata={DECLARED: Setting(topic, kind, about)})
    return declared  # type: ignore[no-any-return]  # as `dataclasses.field` does


def declared(settings: type[DataclassInstance]) -> Mapping[str, Setting]:
    """The settings that a dataclass declares, by topic, in the order of its fields."""
    declarations = [
        replace(column.metadata[DECLARED], field=column.name)
        for column in fields(settings)
        if DECLARED in column.metadata
    ]
    return {declaration.topic: declaration for declaration in declarations}


def chosen_ids(settings: DataclassInstance, of: Literal["channel", "role"]) -> set[int]:
    """The channels or roles that the settings name."""
    named = [
        getattr(settings, setting.field)
        for setting in declared(type(settings)).values()
        if isinstance(setting.kind, Ids) and setting.kind.of == of
    ]
    return {one for value in named for one in (value if isinstance(value, tuple) else (value,)) if one is not None}


def without_ids(settings: Chosen, ids: Collection[int]) -> tuple[Chosen, list[str]]:
    """The settings without these channels and roles, and the topics that named one of them."""
    changes: dict[str, Any] = {}
    topics: list[str] = []
    for topic, setting in declared(type(settings)).items():
        value = getattr(settings, setting.field)
        kept = tuple(one for one in value if one not in ids) if isinstance(value, tuple) else None
        if isinstance(setting.kind, Ids) and value != kept and (isinstance(value, tuple) or value in ids):
            changes[setting.field] = kept
            topics.append(topic)
    return replace(settings, **changes), topics
