"""The page of `/server`: all that a server chose, and one list that leads to the choice to be changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import ui

import language
from cogs.texts import matches as texts
from cogs.texts.challenges import clock_choices
from cogs.texts.markdown import Markdown, say
from cogs.ui.actions import Example, control
from cogs.ui.context import one_of
from cogs.ui.pages.samples import Page, choices, points, sample
from cogs.wire.controls import Choice, Controls, custom_id, number, select
from cogs.wire.looks import known_theme
from cogs.wire.malformed import Malformed
from language import Sentence
from matches.errors import Refusal
from matches.setting_kinds import Days, Ids, Named, OneOf, declared
from matches.settings import ServerSettings
from matches.timecontrol import DAY, lasting
from render import THEMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cogs.ui.context import Context
    from games import Seat
    from matches.setting_kinds import Kind, Setting
    from matches.settings import ServerView

SETTINGS = declared(ServerSettings)
LOOKS = frozenset({"theme", "view"})
"""The topics whose choices the sample board shows."""
SAMPLED: Mapping[ServerView, Seat] = {"first": 0, "second": 1, "mover": 0}
"""The side at the bottom of the sample board for each view; the first side is to move there."""
NAMES: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "theme": lambda: {theme: theme for theme in THEMES},
    "clock": clock_choices,
}
"""The values of `Named` settings, each with its name."""
POSTING = [discord.ChannelType.text, discord.ChannelType.news]
"""The channels in which the bot posts by itself; matches may also start in a forum."""
MENTIONS: Mapping[str, Callable[[int], Markdown]] = {
    "channel": texts.channel,
    "role": lambda role: Markdown(f"<@&{role}>"),
}


@control("server", example=Example())
# Pages of older versions still have these controls.
@control("serve-more", example=Example())
@control("serve-channels", example=Example(chosen="100"))
@control("serve-role", example=Example(chosen="100"))
@control("serve-clock", example=Example(chosen="3d"))
@control("serve-keep", example=Example(args=("newest",)))
@control("serve-large", example=Example(args=("moderators",)))
async def open_page(context: Context) -> None:
    """Show the page."""
    guild_id = managed(context)
    await (await server_page(await context.service.settings.of_server(guild_id))).show(context)


@control("serve-what", example=Example(chosen="theme"))
async def open_topic(context: Context) -> None:
    """Show the page with the list of one setting."""
    chosen = await context.service.settings.of_server(managed(context))
    await (await server_page(chosen, one_of(context.value(), SETTINGS))).show(context)


@control("serve", example=Example(args=("days",), chosen="3"))
async def choose(context: Context) -> None:
    """Change one setting. An empty list means none."""
    settings, guild_id = context.service.settings, managed(context)
    topic = context.arg(0)
    chosen = server_choice(await settings.of_server(guild_id), topic, context.values)
    await (await server_page(await settings.choose_for_server(guild_id, chosen), topic)).show(context)


def server_choice(chosen: ServerSettings, topic: str, values: Sequence[str]) -> ServerSettings:
    """The settings with one of them changed to the values chosen in its list. Raises Malformed."""
    known = declared(type(chosen))
    setting = known[one_of(topic, known)]
    changes: dict[str, Any] = {setting.field: _parsed(setting.kind, values)}
    return replace(chosen, **changes)


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


async def server_page(chosen: ServerSettings, topic: str | None = None) -> Page:
    """The page, with the list of the setting `topic`."""
    known = declared(type(chosen))
    opened = None if topic is None else known[topic]
    sampled = topic in LOOKS
    text = "\n".join(
        [
            say("### Settings of this server"),
            points(_told(setting.kind, getattr(chosen, setting.field)) for setting in known.values()),
            say("-# From the next move on, boards look like this sample.")
            if sampled
            else say("-# A change counts at once, for all that happens from then on."),
        ]
    )
    topics = choices({topic: setting.about for topic, setting in known.items()})
    what = select("serve-what", topics, chosen=topic, placeholder=say("What do you want to change?"))
    lists = [] if opened is None else [_list(opened, getattr(chosen, opened.field))]
    picture = await sample(known_theme(chosen.theme), SAMPLED[chosen.view]) if sampled else None
    return Page(text, Controls(what, *lists), picture)


def _told(kind: Kind, value: Any) -> str:  # noqa: ANN401 (the value of any field)
    """The sentence for the current value of a setting."""
    match kind:
        case OneOf(labels, str(told)):
            return say(told, choice=Sentence(labels[value]))
        case OneOf(_, told):
            return say(told[value])
        case Days():
            return say("**{choice}**.", choice=_days(kind, value))
        case Named(of):
            name = known_theme(value) if of == "theme" else value
            return say(kind.told, **{of: NAMES[of]().get(name, name)})
        case Ids(of):
            chosen = Markdown(", ".join(map(MENTIONS[of], _ids(value))))
            return say(kind.some, chosen=chosen) if chosen else say(kind.none)


def _days(kind: Days, days: int) -> Sentence:
    return Sentence(kind.label, {"time": lasting(days * DAY)})


def _ids(value: int | Sequence[int] | None) -> Sequence[int]:
    if isinstance(value, int):
        return [value]
    return value or ()


def _list(setting: Setting, value: Any) -> ui.Item[Controls]:  # noqa: ANN401 (the value of any field)
    """The list of a setting's choices, with the current value selected."""
    kind = setting.kind
    match kind:
        case OneOf(labels):
            offered = choices({str(one): label for one, label in labels.items()})
        case Days():
            offered = [Choice(str(days), _days(kind, days).said()) for days in sorted({*kind.offered, value})]
        case Named(of):
            value = known_theme(value) if of == "theme" else value
            offered = [Choice(one, language.say(kind.label, **{of: name})) for one, name in NAMES[of]().items()]
        case Ids():
            return _id_list(setting.topic, kind, _ids(value))
    return select("serve", offered, 0, 0, setting.topic, chosen=str(value))


def _id_list(topic: str, kind: Ids, chosen: Sequence[int]) -> ui.Item[Controls]:
    """A list of channels or roles, which Discord fills, with these selected."""
    shown: dict[str, Any] = {
        "custom_id": custom_id("serve", 0, 0, topic),
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
        channel_types=POSTING if kind.weekly else [*POSTING, discord.ChannelType.forum],
        default_values=[discord.SelectDefaultValue.from_channel(one) for one in objects],
        **shown,
    )


def managed(context: Context) -> int:
    """The server in which this is used. Raises Refusal if this person may not manage it."""
    if context.guild_id is None:
        raise Refusal("This is for servers: use `/server` in a channel of yours.")
    if not context.interaction.permissions.manage_guild:
        raise Refusal("Only those who have the **Manage Server** permission can change this.")
    return context.guild_id
