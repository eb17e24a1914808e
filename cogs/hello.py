"""After a command: the welcome of a server, and what its manager should know about deleted channels and roles."""

import logging
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.commands.client import Tidepool
from cogs.texts.markdown import say
from cogs.ui.acts.welcome import welcome
from cogs.ui.context import Context
from cogs.ui.pages.settings import deleted
from cogs.wire.failures import FAILURES
from cogs.wire.replies import Interaction
from storage.errors import Unavailable

log = logging.getLogger(__name__)

BEGINNINGS = frozenset({"challenge", "practice"})
"""The commands whose board or challenge the welcome follows."""


class Hello(commands.Cog):
    @commands.Cog.listener()
    async def on_app_command_completion(
        self, interaction: Interaction, command: app_commands.Command[Any, ..., Any]
    ) -> None:
        """Tell a manager that a chosen channel or role is gone; otherwise, welcome the server after its beginnings."""
        if not await self._told(Context(interaction), command.name) and command.name in BEGINNINGS:
            await welcome(Context(interaction), command.qualified_name.partition(" ")[0].replace("-", "_"))

    async def _told(self, context: Context, command: str) -> bool:
        """Tell a manager which settings named a deleted channel or role, once. Returns whether there was one."""
        guild_id, manages = context.guild_id, context.interaction.permissions.manage_guild
        if guild_id is None or context.here.guest or not manages or command == "server":
            return False
        try:
            gone = await context.service.settings.told(guild_id)
            if gone:
                where = say("-# `/server` shows and changes them.")
                await context.tell(f"{deleted(gone)}\n{where}")
        except (*FAILURES, Unavailable) as error:
            log.info("A manager could not be told about deleted channels: %s", error)
            return True
        return bool(gone)


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(Hello())
