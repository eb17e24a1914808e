"""After a server manager uses a command, points out the server's settings or reports deleted channels and roles."""

import logging
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.commands.client import Tidepool
from cogs.texts.markdown import say
from cogs.ui.acts.welcome import introduce
from cogs.ui.context import Context
from cogs.ui.pages.settings import deleted_text
from cogs.wire.failures import FAILURES
from cogs.wire.replies import Interaction
from storage.errors import Unavailable

log = logging.getLogger(__name__)


class Hello(commands.Cog):
    @commands.Cog.listener()
    async def on_app_command_completion(
        self, interaction: Interaction, command: app_commands.Command[Any, ..., Any]
    ) -> None:
        """Tell a server manager about deleted channels and roles.

        If there are none and the command is `/help`, introduces the settings.
        """
        if not await self._report_deleted(Context(interaction), command.name) and command.name == "help":
            await introduce(Context(interaction))

    async def _report_deleted(self, context: Context, command: str) -> bool:
        """Tell a server manager, just once, which channels or roles in the settings were deleted, if any were."""
        guild_id, manages = context.guild_id, context.interaction.permissions.manage_guild
        if guild_id is None or context.here.guest or not manages or command == "server":
            return False
        try:
            gone = await context.service.settings.take_deleted_topics(guild_id)
            if gone:
                where = say("-# `/server` shows and changes them.")
                await context.tell(f"{deleted_text(gone)}\n{where}")
        except (*FAILURES, Unavailable) as error:
            log.info("A manager could not be told about deleted channels: %s", error)
            return True
        return bool(gone)


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(Hello())
