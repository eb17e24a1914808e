"""`/block`: blocks people from playing with the user, and lists the people the user has blocked."""

from discord import app_commands

import language
from cogs.commands.options import everywhere, example, extension
from cogs.texts import matches as texts
from cogs.texts.markdown import plural, say
from cogs.ui.actions import Example, control
from cogs.ui.context import Context
from cogs.wire import discord_limits
from cogs.wire.controls import Choice, Controls, number, select
from cogs.wire.last_answers import Panel
from cogs.wire.people import AnyUser, person_of
from cogs.wire.replies import Interaction
from matches.errors import Refusal
from matches.model import Person

PANEL: Panel = "blocks", 0
LISTED = discord_limits.OPTIONS
"""The maximum number of blocked people listed, newest first. A select can offer no more."""


@example(user="Eve")
@app_commands.command(description="Block someone, or see and unblock the people you have blocked")
@app_commands.describe(user="The person to block; they are not told. Leave it out to see your list")
@everywhere
async def block(interaction: Interaction, user: AnyUser | None = None) -> None:
    context = Context(interaction)
    if user is None:
        await context.tell(*await _page(context), panel=PANEL)
        return
    if context.is_tidepool(user):
        raise Refusal("You cannot block me, and I never challenge anyone. Choose what I tell you in `/notifications`.")
    if user.bot:
        raise Refusal("{player} is a bot and never challenges anyone.", player=person_of(user).name)
    await context.service.blocks.add(context.me, person_of(user))
    told = say(
        "You blocked {player}. Neither of you can start a match with the other. Running matches between you continue.",
        player=person_of(user).name,
    )
    await context.tell(told)


@control("unblock", about="person", example=Example("nothing", chosen="4", writes="own"))
async def unblock(context: Context) -> None:
    person_id = number(context.value())
    blocked = {person.id: person for person in await context.service.blocks.of(context.me.id)}
    await context.service.blocks.remove(context.me.id, blocked.get(person_id, Person(person_id, "")))
    text, controls = await _page(context)
    done = say("{player} and you can challenge each other again.", player=blocked[person_id].name)
    await context.answer(f"{done}\n{text}", controls, panel=PANEL)


async def _page(context: Context) -> tuple[str, Controls | None]:
    """Return a page listing the people the user has blocked, with a select menu for unblocking them."""
    blocked = await context.service.blocks.of(context.me.id)
    if not blocked:
        return say("You have not blocked anyone."), None
    lines = [say("You have blocked:")]
    lines += [say("- {player} ({mention})", player=each.name, mention=texts.mention(each)) for each in blocked[:LISTED]]
    if (more := len(blocked) - LISTED) > 0:
        lines.append(plural("- and {count} more", "- and {count} more", count=more))
    choices = [Choice(str(each.id), language.say("Unblock {player}", player=each.name)) for each in blocked[:LISTED]]
    return "\n".join(lines), Controls(select("unblock", choices, placeholder=language.say("Unblock someone")))


setup = extension(block)
