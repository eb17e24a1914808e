"""The page of `/server`: all that a server chose, and one list that leads to the choice to be changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import discord
from discord import ui

import language
from cogs.texts import matches as texts
from cogs.texts.challenges import clock_choices
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.context import one_of
from cogs.ui.moderators import described
from cogs.ui.pages.samples import OWN_VIEWS, Page, choices, points, sample, strong, themes
from cogs.wire import discord_limits
from cogs.wire.controls import Choice, Controls, custom_id, number, select
from cogs.wire.looks import known_theme
from cogs.wire.malformed import Malformed
from language import Sentence, mark
from matches.errors import Refusal
from matches.settings import LONGEST_CHALLENGE, ServerSettings, ServerView
from matches.timecontrol import DAY, lasting
from render import THEMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cogs.ui.context import Context
    from games import Seat

Topic = Literal["theme", "view", "place", "channels", "days", "clock", "rated", "large", "keep", "table", "role"]
TOPICS: Mapping[Topic, str] = {
    "theme": mark("The colours of the boards"),
    "view": mark("Which side of the boards is at the bottom"),
    "place": mark("Whether matches that people play have threads"),
    "channels": mark("In which channels matches begin"),
    "days": mark("How long challenges stay open"),
    "clock": mark("The usual clock of challenges"),
    "rated": mark("Whether challenges are rated"),
    "large": mark("Who may challenge everybody"),
    "keep": mark("What becomes of old boards"),
    "table": mark("Where leaderboards are posted"),
    "role": mark("Who moderates"),
}
"""What can be changed on the page, each with its name in the list."""
LOOKS: frozenset[Topic] = frozenset({"theme", "view"})
"""The topics whose choices the sample board shows."""
SAMPLED: Mapping[ServerView, Seat] = {"first": 0, "second": 1, "mover": 0}
"""The side at the bottom of the sample board, by the choice; there the first side is to move."""
VIEWS: Mapping[ServerView, str] = {view: OWN_VIEWS[view] for view in SAMPLED}
PLACES: Mapping[Literal["channel", "thread"], str] = {
    "channel": mark("Matches go on in the channel"),
    "thread": mark("Each match that people play has a thread of its own"),
}
LARGE = {
    "everybody": mark("Everybody may challenge everybody"),
    "moderators": mark("Only moderators challenge everybody"),
}
KEEP = {"all": mark("Keep all boards"), "newest": mark("Keep only the newest board")}
RATED = {
    str(False): mark("Not rated unless the challenge says otherwise"),
    str(True): mark("Rated unless the challenge says otherwise"),
}
MAYBE = {"table": "table_channel", "role": "moderator_role"}
"""The topics that may be set to nothing, each with its field of the settings."""
LIFETIMES = (1, 2, 3, 5, 7, 10, 14, 21, LONGEST_CHALLENGE)
"""The days in the list of lifetimes of challenges; the command takes any number."""
CHANNELS = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum]


@control("server", example=Example())
# These stand on pages of older versions, whose lists have changed since.
@control("serve-more", example=Example())
@control("serve-channels", example=Example(chosen="100"))
@control("serve-role", example=Example(chosen="100"))
@control("serve-clock", example=Example(chosen="3d"))
@control("serve-keep", example=Example(args=("newest",)))
@control("serve-large", example=Example(args=("moderators",)))
async def open_page(context: Context) -> None:
    """Show the page of the server's settings."""
    guild_id = managed(context)
    await (await server_page(await context.service.settings.of_server(guild_id))).show(context)


@control("serve-what", example=Example(chosen="theme"))
async def open_topic(context: Context) -> None:
    """Show the page with one topic opened."""
    chosen = await context.service.settings.of_server(managed(context))
    await (await server_page(chosen, one_of(context.value(), get_args(Topic)))).show(context)


@control("serve", example=Example(args=("days",), chosen="3"))
async def choose(context: Context) -> None:
    """Change one setting of the server. An empty list stands for none."""
    settings, guild_id = context.service.settings, managed(context)
    topic: Topic = context.one_of(0, get_args(Topic))
    chosen = server_choice(await settings.of_server(guild_id), topic, context.values)
    await (await server_page(await settings.choose_for_server(guild_id, chosen), topic)).show(context)


def server_choice(chosen: ServerSettings, topic: str, values: tuple[str, ...]) -> ServerSettings:
    """The server's settings after one more choice. Raises Malformed."""
    if topic == "channels":
        return replace(chosen, channels=tuple(map(number, values)))
    if topic in MAYBE:
        if len(values) > 1:
            raise Malformed
        found: dict[str, Any] = {MAYBE[topic]: number(values[0]) if values else None}
        return replace(chosen, **found)
    if len(values) != 1:
        raise Malformed
    if topic == "days":
        return replace(chosen, challenge_days=number(values[0]))
    if topic == "rated":
        return replace(chosen, rated=one_of(values[0], RATED) == str(True))
    known: Mapping[str, tuple[str, Iterable[str]]] = {
        "theme": ("theme", THEMES),
        "view": ("view", VIEWS),
        "place": ("place", PLACES),
        "clock": ("clock", clock_choices()),
        "large": ("at_large", LARGE),
        "keep": ("keep", KEEP),
    }
    if topic not in known:
        raise Malformed
    field, allowed = known[topic]
    changes: dict[str, Any] = {field: one_of(values[0], allowed)}
    return replace(chosen, **changes)


async def server_page(chosen: ServerSettings, topic: Topic | None = None) -> Page:
    """The page of the server's settings, with one topic opened."""
    theme = known_theme(chosen.theme)
    begin, large, keep, role = described(chosen)
    told = [
        say("The boards in the channels are drawn in **{theme}**.", theme=theme),
        say("**{choice}**; against the computer, the player's own side.", choice=Sentence(VIEWS[chosen.view])),
        strong(PLACES[chosen.place]),
        begin,
        f"**{_lifetime(chosen.challenge_days)}**.",
        _clock(chosen),
        _rated(chosen),
        large,
        keep,
        _weekly(chosen),
        role,
    ]
    text = "\n".join(
        [
            say("### Settings of this server"),
            points(told),
            say("-# From the next move on, boards look like this sample.")
            if topic in LOOKS
            else say("-# A change counts at once, for all that happens from then on."),
        ]
    )
    what = select("serve-what", choices(TOPICS), chosen=topic, placeholder=say("What do you want to change?"))
    opened = [] if topic is None else [_opened(topic, chosen)]
    picture = await sample(theme, SAMPLED[chosen.view]) if topic in LOOKS else None
    return Page(text, Controls(what, *opened), picture)


def _opened(topic: Topic, chosen: ServerSettings) -> ui.Item[Controls]:
    """The list of choices of a topic."""
    offered: dict[Topic, tuple[list[Choice], str | None]] = {
        "theme": (themes(), known_theme(chosen.theme)),
        "view": (choices(VIEWS), chosen.view),
        "place": (choices(PLACES), chosen.place),
        "days": (
            [Choice(str(days), _lifetime(days)) for days in sorted({*LIFETIMES, chosen.challenge_days})],
            str(chosen.challenge_days),
        ),
        "clock": (
            [Choice(value, say("Clock: {clock}", clock=name)) for value, name in clock_choices().items()],
            chosen.clock,
        ),
        "rated": (choices(RATED), str(chosen.rated)),
        "large": (choices(LARGE), chosen.at_large),
        "keep": (choices(KEEP), chosen.keep),
    }
    if topic in offered:
        listed, now = offered[topic]
        return select("serve", listed, 0, 0, topic, chosen=now)
    named = custom_id("serve", 0, 0, topic)
    if topic == "role":
        role = [chosen.moderator_role] if chosen.moderator_role else []
        return ui.RoleSelect[Controls](
            custom_id=named,
            placeholder=say("A role of moderators; none for managers alone"),
            min_values=0,
            default_values=[discord.SelectDefaultValue.from_role(discord.Object(one)) for one in role],
        )
    weekly = topic == "table"
    channels = ([chosen.table_channel] if chosen.table_channel else []) if weekly else chosen.channels
    return ui.ChannelSelect[Controls](
        custom_id=named,
        channel_types=CHANNELS[:2] if weekly else CHANNELS,
        placeholder=say("A channel; none for no leaderboards") if weekly else say("Channels; none for all"),
        min_values=0,
        max_values=1 if weekly else discord_limits.OPTIONS,
        default_values=[discord.SelectDefaultValue.from_channel(discord.Object(one)) for one in channels],
    )


def _lifetime(days: int) -> str:
    return language.say("Challenges stay open for {time}", time=lasting(days * DAY))


def _clock(chosen: ServerSettings) -> str:
    """The clock of challenges that name none, in words."""
    name = clock_choices().get(chosen.clock, chosen.clock)
    return say("Usual clock of challenges: {clock}.", clock=name)


def _weekly(chosen: ServerSettings) -> str:
    """The channel in which the leaderboards are posted each week, in words."""
    if chosen.table_channel is None:
        return say("The leaderboards are not posted by themselves.")
    return say("The leaderboards are posted each Monday in {channel}.", channel=texts.channel(chosen.table_channel))


def _rated(chosen: ServerSettings) -> str:
    """Whether challenges are rated that do not say so themselves, in words."""
    if chosen.rated:
        return say("Matches are **rated** unless the challenge says otherwise.")
    return say("Matches are **not rated** unless the challenge says otherwise.")


def managed(context: Context) -> int:
    """The server in which this is used. Raises Refusal if this person may not manage it."""
    if context.guild_id is None:
        raise Refusal("This is for servers: use `/server` in a channel of yours.")
    if not context.interaction.permissions.manage_guild:
        raise Refusal("Only those who have the **Manage Server** permission can change this.")
    return context.guild_id
