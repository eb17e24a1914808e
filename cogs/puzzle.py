"""`/puzzle`: a puzzle to solve, privately."""

from discord import app_commands
from discord.ext import commands

from cogs.commands.options import BY_GAME, everywhere
from cogs.ui.context import Context
from cogs.ui.puzzles.pages import next_puzzle
from cogs.wire.replies import Interaction


class Puzzles(commands.Cog):
    @app_commands.command(description="A puzzle: find the move that wins")
    @app_commands.describe(game="The game: any unless you choose")
    @app_commands.choices(game=BY_GAME)
    @everywhere
    async def puzzle(self, interaction: Interaction, game: str | None = None) -> None:
        context = Context(interaction)
        await context.tell(*await next_puzzle(context, game))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Puzzles())
