"""`/settings` and `/server`: pages of lists on which a person or a server's manager changes settings."""

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from discord import app_commands

import language
from cogs.commands.options import as_choices, everywhere, extension
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.moderators import without_deleted
from cogs.ui.pages.samples import SAMPLE, USUAL, Page, language_choices, points, sample, theme_choices, themes
from cogs.ui.pages.settings import changed, list_or_switch, managed, server_page, told
from cogs.wire import languages
from cogs.wire.controls import Controls, select
from cogs.wire.replies import Interaction
from games import GAMES, Seat
from looks import theme_for, theme_name
from matches.setting_kinds import declared
from matches.settings import LONGEST_CHALLENGE, OWN_VIEWS, PLACES, VIEWS, OwnView, PlayerSettings
from render import THEMES

OWN_SEAT: Seat = 1
"""The side that a person plays in the sample board of their own settings."""


@app_commands.command(description="How your boards look, and whether moves are previewed")
@app_commands.describe(
    language="The language in which Tidepool speaks to you",
    theme="The theme of your private boards",
    view="Whose side is at the bottom of your private boards",
    preview="Preview a typed move before it counts",
    listed="Whether the leaderboards of all servers may list you",
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
        chosen = await settings.choose(me, reduce(_own_choice, wanted.items(), chosen))
    await context.answer(*await own_page(context, chosen))


@app_commands.command(description="Settings of Tidepool in this server")
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
    settings, guild_id = context.service.settings, managed(context)
    given = {"theme": theme, "view": view, "place": place, "days": days, "rated": rated}
    wanted: dict[str, tuple[str, ...]] = {topic: (str(one),) for topic, one in given.items() if one is not None}
    if table is not None:
        wanted["table"] = (str(context.channel_id),) if table else ()
    chosen = await without_deleted(context, await settings.of_server(guild_id))
    for topic, values in wanted.items():
        chosen = changed(chosen, topic, values)
    if wanted:
        chosen = await settings.choose_for_server(guild_id, chosen)
    await context.answer(*await server_page(chosen, next(iter(wanted), None)))


@control("set", example=Example(args=("theme",), chosen="usual", writes="own"))
async def choose(context: Context) -> None:
    settings, me = context.service.settings, context.me.id
    chosen = _own_choice(await settings.of_player(me), context.choice())
    await context.answer(*await own_page(context, await settings.choose(me, chosen)))


def _own_choice(chosen: PlayerSettings, choice: tuple[str, str]) -> PlayerSettings:
    topic, value = choice
    if topic == "theme":
        return replace(chosen, theme=value if value in THEMES else None)
    return changed(chosen, topic, [value])


async def own_page(context: Context, chosen: PlayerSettings) -> Page:
    languages.keep_person(context.me.id, chosen)
    context.speak()
    own = declared(type(chosen)).values()
    usual = await theme_for(context.service, replace(chosen, theme=None), context.guild_id)
    theme = await theme_for(context.service, chosen, context.guild_id)
    if chosen.theme:
        drawn_in = say("Your boards: **{theme}**.", theme=theme_name(theme))
    else:
        drawn_in = say("Your boards: **{theme}** (this server's theme).", theme=theme_name(theme))
    offered = themes(language.say("Theme: this server's ({theme})", theme=theme_name(usual)))
    view: OwnView = chosen.view
    if view == "own" and context.guild_id is not None:
        view = (await context.service.settings.of_server(context.guild_id)).view
    seats: Mapping[OwnView, Seat] = {"own": OWN_SEAT, "first": 0, "second": 1, "mover": 0}
    side = GAMES[SAMPLE[0]].info.side(OWN_SEAT)
    foot = say("-# In this sample you play {side}. Turn alerts: `/notifications`.", side=side)
    points_told = points([drawn_in, *(told(chosen, setting) for setting in own)])
    lists = [list_or_switch("set", chosen, setting) for setting in own]
    return (
        "\n".join([say("### Your settings"), points_told, foot]),
        Controls(select("set", offered, 0, 0, "theme", chosen=chosen.theme or USUAL), *lists),
        await sample(theme, seats[view], language.say("Somebody"), context.me.name),
    )


setup = extension(settings, server)
