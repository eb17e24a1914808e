"""King's Convoy in Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.commands.game import GameCog
from games.kings_convoy import GAME

if TYPE_CHECKING:
    from discord.ext import commands


class KingsConvoyCog(GameCog, group_name="kings-convoy"):
    """`/kings-convoy` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(KingsConvoyCog())
