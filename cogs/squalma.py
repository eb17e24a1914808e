"""SquAlma in Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.commands.game import GameCog
from games.squalma import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class SquAlmaCog(GameCog, group_name="squalma"):
    """`/squalma` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(SquAlmaCog())
