"""Konane in Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.commands.game import GameCog
from games.konane import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class KonaneCog(GameCog, group_name="konane"):
    """`/konane` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(KonaneCog())
