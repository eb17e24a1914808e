"""The `/tournament create` page for choosing a tournament's game, format, clock, start time and number of places."""

from collections.abc import Callable, Mapping
from typing import cast

import discord

import language
from cogs.texts import matches as texts
from cogs.texts.clocks import clock_choices
from cogs.texts.markdown import say
from cogs.texts.tournaments import format_text, terms, title, wanted_text
from cogs.ui.actions import Example, control
from cogs.ui.acts.challenges import check_channel
from cogs.ui.context import Context, one_of
from cogs.ui.moderators import check_server, moderated_server
from cogs.ui.tournaments.pages import standings_page
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Choice, Controls, button, select
from games import FIRST_GAME, GAMES
from language import Sentence, mark
from matches.errors import Refusal
from matches.timecontrol import DAY, HOUR, MINUTE, TimeControl
from matches.tournaments.model import MOST, Format, Tournament

FORMAT_NAMES: Mapping[Format, str] = {
    "groups": mark("Groups: everyone meets everyone"),
    "knockout": mark("Knockout: winners go on"),
}
JOINING = {
    "10m": (10 * MINUTE, mark("Join within 10 minutes")),
    "1h": (HOUR, mark("Join within 1 hour")),
    "1d": (DAY, mark("Join within 1 day")),
    "3d": (3 * DAY, mark("Join within 3 days")),
    "7d": (7 * DAY, mark("Join within 7 days")),
    "14d": (14 * DAY, mark("Join within 14 days")),
}
"""How long people can join: the number of seconds and the label for each value in a custom_id."""
PLACES = (4, 6, 8, 12, 16, 24, 32, 48, MOST)
OFFERED: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "game": lambda: {key: texts.game_name(key).said() for key in GAMES},
    "format": lambda: {kind: language.say(name) for kind, name in FORMAT_NAMES.items()},
    "clock": lambda: {text: name for text, name in clock_choices().items() if text != "none"},  # matches must end
    "time": lambda: {value: language.say(label) for value, (_, label) in JOINING.items()},
    "places": lambda: {str(places): str(places) for places in PLACES},
}
"""For each field of a draft, the values with their names. The order is that of the custom_id's arguments."""
USUAL = {"game": FIRST_GAME, "format": "groups", "clock": "3d", "time": "3d", "places": str(MOST)}
LISTS = {"game": "squalma", "format": "knockout", "clock": "1d", "time": "7d"}
"""The fields with their own select, each with the value chosen in the control's example."""
EXAMPLE = ("konane", "groups", "3d", "3d", "64")
Draft = Mapping[str, str]
"""The chosen value for each field."""


async def open_create(context: Context) -> None:
    """Open the page for creating a tournament. Raises Refusal if the person or the bot lacks permission here."""
    await _check(context)
    game = await context.service.lookup.last_game(context.me.id)
    await _show(context, {**USUAL, **({} if game is None else {"game": game})})


def _choice(field: str, example: str) -> None:
    @control(f"tournament-{field}", about="person", example=Example("nothing", EXAMPLE, chosen=example))
    async def choose(context: Context) -> None:
        await _show(context, {**_draft(context), field: one_of(context.value(), OFFERED[field]())})


for _field, _example in LISTS.items():
    _choice(_field, _example)


@control("tournament-places", about="person", example=Example("nothing", EXAMPLE))
async def choose_places(context: Context) -> None:
    draft = _draft(context)
    following = (PLACES.index(int(draft["places"])) + 1) % len(PLACES)
    await _show(context, {**draft, "places": str(PLACES[following])})


@control("tournament-go", about="person", example=Example("nothing", EXAMPLE))
async def create(context: Context) -> None:
    """Open the tournament. Its public post follows."""
    draft = _draft(context)
    await _check(context)
    tournament = await context.service.tournaments.create(_tournament(context, draft))
    _, controls, _ = await standings_page(context, tournament.id)
    progress = await context.service.tournaments.of(tournament.id)
    opened = say("The {title} is open. Its post follows in this channel.", title=title(tournament))
    await context.answer(f"{opened}\n{wanted_text(progress)}", controls)


def _draft(context: Context) -> Draft:
    """Return the choices stored in the custom_id. Raises Malformed if they are invalid."""
    return {field: context.one_of(n, offered()) for n, (field, offered) in enumerate(OFFERED.items())}


def _tournament(context: Context, draft: Draft) -> Tournament:
    """Return the tournament that the draft would create in this channel."""
    begins_at = context.service.clock.now() + JOINING[draft["time"]][0]
    clock = TimeControl.parse(draft["clock"])
    if clock is None:
        raise Malformed
    kind, places = cast("Format", draft["format"]), int(draft["places"])
    return Tournament(
        draft["game"], {}, kind, clock, True, places, begins_at, context.guild_id or 0, context.channel_id
    )


async def _check(context: Context) -> None:
    """Raise Refusal if the person may not create a tournament in this channel."""
    await moderated_server(context)
    if isinstance(context.interaction.channel, discord.Thread):
        raise Refusal("Open a tournament in a channel, not in a thread.")
    await check_server(context)
    check_channel(context)


async def _show(context: Context, draft: Draft) -> None:
    shown, args = _tournament(context, draft), draft.values()
    lists = []
    for field in LISTS:
        choices = [Choice(value, name) for value, name in OFFERED[field]().items()]
        lists.append(select(f"tournament-{field}", choices, 0, 0, *args, chosen=draft[field]))
    controls = Controls(
        *lists,
        button("Open the tournament", "tournament-go", 0, 0, *args, style="success"),
        button(Sentence("At most {count} players", {"count": draft["places"]}), "tournament-places", 0, 0, *args),
    )
    head = say("**{title}**, begins {when}", title=title(shown), when=texts.relative(shown.begins_at))
    await context.answer("\n".join([head, format_text(shown), terms(shown)]), controls)
