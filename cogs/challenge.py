"""The user command **Challenge**."""

from discord import app_commands
from discord.ext import commands

from cogs.commands.options import everywhere
from cogs.ui.acts.play_page import open_play
from cogs.ui.context import Context
from cogs.wire.people import AnyUser
from cogs.wire.replies import Interaction


async def challenge_user(interaction: Interaction, user: AnyUser) -> None:
    await open_play(Context(interaction), user)


class Challenges(commands.Cog):
    """The user command **Challenge**."""

    def __init__(self, bot: commands.Bot) -> None:
        self.bot = bot
        self.menu = everywhere(app_commands.ContextMenu(name="Challenge", callback=challenge_user))

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.menu)

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.menu.name, type=self.menu.type)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Challenges(bot))
