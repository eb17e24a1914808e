"""Konane in Discord."""

from discord.ext import commands

from cogs.commands.game import GameCog
from games.konane import GAME


class KonaneCog(GameCog, group_name="konane", group_description=GAME.info.summary):
    """`/konane` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(KonaneCog())
