"""Shows reviews of lines in a study, such as imported games."""

from cogs.texts import studies as texts
from cogs.texts.practice import Account
from cogs.ui.actions import MOMENT, Example, control
from cogs.ui.acts.advice import Pages, await_advice, show
from cogs.ui.context import Context
from cogs.ui.studies.pages import args_of, current_position
from cogs.ui.views import seat_below
from cogs.wire.controls import Address
from looks import Look


@control("study-review", about="study", example=Example("study", MOMENT))
async def review(context: Context) -> None:
    """Show a review of the line, starting with its first mistake.

    The first review of a line takes many seconds.
    """
    at, view = await current_position(context)
    wanted = context.number(3) if len(context.args) > 3 else None
    judging = context.service.advice.review_line(at, context.me.id)
    judged = await await_advice(context, "study review", at.study.id, judging)
    look = Look(theme=await context.theme(), view=seat_below(view))

    def board(ply: int) -> Address:
        return "study", at.study.id, 0, str(at.line), str(ply), view, "review"

    address = ("study-review", at.study.id, 0, *args_of(at, view))
    match = texts.with_names(at.snapshot).match
    told = Account(match, judged, texts.title(at.study))
    await show(context, Pages(told, f"study-{at.study.id}", look, address, board), wanted)
