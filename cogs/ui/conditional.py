"""Prepared answers: "if they play this, I answer that", chosen privately on the board or typed.

A line of moves stands in custom_ids as the numbers of its moves among the legal ones, so that it stays short: `2f.3`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

import language
from cogs.posts.looks import personal_look
from cogs.posts.pictures import picture
from cogs.texts import matches as words
from cogs.texts.markdown import plural, say
from cogs.ui import limits
from cogs.ui.actions import control
from cogs.ui.controls import Choice, Controls, Form, button, custom_id, select, text_field
from cogs.ui.errors import Malformed
from cogs.ui.picker import Purpose, picker_message, show_choices
from language import Sentence, mark
from matches.codes import DIGITS, code_of
from matches.conditional import DEEPEST
from matches.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.ui.context import Context
    from games import Position
    from matches.conditional import Condition
    from matches.records import Snapshot

NO_LINE = "-"
"""The text of a line without moves."""
NOTHING = mark(
    "{match}: nothing is prepared. If you say now what you answer to a move of your opponent, it is played at once "
    "when that move comes. Nobody else sees it."
)
LONGEST_TREE = limits.MESSAGE - 300
"""Characters, so that it fits into a message with what is said beside it."""
LONGEST_NUMBER = 6
"""Digits of the number of a move: no position of any game has nearly as many."""


def line_code(position: Position[Any], line: Sequence[str]) -> str:
    """A line of legal moves as short text."""
    numbers = []
    for text in line:
        move = position.parse(text)
        numbers.append(code_of(list(position.legal_moves()).index(move)))
        position = position.play(move)
    return ".".join(numbers) or NO_LINE


def line_of(position: Position[Any], code: str) -> list[str]:
    """The line that `line_code` wrote. Raises Malformed for any other text, and for a line of another position."""
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
    """The number that `code_of` wrote. Raises Malformed."""
    if not 1 <= len(digits) <= LONGEST_NUMBER or any(digit not in DIGITS for digit in digits):
        raise Malformed
    return int(digits, len(DIGITS))


@control("if")
async def open_conditions(context: Context) -> None:
    """Show what this player has prepared, and let them prepare more."""
    conditional, me = context.service.conditional, context.me.id
    snapshot = await conditional.supposed(context.subject, me, rev=context.rev)
    await context.answer(*_tree(snapshot, await conditional.of(context.subject, me)))


async def prepare_typed(context: Context, they: str, answer: str) -> None:
    """Prepare a typed answer; without one, let the player choose it on the board."""
    conditional, me = context.service.conditional, context.me.id
    if answer:
        conditions = await conditional.prepare(context.subject, me, [they, answer])
        await context.answer(*_tree(await conditional.supposed(context.subject, me), conditions))
        return
    snapshot = await conditional.supposed(context.subject, me)
    position = snapshot.position
    line = [position.format(position.parse(they))]
    supposed = await _supposed(context, snapshot, line)
    await context.tell(*await picker_message(context, supposed, (), _purpose(snapshot, line)))


@control("if-both")
async def prepare_in_chosen_match(context: Context) -> None:
    """Both moves were typed before it was clear in which match: the match has been chosen now."""
    they, _, answer = ":".join(context.args).partition(":")
    await prepare_typed(context, they, answer)


@control("if-pick")
async def pick(context: Context) -> None:
    """One more choice in the picker of a line, whose first argument is the line so far."""
    snapshot, line = await _line(context, context.arg(0))
    await _show_picker(context, snapshot, line, context.args[1:])


@control("if-done")
async def picked(context: Context) -> None:
    """A move of the line is chosen: theirs is to be answered, one's own is the answer."""
    snapshot, line = await _line(context, context.arg(0))
    await _go_on(context, snapshot, [*line, context.arg(1)])


@control("if-type")
async def type_move(context: Context) -> None:
    """A form to type the next move of the line in."""
    code = context.arg(0)
    snapshot, line = await _line(context, code)
    await context.form(
        Form(
            words.title(snapshot.match).said(),
            custom_id("if-typed", snapshot.match.id, context.rev or 0, code),
            text_field("move", language.say("Your answer") if len(line) % 2 else language.say("If they play"), most=60),
        )
    )


@control("if-typed")
async def typed_move(context: Context) -> None:
    """The form with the next move of the line."""
    snapshot, line = await _line(context, context.arg(0))
    supposed = await context.service.conditional.supposed(context.subject, context.me.id, line)
    position = supposed.position
    await _go_on(context, snapshot, [*line, position.format(position.parse(context.field("move")))])


@control("if-line")
async def show_line(context: Context) -> None:
    """One prepared answer, on the board as it would be then, with what can be done about it."""
    code = context.value()
    snapshot, line = await _line(context, code)
    match = snapshot.match
    about = (match.id, match.rev, code)
    supposed = await context.service.conditional.supposed(match.id, context.me.id, line)
    buttons = [
        button("Change the answer", "if-pick", match.id, match.rev, line_code(snapshot.position, line[:-1])),
        button("Cancel it", "if-cancel", *about, style=discord.ButtonStyle.danger),
        button("Back", "if", match.id, match.rev),
    ]
    if len(line) < 2 * DEEPEST and supposed.position.result() is None:
        buttons.insert(0, button("And then …", "if-pick", *about, style=discord.ButtonStyle.primary))
    look = await personal_look(context.service, match, context.me.id, context.guild_id)
    image = await picture(supposed, **look)
    await context.edit(
        say("{match}: {line}", match=words.title(match), line=_line_sentence(line)), Controls(*buttons), image
    )


@control("if-cancel")
async def cancel(context: Context) -> None:
    """Cancel a prepared answer with all that is built upon it, or everything."""
    snapshot, line = await _line(context, context.arg(0))
    conditions = await context.service.conditional.cancel(context.subject, context.me.id, line[:-1] if line else None)
    await context.answer(*_tree(snapshot, conditions))


async def _line(context: Context, code: str) -> tuple[Snapshot, list[str]]:
    """The present board and the line that the control speaks of. Raises Stale if it was another board."""
    snapshot = await context.service.conditional.supposed(context.subject, context.me.id, rev=context.rev)
    return snapshot, line_of(snapshot.position, code)


async def _go_on(context: Context, snapshot: Snapshot, line: list[str]) -> None:
    """After their move choose the answer; after the answer it is prepared."""
    if len(line) % 2:
        await _show_picker(context, snapshot, line, ())
    else:
        conditions = await context.service.conditional.prepare(context.subject, context.me.id, line, rev=context.rev)
        await context.answer(*_tree(snapshot, conditions))


async def _show_picker(context: Context, snapshot: Snapshot, line: list[str], path: tuple[str, ...]) -> None:
    supposed = await _supposed(context, snapshot, line)
    await show_choices(context, supposed, path, _purpose(snapshot, line))


async def _supposed(context: Context, snapshot: Snapshot, line: list[str]) -> Snapshot:
    """The board after the line. Raises Refusal if it ends the match there, so that nothing can follow."""
    supposed = await context.service.conditional.supposed(snapshot.match.id, context.me.id, line)
    if result := supposed.position.result():
        facts = {"move": line[-1], "reason": result.phrase}
        raise Refusal("After {move} the match is over ({reason}): there is nothing to answer.", **facts)
    return supposed


def _purpose(snapshot: Snapshot, line: Sequence[str]) -> Purpose:
    """The next move of a line is to be chosen."""
    mine = len(line) % 2 == 1
    facts = {"match": words.title(snapshot.match), **_moves(line)}
    return Purpose(
        pick="if-pick",
        done="if-done",
        typed="if-type",
        args=(line_code(snapshot.position, line),),
        heading=Sentence(HEADINGS[len(line)], facts),
        yours=mine,
        preview=Sentence(PREVIEWS[len(line)], facts),
        label=mark("Prepare it") if mine else mark("Choose the answer"),
    )


HEADINGS = (
    mark("{match}, a move of your opponent"),
    mark("{match}, your answer to **{first}**"),
    mark("{match}, their move after **{first}** and **{second}**"),
    mark("{match}, your answer to **{third}**, after **{first}** and **{second}**"),
)
"""What is chosen, after as many moves of the line."""
PREVIEWS = (
    mark("{match}: if they play **{move}**? Choose your answer to it next."),
    mark(
        "{match}: if they play **{first}**, you answer **{move}**? "
        "It is played at once when they do; nobody else sees it."
    ),
    mark(
        "{match}: if they play **{first}**, you answer **{second}**; then, if they play **{move}**? "
        "Choose your answer to it next."
    ),
    mark(
        "{match}: if they play **{first}**, you answer **{second}**; then, if they play **{third}**, "
        "you answer **{move}**? It is played at once when they do; nobody else sees it."
    ),
)
"""The chosen move, after as many moves of the line."""


def _moves(line: Sequence[str]) -> dict[str, str]:
    """The moves of a line, by the names of the fields."""
    return dict(zip(("first", "second", "third", "fourth"), line, strict=False))


def _line_sentence(line: Sequence[str]) -> Sentence:
    """`if they play a1-a3, you answer b1-b3; then, if they play c1-c3, you answer d1-d3`. Plain text."""
    if len(line) <= len(("theirs", "answer")):
        return Sentence("if they play {first}, you answer {second}", _moves(line))
    return Sentence(
        "if they play {first}, you answer {second}; then, if they play {third}, you answer {fourth}", _moves(line)
    )


def _tree(snapshot: Snapshot, conditions: Sequence[Condition]) -> tuple[str, Controls]:
    """What is prepared, as a tree, and what can be done about it."""
    match = snapshot.match
    about = (match.id, match.rev)
    add = button("Prepare an answer", "if-pick", *about, NO_LINE, style=discord.ButtonStyle.primary)
    if not conditions:
        return say(NOTHING, match=words.title(match)), Controls(add)
    ordered = _depth_first(conditions)
    lines = []
    for condition in ordered:
        indent = "  " * (len(condition.path) // 2)
        facts = {"move": condition.path[-1], "answer": condition.answer}
        lines.append(indent + say("- if **{move}**, you answer **{answer}**", **facts))
    shown = _fitting(lines)
    if len(shown) < len(lines):
        shown.append(plural("- … and {count} more", "- … and {count} more", count=len(lines) - len(shown)))
    choices = [
        Choice(line_code(snapshot.position, line), _line_sentence(line).said())
        for line in ([*one.path, one.answer] for one in ordered)
    ]
    selects = [
        select(
            "if-line",
            choices[n : n + limits.OPTIONS],
            *about,
            str(n),
            placeholder=language.say("Change, go on from, or cancel one"),
        )
        for n in range(0, len(choices), limits.OPTIONS)
    ]
    heading = say("{match}: what you have prepared. Nobody else sees it.", match=words.title(match))
    return (
        "\n".join([heading, *shown]),
        Controls(*selects, add, button("Cancel all", "if-cancel", *about, NO_LINE, style=discord.ButtonStyle.danger)),
    )


def _depth_first(conditions: Sequence[Condition]) -> list[Condition]:
    """Each answer followed by those that are built upon it."""
    return sorted(conditions, key=lambda one: one.path)


def _fitting(lines: Sequence[str]) -> list[str]:
    """As many of the lines as a message can hold."""
    shown: list[str] = []
    for line in lines:
        if sum(len(one) + 1 for one in shown) + len(line) > LONGEST_TREE:
            break
        shown.append(line)
    return shown
