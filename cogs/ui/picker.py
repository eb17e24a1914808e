"""The picker: a move in a few taps, privately: what to move, where to, then a look at the new board and Confirm.

Nothing is kept between two taps: the choices so far stand in each button, so a picker outlives a restart, and two of
them side by side do not disturb each other. A step that leaves no choice is taken by itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import discord

from cogs.posts.looks import personal_look
from cogs.posts.pictures import Picture, picture
from cogs.texts import matches as words
from cogs.ui.actions import control
from cogs.ui.controls import Controls, button
from cogs.ui.errors import Told
from render import cells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cogs.posts.looks import Look
    from cogs.ui.context import Context
    from games import Position
    from matches.records import Match, Snapshot
    from render.geometry import Point

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""For at most 24 choices: no I and no O, which look like 1 and 0."""
CHOSEN = "✓ "
"""Marks the effect that the move has now."""
ROW = "@"
"""Begins a choice that narrows the cells down to one row, and is no step of a move."""

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a picker stands after some choices."""

    settled: Steps
    """The steps of the move that are settled."""
    following: Steps
    """The steps that may come next."""
    rows: Mapping[str, Steps]
    """The same by rows of the board, if they are too many for one message; the keys begin with ROW."""
    move: Any = None
    """The move to look at, once nothing is open but its effect (of which there are several in `following`, or none)."""


def stage(position: Position[Any], path: Steps) -> Stage:
    """Follow the choices of `path` through the legal moves. Raises LookupError if they lead nowhere."""
    where = cells(position)
    moves = {position.steps(move): move for move in position.legal_moves()}
    effect: Steps = ()
    for choice in path:
        following = _following(moves)
        if _only_effects(moves, where):
            effect = (choice,)
            break
        wanted = _rows(following, where)[choice] if choice.startswith(ROW) else (choice,)
        depth = len(_shared(moves))
        moves = {steps: move for steps, move in moves.items() if steps[depth] in wanted}
        if not moves:
            raise LookupError(choice)
    settled, following = _shared(moves), _following(moves)
    if _only_effects(moves, where):
        return Stage(settled, following, {}, moves[settled + (effect or following[:1])])
    return Stage(settled, following, _rows(following, where) if len(following) > len(LETTERS) else {})


def path_to(position: Position[Any], move: Any) -> Steps:  # noqa: ANN401 (a move of any game)
    """The choices that lead to a move, without the steps that are taken by themselves."""
    path: Steps = ()
    for step in position.steps(move):
        if step in stage(position, path).following:
            path += (step,)
    return path


def _only_effects(moves: Iterable[Steps], where: Mapping[str, Point]) -> bool:
    """Whether all cells of the move are settled."""
    return bool(_shared(moves)) and not any(step in where for step in _following(moves))


def _shared(moves: Iterable[Steps]) -> Steps:
    """The steps with which all these moves begin."""
    return tuple(level[0] for level in takewhile(lambda level: len(set(level)) == 1, zip(*moves, strict=False)))


def _following(moves: Iterable[Steps]) -> Steps:
    """The different steps that come after the shared ones; none if only one move is left."""
    depth = len(_shared(moves))
    return tuple(dict.fromkeys(steps[depth] for steps in moves if len(steps) > depth))


def _rows(steps: Steps, where: Mapping[str, Point]) -> dict[str, Steps]:
    """Places by the row of the board on which they lie; what is no place stands alone."""
    by_height: dict[float, list[str]] = {}
    for step in steps:
        by_height.setdefault(where[step][1] if step in where else float("inf"), []).append(step)
    return {ROW + _name(row): tuple(row) for row in by_height.values()}


def _label(row: str, steps: Steps) -> str:
    """What stands on the button of a row; where it has but one place, or a word, that is what the button chooses."""
    name = row.removeprefix(ROW)
    return name if len(steps) == 1 else f"Row {name}"


def _name(row: list[str]) -> str:
    """What the names of a row have in common, the letters before or the number behind; else its ends."""
    letters = {name.rstrip("0123456789") for name in row}
    numbers = {name.lstrip("abcdefghijklmnopqrstuvwxyz") for name in row}
    for common in (letters, numbers) if len(row) > 1 else (row,):
        if len(common) == 1:
            return next(iter(common))
    return f"{row[0]} to {row[-1]}"


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a move is picked for: where the buttons lead, and what is said beside the pictures."""

    pick: str
    """The control of one more choice."""
    done: str
    """The control of the chosen move."""
    typed: str
    """The control of a form to type the move in."""
    args: Steps
    """What stands before the choices in the custom_ids of all of them."""
    heading: str
    """What precedes the question for the next choice."""
    whose: str
    """Whose move it is: your or their."""
    question: str
    """What precedes the chosen move."""
    hint: str
    """What follows the chosen move."""
    label: str
    """The label of the button that takes the move."""


def to_play(match: Match) -> Purpose:
    """The move is to be played."""
    return Purpose(
        pick="pick",
        done="confirm",
        typed="type",
        args=(),
        heading=f"{words.title(match)}, move {match.ply + 1}",
        whose="your",
        question=f"{words.title(match)}:",
        hint="Nothing counts before you confirm.",
        label="Confirm",
    )


async def open_picker(context: Context, snapshot: Snapshot, move: Any = None) -> None:  # noqa: ANN401 (of any game)
    """Begin to choose a move, privately; with a move, by looking at what it leads to."""
    path = () if move is None else path_to(snapshot.position, move)
    await context.tell(*await picker_message(context, snapshot, path))


@control("move")
async def choose_move(context: Context) -> None:
    """Begin to choose a move."""
    await open_picker(context, await context.service.lookup.to_move(context.subject, context.me.id, context.rev))


@control("pick")
async def pick(context: Context) -> None:
    """One more choice, or one taken back."""
    snapshot = await context.service.lookup.to_move(context.subject, context.me.id, context.rev)
    await show_choices(context, snapshot, context.args, to_play(snapshot.match))


async def show_choices(context: Context, snapshot: Snapshot, path: Steps, purpose: Purpose) -> None:
    """Let the private message of a picker show what can be chosen now."""
    await context.edit(*await picker_message(context, snapshot, path, purpose))


@control("confirm")
async def confirm(context: Context) -> None:
    """The move counts: the private message says so, and the new board goes to the channel."""
    text = context.arg(0)
    snapshot = await context.service.play.move(context.subject, context.me.id, text, rev=context.rev)
    done = f"You played **{text}** in {words.title(snapshot.match)}."
    await context.show(snapshot, done, Controls(button("Next match", "next", context.subject)))


async def picker_message(
    context: Context, snapshot: Snapshot, path: Steps, purpose: Purpose | None = None
) -> tuple[str, Controls, Picture]:
    """The picker's message after some choices, with its picture as the player likes to see it. Raises Refusal."""
    try:
        here = stage(snapshot.position, path)
    except LookupError:
        raise Told("That is not possible any more: begin again under the newest board.") from None
    show = _choose if here.move is None else _look
    look = await personal_look(context.service, snapshot.match, context.me.id, context.guild_id)
    return await show(look, snapshot, path, here, purpose or to_play(snapshot.match))


async def _choose(
    look: Look, snapshot: Snapshot, path: Steps, here: Stage, purpose: Purpose
) -> tuple[str, Controls, Picture]:
    """Lettered cells, or the rows where there are too many."""
    match, position = snapshot.match, snapshot.position
    where = cells(position, look["view"])

    def read(step: str) -> tuple[float, float]:
        """Where the eye finds a place: row by row, from the left; words come last."""
        x, y = where.get(step, (math.inf, math.inf))
        return y, x

    def choice(label: str, step: str) -> discord.ui.Button[Controls]:
        return button(label, purpose.pick, match.id, match.rev, *purpose.args, *path, step)

    marks: dict[str, str] = {}
    if here.rows:
        rows = sorted(here.rows.items(), key=lambda row: read(row[1][0]))
        buttons = [choice(_label(row, steps), row) for row, steps in rows]
    else:
        following = sorted(here.following, key=read)
        marks = dict(zip((step for step in following if step in where), LETTERS, strict=False))
        buttons = [choice(f"{marks[step]} · {step}" if step in marks else step, step) for step in following]
    other = _back(snapshot, path, purpose) or [button("Type it", purpose.typed, match.id, match.rev, *purpose.args)]
    image = await picture(snapshot, **look, marks=marks, chosen=here.settled)
    if here.settled:
        so_far = f"{' '.join(here.settled)}: now choose where to."
    else:
        at_once = all(len(position.steps(move)) == 1 for move in position.legal_moves())
        where_to = f"where {purpose.whose} move {'goes' if at_once else 'begins'}"
        so_far = f"choose the row {where_to}, then the place." if here.rows else f"choose {where_to}."
    return f"{purpose.heading}: {so_far}", Controls(*buttons, *other), image


async def _look(
    look: Look, snapshot: Snapshot, path: Steps, here: Stage, purpose: Purpose
) -> tuple[str, Controls, Picture]:
    """The board as it would be, with Confirm; another effect of the move is one tap away."""
    match, position = snapshot.match, snapshot.position
    text = position.format(here.move)

    def choice(label: str, action: str, *args: str, **more: Any) -> discord.ui.Button[Controls]:  # noqa: ANN401
        return button(label, action, match.id, match.rev, *purpose.args, *args, **more)

    without_effect = path[:-1] if path and path[-1] in here.following else path
    chosen = position.steps(here.move)
    effects = [
        choice(
            f"{CHOSEN if step in chosen else ''}{step}", purpose.pick, *without_effect, step, disabled=step in chosen
        )
        for step in here.following
    ]
    image = await picture(replace(snapshot, position=position.play(here.move), before=position, move=here.move), **look)
    controls = Controls(
        choice(purpose.label, purpose.done, text, style=discord.ButtonStyle.success),
        *effects,
        *_back(snapshot, without_effect, purpose),
    )
    return f"{purpose.question} **{text}**? {purpose.hint}", controls, image


def _back(snapshot: Snapshot, path: Steps, purpose: Purpose) -> list[discord.ui.Button[Controls]]:
    """The button that takes the last choice back, if there was one."""
    match = snapshot.match
    return [button("Back", purpose.pick, match.id, match.rev, *purpose.args, *path[:-1])] if path else []
