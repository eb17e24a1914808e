"""Lets a player pick or type planned replies (“if they play this, I reply that”).

To keep custom_ids short, a line is encoded as the indexes of its moves among the legal ones: `2f.3`.
"""

from collections.abc import Sequence
from typing import Any

import language
from cogs.texts import matches as texts
from cogs.texts.conditional import heading, line_sentence, preview, tree
from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.picker.pages import Purpose, picker_message
from cogs.wire import discord_limits
from cogs.wire.arrivals import Malformed
from cogs.wire.controls import Choice, Controls, Form, button, custom_id, select, text_field
from cogs.wire.last_answers import Panel
from cogs.wire.pictures import picture
from games import Position, worded
from language import mark
from matches.codes import DIGITS, code_of
from matches.conditional import MOST_REPLIES_IN_LINE, Condition
from matches.errors import Refusal
from matches.model import Snapshot

NO_LINE = "-"
"""The code of an empty line."""
LONGEST_NUMBER = 6
"""The maximum number of digits in a move's index, which is far more than any position needs."""


def line_code(position: Position[Any], line: Sequence[str]) -> str:
    """Encode a line of legal moves for a custom_id."""
    numbers = []
    for text in line:
        move = position.parse(text)
        numbers.append(code_of(list(position.legal_moves()).index(move)))
        position = position.play(move)
    return ".".join(numbers) or NO_LINE


def line_of(position: Position[Any], code: str) -> list[str]:
    """Decode a line of moves encoded by `line_code`. Raises Malformed if the line is illegal in this position."""
    line = []
    for digits in [] if code == NO_LINE else code.split("."):
        moves = position.legal_moves()
        number = _number(digits)
        if number >= len(moves):
            raise Malformed
        move = moves[number]
        line.append(position.format(move))
        position = position.play(move)
    return line


def _number(digits: str) -> int:
    """Decode a move's index. Raises Malformed if the text is not a number."""
    if not 1 <= len(digits) <= LONGEST_NUMBER or any(digit not in DIGITS for digit in digits):
        raise Malformed
    return int(digits, len(DIGITS))


@control("if", "if-both", example=Example("prepared", by="Bob"))
async def open_conditions(context: Context) -> None:
    """Show the player's planned replies, with buttons for adding more. If there are none, open the picker instead."""
    conditional, me = context.service.conditional, context.me.id
    snapshot = await conditional.board_after(context.subject, me, rev=context.rev)
    if prepared := await conditional.of(context.subject, me):
        await context.answer(*_tree(snapshot, prepared), panel=_panel(snapshot))
    else:
        await _show_picker(context, snapshot, [], ())


@control("if-pick", example=Example("prepared", ("-",), by="Bob"))
async def pick(context: Context) -> None:
    """Show the next stage of the picker.

    The control's first argument encodes the line of moves that was chosen before.
    """
    snapshot, line = await _line(context, context.arg(0))
    await _show_picker(context, snapshot, line, context.args[1:])


@control("if-done", example=Example("prepared", ("-", "d5"), by="Bob"))
async def add_move(context: Context) -> None:
    """Add the chosen move to the line.

    If it is an opponent's move, asks for the reply to it. If it is a reply, stores the line.
    """
    snapshot, line = await _line(context, context.arg(0))
    await _go_on(context, snapshot, [*line, context.arg(1)])


@control("if-type", example=Example("prepared", ("-",), by="Bob"))
async def type_move(context: Context) -> None:
    code = context.arg(0)
    snapshot, line = await _line(context, code)
    form_id = custom_id("if-typed", snapshot.match.id, context.rev or 0, code)
    label = language.say("Your reply") if len(line) % 2 else language.say("If they play")
    await context.form(Form(texts.title(snapshot.match).said(), form_id, text_field("move", label, limit=60)))


@control("if-typed", example=Example("prepared", ("-",), by="Bob", typed={"move": "d5"}))
async def typed_move(context: Context) -> None:
    snapshot, line = await _line(context, context.arg(0))
    supposed = await context.service.conditional.board_after(context.subject, context.me.id, line)
    position = supposed.position
    await _go_on(context, snapshot, [*line, position.format(position.parse(context.field("move")))])


@control("if-line", example=Example("prepared", by="Bob", chosen="1.0"))
async def show_line(context: Context) -> None:
    code = context.value()
    snapshot, line = await _line(context, code)
    match = snapshot.match
    about = (match.id, match.rev, code)
    supposed = await context.service.conditional.board_after(match.id, context.me.id, line)
    buttons = [
        button("Change the reply", "if-pick", match.id, match.rev, line_code(snapshot.position, line[:-1])),
        button("Cancel it", "if-cancel", *about, style="danger"),
        button("Back", "if", match.id, match.rev),
    ]
    if len(line) < 2 * MOST_REPLIES_IN_LINE and supposed.position.result() is None:
        buttons.insert(0, button("And then …", "if-pick", *about, style="primary"))
    image = await picture(supposed, **await context.look(match))
    told = say("{match}: {line}", match=texts.title(match), line=line_sentence(snapshot.match.game, line))
    await context.answer(told, Controls(*buttons), image, panel=_panel(snapshot))


@control("if-cancel", example=Example("prepared", ("-",), by="Bob"))
async def cancel(context: Context) -> None:
    """Cancel a planned reply along with its continuations, or cancel all planned replies."""
    snapshot, line = await _line(context, context.arg(0))
    conditions = await context.service.conditional.cancel(context.subject, context.me.id, line[:-1] if line else None)
    await context.answer(*_tree(snapshot, conditions), panel=_panel(snapshot))


def _panel(snapshot: Snapshot) -> Panel:
    """Return the key of the private page for planning replies in a match."""
    return "if", snapshot.match.id


async def _line(context: Context, code: str) -> tuple[Snapshot, list[str]]:
    """Return the match, along with the line of moves encoded in the control. Raises Stale if the board has changed."""
    snapshot = await context.service.conditional.board_after(context.subject, context.me.id, rev=context.rev)
    return snapshot, line_of(snapshot.position, code)


async def _go_on(context: Context, snapshot: Snapshot, line: list[str]) -> None:
    """If the line ends with an opponent's move, ask for the player's reply; otherwise, store the line."""
    if len(line) % 2:
        await _show_picker(context, snapshot, line, ())
    else:
        conditions = await context.service.conditional.prepare(context.subject, context.me.id, line, rev=context.rev)
        await context.answer(*_tree(snapshot, conditions), panel=_panel(snapshot))


async def _show_picker(context: Context, snapshot: Snapshot, line: list[str], path: tuple[str, ...]) -> None:
    """Show the picker for the next move in the line. Raises Refusal if the line ends the match."""
    supposed = await context.service.conditional.board_after(snapshot.match.id, context.me.id, line)
    if result := supposed.position.result():
        facts = {"move": worded(snapshot.match.game, line[-1]), "reason": result.phrase}
        raise Refusal("{move} ends the match ({reason}), so there is nothing to reply to.", **facts)
    message = await picker_message(context, supposed, path, _purpose(snapshot, line))
    await context.answer(*message, panel=_panel(snapshot))


def _purpose(snapshot: Snapshot, line: Sequence[str]) -> Purpose:
    mine = len(line) % 2 == 1
    return Purpose(
        pick="if-pick",
        done="if-done",
        typed="if-type",
        args=(line_code(snapshot.position, line),),
        heading=heading(snapshot.match, line),
        yours=mine,
        preview=preview(snapshot.match, line),
        label=mark("Plan {move}") if mine else mark("Choose the reply"),
    )


def _tree(snapshot: Snapshot, conditions: Sequence[Condition]) -> tuple[str, Controls]:
    match = snapshot.match
    about = (match.id, match.rev)
    add = button("Plan a reply", "if-pick", *about, NO_LINE, style="primary")
    ordered = sorted(conditions, key=lambda condition: condition.path)
    if not ordered:
        return tree(match, ordered), Controls(add)
    choices = [
        Choice(line_code(snapshot.position, line), line_sentence(snapshot.match.game, line).said())
        for line in ([*condition.path, condition.answer] for condition in ordered)
    ]
    hint, most = language.say("Change, extend or cancel one"), discord_limits.OPTIONS
    selects = [
        select("if-line", choices[n : n + most], *about, str(n), placeholder=hint) for n in range(0, len(choices), most)
    ]
    cancel_all = button("Cancel all", "if-cancel", *about, NO_LINE, style="danger")
    return tree(match, ordered), Controls(*selects, add, cancel_all)
