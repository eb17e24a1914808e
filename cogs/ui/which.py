"""Finds the match a command is about, asking the person to choose if several are possible."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from discord import app_commands

from cogs.texts import matches as texts
from cogs.texts.errors import NothingHere
from cogs.texts.markdown import escaped, plural, say
from cogs.ui import gate
from cogs.ui.context import Context
from cogs.wire import discord_limits
from cogs.wire.controls import Controls, button
from games import Seat
from language import Sentence, clip
from matches.codes import id_of
from matches.errors import NotAPlayer, Refusal
from matches.model import Match

MOST_PEOPLE = 1000
"""The maximum number of people whose last keystroke is remembered. Beyond that, the oldest are forgotten."""

_last: dict[int, int] = {}
"""The interaction ID of each person's last keystroke, keyed by person ID, most recent last."""
Fits: TypeAlias = "Callable[[Match, Seat], bool]"
"""Tells whether an action is possible in a running match, given the person's seat."""


def typed_on(context: Context) -> Callable[[], bool]:
    """Record that the person typed something, and return a function that tells whether they have typed more since."""
    me, mine = context.me.id, context.interaction.id
    _last.pop(me, None)
    while len(_last) >= MOST_PEOPLE:
        del _last[next(iter(_last))]
    _last[me] = mine
    return lambda: _last.get(me, mine) != mine


@dataclass(frozen=True, slots=True)
class Act:
    """An action that needs a match."""

    none: Sentence
    """The sentence to show if the action is not possible in any match here."""
    fits: Fits = lambda *_: True
    """Whether the action is possible in a running match."""
    elsewhere: bool = False
    """Whether the action is for matches shown elsewhere."""
    by_vote: bool = False
    """Whether the action is possible for a person who votes for a move."""


async def chosen_context(
    context: Context, act: Act, code: str | None, then: str, *args: str, game: str | None = None
) -> Context | None:
    """Return a context for the match that a command is about. Raises Refusal if there is no such match.

    Returns None after asking the person to choose among several; the control `then` continues from there. If the act is
    impossible in every match here, but only one match is shown, returns that match, so that the service can give the
    reason.
    """
    if code is not None:
        match_id = id_of(code)
        if not context.service.lookup.plays(context.me.id, match_id, game):
            await by_code(context, code, game)
        return replace(context, subject=match_id)
    fitting = await fitting_in(context, act, game, elsewhere=act.elsewhere)
    running: Sequence[Match] = ()
    if not fitting and not act.elsewhere:
        running = await context.service.lookup.fitting(context.me.id, context.channel_id, game)
        running = running or await _by_vote(context, act, game)
        if len(running) == 1:
            return context.about(running[0])
    if len(fitting) == 1:
        return context.about(fitting[0])
    if fitting:
        await _ask(context, say("Which match do you mean?"), fitting, then, *args)
        return None
    others = () if act.elsewhere else await fitting_in(context, act, game, elsewhere=True)
    if not others:
        if running:  # a person who already plays here needs no buttons to start a match
            raise Refusal(act.none)
        if game is not None and (fitting := await fitting_in(context, act, elsewhere=act.elsewhere)):
            raise Refusal(
                "You have no {game} match in this channel, but you have {match}. Use the {other} commands.",
                game=texts.game_name(game),
                match=texts.title(fitting[0]),
                other=texts.game_name(fitting[0].game),
            )
        raise NothingHere(act.none)
    question = plural("Or do you mean this one?", "Or do you mean one of these?", count=len(others))
    await _ask(context, f"{escaped(act.none)}\n{question}", others, then, *args)
    return None


async def own_turn(context: Context, refusal: NotAPlayer) -> Match | None:
    """Return the match to open for a person who pressed **Move** below somebody else's match.

    That is the only match in this channel in which it is this person's turn. If there are several, or only matches
    elsewhere, asks which one is meant and returns None. If there are none, raises the refusal.
    """
    lookup, me = context.service.lookup, context.me.id
    for here in (True, False):
        running = await lookup.fitting(me, context.channel_id, None, here=here)
        own = [match for match in running if match.turn == match.seat_of(me)]
        if here and len(own) == 1:
            return own[0]
        if own:
            question = plural("Or do you mean this one?", "Or do you mean one of these?", count=len(own))
            await _ask(context, f"{escaped(refusal.sentence)}\n{question}", own, "move")
            return None
    raise refusal


async def by_code(context: Context, code: str, game: str | None) -> Match:
    """Return the match with this code.

    Raises NoMatch if there is no such match or the person may not see it, and Refusal if it is a match of another game.
    """
    match = await gate.match(context, id_of(code))
    if game is not None and match.game != game:
        raise Refusal(
            "{match} is not a {game} match. Use the {other} commands.",
            match=texts.title(match),
            game=texts.game_name(game),
            other=texts.game_name(match.game),
        )
    return match


async def fitting_in(
    context: Context, act: Act, game: str | None = None, *, elsewhere: bool = False
) -> Sequence[Match]:
    """Return the person's matches in this channel that allow the action.

    If `elsewhere` is true, returns those in all other channels instead. If the channel has none, returns matches in
    which the person can vote.
    """
    lookup, me = context.service.lookup, context.me.id
    running = await lookup.fitting(me, context.channel_id, game, here=not elsewhere)
    fitting = [match for match in running if (seat := match.seat_of(me)) is not None and act.fits(match, seat)]
    if fitting or elsewhere:
        return fitting
    return [match for match in await _by_vote(context, act, game) if match.voting]


async def _by_vote(context: Context, act: Act, game: str | None) -> Sequence[Match]:
    """Return this channel's matches by vote in which voters may take the action."""
    if not act.by_vote or context.guild_id is None:
        return []
    return await context.service.lookup.by_vote(context.me.id, context.guild_id, context.channel_id, game)


async def suggest_matches(
    context: Context, act: Act, typed: str, game: str | None = None
) -> list[app_commands.Choice[str]]:
    """Suggest a person's matches for autocompletion, starting with those in this channel."""
    typing = typed_on(context)
    here = [] if act.elsewhere else await fitting_in(context, act, game)
    matches = [*here, *await fitting_in(context, act, game, elsewhere=True)]
    if typing():
        return []
    return as_suggestions(context, matches, typed, named=game is None)


def as_suggestions(
    context: Context, matches: Iterable[Match], typed: str, *, named: bool = True
) -> list[app_commands.Choice[str]]:
    """Return an autocomplete suggestion for each match whose list entry contains the typed text.

    `named` says whether the entries include the game's name.
    """
    wanted = typed.casefold().strip()
    labels = {f"#{match.code}": texts.list_entry(match, context.me.id, named=named).said() for match in matches}
    return [
        app_commands.Choice(name=clip(label, discord_limits.CHOICE_NAME), value=code)
        for code, label in labels.items()
        if wanted in label.casefold()
    ][: discord_limits.CHOICES]


async def _ask(context: Context, question: str, matches: Sequence[Match], then: str, *args: str) -> None:
    """Ask privately which match the person means. The button for each match continues with the control `then`."""
    buttons = [
        button(texts.list_entry(match, context.me.id), then, match.id, match.rev, *args)
        for match in matches[: discord_limits.BUTTONS]
    ]
    await context.tell(question, Controls(*buttons), panel=("which", then))
