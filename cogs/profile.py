"""`/profile`: a person's ratings, scores, streak and latest matches."""

from discord import app_commands

from cogs.commands.options import everywhere, extension
from cogs.ui.context import Context
from cogs.ui.pages.profiles import open_profile
from cogs.wire.people import AnyUser, player_of
from cogs.wire.replies import Interaction


@app_commands.command(description="Ratings, results and recent matches of you or someone else")
@app_commands.describe(user="Whose profile to show")
@everywhere
async def profile(interaction: Interaction, user: AnyUser | None = None) -> None:
    context = Context(interaction)
    await open_profile(context, context.me if user is None else player_of(user))


setup = extension(profile)
