"""SquAlma in Discord."""

from discord.ext import commands

from cogs.commands.game import GameCog
from games.squalma import GAME


class SquAlmaCog(GameCog, group_name="squalma", group_description=GAME.info.summary):
    """`/squalma` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(SquAlmaCog())
