"""`/puzzle`: a puzzle, shown privately."""

from discord import app_commands

from cogs.commands.options import BY_GAME, everywhere, extension
from cogs.ui.context import Context
from cogs.ui.pages.puzzles import next_puzzle
from cogs.wire.replies import Interaction


@app_commands.command(description="A puzzle: find the move that wins")
@app_commands.describe(game="The game: any unless you choose")
@app_commands.choices(game=BY_GAME)
@everywhere
async def puzzle(interaction: Interaction, game: str | None = None) -> None:
    context = Context(interaction)
    await context.tell(*await next_puzzle(context, game))


setup = extension(puzzle)
