"""Reviews of finished matches: the winning chances over time, and the worst moves with better alternatives."""

from dataclasses import replace

import discord

import language
from cogs.texts.reviews import slip_label, slip_text, summary
from cogs.ui.actions import Example, control
from cogs.ui.advice.thoughts import advised
from cogs.ui.context import Context
from cogs.wire.controls import Choice, Controls, button, number, select
from cogs.wire.pictures import Picture, evaluation_picture, picture
from looks import personal_look
from matches.model import Match
from matches.reviews import Review, Slip


@control("review", example=Example("over"))
async def review(context: Context) -> None:
    """Review a match privately. The first time, this takes many seconds."""
    await context.service.advice.to_review(context.subject)
    thought = context.service.advice.review(context.subject, context.me.id)
    await context.tell(*await _overview(context, *await advised(context, "review", context.subject, thought)))


async def _overview(context: Context, match: Match, judged: Review) -> tuple[str, Controls, Picture]:
    look = await personal_look(context.service, match, context.me.id, context.guild_id)
    replay = button("Replay", "at", match.id, match.rev, "0", str(look["view"]))
    image = await evaluation_picture(match, judged, look["theme"])
    return summary(match, judged), Controls(*_slips(match, judged), replay), image


def _slips(match: Match, judged: Review, chosen: Slip | None = None) -> list[discord.ui.Item[Controls]]:
    """The select with the worst moves; empty if no move lost much."""
    if not judged.slips:
        return []
    choices = [Choice(str(slip.ply), slip_label(match, slip).said()) for slip in judged.slips]
    return [
        select(
            "slip",
            choices,
            match.id,
            match.rev,
            chosen=str(chosen.ply) if chosen else None,
            placeholder=language.say("Look at a mistake"),
        )
    ]


@control("slip", example=Example("over", ("1", "played")))
async def show_slip(context: Context) -> None:
    """Show one of the worst moves: the board after the better move, or after the played one."""
    played = len(context.args) > 1 and context.one_of(1, ("played", "better")) == "played"
    ply = number(context.value()) if context.values else context.number(0)
    await context.service.advice.to_review(context.subject)
    thought = context.service.advice.review(context.subject, context.me.id)
    if context.service.advice.at_hand(context.subject):
        show, (match, judged) = context.answer, await thought
    else:  # the bot has restarted meanwhile
        show, (match, judged) = context.tell, await advised(context, "review", context.subject, thought)
    slip = next((slip for slip in judged.slips if slip.ply == ply), None)
    if slip is None:
        await show(*await _overview(context, match, judged))
        return
    look = await personal_look(context.service, match, context.me.id, context.guild_id)
    before = await context.service.lookup.snapshot_at(match.id, ply - 1)
    position = before.position
    move = position.parse(slip.played if played else slip.better)
    # Drawn as a running match, so that the picture does not show its end.
    running = replace(match, status="running", board_rev=ply)
    shown = replace(before, match=running, position=position.play(move), before=position, move=move)
    image = await picture(shown, **look)
    about = (match.id, match.rev)
    await show(
        slip_text(match, slip, played=played),
        Controls(
            *_slips(match, judged, slip),
            button("The better move", "slip", *about, str(ply), "better", disabled=not played),
            button("The move played", "slip", *about, str(ply), "played", disabled=played),
            button("Replay from here", "at", *about, str(ply), str(look["view"]), "slip"),
            button("Chances", "slip", *about, "0"),
        ),
        Picture(image.png, image.alt, f"{match.game}-{match.code}-review-{ply}.png"),
    )
