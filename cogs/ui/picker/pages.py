"""The private picker, with which a player chooses a move in a few taps: what to move, where to, preview, Confirm.

It is stateless: each button's custom_id holds the choices so far, so a picker survives a restart, and several can be
open at once. A step without a choice is taken automatically.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import discord

from cogs.texts import matches as texts
from cogs.texts.markdown import say, shown
from cogs.ui.actions import Example, control
from cogs.ui.acts.absence import tell_absence
from cogs.ui.context import Context
from cogs.ui.picker.stages import PART, Stage, Steps, row_of, stage
from cogs.wire.controls import Controls, button
from cogs.wire.looks import Look, personal_look
from cogs.wire.pictures import Picture, picture
from games import Position, Seat
from language import Sentence, mark
from matches.errors import Refusal
from matches.model import Match, Snapshot
from render import cells
from render.geometry import Point

LETTERS = "ABCDEFGHJKLMNPQR"
"""The letters for the cells of one stage, without I and O, which look like 1 and 0."""
BUTTONS_A_ROW = 4
"""How many buttons fit side by side on a phone."""
LINES = 5
"""How many lines of buttons fit below the picture on a phone. A row with a long label takes two lines."""

Message = tuple[str, Controls, Picture]


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a move is chosen for, with the actions of the buttons and the texts beside the pictures."""

    pick: str
    """The action for one more choice."""
    done: str
    """The action for the chosen move."""
    typed: str
    """The action that opens a form to type the move."""
    args: Steps
    """The arguments before the choices in each custom_id."""
    heading: Sentence
    """The text before the question for the next choice."""
    yours: bool
    """Whether the person chooses their own move rather than the opponent's."""
    preview: Sentence
    """The sentence beside the preview; the picker fills in its field `move`."""
    label: str
    """The marked label of the button that takes the move."""
    leave: str = ""
    """The action that returns to where the picker was opened; empty if the picker is a separate message."""
    view: Seat | None = None
    """The seat at the bottom; None for the player's preference."""


def to_play(match: Match) -> Purpose:
    return Purpose(
        pick="pick",
        done="confirm",
        typed="type",
        args=(),
        heading=Sentence("{match}, move {number}", {"match": texts.title(match), "number": match.ply + 1}),
        yours=True,
        preview=Sentence("{match}: **{move}**? Nothing counts before you confirm.", {"match": texts.title(match)}),
        label=mark("Confirm"),
    )


async def open_picker(context: Context, snapshot: Snapshot, path: Steps = ()) -> None:
    await context.tell(*await picker_message(context, snapshot, path))


@control("move", example=Example(public=True))
async def choose_move(context: Context) -> None:
    await open_picker(context, await context.service.lookup.to_move(context.subject, context.me.id, context.rev))


@control("pick", example=Example())
async def pick(context: Context) -> None:
    """Make a choice, or undo the last one."""
    snapshot = await context.service.lookup.to_move(context.subject, context.me.id, context.rev)
    await show_choices(context, snapshot, context.args, to_play(snapshot.match))


async def show_choices(context: Context, snapshot: Snapshot, path: Steps, purpose: Purpose) -> None:
    """Update the picker's message to the choices after `path`."""
    await context.answer(*await picker_message(context, snapshot, path, purpose))


@control("confirm", example=Example(args=("d5",)))
async def confirm(context: Context) -> None:
    """Play the chosen move: the private message says so, and the new board is posted."""
    text = context.arg(0)
    snapshot = await context.service.play.move(context.subject, context.me.id, text, rev=context.rev)
    done = say("You played **{move}** in {match}.", move=text, match=texts.title(snapshot.match))
    waiting = await context.service.lookup.has_turn(context.me.id)
    await context.show(snapshot, done, Controls(button("Next match", "next", context.subject)) if waiting else None)
    await tell_absence(context, snapshot)


async def picker_message(context: Context, snapshot: Snapshot, path: Steps, purpose: Purpose | None = None) -> Message:
    """The picker's message after these choices, in the player's look. Raises Refusal.

    An empty path counts against the limit of opened pickers.
    """
    if not path:
        context.service.quotas.count("picker", context.me.id)
    try:
        here = stage(snapshot.position, path)
    except LookupError:
        raise Refusal("That is not possible any more: begin again under the newest board.") from None
    show = _choose if here.move is None else _preview
    look = await personal_look(context.service, snapshot.match, context.me.id, context.guild_id)
    purpose = purpose or to_play(snapshot.match)
    if purpose.view is not None:
        look["view"] = purpose.view
    return await show(look, snapshot, path, here, purpose)


async def _choose(look: Look, snapshot: Snapshot, path: Steps, here: Stage, purpose: Purpose) -> Message:
    """The message to choose a lettered cell or, if there are too many, a part of the board."""
    match, position = snapshot.match, snapshot.position
    labels, marks = choices(position, here, look["view"])
    buttons = [
        button(label, purpose.pick, match.id, match.rev, *purpose.args, *path, choice)
        for choice, label in labels.items()
    ]
    other = _back(snapshot, path, purpose) or [
        button("Type it", purpose.typed, match.id, match.rev, *purpose.args),
        *([button("Back to the board", purpose.leave, match.id, match.rev, *purpose.args)] if purpose.leave else []),
    ]
    image = await picture(snapshot, **look, marks=marks, chosen=here.settled, plates=False)
    facts = {"heading": purpose.heading, "question": position.question(here.settled, yours=purpose.yours)}
    asked = (
        say("{heading}: {question} Choose the row first.", **facts)
        if here.parts
        else say("{heading}: {question}", **facts)
    )
    text = "\n".join(filter(None, [texts.warning(snapshot), asked]))
    return text, Controls(*buttons, *other, width=BUTTONS_A_ROW), image


def choices(position: Position[Any], here: Stage, view: Seat) -> tuple[dict[str, Sentence], dict[str, str]]:
    """Two mappings: from the choices of a stage, in the board's reading order, to labels, and from cells to letters."""
    where = cells(position, view)
    order = _Order(where)
    if not here.parts:
        following = sorted(here.following, key=order)
        marks = dict(zip((step for step in following if step in where), LETTERS, strict=False))
        return {step: _label(position, step, here.settled, marks.get(step)) for step in following}, marks
    parts = dict(sorted(here.parts.items(), key=lambda part: min(map(order, part[1]))))
    alone = [len(steps) == 1 and steps[0] in where for steps in parts.values()]
    rows = [alone[first : first + BUTTONS_A_ROW] for first in range(0, len(alone) + 1, BUTTONS_A_ROW)]
    roomy = len(rows) + sum(map(any, rows)) <= LINES
    return {part: _part_label(part, steps, position, here.settled, where, roomy) for part, steps in parts.items()}, {}


class _Order:
    """A sort key for steps in reading order: row by row, from the left; steps that are not cells come last."""

    def __init__(self, where: Mapping[str, Point]) -> None:
        self._where = where

    def __call__(self, step: str) -> tuple[float, float]:
        x, y = self._where.get(step, (math.inf, math.inf))
        return y, x


def _label(position: Position[Any], step: str, settled: Steps, letter: str | None) -> Sentence:
    """The label of a step with the letter of its cell: `A d7`, or `A 🐢` for a piece with an emoji.

    Four such buttons, even with `m13`, fit side by side on a phone; longer labels would not.
    """
    name = position.label(step, settled)
    if letter is None:
        return name
    return Sentence("{letter} {step}", {"letter": letter, "step": position.sign(step, settled) or name})


def _part_label(
    part: str, steps: Steps, position: Position[Any], settled: Steps, where: Mapping[str, Point], roomy: bool
) -> Sentence:
    """The label of the button for a part of the board: its row, or its only step (with the row if `roomy`)."""
    if len(steps) > 1:
        return Sentence("Row {row}", {"row": part.removeprefix(PART)})
    (step,) = steps
    name = position.label(step, settled)
    if step not in where or not roomy:
        return name
    return Sentence("Row {row} · {step}", {"row": row_of(step, where), "step": name})


async def _preview(look: Look, snapshot: Snapshot, path: Steps, here: Stage, purpose: Purpose) -> Message:
    """The message with the board after the move, **Confirm**, and a button for each alternative effect."""
    match, position = snapshot.match, snapshot.position
    text = position.format(here.move)
    about, args = (match.id, match.rev), purpose.args
    without_effect = path[:-1] if path and path[-1] in here.following else path
    chosen = position.steps(here.move)
    effects = [
        button(
            _effect_label(position, step, here.settled, chosen=step in chosen),
            purpose.pick,
            *about,
            *args,
            *without_effect,
            step,
            disabled=step in chosen,
        )
        for step in here.following
    ]
    image = await picture(replace(snapshot, position=position.play(here.move), before=position, move=here.move), **look)
    preview = Sentence(purpose.preview.message, {**purpose.preview.fields, "move": text})
    if here.following:
        question = position.question(here.settled, yours=purpose.yours)
        preview = Sentence("{question} {preview}", {"question": question, "preview": preview})
    take = button(purpose.label, purpose.done, *about, *args, text, style=discord.ButtonStyle.success)
    back = _back(snapshot, without_effect, purpose)
    return shown(preview), Controls(take, *effects, *back, width=BUTTONS_A_ROW), image


def _effect_label(position: Position[Any], step: str, settled: Steps, *, chosen: bool) -> Sentence:
    """The label of an effect, with a check mark on the chosen one."""
    name = position.label(step, settled)
    return Sentence("✓ {effect}", {"effect": name}) if chosen else name


def _back(snapshot: Snapshot, path: Steps, purpose: Purpose) -> list[discord.ui.Button[Controls]]:
    """The button that undoes the last choice, if there is one."""
    match = snapshot.match
    return [button("Back", purpose.pick, match.id, match.rev, *purpose.args, *path[:-1])] if path else []
