"""Coral Clash in Discord."""

from discord.ext import commands

from cogs.commands.game import GameCog
from games.coral_clash import GAME


class CoralClashCog(GameCog, group_name="coral-clash", group_description=GAME.info.summary):
    """`/coral-clash` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(CoralClashCog())
