"""`/vacation`: pauses a person's clocks while they are away."""

from discord import app_commands

from cogs.commands.options import everywhere, example, extension
from cogs.texts.markdown import plural, say
from cogs.texts.matches import moment, relative
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.wire.controls import Button, Controls, button
from cogs.wire.last_answers import Panel
from cogs.wire.replies import Interaction
from language import mark, paragraph
from matches.clock import DAYS_A_YEAR
from matches.timecontrol import HOUR, lasting

PANEL: Panel = "vacation", 0
RUNNING = mark("Deadlines that have already passed stay passed. Matches without a clock are not affected.")


@example(days=2)
@app_commands.command(description="Stop your clocks while you are away, or see how many days you have left")
@app_commands.describe(days="Days away from now on; leave it out to see your balance or come back")
@everywhere
async def vacation(interaction: Interaction, days: app_commands.Range[int, 1, DAYS_A_YEAR] | None = None) -> None:
    context = Context(interaction)
    if days is not None:
        await context.service.vacations.start(context.me.id, days)
        await context.tell(f"{await _status(context)}\n-# {say(RUNNING)}", Controls(_come_back()), panel=PANEL)
        return
    away = (await context.service.vacations.balance(context.me.id)).vacation is not None
    await context.tell(await _status(context), Controls(_come_back()) if away else None, panel=PANEL)


@control("back", example=Example("nothing", by="Carol", writes="own"))
async def stop(context: Context) -> None:
    await context.service.vacations.stop(context.me.id)
    await context.answer(paragraph([say("Welcome back!"), await _status(context)]), panel=PANEL)


async def _status(context: Context) -> str:
    """Return text saying whether the clocks are paused and how much vacation is left this year."""
    balance = await context.service.vacations.balance(context.me.id)
    if balance.left < HOUR:
        left = say("You have no vacation left this year.")
    else:
        left = plural(
            "You have {time} of vacation left this year, of {count} day.",
            "You have {time} of vacation left this year, of {count} days.",
            count=DAYS_A_YEAR,
            time=lasting(balance.left - balance.left % HOUR),
        )
    if balance.vacation is None:
        return paragraph([say("Your clocks are running."), left])
    ends_at = balance.vacation.ends_at
    until, when = moment(ends_at), relative(ends_at)
    away = say("You are on vacation until {until} ({when}). Your clocks are paused.", until=until, when=when)
    return paragraph([away, left])


def _come_back() -> Button:
    return button("Come back now", "back")


setup = extension(vacation)
