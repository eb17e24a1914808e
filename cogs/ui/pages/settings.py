"""The pages of settings: sentences, lists and buttons made from their declarations; and the page of `/server`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import discord
from discord import ui

import language
from cogs.texts import matches as texts
from cogs.texts.challenges import clock_choices
from cogs.texts.markdown import Markdown, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context, one_of
from cogs.ui.moderators import without_deleted
from cogs.ui.pages.samples import Page, choices, language_choices, points, sample, theme_choices
from cogs.wire import languages
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Choice, Control, Controls, button, custom_id, number, select
from games import Seat
from language import Sentence, listing, series
from looks import known_theme, theme_name
from matches.errors import Refusal
from matches.setting_kinds import Days, Ids, Kind, Named, OneOf, Setting, declared
from matches.settings import DISCORD, ServerSettings, ServerView
from matches.timecontrol import DAY, lasting

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

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
SETTINGS = declared(ServerSettings)
LOOKS = frozenset({"theme", "view"})
"""The topics whose choices the sample board shows."""
SAMPLED: Mapping[ServerView, Seat] = {"first": 0, "second": 1, "mover": 0}
"""The side at the bottom of the sample board for each view; the first side is to move there."""


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


def list_of(action: str, settings: DataclassInstance, setting: Setting) -> Control:
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


def list_or_switch(action: str, settings: DataclassInstance, setting: Setting) -> Control:
    """The list of a setting's choices; for a setting that is on or off, a button to the other value."""
    value = getattr(settings, setting.field)
    if isinstance(setting.kind, OneOf) and isinstance(value, bool):
        return button(setting.kind.labels[not value], action, 0, 0, setting.topic, str(not value))
    return list_of(action, settings, setting)


def _id_list(list_id: str, kind: Ids, chosen: Sequence[int]) -> Control:
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


@control(
    "server",
    *("serve-more", "serve-channels", "serve-role", "serve-clock", "serve-keep", "serve-large"),
    example=Example(),
)
async def open_page(context: Context) -> None:
    guild_id = managed(context)
    chosen = await without_deleted(context, await context.service.settings.of_server(guild_id))
    await context.answer(*await server_page(chosen))


@control("serve-what", example=Example(chosen="theme"))
async def open_topic(context: Context) -> None:
    chosen = await context.service.settings.of_server(managed(context))
    await context.answer(*await server_page(chosen, one_of(context.value(), SETTINGS)))


@control("serve", example=Example(args=("days",), chosen="3"))
async def choose(context: Context) -> None:
    """Change one setting. An empty list means none."""
    settings, guild_id = context.service.settings, managed(context)
    topic = context.arg(0)
    chosen = await settings.choose_for_server(
        guild_id, changed(await settings.of_server(guild_id), topic, context.values)
    )
    languages.keep_server(guild_id, chosen)
    await context.answer(*await server_page(chosen, topic))


async def server_page(chosen: ServerSettings, topic: str | None = None) -> Page:
    """The page, with the list of the setting `topic`."""
    known = declared(type(chosen))
    sampled = topic in LOOKS
    text = "\n".join(
        [
            say("### Settings of this server"),
            points(told(chosen, setting) for setting in known.values()),
            *([deleted(chosen.deleted)] if chosen.deleted else []),
            say("-# From the next move on, boards look like this sample.")
            if sampled
            else say("-# Changes take effect at once."),
        ]
    )
    topics = choices({topic: setting.about for topic, setting in known.items()})
    what = select("serve-what", topics, chosen=topic, placeholder=say("What do you want to change?"))
    lists = [] if topic is None else [list_of("serve", chosen, known[topic])]
    picture = await sample(known_theme(chosen.theme), SAMPLED[chosen.view]) if sampled else None
    return text, Controls(what, *lists), picture


def deleted(topics: Sequence[str]) -> str:
    """Tells those who manage a server that these settings named something that was deleted."""
    named = listing([Sentence(SETTINGS[topic].about) for topic in topics if topic in SETTINGS])
    return say("A channel or role was deleted, so it was removed from these settings: {settings}.", settings=named)


def managed(context: Context) -> int:
    """The server in which this is used. Raises Refusal if this person may not manage it."""
    if context.guild_id is None:
        raise Refusal("Use `/server` in a channel of your server.")
    if not context.interaction.permissions.manage_guild:
        raise Refusal("Only people with the **Manage Server** permission can change this.")
    return context.guild_id
