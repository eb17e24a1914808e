"""`/matches`: a person's matches and challenges, and other people's public matches."""

from discord import app_commands

from cogs.commands.options import everywhere, extension
from cogs.ui.context import Context
from cogs.ui.pages.matches import own_page, public_page
from cogs.wire.people import AnyUser, person_of
from cogs.wire.replies import Interaction


@app_commands.command(description="Your matches and challenges, your turns first")
@app_commands.describe(user="Whose matches in this server to show instead")
@everywhere
async def matches(interaction: Interaction, user: AnyUser | None = None) -> None:
    context = Context(interaction)
    if user is None or user.id == context.me.id:
        await context.tell(*await own_page(context, 0))
    else:
        await context.tell(*await public_page(context, user.id, person_of(user).name, 0))


setup = extension(matches)
