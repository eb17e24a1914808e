"""Prepared answers: "if they play this, I answer that", chosen privately on the board or typed.

A line of moves stands in custom_ids as the numbers of its moves among the legal ones, so that it stays short: `2f.3`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from cogs.posts.looks import private_look
from cogs.posts.pictures import picture
from cogs.texts import matches as words
from cogs.ui.acts import act, say
from cogs.ui.controls import Choice, Controls, Form, Press, button, control, custom_id, select, text_field
from cogs.ui.errors import Told
from cogs.ui.picker import Errand, picker_message, show_choices
from matches.codes import code_of
from matches.conditional import DEEPEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs._client import Interaction
    from games import Position
    from matches.conditional import Condition
    from matches.records import Snapshot

NO_LINE = "-"
"""The text of a line without moves."""
MOST_CHOICES = 25
"""In a select, set by Discord."""
NOTHING = (
    "nothing is prepared. If you say now what you answer to a move of your opponent, it is played at once when that "
    "move comes. Nobody else sees it."
)
LONGEST_TREE = 1700
"""Characters, so that it fits into a message with what is said beside it."""


def line_code(position: Position[Any], line: Sequence[str]) -> str:
    """A line of legal moves as short text."""
    numbers = []
    for text in line:
        move = position.parse(text)
        numbers.append(code_of(list(position.legal_moves()).index(move)))
        position = position.play(move)
    return ".".join(numbers) or NO_LINE


def line_of(position: Position[Any], code: str) -> list[str]:
    """The line that `line_code` wrote. Raises LookupError for one of another position."""
    line = []
    for number in [] if code == NO_LINE else code.split("."):
        move = position.legal_moves()[int(number, 36)]
        line.append(position.format(move))
        position = position.play(move)
    return line


@act("if")
async def open_conditions(interaction: Interaction, match_id: int, rev: int | None) -> None:
    """Show what this player has prepared, and let them prepare more."""
    service = interaction.client.service
    snapshot = await service.conditional.supposed(match_id, interaction.user.id, rev=rev)
    await say(interaction, *_tree(snapshot, await service.conditional.of(match_id, interaction.user.id)))


async def prepare_typed(interaction: Interaction, match_id: int, they: str, answer: str) -> None:
    """Prepare a typed answer; without one, let the player choose it on the board."""
    service, me = interaction.client.service, interaction.user.id
    if answer:
        conditions = await service.conditional.prepare(match_id, me, [they, answer])
        await say(interaction, *_tree(await service.conditional.supposed(match_id, me), conditions))
        return
    snapshot = await service.conditional.supposed(match_id, me)
    position = snapshot.position
    line = [position.format(position.parse(they))]
    supposed = await _supposed(interaction, snapshot, line)
    image, message = await picker_message(interaction, supposed, (), _errand(snapshot, line))
    await interaction.response.send_message(file=image.file(), ephemeral=True, **message)


@control("if-both")
async def prepare_in_chosen_match(press: Press) -> None:
    """Both moves were typed before it was clear in which match: the match has been chosen now."""
    they, _, answer = ":".join(press.args).partition(":")
    await prepare_typed(press.interaction, press.subject, they, answer)


@control("if-pick")
async def pick(press: Press) -> None:
    """One more choice in the picker of a line, whose first argument is the line so far."""
    snapshot, line = await _line(press)
    await _show_picker(press.interaction, snapshot, line, press.args[1:])


@control("if-done")
async def picked(press: Press) -> None:
    """A move of the line is chosen: theirs is to be answered, one's own is the answer."""
    snapshot, line = await _line(press)
    await _go_on(press, snapshot, [*line, press.args[1]])


@control("if-type")
async def type_move(press: Press) -> None:
    """A form to type the next move of the line in."""
    snapshot, line = await _line(press)
    await press.interaction.response.send_modal(
        Form(
            words.title(snapshot.match),
            custom_id("if-typed", snapshot.match.id, press.rev, press.args[0]),
            text_field("move", "Your answer" if len(line) % 2 else "If they play", most=60),
        )
    )


@control("if-typed")
async def typed_move(press: Press) -> None:
    snapshot, line = await _line(press)
    text = press.fields["move"]
    supposed = await press.interaction.client.service.conditional.supposed(
        snapshot.match.id, press.interaction.user.id, line
    )
    await _go_on(press, snapshot, [*line, supposed.position.format(supposed.position.parse(text))])


@control("if-line")
async def show_line(press: Press) -> None:
    """One prepared answer, on the board as it would be then, with what can be done about it."""
    interaction = press.interaction
    code = press.values[0]
    snapshot, line = await _line(press, code)
    match = snapshot.match
    about = (match.id, match.rev, code)
    supposed = await interaction.client.service.conditional.supposed(match.id, interaction.user.id, line)
    buttons = [
        button("Change the answer", "if-pick", match.id, match.rev, line_code(snapshot.position, line[:-1])),
        button("Cancel it", "if-cancel", *about, style=discord.ButtonStyle.danger),
        button("Back", "if", match.id, match.rev),
    ]
    if len(line) < 2 * DEEPEST and supposed.position.result() is None:
        buttons.insert(0, button("And then …", "if-pick", *about, style=discord.ButtonStyle.primary))
    image = await picture(supposed, **await private_look(interaction, match))
    await interaction.response.edit_message(
        content=f"{words.title(match)}: {_sentence(line)}", attachments=[image.file()], view=Controls(*buttons)
    )


@control("if-cancel")
async def cancel(press: Press) -> None:
    """Cancel a prepared answer with all that is built upon it, or everything."""
    snapshot, line = await _line(press)
    service, me = press.interaction.client.service, press.interaction.user.id
    conditions = await service.conditional.cancel(snapshot.match.id, me, line[:-1] if line else None)
    await say(press.interaction, *_tree(snapshot, conditions))


async def _line(press: Press, code: str | None = None) -> tuple[Snapshot, list[str]]:
    """The present board and the line that the control speaks of. Raises Stale if it was another board."""
    service = press.interaction.client.service
    snapshot = await service.conditional.supposed(press.subject, press.interaction.user.id, rev=press.rev)
    return snapshot, line_of(snapshot.position, code or press.args[0])


async def _go_on(press: Press, snapshot: Snapshot, line: list[str]) -> None:
    """After their move choose the answer; after the answer it is prepared."""
    interaction, match = press.interaction, snapshot.match
    if len(line) % 2:
        await _show_picker(interaction, snapshot, line, ())
    else:
        conditions = await interaction.client.service.conditional.prepare(
            match.id, interaction.user.id, line, rev=press.rev
        )
        await say(interaction, *_tree(snapshot, conditions))


async def _show_picker(interaction: Interaction, snapshot: Snapshot, line: list[str], path: tuple[str, ...]) -> None:
    supposed = await _supposed(interaction, snapshot, line)
    await show_choices(interaction, supposed, path, _errand(snapshot, line))


async def _supposed(interaction: Interaction, snapshot: Snapshot, line: list[str]) -> Snapshot:
    """The board after the line. Raises Told if it ends the match there, so that nothing can follow."""
    supposed = await interaction.client.service.conditional.supposed(snapshot.match.id, interaction.user.id, line)
    if result := supposed.position.result():
        raise Told(f"After {line[-1]} the match is over ({result.reason}): there is nothing to answer.")
    return supposed


def _errand(snapshot: Snapshot, line: list[str]) -> Errand:
    """The next move of a line is to be chosen."""
    mine = len(line) % 2 == 1
    so_far = words.title(snapshot.match) + (f": {_sentence(line)}" if line else "")
    if not mine:
        so_far += "; then, if they play" if line else ", if they play"
    return Errand(
        pick="if-pick",
        done="if-done",
        typed="if-type",
        args=(line_code(snapshot.position, line),),
        heading=so_far,
        whose="your" if mine else "their",
        question=so_far,
        hint="It is played at once when they do; nobody else sees it." if mine else "Choose your answer to it next.",
        label="Prepare it" if mine else "Choose the answer",
    )


def _sentence(line: Sequence[str]) -> str:
    """`if they play a1-a3, you answer b1-b3; then, if they play c1-c3, you answer`"""
    parts = []
    for n in range(0, len(line), 2):
        answer = f" **{line[n + 1]}**" if n + 1 < len(line) else ""
        parts.append(f"if they play **{line[n]}**, you answer{answer}")
    return "; then, ".join(parts)


def _tree(snapshot: Snapshot, conditions: Sequence[Condition]) -> tuple[str, Controls]:
    """What is prepared, as a tree, and what can be done about it."""
    match = snapshot.match
    about = (match.id, match.rev)
    add = button("Prepare an answer", "if-pick", *about, NO_LINE, style=discord.ButtonStyle.primary)
    if not conditions:
        return f"{words.title(match)}: {NOTHING}", Controls(add)
    ordered = _depth_first(conditions)
    lines = []
    for condition in ordered:
        indent = "  " * (len(condition.path) // 2)
        lines.append(f"{indent}- if **{condition.path[-1]}**, you answer **{condition.answer}**")
    shown = _fitting(lines)
    if len(shown) < len(lines):
        shown.append(f"- … and {len(lines) - len(shown)} more")
    choices = [
        Choice(line_code(snapshot.position, [*one.path, one.answer]), _plain_sentence(one)[:100]) for one in ordered
    ]
    selects = [
        select(
            "if-line", choices[n : n + MOST_CHOICES], *about, str(n), placeholder="Change, go on from, or cancel one"
        )
        for n in range(0, len(choices), MOST_CHOICES)
    ]
    return (
        "\n".join([f"{words.title(match)}: what you have prepared. Nobody else sees it.", *shown]),
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


def _plain_sentence(condition: Condition) -> str:
    """A prepared answer as a line to choose. Plain text."""
    return _sentence([*condition.path, condition.answer]).replace("**", "")
