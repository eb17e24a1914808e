"""`/settings` and `/server`: pages for changing a person's or a server's settings."""

from collections.abc import Mapping
from dataclasses import replace

from discord import app_commands

import language
from cogs.commands.options import as_choices, everywhere, extension
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.moderators import without_deleted
from cogs.ui.pages.samples import SAMPLE, Page, language_choices, points, sample, theme_choices
from cogs.ui.pages.settings import (
    LOOKS,
    SETTINGS,
    change_setting,
    managed_server,
    overview,
    show_server,
    topic_controls,
)
from cogs.wire import languages
from cogs.wire.controls import Controls
from cogs.wire.replies import Interaction
from games import GAMES, Seat
from language import Sentence
from looks import known_theme, theme_for
from matches.setting_kinds import USUAL, declared_settings
from matches.settings import LONGEST_CHALLENGE, OWN_TOPICS, OWN_VIEWS, PLACES, VIEWS, OwnView, PlayerSettings

OWN_SETTINGS = declared_settings(PlayerSettings)
OWN_SEAT: Seat = 1
"""The person's seat on the sample board of their settings page."""


@app_commands.command(description="How your boards look, and whether moves are previewed")
@app_commands.describe(
    language="The language in which Tidepool speaks to you",
    theme="The theme of your private boards",
    view="Whose side is at the bottom of your private boards",
    preview="Preview a typed move before it counts",
    listed="Whether the leaderboards for all servers may list you",
)
@app_commands.choices(
    language=as_choices(language_choices()),
    theme=as_choices({USUAL: "This server's theme"} | theme_choices()),
    view=as_choices(OWN_VIEWS),
)
@everywhere
async def settings(
    interaction: Interaction,
    language: str | None = None,
    theme: str | None = None,
    view: str | None = None,
    *,
    preview: bool | None = None,
    listed: bool | None = None,
) -> None:
    context = Context(interaction)
    settings, me = context.service.settings, context.me.id
    given = {"language": language, "theme": theme, "view": view, "preview": preview, "listed": listed}
    chosen = await settings.of_player(me)
    if wanted := {topic: str(value) for topic, value in given.items() if value is not None}:
        for topic, text in wanted.items():
            chosen = change_setting(chosen, topic, [text])
        chosen = await settings.choose(me, chosen)
    group = OWN_SETTINGS[next(iter(wanted))].group if wanted else None
    await _show(context, chosen, group)


@app_commands.command(description="Tidepool's settings in this server")
@app_commands.describe(
    theme="The theme of the boards in the channels",
    view="Whose side is at the bottom of the boards in the channels",
    place="Where matches are played: in the channel or in threads",
    days="How many days a challenge stays open",
    rated="Whether matches are rated by default",
    table="Whether leaderboards are posted in this channel each Monday",
)
@app_commands.choices(theme=as_choices(theme_choices()), view=as_choices(VIEWS), place=as_choices(PLACES))
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
async def server(
    interaction: Interaction,
    theme: str | None = None,
    view: str | None = None,
    place: str | None = None,
    days: app_commands.Range[int, 1, LONGEST_CHALLENGE] | None = None,
    rated: bool | None = None,
    table: bool | None = None,
) -> None:
    context = Context(interaction)
    settings, guild_id = context.service.settings, managed_server(context)
    given = {"theme": theme, "view": view, "place": place, "days": days, "rated": rated}
    wanted: dict[str, tuple[str, ...]] = {topic: (str(one),) for topic, one in given.items() if one is not None}
    if table is not None:
        wanted["table"] = (str(context.channel_id),) if table else ()
    chosen = await without_deleted(context.client, guild_id)
    for topic, values in wanted.items():
        chosen = change_setting(chosen, topic, values)
    if wanted:
        chosen = await settings.choose_for_server(guild_id, chosen)
    group = SETTINGS[next(iter(wanted))].group if wanted else None
    await show_server(context, chosen, group)


@control("set", example=Example(args=("theme",), chosen="usual", writes="own"))
async def choose(context: Context) -> None:
    settings, me = context.service.settings, context.me.id
    topic, value = context.choice()
    chosen = await settings.choose(me, change_setting(await settings.of_player(me), topic, [value]))
    await _show(context, chosen, OWN_SETTINGS[topic].group)


@control("settings", "set-part", example=Example())
async def open_page(context: Context) -> None:
    await _show(context, await context.service.settings.of_player(context.me.id))


@control("set-topic", example=Example(args=("boards",)))
async def open_topic(context: Context) -> None:
    chosen = await context.service.settings.of_player(context.me.id)
    await _show(context, chosen, context.one_of(0, OWN_TOPICS))


async def _show(context: Context, chosen: PlayerSettings, group: str | None = None) -> None:
    await context.answer(*await own_page(context, chosen, group), panel=("settings", 0))


async def own_page(context: Context, chosen: PlayerSettings, group: str | None = None) -> Page:
    """Return a person's settings page.

    The page has one line per topic or, if `group` is given, that topic's settings.
    """
    languages.keep_person(context.me.id, chosen)
    context.speak()
    usual = await theme_for(context.service, replace(chosen, theme=None), context.guild_id)
    if group is None:
        lines, controls = overview(chosen, OWN_TOPICS, "set-topic", usual)
        foot = say("-# Turn alerts: `/notifications`.")
        return "\n".join([say("### Your settings"), points(lines), foot]), Controls(*controls), None
    lines, controls = topic_controls(chosen, group, "set", "settings", usual)
    head = say("### Your settings: {topic}", topic=Sentence(OWN_TOPICS[group]))
    if group != LOOKS:
        return f"{head}\n{points(lines)}", Controls(*controls), None
    view: OwnView = chosen.view
    if view == "own" and context.guild_id is not None:
        usual_view = (await context.service.settings.of_server(context.guild_id)).view
        view = "own" if usual_view == "mover" else usual_view
    seats: Mapping[OwnView, Seat] = {"own": OWN_SEAT, "first": 0, "second": 1, "mover": 0}
    side = GAMES[SAMPLE[0]].info.side(OWN_SEAT)
    picture = await sample(known_theme(chosen.theme or usual), seats[view], language.say("Somebody"), context.me.name)
    foot = say("-# In this sample you play {side}.", side=side)
    return f"{head}\n{foot}", Controls(*controls), picture


setup = extension(settings, server)
