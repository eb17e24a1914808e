"""Plays moves in a study, whether chosen in the picker, typed, or suggested by the computer."""

from dataclasses import replace

from cogs.texts import studies as texts
from cogs.texts.markdown import say
from cogs.ui.actions import MOMENT, Example, control
from cogs.ui.acts.advice import await_advice, beginning
from cogs.ui.context import Context
from cogs.ui.picker.forms import move_form
from cogs.ui.picker.pages import Purpose, picker_message
from cogs.ui.picker.stages import Steps, path_of_beginning
from cogs.ui.studies.pages import args_of, current_position, drawn, turn_to
from cogs.ui.views import seat_below, shown_as
from cogs.wire.controls import Controls, button, custom_id
from games import AmbiguousMove, merit
from language import Sentence, mark
from matches.errors import Refusal
from matches.studies import Moment
from render import cells

ARGS = 3
"""How many of a control's arguments identify the position in the study. The others belong to the move."""


@control("study-pick", about="study", example=Example("study", MOMENT))
async def pick(context: Context) -> None:
    at, shown = await _open_position(context)
    await _show_picker(context, at, shown, context.args[ARGS:])


@control("study-done", about="study", example=Example("study", (*MOMENT, "d7-d5"), writes="own"))
async def picked(context: Context) -> None:
    await _play(context, ":".join(context.args[ARGS:]))


@control("study-type", about="study", example=Example("study", MOMENT))
async def type_move(context: Context) -> None:
    at, shown = await _open_position(context)
    form_id = custom_id("study-typed", at.study.id, 0, *args_of(at, shown))
    await context.form(move_form(texts.title(at.study).said(), form_id, at.snapshot.position))


@control("study-typed", about="study", example=Example("study", MOMENT, typed={"move": "d7-d5"}, writes="own"))
async def typed_move(context: Context) -> None:
    """Play a typed move in a study or, if only its start was typed, open the picker at that point in the move."""
    try:
        await _play(context, context.field("move"))
    except AmbiguousMove as beginning_of:
        at, shown = await _open_position(context)
        await _show_picker(context, at, shown, path_of_beginning(at.snapshot.position, beginning_of.moves))


@control("study-hint", about="study", example=Example("study", MOMENT))
async def hint(context: Context) -> None:
    at, shown = await _open_position(context)
    position = at.snapshot.position
    judging = context.service.advice.best(position, context.me.id, at.study.id)
    advice = await await_advice(context, "study hint", at.study.id, judging)
    text = advice.line[0]
    said, hinted = beginning(position, text, cells(position))
    look = button("Show the move", "study-hint-move", at.study.id, 0, *args_of(at, shown), text)
    image = await drawn(context, at, seat_below(shown), hinted=hinted)
    await context.tell(said, Controls(look), image, panel=("study hint", at.study.id))


@control("study-hint-move", about="study", example=Example("study", (*MOMENT, "d7-d5"), writes="own"))
async def show_move(context: Context) -> None:
    """Show the best move and, if known, a simple reason for it."""
    at, shown = await _open_position(context)
    text, position = ":".join(context.args[ARGS:]), at.snapshot.position
    move = position.parse(text)
    reason = merit(position, move)
    named = position.worded(text)
    facts = {"move": named, "side": position.info.side(position.turn), "reason": reason}
    said = say("**{move}**. Why ({side}): {reason}.", **facts) if reason else say("**{move}**.", move=named)
    after = replace(at.snapshot, position=position.play(move), before=position, move=move)
    label = Sentence("Play {move}", {"move": named})
    take = button(label, "study-done", at.study.id, 0, *args_of(at, shown), text, style="success")
    image = await drawn(context, replace(at, snapshot=after), seat_below(shown), preview=True)
    await context.answer(said, Controls(take), image, panel=("study hint", at.study.id))


async def _play(context: Context, text: str) -> None:
    """Play a move in the position that the control refers to, and show the resulting position."""
    studies, me, shown = context.service.studies, context.me.id, shown_as(context, 2)
    moment = await studies.play(context.subject, me, context.number(0), context.number(1), text)
    await turn_to(context, *moment, shown)


async def _open_position(context: Context) -> tuple[Moment, str]:
    """Return the control's position and view. Raises NoStudy, or Refusal if the game is over there."""
    at, shown = await current_position(context)
    if result := at.snapshot.position.result():
        raise Refusal("The game is over here: {reason}.", reason=result.phrase)
    return at, shown


async def _show_picker(context: Context, moment: Moment, view: str, path: Steps) -> None:
    await context.answer(
        *await picker_message(context, texts.with_names(moment.snapshot), path, _purpose(moment, view))
    )


def _purpose(moment: Moment, view: str) -> Purpose:
    return Purpose(
        pick="study-pick",
        done="study-done",
        typed="study-type",
        args=args_of(moment, view),
        heading=Sentence("Move {number}", {"number": moment.ply + 1}),
        yours=True,
        preview=Sentence("Play **{move}**?"),
        label=mark("Play {move}"),
        leave="study",
        view=seat_below(view),
    )
