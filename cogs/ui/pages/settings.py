"""Settings pages, generated from the settings' declarations, and the pages of the `/server` command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import discord
from discord import ui

import language
from cogs.texts import matches as texts
from cogs.texts.clocks import clock_choices
from cogs.texts.markdown import Markdown, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context, one_of
from cogs.ui.moderators import without_deleted
from cogs.ui.pages.notifications import HOURS, read_zone, zone_form
from cogs.ui.pages.samples import Page, choices, language_choices, points, sample, theme_choices
from cogs.wire import languages
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Choice, Control, Controls, button, custom_id, number, select
from games import Seat
from language import Sentence, listing, series
from looks import known_theme, theme_name
from matches.errors import Refusal
from matches.hours import zone_name
from matches.setting_kinds import USUAL, Days, Hour, Ids, Kind, Named, OneOf, Setting, Zone, declared_settings
from matches.settings import DISCORD, SERVER_TOPICS, ServerSettings, ServerView
from matches.timecontrol import DAY, lasting

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Settings = TypeVar("Settings", bound="DataclassInstance")

NAMES: Mapping[str, Callable[..., Mapping[str, str]]] = {
    "theme": lambda *_: theme_choices(),
    "clock": clock_choices,
    "language": lambda *_: language_choices(),
}
"""For each kind of `Named` setting, a function that names the offered values and, if given, the current one."""
POSTING = [discord.ChannelType.text, discord.ChannelType.news]
"""The types of channels for the bot's own posts. Matches may also start in a forum."""
MENTIONS: Mapping[str, Callable[[int], Markdown]] = {
    "channel": texts.channel,
    "role": lambda role: Markdown(f"<@&{role}>"),
}
SETTINGS = declared_settings(ServerSettings)
LOOKS = "boards"
"""The topic whose choices are shown on the sample board."""
SAMPLED: Mapping[ServerView, Seat] = {"first": 0, "second": 1, "mover": 0}
"""The side at the bottom of the sample board, by view. It is the first side's turn there."""


def change_setting(settings: Settings, topic: str, values: Sequence[str]) -> Settings:
    """Return a copy of the settings with one setting changed.

    Raises Malformed if the values are invalid, and Refusal if a time zone is unknown.
    """
    known = declared_settings(type(settings))
    setting = known[one_of(topic, known)]
    changes: dict[str, Any] = {setting.field: _parse_choices(setting.kind, values)}
    return replace(settings, **changes)


def _parse_choices(kind: Kind, values: Sequence[str]) -> object:
    """Convert the values chosen in a select to a setting's value. Raises Malformed if they are invalid."""
    if isinstance(kind, Ids) and kind.maximum > 1:
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
            return None if kind.usual is not None and text == USUAL else one_of(text, NAMES[of]())
        case Hour():
            return HOURS.index(one_of(text, HOURS))
        case Zone():
            return read_zone(text)
        case Days() | Ids():
            return number(text)


def setting_text(settings: DataclassInstance, setting: Setting, usual: str | None = None) -> str:
    """Describe a setting's current value in one sentence.

    `usual` is the server's theme, which applies unless the person has chosen another.
    """
    kind, value = setting.kind, getattr(settings, setting.field)
    match kind:
        case OneOf(labels, str(sentence)):
            return say(sentence, choice=Sentence(labels[value]))
        case OneOf(_, sentences):
            return say(sentences[value])
        case Days():
            return say("**{choice}**.", choice=_days(kind, value))
        case Hour():
            return say(kind.told, time=HOURS[value])
        case Zone():
            return say(kind.told, zone=zone_name(value))
        case Named(of):
            sentence = kind.usually if value is None and kind.usual is not None else kind.told
            return say(sentence, **{of: theme_name(value or usual) if of == "theme" else _name(of, value)})
        case Ids(of):
            chosen = [MENTIONS[of](each) for each in _ids(value)]
            return say(kind.some, chosen=series(chosen)) if chosen else say(kind.none)


def briefly(settings: DataclassInstance, setting: Setting, usual: str | None) -> str:
    """Return a setting's current value in a few words."""
    kind: Kind = setting.kind
    value: Any = getattr(settings, setting.field)
    match kind:
        case OneOf(labels, _, states):
            return say((states or labels)[value])
        case Named(of):
            return theme_name(value or usual) if of == "theme" else _name(of, value)
        case Days():
            return _days(kind, value).said()
        case Hour():
            return HOURS[int(value)]
        case Zone():
            return zone_name(value)
        case Ids(of):
            chosen, (some, none) = [MENTIONS[of](each) for each in _ids(value)], kind.briefly
            return say(some, chosen=series(chosen)) if chosen else say(none)


def _name(kind: Literal["clock", "language"], value: str) -> str:
    """Return a clock's or a language's name, or that of the default if the value is no longer offered."""
    names = NAMES[kind](value)
    return names[value if value in names else DISCORD]


def _days(kind: Days, days: int) -> Sentence:
    return Sentence(kind.label, {"time": lasting(days * DAY)})


def _ids(value: int | Sequence[int] | None) -> Sequence[int]:
    if isinstance(value, int):
        return [value]
    return value or ()


def list_of(action: str, settings: DataclassInstance, setting: Setting, usual: str | None) -> Control:
    """Return a control for changing a setting, usually a select menu with the current value preselected."""
    kind, value = setting.kind, getattr(settings, setting.field)
    match kind:
        case OneOf(labels):
            offered = choices({str(one): label for one, label in labels.items()})
        case Days():
            offered = [Choice(str(days), _days(kind, days).said()) for days in sorted({*kind.offered, value})]
        case Named(of):
            offered = [Choice(one, language.say(kind.label, **{of: name})) for one, name in NAMES[of](value).items()]
            if kind.usual is not None:
                offered.insert(0, Choice(USUAL, language.say(kind.usual, **{of: theme_name(usual)})))
                value = value or USUAL
            elif of == "theme":
                value = known_theme(value)
        case Hour():
            offered = [Choice(time, language.say(kind.label, time=time)) for time in HOURS]
            value = HOURS[value]
        case Zone():
            return button(kind.label, f"{action}-{setting.topic}?")
        case Ids():
            return _id_list(custom_id(action, 0, 0, setting.topic), kind, _ids(value))
    return select(action, offered, 0, 0, setting.topic, chosen=str(value))


def list_or_switch(action: str, settings: DataclassInstance, setting: Setting, usual: str | None) -> Control:
    """Return the control for changing a setting: a button for an on/off setting, or a select menu for any other."""
    value = getattr(settings, setting.field)
    if isinstance(setting.kind, OneOf) and isinstance(value, bool):
        return button(setting.kind.labels[not value], action, 0, 0, setting.topic, str(not value))
    return list_of(action, settings, setting, usual)


def overview(
    settings: DataclassInstance, topics: Mapping[str, str], action: str, usual: str | None = None
) -> tuple[list[str], list[Control]]:
    """Return a line listing each topic's current values, along with a button for each topic."""
    known = declared_settings(type(settings)).values()
    lines: list[str] = []
    for group, name in topics.items():
        values = [briefly(settings, one, usual) for one in known if one.group == group and one.brief]
        lines.append(say("**{topic}**: {values}", topic=Sentence(name), values=Markdown(texts.SEPARATOR.join(values))))
    return lines, [button(name, action, 0, 0, group) for group, name in topics.items()]


def topic_controls(
    settings: DataclassInstance, group: str, action: str, back: str, usual: str | None = None
) -> tuple[list[str], list[Control]]:
    """Return a sentence about each of a topic's settings, along with controls for changing them.

    The last control is a button that leads to `back`.
    """
    known = [setting for setting in declared_settings(type(settings)).values() if setting.group == group]
    shown = [setting for setting in known if not setting.of or getattr(settings, setting.of) is not None]
    items = [list_or_switch(action, settings, setting, usual) for setting in shown]
    items.sort(key=lambda item: isinstance(item, ui.Button))
    return [setting_text(settings, setting, usual) for setting in shown], [*items, button("Back", back)]


def _id_list(list_id: str, kind: Ids, chosen: Sequence[int]) -> Control:
    """Return a select of the server's channels or roles, with those in `chosen` preselected."""
    shown: dict[str, Any] = {
        "custom_id": list_id,
        "placeholder": say(kind.placeholder),
        "min_values": 0,
        "max_values": kind.maximum,
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
    *("serve-more", "serve-channels", "serve-role", "serve-clock", "serve-keep", "serve-large", "serve-what"),
    example=Example(),
)
async def open_page(context: Context) -> None:
    await show_server(context, await without_deleted(context.client, managed_server(context)))


@control("serve-topic", example=Example(args=("boards",)))
async def open_topic(context: Context) -> None:
    chosen = await context.service.settings.of_server(managed_server(context))
    await show_server(context, chosen, context.one_of(0, SERVER_TOPICS))


@control("serve", example=Example(args=("days",), chosen="3"))
async def choose(context: Context) -> None:
    """Change one of the server's settings, or clear the setting if nothing is selected."""
    topic, *values = (*context.args, *context.values) or ("",)
    await _keep(context, topic, values)


@control("serve-zone?", example=Example())
async def ask_zone(context: Context) -> None:
    chosen = await context.service.settings.of_server(managed_server(context))
    await context.form(zone_form(language.say("Time zone"), "serve-zone", chosen.zone))


@control("serve-zone", example=Example(typed={"zone": "Europe/Berlin"}))
async def choose_zone(context: Context) -> None:
    await _keep(context, "zone", [context.field("zone")])


async def _keep(context: Context, topic: str, values: Sequence[str]) -> None:
    """Change one of the server's settings, and show the page with that setting's topic."""
    settings, guild_id = context.service.settings, managed_server(context)
    chosen = change_setting(await settings.of_server(guild_id), topic, values)
    chosen = await settings.choose_for_server(guild_id, chosen)
    languages.keep_server(guild_id, chosen)
    await show_server(context, chosen, SETTINGS[topic].group)


async def show_server(context: Context, chosen: ServerSettings, group: str | None = None) -> None:
    """Show the page with a server's settings. The parameters are those of `server_page`."""
    await context.answer(*await server_page(chosen, group), panel=("server", context.guild_id))


async def server_page(chosen: ServerSettings, group: str | None = None) -> Page:
    """Return the page with a server's settings.

    If `group` is given, the page shows only that topic. Otherwise, it has one line per topic.
    """
    if group is None:
        head = say("### This server's settings")
        lines, controls = overview(chosen, SERVER_TOPICS, "serve-topic")
    else:
        head = say("### This server's settings: {topic}", topic=Sentence(SERVER_TOPICS[group]))
        lines, controls = topic_controls(chosen, group, "serve", "server")
    gone = [deleted_text(chosen.deleted)] if chosen.deleted else []
    if group == LOOKS:  # the picture replaces the sentences, because the lists name the choices, too
        foot = say("-# From the next move on, boards look like this sample.")
        picture = await sample(known_theme(chosen.theme), SAMPLED[chosen.view])
        return "\n".join([head, *gone, foot]), Controls(*controls), picture
    foot = say("-# Changes take effect at once.")
    return "\n".join([head, points(lines), *gone, foot]), Controls(*controls), None


def deleted_text(topics: Sequence[str]) -> str:
    """Return a message telling a server's managers which settings referred to deleted channels or roles."""
    named = listing([Sentence(SETTINGS[topic].about) for topic in topics if topic in SETTINGS])
    return say("A channel or role was deleted, so it was removed from these settings: {settings}.", settings=named)


def managed_server(context: Context) -> int:
    """Return the server's ID. Raises Refusal if the person lacks permission to manage the server."""
    if context.guild_id is None:
        raise Refusal("Use `/server` in a channel of your server.")
    if not context.interaction.permissions.manage_guild:
        raise Refusal("Only people with the **Manage Server** permission can change this.")
    return context.guild_id
