"""Branching Coral in Discord."""

from discord.ext import commands

from cogs.commands.game import GameCog
from games.branching_coral import GAME


class BranchingCoralCog(GameCog, group_name="branching-coral", group_description=GAME.info.summary):
    """`/branching-coral` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(BranchingCoralCog())
