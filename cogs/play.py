"""`/play`: one page from which a match of any game begins."""

from discord import app_commands
from discord.ext import commands

from cogs.commands.options import everywhere
from cogs.ui.acts.play_page import open_play
from cogs.ui.context import Context
from cogs.wire.replies import Interaction


class Play(commands.Cog):
    @app_commands.command(description="Choose a game and an opponent, and start")
    @everywhere
    async def play(self, interaction: Interaction) -> None:
        await open_play(Context(interaction))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Play())
