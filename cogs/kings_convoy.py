"""King's Convoy in Discord."""

from discord.ext import commands

from cogs.commands.game import GameCog
from games.kings_convoy import GAME


class KingsConvoyCog(GameCog, group_name="kings-convoy", group_description=GAME.info.summary):
    """`/kings-convoy` and what every game has."""

    game = GAME


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(KingsConvoyCog())
