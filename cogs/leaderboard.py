"""`/leaderboard`: the strongest players of a game."""

from discord import app_commands

from cogs.commands.options import BY_GAME, as_choices, everywhere, extension
from cogs.ui.context import Context
from cogs.ui.pages.leaderboards import MINE, leaderboard_page
from cogs.wire.replies import Interaction


@app_commands.command(description="The strongest players of a game, in this server or everywhere")
@app_commands.describe(
    game="The game: the most played one here unless you choose",
    scope="In this server, or in all servers (people listed by choice in /settings)",
)
@app_commands.choices(game=BY_GAME, scope=as_choices({"server": "In this server", "everywhere": "In all servers"}))
@everywhere
async def leaderboard(interaction: Interaction, game: str | None = None, scope: str = "server") -> None:
    context = Context(interaction)
    await context.tell(*await leaderboard_page(context, game, scope, MINE))


setup = extension(leaderboard)
