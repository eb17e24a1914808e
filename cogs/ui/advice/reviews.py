"""Reviews of matches that are over: how the chances went, and the moves that lost the most, with the better ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import language
from cogs.texts.reviews import slip_label, slip_text, summary
from cogs.ui.actions import Example, control
from cogs.ui.advice.thoughts import advised
from cogs.wire.controls import Choice, Controls, button, number, select
from cogs.wire.looks import personal_look
from cogs.wire.pictures import Picture, course_picture, picture

if TYPE_CHECKING:
    import discord

    from cogs.ui.context import Context
    from matches.model import Match
    from matches.reviews import Review, Slip


@control("review", example=Example("over"))
async def review(context: Context) -> None:
    """Review a match, privately; the first time it takes many seconds."""
    await context.service.advice.to_review(context.subject)
    thought = context.service.advice.review(context.subject, context.me.id)
    await context.tell(*await _overview(context, *await advised(context, "review", context.subject, thought)))


async def _overview(context: Context, match: Match, found: Review) -> tuple[str, Controls, Picture]:
    look = await personal_look(context.service, match, context.me.id, context.guild_id)
    replay = button("Replay", "at", match.id, match.rev, "0", str(look["view"]))
    image = await course_picture(match, found, look["theme"])
    return summary(match, found), Controls(*_slips(match, found), replay), image


def _slips(match: Match, found: Review, chosen: Slip | None = None) -> list[discord.ui.Item[Controls]]:
    """The list of moves to look at; empty where none lost much."""
    if not found.slips:
        return []
    choices = [Choice(str(slip.ply), slip_label(match, slip).said()) for slip in found.slips]
    return [
        select(
            "slip",
            choices,
            match.id,
            match.rev,
            chosen=str(chosen.ply) if chosen else None,
            placeholder=language.say("Look at a move that lost much"),
        )
    ]


@control("slip", example=Example("over", ("1", "played")))
async def show_slip(context: Context) -> None:
    """One of the moves that lost much: the board with the better move, or the one that was played."""
    played = len(context.args) > 1 and context.one_of(1, ("played", "better")) == "played"
    ply = number(context.value()) if context.values else context.number(0)
    await context.service.advice.to_review(context.subject)
    thought = context.service.advice.review(context.subject, context.me.id)
    if context.service.advice.at_hand(context.subject):
        show, (match, found) = context.edit, await thought
    else:  # the bot was restarted since
        show, (match, found) = context.tell, await advised(context, "review", context.subject, thought)
    slip = next((one for one in found.slips if one.ply == ply), None)
    if slip is None:
        await show(*await _overview(context, match, found))
        return
    look = await personal_look(context.service, match, context.me.id, context.guild_id)
    before = await context.service.lookup.snapshot_at(match.id, ply - 1)
    position = before.position
    move = position.parse(slip.played if played else slip.better)
    # The picture is one of the match as it ran: it does not show the end.
    running = replace(match, status="running", board_rev=ply)
    shown = replace(before, match=running, position=position.play(move), before=position, move=move)
    image = await picture(shown, **look)
    about = (match.id, match.rev)
    await show(
        slip_text(match, slip, played=played),
        Controls(
            *_slips(match, found, slip),
            button("The better move", "slip", *about, str(ply), "better", disabled=not played),
            button("The move played", "slip", *about, str(ply), "played", disabled=played),
            button("Replay from here", "at", *about, str(ply), str(look["view"]), "slip"),
            button("Chances", "slip", *about, "0"),
        ),
        Picture(image.png, image.alt, f"{match.game}-{match.code}-review-{ply}.png"),
    )
