"""Brain Coral in Discord."""

from discord.ext import commands

from cogs.commands.game import GameCog
from games.brain_coral import GAME


class BrainCoralCog(GameCog, group_name="brain-coral", group_description=GAME.info.summary):
    """`/brain-coral` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(BrainCoralCog())
