"""Private pages for practising the positions in which a player made a mistake against the computer.

The controls name the move and, in place of a revision, how many wrong moves were tried. Nothing is stored or counted.
"""

from cogs.texts.markdown import say
from cogs.ui.actions import Example, control
from cogs.ui.acts.advice import REVIEWING, await_advice
from cogs.ui.context import Context
from cogs.ui.pages.links import page_links
from cogs.ui.pages.tasks import TaskPages
from cogs.ui.picker.pages import Buttons
from cogs.ui.picker.stages import Steps
from cogs.wire.controls import Style, button
from matches.errors import NoMistakes
from matches.tasks import SHOWN_AFTER, Task


@control("practise", example=Example("practice over", public=True))
async def practise(context: Context) -> None:
    """Open the player's first clear mistake in a match as a task, in a new message.

    The first call for a match takes many seconds. If there is no mistake, removes the button below the board.
    """
    await context.service.mistakes.check(context.subject, context.me.id)
    finding = context.service.mistakes.list_mistakes(context.subject, context.me.id)
    try:
        slips = await await_advice(context, "review", context.subject, finding, say(REVIEWING))
    except NoMistakes:
        await context.if_possible(context.remove_button())
        raise
    task = await context.service.mistakes.task(context.subject, context.me.id, slips[0].ply)
    message = await PAGES.picker(context, task, (str(slips[0].ply),), 0)
    await context.tell(*message, panel=(PAGES.name, context.subject))


async def _find(context: Context) -> Task:
    return await context.service.mistakes.task(context.subject, context.me.id, context.number(0))


async def _answer(context: Context, text: str) -> None:
    """Check the player's move, explain why it is right or wrong, and offer the next task."""
    trying = context.service.mistakes.answer(context.subject, context.me.id, context.number(0), text)
    answer = await await_advice(context, "review", context.subject, trying)
    match, following = await context.service.lookup.match(context.subject), answer.following
    ways = []
    if following is not None:
        style: Style = "success" if answer.right else "secondary"
        ways = [button("Next", "practise-pick", match.id, 0, str(following.ply), style=style)]
    elif answer.right or (context.rev or 0) + 1 >= SHOWN_AFTER:
        ways = [button("Rematch", "rematch", match.id, match.rev, style="primary")]
    await PAGES.show(context, await _find(context), answer.response(match), ways)


async def _links(context: Context, _: Task, named: Steps) -> Buttons:
    match = await context.service.lookup.match(context.subject)
    return await page_links(context, match, task=f"practise/{match.code}/{named[0]}")


PAGES = TaskPages("practise", _find, _answer, _links, named=1, guided=True)
PAGES.register("match", Example("practice over", ("1",)), "a8")
