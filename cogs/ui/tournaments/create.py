"""The page of `/tournament create`: game, format, clock, when it begins, and how many may join."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import discord

import language
from cogs.texts import matches as texts
from cogs.texts.challenges import clock_choices
from cogs.texts.markdown import say
from cogs.texts.tournaments import format_text, terms, title
from cogs.ui.actions import Example, control
from cogs.ui.acts.challenges import check_channel
from cogs.ui.context import Context, one_of
from cogs.ui.moderators import check_server, moderated
from cogs.ui.tournaments.pages import standings_page
from cogs.wire.controls import Choice, Controls, button, select
from cogs.wire.malformed import Malformed
from games import GAMES
from language import Sentence, mark
from matches.errors import Refusal
from matches.timecontrol import DAY, HOUR, TimeControl
from matches.tournaments.model import FORMATS, MOST, Format, Tournament

FORMAT_NAMES = {"groups": mark("Groups: everyone meets everyone"), "knockout": mark("Knockout: winners go on")}
JOINING = {
    "1h": (HOUR, mark("Join within 1 hour")),
    "1d": (DAY, mark("Join within 1 day")),
    "3d": (3 * DAY, mark("Join within 3 days")),
    "7d": (7 * DAY, mark("Join within 7 days")),
    "14d": (14 * DAY, mark("Join within 14 days")),
}
"""How long people can join, by the value in a custom_id: the seconds and the choice's label."""
PLACES = (4, 6, 8, 12, 16, 24, 32, 48, MOST)
USUAL = ("konane", "groups", "3d", "3d", "64")
"""The choices of the examples."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices for a tournament, as they stand in custom_ids."""

    game: str = next(iter(GAMES))
    format: Format = "groups"
    clock: str = "3d"
    joining: str = "3d"
    places: str = str(MOST)

    @classmethod
    def read(cls, args: Sequence[str]) -> Self:
        """Parse the arguments that `args` returns. Raises Malformed."""
        if len(args) != len(USUAL):
            raise Malformed
        game, kind, clock, joining, places = args
        return cls(
            one_of(game, GAMES),
            one_of(kind, FORMATS),
            one_of(clock, _clocks()),
            one_of(joining, JOINING),
            one_of(places, map(str, PLACES)),
        )

    @property
    def args(self) -> tuple[str, ...]:
        return self.game, self.format, self.clock, self.joining, self.places

    def tournament(self, now: int, guild_id: int, channel_id: int) -> Tournament:
        """The tournament that these choices open now."""
        seconds, _ = JOINING[self.joining]
        clock = TimeControl.parse(self.clock)
        if clock is None:
            raise Malformed
        return Tournament(
            self.game, {}, self.format, clock, True, int(self.places), now + seconds, guild_id, channel_id
        )


async def open_create(context: Context) -> None:
    """Open the page. Raises Refusal for people who may not open a tournament, and where nothing can be posted."""
    await _check(context)
    await _show(context, Draft())


@control("tournament-game", about="person", example=Example("nothing", USUAL, chosen="squalma"))
async def choose_game(context: Context) -> None:
    await _show(context, replace(_draft(context), game=one_of(context.value(), GAMES)))


@control("tournament-format", about="person", example=Example("nothing", USUAL, chosen="knockout"))
async def choose_format(context: Context) -> None:
    await _show(context, replace(_draft(context), format=one_of(context.value(), FORMATS)))


@control("tournament-clock", about="person", example=Example("nothing", USUAL, chosen="1d"))
async def choose_clock(context: Context) -> None:
    await _show(context, replace(_draft(context), clock=one_of(context.value(), _clocks())))


@control("tournament-time", about="person", example=Example("nothing", USUAL, chosen="7d"))
async def choose_time(context: Context) -> None:
    await _show(context, replace(_draft(context), joining=one_of(context.value(), JOINING)))


@control("tournament-places", about="person", example=Example("nothing", USUAL))
async def choose_places(context: Context) -> None:
    """The next of the offered numbers of places."""
    draft = _draft(context)
    following = (PLACES.index(int(draft.places)) + 1) % len(PLACES)
    await _show(context, replace(draft, places=str(PLACES[following])))


@control("tournament-go", about="person", example=Example("nothing", USUAL))
async def create(context: Context) -> None:
    """Open the tournament; its public post follows."""
    draft = _draft(context)
    guild_id = await _check(context)
    service = context.service
    tournament = await service.tournaments.create(draft.tournament(service.clock.now(), guild_id, context.channel_id))
    _, controls, _ = await standings_page(context, tournament.id)
    opened = say("The {title} is open. Its post follows in this channel.", title=title(tournament))
    await context.answer(opened, controls)


def _draft(context: Context) -> Draft:
    return Draft.read(context.args)


def _clocks() -> dict[str, str]:
    """The clocks that end matches, by their texts."""
    return {text: name for text, name in clock_choices().items() if text != "none"}


async def _check(context: Context) -> int:
    """The server's id. Raises Refusal unless the person may open a tournament in this channel."""
    guild_id = await moderated(context)
    if isinstance(context.interaction.channel, discord.Thread):
        raise Refusal("Open a tournament in a channel, not in a thread.")
    await check_server(context)
    check_channel(context)
    return guild_id


async def _show(context: Context, draft: Draft) -> None:
    shown = draft.tournament(context.service.clock.now(), context.guild_id or 0, context.channel_id)
    about: tuple[Any, ...] = (0, 0, *draft.args)
    games = [Choice(key, texts.game_name(key).said()) for key in GAMES]
    formats = [Choice(kind, language.say(FORMAT_NAMES[kind])) for kind in FORMATS]
    clocks = [Choice(text, name) for text, name in _clocks().items()]
    times = [Choice(value, language.say(label)) for value, (_, label) in JOINING.items()]
    controls = Controls(
        select("tournament-game", games, *about, chosen=draft.game),
        select("tournament-format", formats, *about, chosen=draft.format),
        select("tournament-clock", clocks, *about, chosen=draft.clock),
        select("tournament-time", times, *about, chosen=draft.joining),
        button("Open the tournament", "tournament-go", *about, style=discord.ButtonStyle.success),
        button(Sentence("At most {count} players", {"count": draft.places}), "tournament-places", *about),
    )
    head = say(
        "**{title}**, begins {when}",
        title=title(shown),
        when=texts.relative(shown.begins_at),
    )
    await context.answer("\n".join([head, format_text(shown), terms(shown)]), controls)
