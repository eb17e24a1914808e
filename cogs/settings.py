"""What a person may choose about pictures and moves, and a server for its channels: pages of lists to choose from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Literal

from discord import app_commands
from discord.ext import commands

import language
from cogs.posts.looks import known_theme, theme_for
from cogs.posts.pictures import Picture, drawn
from cogs.texts import matches as words
from cogs.texts.markdown import say
from cogs.ui.actions import control
from cogs.ui.context import Context, one_of
from cogs.ui.controls import Choice, Controls, button, number, select
from cogs.ui.errors import Malformed
from cogs.ui.moderators import told
from games import GAMES
from language import Sentence, mark
from matches.errors import Refusal
from matches.settings import LONGEST_CHALLENGE, PlayerSettings, ServerSettings
from matches.timecontrol import DAY, lasting
from render import THEMES, Scene, alt_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cogs.ui.replies import Interaction
    from games import Seat
from matches.settings import OwnView, ServerView

USUAL = "usual"
"""Stands for no theme of one's own."""
NAMED = {theme: theme for theme in THEMES}
OWN_VIEWS: dict[OwnView, str] = {
    "own": mark("Your own side at the bottom"),
    "first": mark("The first side at the bottom"),
    "second": mark("The second side at the bottom"),
    "mover": mark("The side to move at the bottom"),
}
SERVER_VIEWS: dict[ServerView, str] = {
    "first": OWN_VIEWS["first"],
    "second": OWN_VIEWS["second"],
    "mover": OWN_VIEWS["mover"],
}
PLACES: dict[Literal["channel", "thread"], str] = {
    "channel": mark("Matches go on in the channel"),
    "thread": mark("Each match has a thread of its own"),
}
LIFETIMES = (1, 2, 3, 5, 7, 10, 14, 21, LONGEST_CHALLENGE)
"""Days to choose from on the server's page; the command takes any number."""

SAMPLE = "konane", "d5 d4 d7-d5 d2-d4 f3-d3 f2-d2 h3-f3 e5-e3"
"""The game and the moves that the sample picture shows: enough for stones, holes and a last move."""
OWN_SEAT: Seat = 1
"""Whoever looks at their own settings plays this side of the sample."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of choices: its words, its controls, and a sample of how boards look."""

    text: str
    controls: Controls
    sample: Picture

    async def show(self, context: Context) -> None:
        """Show it to this person alone, in place of the page whose control was used."""
        await context.answer(self.text, self.controls, self.sample)


def _offered(names: Mapping[Any, str]) -> list[app_commands.Choice[str]]:
    """The values of a command's option, under their names."""
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]


class Settings(commands.Cog):
    """`/settings` and `/server`"""

    @app_commands.command(description="How boards look to you, and whether typed moves are shown before they count")
    @app_commands.describe(
        theme="The colours of the boards that only you see",
        view="Whose side is at the bottom of the boards that only you see",
        preview="See what a typed move leads to before it counts",
        listed="Whether the leaderboards of all servers together may name you",
    )
    @app_commands.choices(
        theme=_offered({USUAL: "as the server has it"} | NAMED),
        view=_offered(OWN_VIEWS),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def settings(
        self,
        interaction: Interaction,
        theme: str | None = None,
        view: str | None = None,
        *,
        preview: bool | None = None,
        listed: bool | None = None,
    ) -> None:
        context = Context(interaction)
        settings, me = context.service.settings, context.me.id
        given = {"theme": theme, "view": view, "preview": _typed(preview), "listed": _typed(listed)}
        chosen = await settings.of_player(me)
        if wanted := {what: value for what, value in given.items() if value is not None}:
            chosen = await settings.choose(me, reduce(_own_choice, wanted.items(), chosen))
        await (await own_page(context, chosen)).show(context)

    @app_commands.command(description="How boards look in this server, where matches go on, how long challenges live")
    @app_commands.describe(
        theme="The colours of the boards in the channels",
        view="Whose side is at the bottom of the boards in the channels",
        place="Where the matches of this server go on",
        days="How many days a challenge stays open",
        rated="Whether challenges are to rated matches unless they say otherwise",
        table="Whether the leaderboards are posted each Monday in this channel",
    )
    @app_commands.choices(theme=_offered(NAMED), view=_offered(SERVER_VIEWS), place=_offered(PLACES))
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def server(
        self,
        interaction: Interaction,
        theme: str | None = None,
        view: str | None = None,
        place: str | None = None,
        days: app_commands.Range[int, 1, LONGEST_CHALLENGE] | None = None,
        rated: bool | None = None,
        table: bool | None = None,
    ) -> None:
        context = Context(interaction)
        settings, guild_id = context.service.settings, _managed(interaction)
        given = {"theme": theme, "view": view, "place": place, "days": _typed(days), "rated": _typed(rated)}
        given["table"] = None if table is None else _typed(context.channel_id if table else 0)
        chosen = await settings.of_server(guild_id)
        if wanted := {what: value for what, value in given.items() if value is not None}:
            chosen = await settings.choose_for_server(guild_id, reduce(_server_choice, wanted.items(), chosen))
        await (await server_page(chosen)).show(context)


def _typed(value: object | None) -> str | None:
    """A given value of an option as the value of a choice."""
    return None if value is None else str(value)


@control("set")
async def choose(context: Context) -> None:
    """A choice on one's own page."""
    settings, me = context.service.settings, context.me.id
    chosen = _own_choice(await settings.of_player(me), context.choice())
    await (await own_page(context, await settings.choose(me, chosen))).show(context)


@control("server")
async def open_server_page(context: Context) -> None:
    """The page of `/server`, by a button."""
    guild_id = _managed(context.interaction)
    await (await server_page(await context.service.settings.of_server(guild_id))).show(context)


@control("serve")
async def choose_for_server(context: Context) -> None:
    """A choice on the page of a server."""
    settings, guild_id = context.service.settings, _managed(context.interaction)
    chosen = _server_choice(await settings.of_server(guild_id), context.choice())
    await (await server_page(await settings.choose_for_server(guild_id, chosen))).show(context)


def _own_choice(chosen: PlayerSettings, choice: tuple[str, str]) -> PlayerSettings:
    match choice:
        case "theme", theme:
            return replace(chosen, theme=theme if theme in THEMES else None)
        case "view", view:
            return replace(chosen, view=one_of(view, OWN_VIEWS))
        case "preview", preview:
            return replace(chosen, preview=preview == str(True))
        case "listed", listed:
            return replace(chosen, listed=listed == str(True))
    raise Malformed


def _server_choice(chosen: ServerSettings, choice: tuple[str, str]) -> ServerSettings:
    match choice:
        case "theme", theme:
            return replace(chosen, theme=one_of(theme, THEMES))
        case "view", view:
            return replace(chosen, view=one_of(view, SERVER_VIEWS))
        case "place", place:
            return replace(chosen, place=one_of(place, PLACES))
        case "days", days:
            return replace(chosen, challenge_days=number(days))
        case "rated", rated:
            return replace(chosen, rated=rated == str(True))
        case "table", channel:
            return replace(chosen, table_channel=number(channel) or None)
    raise Malformed


async def own_page(context: Context, chosen: PlayerSettings) -> Page:
    """The page of `/settings`."""
    usual = await theme_for(context.service, replace(chosen, theme=None), context.guild_id)
    theme = await theme_for(context.service, chosen, context.guild_id)
    if chosen.theme:
        drawn_in = say("The boards that only you see are drawn in **{theme}**.", theme=theme)
    else:
        drawn_in = say("The boards that only you see are drawn in **{theme}**, as the server has it.", theme=theme)
    if chosen.preview:
        typed = say("A typed move is **shown to you first** and counts when you confirm it.")
        switch = mark("Let typed moves count at once")
    else:
        typed = say("A typed move **counts at once**.")
        switch = mark("Show typed moves first")
    if chosen.listed:
        listed = say("The leaderboards of all servers together **may name you**.")
        agree = mark("Do not list me")
    else:
        listed = say("The leaderboards of all servers together **do not name you**.")
        agree = mark("List me")
    themes = _themes(language.say("Theme: as the server has it ({theme})", theme=usual))
    seats: Mapping[OwnView, Seat] = {"own": OWN_SEAT, "first": 0, "second": 1, "mover": 0}
    return Page(
        "\n".join(
            [
                say("### Your settings"),
                " ".join([drawn_in, _strong(OWN_VIEWS[chosen.view])]),
                typed,
                listed,
                say(
                    "-# In this sample you play the second side. "
                    "`/notifications` is about how you are told of your turn."
                ),
            ]
        ),
        Controls(
            select("set", themes, 0, 0, "theme", chosen=chosen.theme or USUAL),
            select("set", _listed(OWN_VIEWS), 0, 0, "view", chosen=chosen.view),
            button(switch, "set", 0, 0, "preview", str(not chosen.preview)),
            button(agree, "set", 0, 0, "listed", str(not chosen.listed)),
        ),
        await _sample(theme, seats[chosen.view], language.say("Somebody"), context.me.name),
    )


async def server_page(chosen: ServerSettings) -> Page:
    """The page of `/server`."""
    theme = known_theme(chosen.theme)
    drawn_in = say("The boards in the channels are drawn in **{theme}**.", theme=theme)
    lifetimes = {
        str(days): language.say("Challenges stay open for {time}", time=lasting(days * DAY))
        for days in sorted({*LIFETIMES, chosen.challenge_days})
    }
    seats: Mapping[ServerView, Seat] = {"first": 0, "second": 1, "mover": 0}
    return Page(
        "\n".join(
            [
                say("### Settings of this server"),
                " ".join([drawn_in, _strong(SERVER_VIEWS[chosen.view])]),
                f"{_strong(PLACES[chosen.place])} **{lifetimes[str(chosen.challenge_days)]}**.",
                _rated_by_default(chosen),
                _weekly(chosen),
                *told(chosen),
                say("-# From the next move on, boards look like this sample."),
            ]
        ),
        Controls(
            select("serve", _themes(), 0, 0, "theme", chosen=theme),
            select("serve", _listed(SERVER_VIEWS), 0, 0, "view", chosen=chosen.view),
            select("serve", _listed(PLACES), 0, 0, "place", chosen=chosen.place),
            select(
                "serve", [Choice(*one) for one in lifetimes.items()], 0, 0, "days", chosen=str(chosen.challenge_days)
            ),
            button(
                mark("Make challenges unrated by default")
                if chosen.rated
                else mark("Make challenges rated by default"),
                "serve",
                0,
                0,
                "rated",
                str(not chosen.rated),
            ),
            button("Channels and moderators", "serve-more"),
            *([button("Stop the weekly table", "serve", 0, 0, "table", "0")] if chosen.table_channel else []),
        ),
        await _sample(theme, seats[chosen.view], *map(language.say, GAMES[SAMPLE[0]].info.seats)),
    )


def _weekly(chosen: ServerSettings) -> str:
    """Where the leaderboards are posted each week."""
    if chosen.table_channel is None:
        return say(
            "The leaderboards are not posted by themselves: `/server` with `table` lets that happen in this channel."
        )
    return say("The leaderboards are posted each Monday in {channel}.", channel=words.channel(chosen.table_channel))


def _rated_by_default(chosen: ServerSettings) -> str:
    """Whether challenges that do not say otherwise are to rated matches."""
    if chosen.rated:
        return say("Challenges are to **rated** matches unless they say otherwise.")
    return say("Challenges are to matches that are **not rated** unless they say otherwise.")


async def _sample(theme: str, view: Seat, *names: str) -> Picture:
    """How boards look so, drawn apart from the event loop."""
    game, moves = SAMPLE
    before, move, position = None, None, GAMES[game].start()
    for text in moves.split():
        before, move = position, position.parse(text)
        position = before.play(move)
    scene = Scene(position, (names[0], names[1]), before, move, view=view, theme=theme)
    return Picture(await drawn(scene), alt_text(scene), "sample.png")


def _strong(sentence: str) -> str:
    """A marked choice as a sentence that stands out."""
    return say("**{choice}**.", choice=Sentence(sentence))


def _themes(usual: str | None = None) -> list[Choice]:
    named = [Choice(theme, language.say("Theme: {theme}", theme=theme)) for theme in THEMES]
    return [Choice(USUAL, usual), *named] if usual else named


def _listed(names: Mapping[Any, str]) -> list[Choice]:
    return [Choice(value, language.say(name)) for value, name in names.items()]


def _managed(interaction: Interaction) -> int:
    """The server of an interaction, by somebody who may manage it. Raises Refusal."""
    if interaction.guild_id is None:
        raise Refusal("This is for servers: use `/server` in a channel of yours.")
    if not interaction.permissions.manage_guild:
        raise Refusal("Only those who have the **Manage Server** permission can change this.")
    return interaction.guild_id


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Settings())
