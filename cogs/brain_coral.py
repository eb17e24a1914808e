"""Brain Coral in Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.commands.game import GameCog
from games.brain_coral import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class BrainCoralCog(GameCog, group_name="brain-coral"):
    """`/brain-coral` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(BrainCoralCog())
