"""Gives hints in practice matches, and shows reviews of finished matches and of lines in studies."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from cogs.texts import matches as texts
from cogs.texts.markdown import say
from cogs.texts.practice import Account, place_in_queue
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.picker.stages import row_of
from cogs.wire.controls import Address, Button, Controls, button, number
from cogs.wire.pictures import Picture, evaluation_picture, picture
from games import Position, merit
from language import Sentence, mark
from looks import Look
from matches.model import Snapshot
from render import cells
from render.geometry import Point
from service.advice import AdviceKind, start_task

Advice = TypeVar("Advice")

AT_HAND = 0.3
"""How long to wait, in seconds, for advice that has already been computed."""
SOON = 1.0
"""How long, in seconds, a job is queued before its place in the queue is shown."""
REVIEWING = mark("The computer is reviewing the match …")
GRAPH = 0
"""The argument that opens the graph, used instead of a mistake's ply."""
BOTH = "both"
"""The control argument that shows both players' mistakes rather than only the reader's."""


async def await_advice(
    context: Context, kind: AdviceKind, subject: int, advice: Coroutine[Any, Any, Advice], meanwhile: str = ""
) -> Advice:
    """Wait for the computer's advice, and return it.

    If this takes long, the person sees their place in the queue, or else the text `meanwhile`. If it is empty, they
    see that the bot is thinking.
    """
    task = start_task(advice)
    try:
        await asyncio.wait({task}, timeout=AT_HAND)
        if not task.done():
            await context.reply.wait()
            await asyncio.wait({task}, timeout=SOON)
        told = place_in_queue(context.service.advice.calls_ahead(kind, subject)) or meanwhile
        if not task.done() and told:
            await context.reply.meanwhile(told)
        return await task
    finally:
        task.cancel()


@control("hint", example=Example("practice"))
async def hint(context: Context) -> None:
    await context.service.advice.to_help(context.subject, context.me.id, rev=context.rev)
    judging = context.service.advice.hint(context.subject, context.me.id, rev=context.rev)
    snapshot, advice = await await_advice(context, "hint", context.subject, judging)
    match, text = snapshot.match, advice.line[0]
    said, hinted = beginning(snapshot.position, text, cells(snapshot.position))
    look = button("Show the move", "hint-move", match.id, match.rev, text, style="primary")
    image = await picture(snapshot, **await context.look(match), hinted=hinted)
    controls = Controls(look, button("Move", "move", match.id, match.rev))
    await context.tell(said, controls, image, panel=("hint", match.id))
    context.passing()


def beginning(position: Position[Any], text: str, points: Mapping[str, Point]) -> tuple[str, tuple[str, ...]]:
    """Return a hint saying where on the board to look, along with the cells to highlight.

    The cells are those of the moving piece. For a move with a single cell, they are that cell's row, because the cell
    would give the move away.
    """
    steps = [step for step in position.steps(position.parse(text)) if step in points]
    if not steps:
        return say("Hint: the best move has no place on the board."), ()
    if len(steps) > 1:
        return say("Hint: look at **{cell}**.", cell=steps[0]), (steps[0],)
    row = row_of(steps[0], points)
    beginnings = {position.steps(move)[0] for move in position.legal_moves()}
    beside = tuple(cell for cell in points if cell in beginnings and row_of(cell, points) == row)
    return say("Hint: look at row **{row}**.", row=row), beside


@control("hint-move", example=Example("practice", ("c4",)))
async def show_move(context: Context) -> None:
    """Show the best move and, if known, a simple reason for it."""
    text = ":".join(context.args)
    snapshot = await context.service.advice.to_help(context.subject, context.me.id, rev=context.rev)
    match, position = snapshot.match, snapshot.position
    move = position.parse(text)
    reason = merit(position, move)
    named = position.worded(text)
    said = say("Hint: play **{move}**.", move=named)
    if reason:
        said = say("Hint: play **{move}**. Why: {reason}.", move=named, reason=reason)
    after = replace(snapshot, position=position.play(move), before=position, move=move, first=None)
    play = Sentence("Play {move}", {"move": named})
    take = button(play, "confirm", match.id, match.rev, text, style="success")
    image = await picture(after, **await context.look(match), preview=True)
    await context.answer(said, Controls(take), image, panel=("hint", match.id))
    context.passing()


@dataclass(frozen=True, slots=True)
class Pages:
    """The data shared by all pages of a review, such as the board's look and the custom_id prefix."""

    told: Account
    name: str
    """The prefix of the pictures' file names."""
    look: Look
    address: Address
    """The prefix of the pages' custom_ids, followed by GRAPH or a mistake's ply, and possibly by BOTH."""
    board: Callable[[int], Address]
    """Returns the custom_id of a button that leaves the review and shows the board after this many moves."""


@control("review", "slip", example=Example("over", ("1",)))
async def review(context: Context) -> None:
    """Show a private review of a match, starting with the reader's first mistake.

    The first review of a match takes many seconds. A spectator reads about both players' mistakes.
    """
    await context.service.advice.to_review(context.subject)
    judging = context.service.advice.review(context.subject, context.me.id)
    match, judged = await await_advice(context, "review", context.subject, judging, say(REVIEWING))
    look = await context.look(match)
    about = (match.id, match.rev)

    def board(ply: int) -> Address:
        return "at", *about, str(ply), str(look["view"]), "review"

    wanted = None
    if context.values:  # the list of mistakes in earlier versions
        wanted = number(context.value())
    elif context.args:
        wanted = context.number(0)
    reader = match.seat_of(context.me.id)
    of_other = any(slip.ply == wanted and slip.seat != reader for slip in judged.slips)  # in earlier versions
    told = Account(match, judged, texts.title(match), reader, reader is None or of_other or BOTH in context.args)
    await show(context, Pages(told, f"{match.game}-{match.code}", look, ("review", *about), board), wanted)


async def show(context: Context, pages: Pages, wanted: int | None) -> None:
    """Show the review page for the mistake at ply `wanted`, or the graph page if `wanted` is GRAPH.

    If `wanted` is None, shows the first page in a new message.
    """
    action, subject, *_ = pages.address
    open_page = context.tell if wanted is None else context.answer
    await open_page(*await _page(pages, wanted), panel=(str(action), subject))


async def _page(pages: Pages, wanted: int | None) -> tuple[str, Controls, Picture]:
    """Return the page for `wanted`: the mistake at that ply, the first mistake if None, or the graph if GRAPH."""
    told = pages.told
    match, slips = told.match, told.slips
    scope = [BOTH] if told.both and told.reader is not None else []

    def way(label: str, ply: int, *, primary: bool = False, disabled: bool = False) -> Button:
        return button(
            label, *pages.address, str(ply), *scope, style="primary" if primary else "secondary", disabled=disabled
        )

    other = [button("Votes", "votes", match.id, match.rev)] if match.by_vote else []
    if scope:
        other.append(button("My mistakes", *pages.address, str(GRAPH)))
    elif len(slips) < len(told.review.slips):
        other.append(button("Both players", *pages.address, str(GRAPH), BOTH))

    at = next((number for number, slip in enumerate(slips) if wanted in {None, slip.ply}), None)
    if at is None:
        image = await evaluation_picture(
            match, replace(told.review, slips=tuple(slips)), pages.look["theme"], told.reader or 0
        )
        begin = [way(mark("▶ First mistake"), slips[0].ply, primary=True)] if slips else []
        controls = Controls(*begin, *other, button("Replay", *pages.board(0)))
        return told.overview(), controls, replace(image, filename=f"{pages.name}-review.png")
    slip, at_end = slips[at], at == len(slips) - 1
    parse = slip.position.parse
    compared = parse(slip.played), parse(slip.better)
    reply = slip.position.play(compared[0]).parse(slip.reply[0]) if slip.reply else None
    board = Snapshot(match, slip.position)
    image = await picture(board, **pages.look, compared=compared, reply=reply, plates=False)
    controls = Controls(
        way(mark("◀ Back"), slips[at - 1].ply) if at else way(mark("◀ Graph"), GRAPH),
        way(mark("▶ Next mistake"), slips[at if at_end else at + 1].ply, primary=True, disabled=at_end),
        *other,
        button("Replay", *pages.board(slip.ply - 1)),
    )
    return told.mistake(slip), controls, replace(image, filename=f"{pages.name}-review-{slip.ply}.png")
