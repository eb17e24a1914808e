"""`/tournament`: creates a tournament, shows the standings of the newest one, and lists a server's tournaments."""

from discord import app_commands
from discord.ext import commands

from cogs.ui.context import Context
from cogs.ui.tournaments.create import open_create
from cogs.ui.tournaments.pages import open_newest, show_list
from cogs.wire.replies import Interaction


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
class TournamentCommands(commands.GroupCog, group_name="tournament", group_description="Tournaments in this server"):
    """`/tournament create`, `show` and `list`."""

    @app_commands.command(description="Open a tournament in this channel (Manage Server or moderator role)")
    async def create(self, interaction: Interaction) -> None:
        await open_create(Context(interaction))

    @app_commands.command(description="The standings of this server's newest tournament")
    async def show(self, interaction: Interaction) -> None:
        await open_newest(Context(interaction))

    @app_commands.command(name="list", description="The tournaments of this server, with their winners")
    async def listed(self, interaction: Interaction) -> None:
        await show_list(Context(interaction))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(TournamentCommands())
