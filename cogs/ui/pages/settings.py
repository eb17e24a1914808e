"""Builds sentences, lists and buttons from the declarations of settings, and parses the choices made with them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import discord
from discord import ui

import language
from cogs.texts import matches as texts
from cogs.texts.challenges import clock_choices
from cogs.texts.markdown import Markdown, say
from cogs.ui.context import one_of
from cogs.ui.pages.samples import choices, language_choices, theme_choices
from cogs.wire.controls import Choice, Controls, button, custom_id, number, select
from cogs.wire.malformed import Malformed
from language import Sentence, series
from looks import known_theme, theme_name
from matches.setting_kinds import Days, Ids, Named, OneOf, declared
from matches.settings import DISCORD
from matches.timecontrol import DAY, lasting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from _typeshed import DataclassInstance

    from matches.setting_kinds import Kind, Setting

Settings = TypeVar("Settings", bound="DataclassInstance")

NAMES: Mapping[str, Callable[..., Mapping[str, str]]] = {
    "theme": lambda *_: theme_choices(),
    "clock": clock_choices,
    "language": lambda *_: language_choices(),
}
"""The values that `Named` settings offer, and the current one if it is given, each with its name."""
POSTING = [discord.ChannelType.text, discord.ChannelType.news]
"""The channels in which the bot posts by itself; matches may also start in a forum."""
MENTIONS: Mapping[str, Callable[[int], Markdown]] = {
    "channel": texts.channel,
    "role": lambda role: Markdown(f"<@&{role}>"),
}


def changed(settings: Settings, topic: str, values: Sequence[str]) -> Settings:
    """The settings with one of them changed to the values chosen in its list. Raises Malformed."""
    known = declared(type(settings))
    setting = known[one_of(topic, known)]
    changes: dict[str, Any] = {setting.field: _parsed(setting.kind, values)}
    return replace(settings, **changes)


def _parsed(kind: Kind, values: Sequence[str]) -> object:
    """Convert the values chosen in a list to the value of the field. Raises Malformed."""
    if isinstance(kind, Ids) and kind.most > 1:
        return tuple(map(number, values))
    if isinstance(kind, Ids) and not values:
        return None
    if len(values) != 1:
        raise Malformed
    (text,) = values
    match kind:
        case OneOf(labels):
            known = {str(value): value for value in labels}
            return known[one_of(text, known)]
        case Named(of):
            return one_of(text, NAMES[of]())
        case Days() | Ids():
            return number(text)


def told(settings: DataclassInstance, setting: Setting) -> str:
    """The sentence for the current value of a setting."""
    kind, value = setting.kind, getattr(settings, setting.field)
    match kind:
        case OneOf(labels, str(sentence)):
            return say(sentence, choice=Sentence(labels[value]))
        case OneOf(_, sentences):
            return say(sentences[value])
        case Days():
            return say("**{choice}**.", choice=_days(kind, value))
        case Named(of):
            return say(kind.told, **{of: theme_name(value) if of == "theme" else _name(of, value)})
        case Ids(of):
            chosen = [MENTIONS[of](each) for each in _ids(value)]
            return say(kind.some, chosen=series(chosen)) if chosen else say(kind.none)


def _name(of: Literal["clock", "language"], value: str) -> str:
    """The name of a clock or a language; for a language that is no longer offered, that of the default."""
    names = NAMES[of](value)
    return names[value if value in names else DISCORD]


def _days(kind: Days, days: int) -> Sentence:
    return Sentence(kind.label, {"time": lasting(days * DAY)})


def _ids(value: int | Sequence[int] | None) -> Sequence[int]:
    if isinstance(value, int):
        return [value]
    return value or ()


def list_of(action: str, settings: DataclassInstance, setting: Setting) -> ui.Item[Controls]:
    """The list of a setting's choices, with the current value selected."""
    kind, value = setting.kind, getattr(settings, setting.field)
    match kind:
        case OneOf(labels):
            offered = choices({str(one): label for one, label in labels.items()})
        case Days():
            offered = [Choice(str(days), _days(kind, days).said()) for days in sorted({*kind.offered, value})]
        case Named(of):
            value = known_theme(value) if of == "theme" else value
            offered = [Choice(one, language.say(kind.label, **{of: name})) for one, name in NAMES[of](value).items()]
        case Ids():
            return _id_list(custom_id(action, 0, 0, setting.topic), kind, _ids(value))
    return select(action, offered, 0, 0, setting.topic, chosen=str(value))


def list_or_switch(action: str, settings: DataclassInstance, setting: Setting) -> ui.Item[Controls]:
    """The list of a setting's choices; for a setting that is on or off, a button to the other value."""
    value = getattr(settings, setting.field)
    if isinstance(setting.kind, OneOf) and isinstance(value, bool):
        return button(setting.kind.labels[not value], action, 0, 0, setting.topic, str(not value))
    return list_of(action, settings, setting)


def _id_list(list_id: str, kind: Ids, chosen: Sequence[int]) -> ui.Item[Controls]:
    """A list of channels or roles, which Discord fills, with these selected."""
    shown: dict[str, Any] = {
        "custom_id": list_id,
        "placeholder": say(kind.placeholder),
        "min_values": 0,
        "max_values": kind.most,
    }
    objects = [discord.Object(one) for one in chosen]
    if kind.of == "role":
        return ui.RoleSelect[Controls](
            default_values=[discord.SelectDefaultValue.from_role(one) for one in objects], **shown
        )
    return ui.ChannelSelect[Controls](
        channel_types=POSTING if kind.posts else [*POSTING, discord.ChannelType.forum],
        default_values=[discord.SelectDefaultValue.from_channel(one) for one in objects],
        **shown,
    )
