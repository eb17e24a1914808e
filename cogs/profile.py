"""`/profile`: ratings, record, streak and last matches of somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ui.context import Context
from cogs.ui.profiles import open_profile
from matches.errors import Refusal
from matches.records import Person

if TYPE_CHECKING:
    from cogs.ui.replies import Interaction

AnyUser = discord.User | discord.Member


class Profiles(commands.Cog):
    """`/profile`"""

    @app_commands.command(description="Ratings, record and last matches, of yourself or of somebody else")
    @app_commands.describe(user="Whose profile you want to see")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def profile(self, interaction: Interaction, user: AnyUser | None = None) -> None:
        context = Context(interaction)
        await open_profile(context, context.me if user is None else person_of(user))


def person_of(user: AnyUser) -> Person:
    """Somebody who can have played. Raises Refusal for bots."""
    if user.bot:
        raise Refusal("{player} is a bot and has no matches behind it.", player=user.display_name)
    return Person(user.id, user.display_name)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Profiles())
