"""Hints in a practice match, drawn on the board: first the piece and, on a second press, the move."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord

from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.advice.thoughts import advised
from cogs.ui.context import Context
from cogs.ui.picker.stages import row_of
from cogs.wire.controls import Controls, button
from cogs.wire.pictures import picture
from games import Position, merit
from language import Sentence
from render import cells
from render.geometry import Point


@control("hint", example=Example("practice"))
async def hint(context: Context) -> None:
    await context.service.advice.to_help(context.subject, context.me.id, rev=context.rev)
    thought = context.service.advice.hint(context.subject, context.me.id, rev=context.rev)
    snapshot, advice = await advised(context, "hint", context.subject, thought)
    match, text = snapshot.match, advice.line[0]
    facts = {"match": texts.title(match), "number": match.ply + 1}
    said, hinted = beginning(snapshot.position, text, cells(snapshot.position), facts)
    await context.tell(
        said,
        Controls(
            button("Show the move", "hint-move", match.id, match.rev, text, style=discord.ButtonStyle.primary),
            button("Move", "move", match.id, match.rev),
        ),
        await picture(snapshot, **await context.look(match), hinted=hinted),
    )


def beginning(
    position: Position[Any], text: str, where: Mapping[str, Point], facts: Mapping[str, object]
) -> tuple[str, tuple[str, ...]]:
    """A sentence that tells where to look, and the cells to mark.

    The cells are those of the moving piece or, for a move with a single cell, of its row: the cell itself would give
    the whole move away.
    """
    steps = [step for step in position.steps(position.parse(text)) if step in where]
    if not steps:
        return say("{match}, move {number}: the best move has no place on the board.", **facts), ()
    if len(steps) > 1:
        return say("{match}, move {number}: look at **{cell}**.", cell=steps[0], **facts), (steps[0],)
    row = row_of(steps[0], where)
    beginnings = {position.steps(move)[0] for move in position.legal_moves()}
    beside = tuple(cell for cell in where if cell in beginnings and row_of(cell, where) == row)
    return say("{match}, move {number}: look at row **{row}**.", row=row, **facts), beside


@control("hint-move", example=Example("practice", ("c4",)))
async def show_move(context: Context) -> None:
    """Show the best move, with a reason if there is a simple one."""
    text = ":".join(context.args)
    snapshot = await context.service.advice.to_help(context.subject, context.me.id, rev=context.rev)
    match, position = snapshot.match, snapshot.position
    move = position.parse(text)
    reason = merit(position, move)
    said = (
        say("{match}: **{move}**. Why: {reason}.", match=texts.title(match), move=text, reason=reason)
        if reason
        else say("{match}: **{move}**.", match=texts.title(match), move=text)
    )
    after = replace(snapshot, position=position.play(move), before=position, move=move, first=None)
    play = Sentence("Play {move}", {"move": text})
    take = button(play, "confirm", match.id, match.rev, text, style=discord.ButtonStyle.success)
    await context.answer(said, Controls(take), await picture(after, **await context.look(match)))
