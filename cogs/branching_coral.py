"""Branching Coral in Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.commands.game import GameCog
from games.branching_coral import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class BranchingCoralCog(GameCog, group_name="branching-coral"):
    """`/branching-coral` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(BranchingCoralCog())
