"""The private pages on which a player practises the mistakes of a match against the computer.

The controls name the move, and in place of a revision how many wrong moves were tried. Nothing is stored or counted.
"""

from cogs.texts import practice as texts
from cogs.ui.actions import Example, control
from cogs.ui.acts.advice import advised
from cogs.ui.context import Context
from cogs.ui.pages.tasks import TaskPages
from cogs.wire.controls import Button, Controls, Style, button
from matches.mistakes import Answer
from matches.tasks import Task


@control("practise", example=Example("practice over", public=True))
async def practise(context: Context) -> None:
    """Open the first clear mistake of a match as a task, in a new message. The first time, this takes many seconds."""
    await context.service.mistakes.check(context.subject, context.me.id)
    finding = context.service.mistakes.of(context.subject, context.me.id)
    slips = await advised(context, "review", context.subject, finding)
    task = await context.service.mistakes.task(context.subject, context.me.id, slips[0].ply)
    await context.tell(*await PAGES.picker(context, task, (str(slips[0].ply),), 0))


async def _find(context: Context) -> Task:
    return await context.service.mistakes.task(context.subject, context.me.id, context.number(0))


async def _answer(context: Context, text: str) -> None:
    """Try a move: what makes it right and the way to the next task, or what is wrong with it and another try."""
    trying = context.service.mistakes.answer(context.subject, context.me.id, context.number(0), text)
    answer = await advised(context, "review", context.subject, trying)
    match, task = await context.service.lookup.match(context.subject), await _find(context)
    if not answer.right:
        told = texts.still_wrong(match, answer)
        await PAGES.show_wrong(context, task, told, answer.line, answer.slip.better, beside=_next(match.id, answer))
        return
    told = texts.found(match, answer)
    buttons = _next(match.id, answer, style="success")
    if not buttons:
        told = f"{told}\n{texts.practised(match)}"
        buttons = [button("Rematch", "rematch", match.id, match.rev, style="primary")]
    await context.answer(told, Controls(*buttons), await PAGES.drawn(context, task, answer.line))


def _next(match_id: int, answer: Answer, style: Style = "secondary") -> list[Button]:
    """Return the button to the next task, if there is one."""
    following = answer.following
    return [] if following is None else [button("Next", "practise-pick", match_id, 0, str(following.ply), style=style)]


PAGES = TaskPages("practise", _find, _answer, named=1, guided=True)
PAGES.register("match", Example("practice over", ("1",)), "a8")
