"""The private picker, in which a player chooses a move in a few taps.

The taps are a piece, a destination and, below a preview of the board, Play.

The picker is stateless: each button's custom_id holds the choices so far, so a picker survives a restart, and several
can be open at once. A step without a choice is taken automatically, and where few moves are left, each has a button.
"""

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from cogs.posts.controls import learn_button, move_button
from cogs.texts import matches as texts
from cogs.texts.markdown import escaped, say
from cogs.ui.actions import Example, control
from cogs.ui.acts.agreements import take_back
from cogs.ui.acts.welcome import tell_absence
from cogs.ui.context import Context
from cogs.ui.pages.links import page_links
from cogs.ui.picker.stages import (
    EFFECT,
    MOST_WAYS,
    PART,
    PHONE,
    Stage,
    Steps,
    fit,
    in_a_row,
    names_of,
    played_at_once,
    reading,
    row_of,
    rows_on_phone,
    stage,
)
from cogs.ui.views import after_end, unseen_board
from cogs.wire import discord_limits
from cogs.wire.controls import Button, Controls, button
from cogs.wire.last_answers import Panel
from cogs.wire.pictures import Picture, low, picture
from games import Position, Seat, other_side
from language import Sentence, mark
from looks import Look
from matches.errors import Refusal
from matches.model import Match, Snapshot
from matches.results import bare_name
from render import cells
from render.geometry import Point
from storage.errors import Unavailable

log = logging.getLogger(__name__)

WELCOME = mark("Welcome! Choose a move below. You can take it back for a minute.")
EFFECTS_A_ROW = 3
"""How many effect buttons fit next to each other on a phone. Their labels are words."""
ROW_HEIGHT = 46
"""The height of a row of buttons on a phone, in pixels."""
GUIDED_HEIGHT = 450
"""The total height, in pixels, of a guided choice's picture and buttons."""
STEADY_ROWS = 3
"""Up to this number of rows of buttons, the height of a guided choice's picture is the same, so that it stays put."""
LINK_SIGN = "🔗"
"""Stands for Discord's icon on a link button when a label's width is estimated."""
LAST_ROW = discord_limits.ROWS - 1
"""The row of the button that plays the move. It is the lowest row, below all effects."""

Message = tuple[str, Controls, Picture]
Buttons = Sequence[Button]


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a picker is used for, such as playing a move or planning a reply.

    The purpose determines what the picker's buttons do and what its texts say.
    """

    pick: str
    """The action that makes one more choice."""
    done: str
    """The action that takes the chosen move."""
    typed: str
    """The action that opens the form for typing a move."""
    args: Steps
    """The arguments that precede the choices in each custom_id."""
    heading: Sentence
    """The text that precedes the question about the next choice."""
    yours: bool
    """Whether the person chooses a move of their own rather than one of the opponent's."""
    preview: Sentence
    """The sentence beside the preview. The picker fills in its field `move`."""
    label: str
    """The label of the button that submits the move. It is marked for translation and has the field `move`."""
    leave: str = ""
    """The action that returns to where the picker was opened, or empty if the picker is a separate message."""
    view: Seat | None = None
    """The seat at the bottom of the board, or None for the player's preference."""
    task: str = ""
    """What the move should achieve. This is shown above the question about the next choice."""
    guided: bool = False
    """Whether nothing is at stake. If so, there are no warnings or previews."""
    low: bool = False
    """Whether the picture is lower if there are many buttons, so that the task stays in sight."""
    ways: int = MOST_WAYS
    """The maximum number of whole moves offered at once."""


def to_play(match: Match, *, coded: bool = True) -> Purpose:
    """Return the purpose of playing a move. `coded` says whether the heading has the match's code."""
    opponent = bare_name(match, other_side(match.turn))
    facts = {
        "match": texts.title(match) if coded else texts.game_name(match.game),
        "opponent": opponent,
        "number": match.ply + 1,
    }
    return Purpose(
        pick="pick",
        done="confirm",
        typed="type",
        args=(),
        heading=Sentence("{match} against {opponent}, move {number}", facts),
        yours=True,
        preview=Sentence("Not played yet. Play **{move}**?"),
        label=mark("Play {move}"),
    )


async def open_picker(
    context: Context, snapshot: Snapshot, path: Steps = (), *, first: bool = False, coded: bool = False
) -> None:
    """Open the picker. If the button pressed was on a private message, replace that message.

    `coded` says that another match could be meant, so that the heading has this one's code.

    In a person's first match, the picker welcomes them once. With `first`, it opens only to welcome them.
    """
    purpose = to_play(snapshot.match, coded=coded)
    if await _is_first(context):
        rules = [button("Rules", "rules", 0, 0, snapshot.match.game)]
        game = texts.game_name(snapshot.match.game)
        facts = {"game": game, "side": snapshot.position.info.side(snapshot.position.turn), "number": snapshot.ply + 1}
        heading = Sentence("{game}, you are {side}, move {number}", facts)
        purpose = replace(purpose, task=say(WELCOME), heading=heading)
        message = await picker_message(context, snapshot, path, purpose, beside=rules)
        await context.answer(*message, panel=picker_panel(snapshot.match))
    elif not first:
        links = [] if path else await page_links(context, snapshot.match)
        message = await picker_message(context, snapshot, path, purpose, beside=links)
        await context.answer(*message, panel=picker_panel(snapshot.match))
    context.about(snapshot.match).passing()


def picker_panel(match: Match) -> Panel:
    """Return the key of the private page for choosing a move in a match."""
    return "move", match.id


async def _is_first(context: Context) -> bool:
    """Record that the person has opened the picker, and return whether this is known to be the first time."""
    settings, me = context.service.settings, context.me.id
    try:
        return not (await settings.of_player(me)).welcomed and await settings.welcome(me)
    except Unavailable as error:
        log.info("Nobody was welcomed: %s", error)
        return False


@control("pick", example=Example())
async def pick(context: Context) -> None:
    """Show the picker after the person has made one more choice or undone one.

    If the person has turned previews off, the last choice plays the move.
    """
    service, path = context.service, context.args
    snapshot = await service.lookup.to_move(context.subject, context.me.id, context.rev)
    if path and not (await service.settings.of_player(context.me.id)).preview:
        here = stage_of(snapshot, path)
        if played_at_once(snapshot.position, path, here):
            await _play(context, snapshot.position.format(here.move))
            return
    message = await picker_message(context, snapshot, path, to_play(snapshot.match, coded=False))
    await context.answer(*message, panel=picker_panel(snapshot.match))
    context.passing()


@control("confirm", example=Example(args=("d5",)))
async def confirm(context: Context) -> None:
    await _play(context, context.arg(0))


async def _play(context: Context, text: str) -> None:
    """Play the chosen move and show what follows."""
    await show_after_move(
        context, await context.service.play.move(context.subject, context.me.id, text, rev=context.rev)
    )


async def show_after_move(context: Context, played: Snapshot) -> None:
    """Post the board after a person's move, and tell them privately what happened next.

    The private message also shows the board if its post is out of sight.
    """
    now = context.about(played.match)
    if now.from_private_message:
        places = await now.show(played, *await _outcome(now, played, played))
        if now.reply.said:
            await now.if_possible(_follow(now, played))
    else:
        places = await now.show(played)
    await tell_absence(now, played, places)
    await now.replace_older()


async def _follow(context: Context, played: Snapshot) -> None:
    """Add what followed the move to the private message, with a picture if the posted board is out of sight."""
    newest = await context.service.lookup.with_newest_board(played.match.id)
    image = await unseen_board(context, newest)
    if image is not None or newest.match.rev != played.match.rev:
        said, controls = await _outcome(context, played, newest, unseen=image is not None)
        await context.show_again(newest.match, said, controls, image)


async def _outcome(
    context: Context, played: Snapshot, newest: Snapshot, *, unseen: bool = False
) -> tuple[str, Controls | None]:
    """Return text about what happened after a move, along with buttons for the player's next step.

    If the match is over, its last board has the buttons. They are returned only if that board is not in sight.
    """
    match, seat = newest.match, newest.match.seat_of(context.me.id)
    if match.over:
        places = await context.service.places.of(match.id)
        in_sight = not unseen and any(place.channel_id == context.channel_id for place in places)
        hint, lesson = await lesson_after(context, match)
        told = "\n".join(filter(None, [texts.own_ending(match, seat), hint]))
        if in_sight:
            return told, Controls(*lesson) if lesson else None
        return told, Controls(*await after_end(context, match), *lesson)
    move = played.move if played.before is None else played.before.annotate_move(played.move)
    if played.answered is not None:  # the last move is the opponent's planned reply
        move = texts.answered_move(played)
    done = [say("You played **{move}** in {match}.", move=move, match=texts.game_name(match.game))]
    replied = match.practice or newest.answered is not None
    if replied and newest.before is not None and newest.before.turn != seat:
        reply, player = newest.before.annotate_move(newest.move), bare_name(match, other_side(match.turn))
        done.append(say("{player} replied **{move}**.", player=player, move=reply))
    buttons = take_back(newest, seat)
    if buttons:
        done.append(say("For a minute you can take it back."))
    if unseen and match.turn == seat:
        buttons = [*buttons, move_button(match)]
    if await _others_wait(context, match):
        buttons = [*buttons, button("Next match", "next", context.subject)]
    return " ".join(done), Controls(*buttons) if buttons else None


async def lesson_after(context: Context, match: Match) -> tuple[str, Buttons]:
    """Return a line and a button that offer a game's lesson to a person who has just lost their first match of it.

    They must have lost to the computer. In all other cases, and if the database is unavailable, returns "" and [].
    """
    seat = match.seat_of(context.me.id)
    if not match.practice or seat is None or match.winner != other_side(seat):
        return "", []
    try:
        new = await context.service.lessons.is_new(context.me.id, match.game, finished=1)
    except Unavailable as error:
        log.info("No lesson was offered: %s", error)
        return "", []
    return (texts.lesson_hint(match.game), [learn_button(match.game)]) if new else ("", [])


async def _others_wait(context: Context, match: Match) -> bool:
    """Return whether it is this person's turn in any other match. Returns False if the database is unavailable."""
    lookup = context.service.lookup
    try:
        running = await lookup.queue(context.me.id) if await lookup.has_turn(context.me.id) else []
    except Unavailable as error:
        log.warning("The next match could not be looked up: %s", error)
        return False
    return any(entry.own_turn and entry.match_id != match.id for entry in running)


async def picker_message(
    context: Context,
    snapshot: Snapshot,
    path: Steps,
    purpose: Purpose | None = None,
    beside: Buttons = (),
) -> Message:
    """Return the message with the picker, at the stage that follows the choices in `path`.

    Raises Refusal if no legal move includes these choices. `beside` contains at most one more button. An empty path
    counts as opening a picker, which is limited.
    """
    if not path:
        context.service.quotas.count("picker", context.me.id)
    purpose = purpose or to_play(snapshot.match)
    here = stage_of(snapshot, path, purpose.ways)
    look = await context.look(snapshot.match)
    if purpose.view is not None:
        look["view"] = purpose.view
    show = _choose if here.move is None or (purpose.guided and here.following) else _preview
    return await show(look, snapshot, path, here, purpose, beside)


def stage_of(snapshot: Snapshot, path: Steps, ways: int = MOST_WAYS) -> Stage:
    """Return the stage of the picker that follows the choices in `path`.

    Raises Refusal if no legal move includes these choices.
    """
    try:
        return stage(snapshot.position, path, ways)
    except LookupError:
        raise Refusal("That is no longer possible. Start again from the newest board.") from None


def is_whole(here: Stage) -> bool:
    """Return whether each choice at this stage is a whole move."""
    return not here.settled and bool(here.following) and all(len(choice) > 1 for choice in here.following)


async def _choose(
    look: Look, snapshot: Snapshot, path: Steps, here: Stage, purpose: Purpose, beside: Buttons = ()
) -> Message:
    """Return the message for choosing a cell, one of a few moves or, among many cells, a part of the board."""
    match, position = snapshot.match, snapshot.position
    by_form = [button("Type a move", purpose.typed, match.id, match.rev, *purpose.args)] if here.back is None else []
    other = [*_effect_switch(match, position, path, here, purpose), *by_form, *_back(match, here, purpose), *beside]
    labels, badges, offered = choices(position, here, look["view"], len(other))
    buttons = [
        button(label, purpose.pick, match.id, match.rev, *purpose.args, *path, *choice)
        for choice, label in labels.items()
    ]
    width = max(
        in_a_row(label.said() for label in labels.values()), math.ceil(len(buttons + other) / discord_limits.ROWS)
    )
    rows = in_rows(buttons, other, width)
    shown_labels = ([f"{item.label} {LINK_SIGN if item.url else ''}".strip() for item in row] for row in rows)
    high = GUIDED_HEIGHT - ROW_HEIGHT * max(STEADY_ROWS, rows_on_phone(shown_labels))
    draws = partial(low, share=high / PHONE) if purpose.low else picture
    image = await draws(snapshot, **look, badges=badges, offered=offered, chosen=here.settled, plates=False)
    question = Sentence("Which move?") if is_whole(here) else position.question(here.settled, own_turn=purpose.yours)
    facts = {"heading": purpose.heading, "question": question}
    asked = say("{heading}: {question}", **facts)
    if here.parts:
        asked = say("{heading}: {question} Choose the row first.", **facts)
    if purpose.guided:
        text = f"{purpose.task}\n-# {asked}"
    else:
        text = "\n".join(filter(None, [texts.warning(snapshot), purpose.task, asked]))
    return text, Controls(*chain.from_iterable(rows), width=width), image


def in_rows(choices: Buttons, other: Buttons, width: int) -> Sequence[Buttons]:
    """Arrange buttons in rows, putting those in `other` on rows of their own unless that takes an extra row."""

    def rows_of(buttons: Buttons) -> list[Buttons]:
        return [buttons[first : first + width] for first in range(0, len(buttons), width)]

    together = rows_of([*choices, *other])
    apart = rows_of(choices) + rows_of(other)
    rows = apart if len(apart) == len(together) else together
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
    return rows


def choices(
    position: Position[Any], here: Stage, view: Seat, others: int
) -> tuple[dict[Steps, Sentence], tuple[str, ...], tuple[Steps, ...]]:
    """Return a stage's choices with their labels, in reading order, with whole moves after single cells.

    Also returns the cells or rows that get a badge and the moves that get an arrow. `others` is the number of other
    buttons in the message.
    """
    where = cells(position, view)

    def order(choice: Steps) -> tuple[bool, list[tuple[float, float]]]:
        """Return a sort key for reading order: row by row, from left to right.

        Choices that are not cells come last.
        """
        return len(choice) > 1, [reading(where.get(step, (math.inf, math.inf))) for step in choice]

    if here.parts:
        parts = sorted(here.parts.items(), key=lambda part: min(map(order, part[1])))
        rows = tuple(row for part, _ in parts for row in part.removeprefix(PART).split("–"))
        labels = [_part_labels(position, here.settled, part, steps, where) for part, steps in parts]
        return _fitting(labels, others), rows, ()
    following = sorted(here.following, key=order)
    names = names_of(following, here.settled)
    on_cell = {choice: names[choice] if names[choice] in where else choice[0] for choice in following}
    badges = tuple(dict.fromkeys(cell for cell in on_cell.values() if cell in where))
    arrows = tuple(here.settled + choice for choice in following if len(choice) > 1 and names[choice] not in where)
    labels = [_labels(position, choice, here.settled, names[choice], where) for choice in following]
    return _fitting(labels, others), badges, arrows


class _Labels(NamedTuple):
    choice: Steps
    full: Sentence
    short: Sentence
    """The label used if the choices' full labels do not fit on a phone."""


def _fitting(labels: Sequence[_Labels], others: int) -> dict[Steps, Sentence]:
    """Map each choice to its full label, or to its short one if these and `others` buttons would not fit a phone."""
    full = fit([label.full.said() for label in labels], others)
    return {label.choice: label.full if full else label.short for label in labels}


def _labels(position: Position[Any], choice: Steps, settled: Steps, name: str, points: Mapping[str, Point]) -> _Labels:
    """Return a choice's full and short labels: `🐢 d7` and `d7` for a cell, or the name twice for a whole move."""
    short = Sentence("{cell}", {"cell": name})
    if len(choice) > 1:
        return _Labels(choice, short, short)
    full = position.label(name, settled)
    return _Labels(choice, full, short if name in points else full)


def _part_labels(
    position: Position[Any], settled: Steps, part: str, steps: Sequence[Steps], points: Mapping[str, Point]
) -> _Labels:
    """Return a board part's full and short labels, which are `Row 7 · d7` and `d7` if it has only one step."""
    if len(steps) > 1:
        row = Sentence("Row {row}", {"row": part.removeprefix(PART)})
        return _Labels((part,), row, row)
    ((step,),) = steps
    name = position.label(step, settled)
    if step not in points:
        return _Labels((part,), name, name)
    return _Labels((part,), Sentence("Row {row} · {step}", {"row": row_of(step, points), "step": name}), name)


async def _preview(
    look: Look, snapshot: Snapshot, path: Steps, here: Stage, purpose: Purpose, beside: Buttons = ()
) -> Message:
    """Return the message with the board after the move, and buttons that play it or choose another effect."""
    match, position = snapshot.match, snapshot.position
    text = position.format(here.move)
    about, args = (match.id, match.rev), purpose.args
    without_effect = path[:-1] if path and (path[-1],) in here.following else path
    chosen = position.steps(here.move)
    effects = []
    for number, (step,) in enumerate(here.following):
        name, taken, row = position.label(step, here.settled), step in chosen, number // EFFECTS_A_ROW
        label = Sentence("✓ {effect}", {"effect": name}) if taken else name
        other: tuple[Any, ...] = (*about, *args, *without_effect, step)
        effects.append(button(label, purpose.pick, *other, disabled=taken, row=row))
    after = replace(snapshot, position=position.play(here.move), before=position, move=here.move)
    image = await picture(after, **look, preview=True)
    move = position.worded(text)
    preview = Sentence(purpose.preview.message, {**purpose.preview.fields, "move": move})
    if here.following:
        question = position.question(here.settled, own_turn=purpose.yours)
        preview = Sentence("{question} {preview}", {"question": question, "preview": preview})
    label = Sentence(purpose.label, {"move": move})
    take = button(label, purpose.done, *about, *args, text, style="success")
    last = [take, *_back(match, here, purpose), *beside]
    for item in last:
        item.row = LAST_ROW
    return escaped(preview), Controls(*effects, *last), image


def _effect_switch(match: Match, position: Position[Any], path: Steps, here: Stage, purpose: Purpose) -> Buttons:
    """Return a button that turns the usual effect of the offered moves on or off. Its label says what it changes to.

    An effect is the part of a move that is not a cell, such as the lifting of a piece. Returns [] if no effect
    can be chosen yet.
    """
    if not here.effects:
        return []
    label = Sentence("Instead: {effect}", {"effect": position.label(here.effects[1], here.settled)})
    cells_only = [choice for choice in path if not choice.startswith(EFFECT)]
    other = EFFECT + here.effects[1]
    return [button(label, purpose.pick, match.id, match.rev, *purpose.args, *cells_only, other)]


def _back(match: Match, here: Stage, purpose: Purpose) -> Buttons:
    """Return the button back to the previous stage or, from the first one, to `purpose.leave`."""
    if here.back is not None:
        return [button("Back", purpose.pick, match.id, match.rev, *purpose.args, *here.back)]
    return [button("Back", purpose.leave, match.id, match.rev, *purpose.args)] if purpose.leave else []
