"""A study's private pages, where a person steps through a game and adds lines of moves to it.

Each control names the study, line, ply and view. Everything else is in the database.
"""

from dataclasses import replace
from typing import Any

import language
from cogs.texts import studies as texts
from cogs.texts.markdown import say
from cogs.ui.actions import MOMENT, Example, control
from cogs.ui.context import Context
from cogs.ui.files.records import for_others, hand_over, hand_over_foreign
from cogs.ui.pages.board import WAYS_A_ROW
from cogs.ui.studies.codes import tell_code
from cogs.ui.views import AS_TEXT, LAST, MOVES_A_PAGE, move_list, seat_below, shown_as, steps
from cogs.wire.controls import Button, Choice, Control, Controls, button, number, select
from cogs.wire.pictures import Picture, picture
from games import Seat
from language import Sentence, in_context
from matches.foreign import formats_for
from matches.model import public_server
from matches.movetext import MAIN
from matches.studies import Moment, Study

ALONE = "line"
"""The argument for exporting only the current line, leaving out the lines that branch off from it."""


async def open_study(context: Context, study: Study, gone: int, ply: int = LAST, view: str = "0") -> None:
    """Show a new study in a new private message.

    `gone` is the number of old studies that were deleted to make room for it.
    """
    at = await context.service.studies.moment(study.id, context.me.id, MAIN, ply)
    text, controls, image = await board(context, at, view)
    await context.tell("\n".join(filter(None, [text, texts.deleted_studies_text(gone)])), controls, image)


@control("study-of", example=Example("over", writes="own"))
async def study_match(context: Context) -> None:
    """Open a finished match as a study, at the position shown on the board with the button."""
    guild_id = public_server(await context.service.places.of(context.subject))
    ply, shown = _ply_and_view(context, 0)
    opened = await context.service.studies.open_match(context.me.id, context.subject, guild_id)
    await open_study(context, *opened, ply, shown)


@control(
    "study-copy", about="shared study", example=Example("shared study", ("0",), by="Bob", public=True, writes="own")
)
async def copy(context: Context) -> None:
    """Copy a shared line into a new study, and open that study at the shared position."""
    line, (ply, shown) = context.number(0), _ply_and_view(context, 1)
    opened = await context.service.studies.copy(context.me.id, context.subject, line)
    await open_study(context, *opened, ply, shown)


def _ply_and_view(context: Context, n: int) -> tuple[int, str]:
    """Return the ply and view given by the control's arguments at indexes `n` and `n` + 1.

    Buttons of older versions lack both: they mean the end of the line, seen from the first side.
    """
    return (context.number(n), shown_as(context, n + 1)) if len(context.args) > n else (LAST, "0")


@control("study-open", example=Example("nothing", chosen="{study}"))
async def open_chosen(context: Context) -> None:
    at = await context.service.studies.moment(number(context.value()), context.me.id)
    await context.answer(*await board(context, at, "0"))


@control("study", about="study", example=Example("study", (*MOMENT, "after")))
async def show(context: Context) -> None:
    """Show another position in the line, or the same position from the other side."""
    await turn_to(context, context.number(0), context.number(1), shown_as(context, 2))


@control("study-jump", about="study", example=Example("study", ("0", "0"), chosen="1"))
async def jump(context: Context) -> None:
    await turn_to(context, context.number(0), number(context.value()), shown_as(context, 1))


@control("study-line", about="study", example=Example("study", ("0", "0"), chosen="1"))
async def follow(context: Context) -> None:
    """Switch to the chosen line.

    The control's first argument is the ply at which the line was offered.
    """
    await turn_to(context, number(context.value()), context.number(0) + 1, shown_as(context, 1))


async def turn_to(context: Context, line: int, ply: int, view: str) -> None:
    """Show a position in the control's study.

    Raises NoStudy if there is no such study, and Refusal if its moves cannot be replayed.
    """
    at = await context.service.studies.moment(context.subject, context.me.id, line, ply)
    await context.answer(*await board(context, at, view))


async def current_position(context: Context) -> tuple[Moment, str]:
    """Return the control's position and view.

    Raises NoStudy if there is no such study, and Refusal if its moves cannot be replayed.
    """
    at = await context.service.studies.moment(context.subject, context.me.id, context.number(0), context.number(1))
    return at, shown_as(context, 2)


def args_of(moment: Moment, view: str) -> tuple[str, str, str]:
    return str(moment.line), str(moment.ply), view


async def board(context: Context, moment: Moment, view: str) -> tuple[str, Controls, Picture | None]:
    """Return a position's text, buttons and picture.

    The picture is None if the board is shown as text.
    """
    if view == AS_TEXT:
        position = moment.snapshot.position
        told = "\n".join(filter(None, [texts.moment(_with_names(moment)), texts.to_move(_with_names(moment))]))
        text = f"{told}\n```\n{position.diagram()}\n```\n-# {say(position.info.legend)}"
        return text, _ways(moment, view), None
    return texts.moment(_with_names(moment)), _ways(moment, view), await drawn(context, moment, seat_below(view))


def _with_names(moment: Moment) -> Moment:
    return replace(moment, snapshot=texts.with_names(moment.snapshot))


async def drawn(context: Context, moment: Moment, view: Seat, **more: Any) -> Picture:  # noqa: ANN401 (fields of Scene)
    image = await picture(texts.with_names(moment.snapshot), view, theme=await context.theme(), **more)
    return Picture(image.png, image.alt, f"study-{moment.ply}.png")


def _ways(moment: Moment, view: str) -> Controls:
    """Return buttons for stepping through moves, switching lines and playing a move, and the **More** button."""
    study, about = moment.study.id, args_of(moment, view)

    items: list[Control] = [
        *steps(lambda ply, name: ("study", study, 0, str(moment.line), str(ply), view, name), moment.ply, moment.count)
    ]
    ended = moment.snapshot.position.result() is not None
    items += [
        button(in_context("study", "Play"), "study-pick", study, 0, *about, style="primary", disabled=ended, row=1),
        button("Hint", "study-hint", study, 0, *about, disabled=ended, row=1),
        *_other_view(moment, view),
        button("More", "study-more", study, 0, *about, row=1),
    ]
    if others := [item for item in moment.study.following(moment.line, moment.ply).items() if item[0] != moment.line]:
        choices = [Choice(str(line), _line_label(line, moment.snapshot.position.worded(text))) for line, text in others]
        items.append(
            select(
                "study-line", choices, study, 0, str(moment.ply), view, placeholder=language.say("Other lines"), row=2
            )
        )
    if moment.line != MAIN:
        of, after = moment.study.origin(moment.line, moment.ply)
        while of != MAIN:
            of, after = moment.study.line(of).of, min(after, moment.study.line(of).after)
        items.append(button("Main line", "study", study, 0, str(MAIN), str(after), view, "main", row=3))
    return Controls(*items)


def _line_label(line: int, move: Sentence) -> str:
    """Return a line's plain-text label, such as `Main line: d7-d5`."""
    if line == MAIN:
        return language.say("Main line: {move}", move=move)
    return language.say("Line {number}: {move}", number=line, move=move)


def _other_view(moment: Moment, view: str) -> list[Button]:
    """Return the button that turns the board or, if it is shown as text, the one that shows it as a picture."""
    about = (str(moment.line), str(moment.ply))
    if view == AS_TEXT:
        return [button("Board as picture", "study", moment.study.id, 0, *about, "0", "picture", row=1)]
    if moment.snapshot.position.info.one_view:
        return []
    return [button("Turn", "study", moment.study.id, 0, *about, "1" if view == "0" else "0", "turn", row=1)]


@control("study-more", about="study", example=Example("study", MOMENT))
async def more(context: Context) -> None:
    """Show the less common actions in a study."""
    at, shown = await current_position(context)
    study, about = at.study.id, args_of(at, shown)
    page = max(at.ply - 1, 0) // MOVES_A_PAGE
    view = "0" if shown == AS_TEXT else shown
    buttons = [
        button("Moves", "study-moves", study, 0, *about, str(page)),
        button("Board as text", "study", study, 0, *about[:2], AS_TEXT),
        button("GIF", "study-gif", study, 0, *about[:2], view),
        button("Review", "study-review", study, 0, *about, disabled=not at.count),
        button("Copy the position", "study-code", study, 0, *about),
        button("Export", "study-export", study, 0, *about),
        button("Play the computer", "study-against", study, 0, *about),
        button("Share", "study-share", study, 0, *about, style="primary"),
    ]
    if at.line != MAIN:
        buttons.append(button("Delete line", "study-drop", study, 0, *about, style="danger"))
    buttons += [
        button("Delete study", "study-delete?", study, 0, *about, style="danger"),
        button("Back to the board", "study", study, 0, *about, "board"),
    ]
    await context.answer(texts.moment(_with_names(at)), Controls(*buttons, width=WAYS_A_ROW))


@control("study-moves", about="study", example=Example("study", (*MOMENT, "0")))
async def show_moves(context: Context) -> None:
    """Show a paged list of a line's moves, from which any move's position can be opened."""
    at, shown = await current_position(context)
    study, about = at.study.id, args_of(at, shown)
    moves = [move.text for move in at.study.moves(at.line)]
    words = at.snapshot.position.worded
    labels = [f"{ply} · {words(text).said()}" for ply, text in enumerate(moves, 1)]
    jump, back = ("study-jump", study, 0, str(at.line), shown), ("study", study, 0, *about, "board")
    listed, controls = move_list(labels, context.number(3), jump, ("study-moves", study, 0, *about), back)
    await context.answer(texts.move_list(_with_names(at), listed.start + 1, moves[listed]), controls)


@control("study-export", about="study", example=Example("study", MOMENT))
async def export(context: Context) -> None:
    """Send the whole study, or only the current line, as a file.

    A single line can also be sent in the format of another program.
    """
    at, shown = await current_position(context)
    wanted = context.args[3] if len(context.args) > 3 else ""
    line = at.study.record_of(at.line)
    about = (at.study.id, 0, *args_of(at, shown))
    ways = [button(for_others(form), "study-export", *about, form.KEY) for form in formats_for(line)]
    if wanted not in {"", ALONE}:
        await hand_over_foreign(context, texts.export_text(at, whole=False), line, wanted)
    elif wanted or not at.study.lines:
        await hand_over(context, texts.export_text(at, whole=False), line, ways)
    else:
        alone = button("Only this line", "study-export", *about, ALONE)
        await hand_over(context, texts.export_text(at, whole=True), at.study.whole, [alone, *ways])


@control("study-code", about="study", example=Example("study", MOMENT))
async def show_code(context: Context) -> None:
    at, _ = await current_position(context)
    await tell_code(context, at.snapshot.position)


@control("study-share", about="study", example=Example("study", MOMENT, writes="shared"))
async def share(context: Context) -> None:
    at, shown = await current_position(context)
    await context.service.studies.share(at.study.id, context.me.id, at.line)
    with context.to_everybody():
        text, _, image = await board(context, at, shown)
        take = button("Try other moves", "study-copy", at.study.id, 0, *args_of(at, shown))
        by = say("{player} shares a study:", player=context.me.name)
        people = {context.me.id, *filter(None, at.study.people)}
        await context.publish(f"{by}\n{text}", Controls(take), image, people=people)


@control("study-drop", about="study", example=Example("study", ("1", "2", "0"), writes="own"))
async def drop(context: Context) -> None:
    """Delete a line and all lines that branch off from it, and show the position where the deleted line began."""
    await current_position(context)
    moment = await context.service.studies.drop_line(context.subject, context.me.id, context.number(0))
    await turn_to(context, *moment, shown_as(context, 2))


@control("study-delete?", about="study", example=Example("study", MOMENT))
async def ask_to_delete(context: Context) -> None:
    at, shown = await current_position(context)
    question = say("Delete this study with all of its lines? {study}", study=texts.title(at.study))
    keep = button("Keep it", "study-more", at.study.id, 0, *args_of(at, shown))
    await context.answer(question, Controls(button("Delete it", "study-delete", at.study.id, style="danger"), keep))


@control("study-delete", about="study", example=Example("study", writes="own"))
async def delete(context: Context) -> None:
    await context.service.studies.delete(context.subject, context.me.id)
    await context.answer(say("Study deleted."))
