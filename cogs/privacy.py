"""`/privacy`: shows what is stored about a person, and lets them export or delete it."""

from discord import app_commands

from cogs.commands.options import everywhere, extension
from cogs.texts.markdown import plural, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.ui.files.gifs import forget_gifs
from cogs.ui.files.records import hand_out
from cogs.wire.controls import Controls, button
from cogs.wire.last_answers import Panel
from cogs.wire.replies import Interaction


@app_commands.command(description="What Tidepool stores about you; export or delete it")
@everywhere
async def privacy(interaction: Interaction) -> None:
    await show(Context(interaction))


PANEL: Panel = "privacy", 0


@control("privacy", example=Example())
async def show(context: Context) -> None:
    stored = await context.service.privacy.extent(context.me.id)
    lines = [
        say("### What Tidepool stores about you"),
        say("Your **Discord ID** and your last known **name**, if you have played here."),
        plural(
            "**{count} match** with its moves and times, and the notes of your challenges.",
            "**{count} matches** with their moves and times, and the notes of your challenges.",
            count=stored.matches,
        ),
        say(
            "Your **settings** (with time zone and quiet hours), **vacations**, **blocks**, planned replies, "
            "**ratings**, scores and **studies**."
        ),
        say("The **IDs of the channels and servers** where your matches are shown. Nothing else that you write."),
        say(
            "-# **Forget me** deletes all of that for good. Opponents keep their matches with a “deleted "
            "player”. I remove your name from old boards that I can still reach."
        ),
    ]
    if stored.running:
        warning = plural(
            "-# You have {count} running match. It would end as resigned or without a result.",
            "-# You have {count} running matches. They would end as resigned or without a result.",
            count=stored.running,
        )
        lines.append(warning)
    export, forget = button("Export", "privacy-export"), button("Forget me", "forget?", style="danger")
    await context.answer("\n".join(lines), Controls(export, forget), panel=PANEL)


@control("privacy-export", example=Example())
async def export(context: Context) -> None:
    await context.service.quotas.count_stored("export", context.me.id)
    told = say("Here is everything that Tidepool stores about you. Times are seconds since 1970, in UTC.")
    await hand_out(context, context.me.id, told, "privacy-export")


@control("forget?", example=Example())
async def ask(context: Context) -> None:
    question = say(
        "**This cannot be undone.** Running matches end, and your name, settings, blocks, notes and ratings "
        "are deleted. If you play again later, you start as a new player."
    )
    forget = button("Forget me for good", "forget", style="danger")
    await context.answer(question, Controls(forget, button("Keep everything", "privacy")), panel=PANEL)


@control("forget", example=Example(writes="own"))
async def forget(context: Context) -> None:
    await context.service.privacy.forget(context.me.id)
    forget_gifs()
    await context.answer(say("Done. Tidepool no longer stores anything about you."))


setup = extension(privacy)
