"""Coral Clash in Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.commands.game import GameCog
from games.coral_clash import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class CoralClashCog(GameCog, group_name="coral-clash"):
    """`/coral-clash` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(CoralClashCog())
