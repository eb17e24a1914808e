"""The commands of every game."""

from discord.ext import commands

from cogs.commands.game import cog_of
from games import GAMES


async def setup(bot: commands.Bot) -> None:
    for game in GAMES.values():
        await bot.add_cog(cog_of(game))
