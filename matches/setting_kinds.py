"""Declarations of settings, from which the settings pages, parsers, lists and documentation are generated."""

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
"""The key under which a field's metadata contains its declaration."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """A choice among a few values, each with a label for the list of choices."""

    labels: Mapping[Any, str]
    told: Mapping[Any, str] | str = mark("**{choice}**.")
    """The page's sentence for each value, or one for all values that has the label in the field `choice`."""
    states: Mapping[Any, str] | None = None
    """Each value as a state in a few words, for the overview; None if the labels are states already."""


@dataclass(frozen=True, slots=True)
class Named:
    """A choice of theme, clock or language. Its texts have a placeholder for what is chosen, such as `theme`."""

    of: Literal["theme", "clock", "language"]
    label: str
    told: str
    usual: str | None = None
    """The label for the choice to follow the server (stored as None), or None if there is no such choice."""
    usually: str = ""
    """The sentence for the choice to follow the server. Both this and the label name the server's value."""


USUAL = "usual"
"""The value in the list for the choice to follow the server."""


@dataclass(frozen=True, slots=True)
class Days:
    """A number of days.

    The list suggests a few numbers, but the command takes every number that the service accepts.
    """

    offered: Sequence[int]
    label: str
    """The label. Its field `time` is a sentence with the number of days."""


@dataclass(frozen=True, slots=True)
class Hour:
    """An hour of the day in the server's time zone, stored as a number from 0 to 23."""

    label: str
    told: str
    """The sentences on the page. Both have the field `time`."""


@dataclass(frozen=True, slots=True)
class Zone:
    """An IANA time zone, typed as a city or an offset."""

    label: str
    """The label of the button that opens the form."""
    told: str


@dataclass(frozen=True, slots=True)
class Ids:
    """Channels or roles of a server.

    If only one can be chosen, the value is an ID or None; otherwise, it is a tuple of IDs.
    """

    of: Literal["channel", "role"]
    some: str
    """The sentence on the page. Its field `chosen` has the mentions."""
    none: str
    briefly: tuple[str, str]
    """The sentences on the page, shortened to a few words for the topic's line."""
    placeholder: str
    maximum: int = 1
    posts: str | None = None
    """The kind of alarm that causes regular posts while a channel is chosen."""


Kind: TypeAlias = "OneOf | Named | Days | Hour | Zone | Ids"


@dataclass(frozen=True, slots=True)
class Setting:
    """A field that can be viewed and changed with `/server` or `/settings`."""

    topic: str
    """The setting's name in custom_ids, which never changes."""
    kind: Kind
    group: str
    """The key of the topic under which the page shows the setting."""
    about: str
    """What a server's setting is about."""
    brief: bool
    """Whether the topic's line includes the setting's value."""
    of: str
    """The field this setting depends on, being shown only if that has a value; empty if there is none."""
    field: str = ""


def setting(default: T, topic: str, kind: Kind, *, group: str, about: str = "", brief: bool = True, of: str = "") -> T:
    """Declare a dataclass field as a setting with a default value."""
    declared: Any = field(default=default, metadata={DECLARED: Setting(topic, kind, group, about, brief, of)})
    return declared  # type: ignore[no-any-return]  # as `dataclasses.field` does


def declared_settings(settings: type[DataclassInstance]) -> Mapping[str, Setting]:
    """Return the settings declared by a dataclass, keyed by topic and in field order."""
    declarations = [
        replace(column.metadata[DECLARED], field=column.name)
        for column in fields(settings)
        if DECLARED in column.metadata
    ]
    return {declaration.topic: declaration for declaration in declarations}


def chosen_ids(settings: DataclassInstance, of: Literal["channel", "role"]) -> set[int]:
    """Return the IDs of the channels or roles selected in the settings."""
    named = [
        getattr(settings, setting.field)
        for setting in declared_settings(type(settings)).values()
        if isinstance(setting.kind, Ids) and setting.kind.of == of
    ]
    return {one for value in named for one in (value if isinstance(value, tuple) else (value,)) if one is not None}


def without_ids(settings: Chosen, ids: Collection[int]) -> tuple[Chosen, list[str]]:
    """Remove these channels and roles from the settings, and return the new settings and the topics that changed."""
    changes: dict[str, Any] = {}
    topics: list[str] = []
    for topic, setting in declared_settings(type(settings)).items():
        value = getattr(settings, setting.field)
        kept = tuple(one for one in value if one not in ids) if isinstance(value, tuple) else None
        if isinstance(setting.kind, Ids) and value != kept and (isinstance(value, tuple) or value in ids):
            changes[setting.field] = kept
            topics.append(topic)
    return replace(settings, **changes), topics
