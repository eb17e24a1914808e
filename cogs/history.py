"""`/history`: finished matches and their replays."""

from discord import app_commands

from cogs.commands.options import BY_GAME, as_choices, everywhere, extension
from cogs.ui.context import Context
from cogs.ui.pages.history import ALL, history_page
from cogs.wire.people import AnyUser, player_of
from cogs.wire.replies import Interaction

RESULTS = {
    "won": "Only matches won",
    "lost": "Only matches lost",
    "drawn": "Only draws",
    "void": "Only matches without a result",
}


@app_commands.command(description="Your finished matches with replays, or someone else's")
@app_commands.describe(user="Whose matches to show instead of yours", game="Only this game", result="Only this result")
@app_commands.choices(game=BY_GAME, result=as_choices(RESULTS))
@everywhere
async def history(interaction: Interaction, user: AnyUser | None = None, game: str = ALL, result: str = ALL) -> None:
    context = Context(interaction)
    person = context.me if user is None else player_of(user)
    await context.tell(*await history_page(context, person.id, 0, game, result))


setup = extension(history)
