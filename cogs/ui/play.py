"""A typed move, and resignation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from cogs.texts import matches as words
from cogs.ui.actions import control
from cogs.ui.controls import Controls, Form, button, custom_id, text_field
from cogs.ui.errors import Told
from cogs.ui.picker import open_picker

if TYPE_CHECKING:
    from cogs.ui.context import Context


async def play(context: Context, text: str) -> None:
    """Play a typed move and show the new board, or first what it leads to, if that is what the player chose."""
    service, me = context.service, context.me.id
    if (await service.settings.of_player(me)).preview:
        snapshot = await service.lookup.to_move(context.subject, me, context.rev)
        await open_picker(context, snapshot, snapshot.position.parse(text))
        return
    await context.show(await service.play.move(context.subject, me, text, rev=context.rev))


@control("play")
async def play_in_chosen_match(context: Context) -> None:
    """A move was typed before it was clear in which match: the match has been chosen now."""
    # Whatever was played in it since it was offered, the move is still meant.
    await play(replace(context, rev=None), ":".join(context.args))


@control("type")
async def type_move(context: Context) -> None:
    """A form to type the move in."""
    snapshot = await context.service.lookup.to_move(context.subject, context.me.id, context.rev)
    match = snapshot.match
    example = snapshot.position.format(snapshot.position.legal_moves()[0])
    await context.form(
        Form(
            f"{words.title(match)}, move {match.ply + 1}",
            custom_id("typed", match.id, match.rev),
            text_field("move", "Your move", placeholder=f"for example {example}", most=60),
        )
    )


@control("typed")
async def typed_move(context: Context) -> None:
    """The form with the move."""
    await play(context, context.field("move"))


@control("resign?")
async def ask_to_resign(context: Context) -> None:
    """Ask once whether the person really resigns."""
    match = await context.service.lookup.match(context.subject)
    seat = match.seat_of(context.me.id)
    if seat is None:
        raise Told(f"You do not play in {words.title(match)}, so there is nothing to resign.")
    if match.over:
        raise Told(words.outcome(match))
    opponent = words.plain(match.players[1 - seat].name)
    await context.tell(
        f"Resign {words.title(match)}? {opponent} wins then.",
        Controls(
            button("Resign", "resign", match.id, match.rev, style=discord.ButtonStyle.danger),
            button("Keep playing", "keep", match.id, match.rev),
        ),
    )


@control("resign")
async def resign(context: Context) -> None:
    """Resign, confirmed."""
    snapshot = await context.service.play.resign(context.subject, context.me.id)
    await context.show(snapshot, f"You resigned {words.title(snapshot.match)}.")


@control("keep")
async def keep_playing(context: Context) -> None:
    """Neither resign nor abort."""
    await context.edit("Good: the match goes on.")
