"""Begins practice matches against the computer, their rematches, and matches between computer players."""

from collections.abc import Mapping, Sequence
from typing import Any

from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.texts.practice import REMATCHES, level_name, question
from cogs.ui.actions import Example, control
from cogs.ui.acts.challenges import LAP, SIDES, asked_at, check_beginning
from cogs.ui.context import Context
from cogs.ui.picker.first import show_first_picker
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Button, Controls, Style, button
from games import GAMES
from matches.computers import LEVELS
from matches.errors import Refusal
from matches.model import Side, Snapshot


async def practice(context: Context, game: str, level: int, side: Side, options: Mapping[str, str]) -> None:
    """Begin a practice match with these options, responding with the match's first board."""
    await check_beginning(context)
    begin, at = context.service.practice.begin, asked_at(context)
    await _show_first(context, await begin(game, context.me, level, context.here, side, options, asked_at=at))


async def practice_at(context: Context, game: str, level: int, side: Side, start: str) -> None:
    """Begin a practice match from the position with this code, responding with the match's first board.

    Raises Refusal if the code is invalid.
    """
    await check_beginning(context)
    begin, at = context.service.practice.begin_at, asked_at(context)
    await _show_first(context, await begin(game, context.me, level, context.here, start, side, asked_at=at))


async def _show_first(context: Context, snapshot: Snapshot) -> None:
    """Show a practice match's first board, while a helper process loads the game for the computer player."""
    context.service.computer_turns.prepare(snapshot)
    await context.show(snapshot)
    await show_first_picker(context, snapshot.match.id)


async def ask_level(context: Context, game: str, side: Side, options: Mapping[str, str]) -> None:
    """Ask for the computer's level, with one button per level.

    Each button also carries the other options that were chosen. A custom_id has no room for all options, so chosen
    defaults are omitted unless the level would choose otherwise.
    """
    await check_beginning(context)
    known, fair = GAMES[game].info.options, GAMES[game].info.fair
    chosen = [f"{name}={value}" for name, value in options.items() if name in fair or value != known[name][0]]
    levels = await level_buttons(context, game, "practice", 0, [game], [side, *chosen])
    await context.tell(question(game), levels, panel=("level", game))


async def level_buttons(
    context: Context, game: str, action: str, subject: int, before: Sequence[str], after: Sequence[str] = ()
) -> Controls:
    """Return one button per level, with the level suited to the person in this game highlighted.

    Each custom_id has the level between the arguments `before` and `after`. Instead of a revision, it has a time for
    `asked_at`, so that repeated presses have no further effect.
    """
    suits = await context.service.practice.level_for(context.me.id, game)
    about: tuple[Any, ...] = (action, subject, context.service.clock.now() % LAP + 1, *before)

    def choice(level: int) -> Button:
        style: Style = "primary" if level == suits else "secondary"
        return button(level_name(level), *about, str(level), *after, style=style)

    return Controls(*map(choice, LEVELS))


@control("practice", example=Example("nothing", ("konane", "1", "first"), writes="own"))
async def begin_practice(context: Context) -> None:
    game, side = context.one_of(0, GAMES), context.one_of(2, SIDES)
    options = dict(_option(text) for text in context.args[3:])
    await practice(context, game, context.number(1), side, options)


def _option(text: str) -> tuple[str, str]:
    """Parse an argument of the form `name=value`. Raises Malformed if there is no equals sign."""
    name, separator, value = text.partition("=")
    if not separator:
        raise Malformed
    return name, value


@control("meanwhile", about="challenge", example=Example("challenge"))
async def play_meanwhile(context: Context) -> None:
    """Offer a waiting challenger a match against the computer on the same terms."""
    challenge = await context.service.challenges.waiting(context.subject, context.me.id)
    known = GAMES[challenge.game].info.options
    # A challenge does not record which defaults were chosen explicitly.
    unusual = {name: value for name, value in challenge.options.items() if value != known[name][0]}
    await ask_level(context, challenge.game, challenge.side, unusual)


async def watch(context: Context, game: str, levels: tuple[int, int], options: Mapping[str, str]) -> None:
    """Start a match between two computer players, responding with its first board."""
    await check_beginning(context)
    await context.show(await context.service.practice.show(game, context.me, levels, context.here, options))


# A match has the ID of its challenge, and challengers can see their challenges from anywhere.
@control("stop", about="challenge", example=Example("show", public=True))
async def stop_show(context: Context) -> None:
    """Stop a match between computer players.

    Only the person who started it can do so, and people who may manage messages in a channel where it is shown.
    """
    service = context.service
    here = context.channel_id in {place.channel_id for place in await service.places.of(context.subject)}
    allowed = here and (context.guild_id is None or context.interaction.permissions.manage_messages)
    snapshot = await service.practice.stop(context.subject, context.me.id, allowed=allowed)
    match = snapshot.match
    await context.answer(say("You stopped {match}.", match=texts.title(match)))


@control("again", example=Example("practice over", ("=",), public=True))
async def play_again(context: Context) -> None:
    """Begin another practice match with sides swapped.

    The computer plays at the same level as before, or one level higher or lower.
    """
    await check_beginning(context)
    step = REMATCHES[context.one_of(0, REMATCHES)][0]
    match = await context.service.lookup.match(context.subject)
    seat = match.seat_of(context.me.id)
    level = match.players[1 - seat].level if seat is not None else None
    if level is None:
        raise Refusal(
            "Others played this match. Start your own with `/{game} practice`.",
            game=GAMES[match.game].info.command,
        )
    await _show_first(context, await context.service.practice.rematch(match.id, context.me, level + step, context.here))
