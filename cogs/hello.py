"""Tells the first player of a server how to move, and the first manager where its settings are, in one line."""

import logging
from typing import Any, Literal

from discord import app_commands
from discord.ext import commands

from cogs.commands.client import Tidepool
from cogs.texts.markdown import say
from cogs.ui.context import Context
from cogs.ui.pages.server import deleted
from cogs.wire.controls import Controls, button
from cogs.wire.failures import FAILURES
from cogs.wire.replies import Interaction
from language import mark
from storage.errors import Unavailable

log = logging.getLogger(__name__)

HELLO = mark("**Move** under the board: choose a piece and where it goes.")
MANAGERS = mark("`/server` has the settings of this server.")
BEGINNINGS = frozenset({"challenge", "practice"})
"""The commands below whose board or challenge the line stands."""


class Hello(commands.Cog):
    """Tells the first player of a server how to move, and the first manager where its settings are, in one line."""

    def __init__(self, bot: Tidepool) -> None:
        self._service = bot.service
        self._known: set[tuple[int, str]] = set()
        """The servers that were `greeted` or whose manager was `introduced`, as far as this process knows."""

    @commands.Cog.listener()
    async def on_app_command_completion(
        self, interaction: Interaction, command: app_commands.Command[Any, ..., Any]
    ) -> None:
        """Tell the first player of a server how to move, and the first manager where its settings are, in one line."""
        guild_id = interaction.guild_id
        if guild_id is None or not interaction.is_guild_integration():
            return
        context = Context(interaction)
        manages = interaction.permissions.manage_guild
        try:
            gone = await self._service.settings.told(guild_id) if manages and command.name != "server" else ()
            if gone:
                await context.tell(f"{deleted(gone)}\n{say('-# `/server` shows and changes them.')}")
            elif command.name in BEGINNINGS:
                lines = [say(HELLO)] if await self._first(guild_id, "greeted") else []
                if manages and await self._first(guild_id, "introduced"):
                    lines.append(say(MANAGERS))
                if lines:
                    game = command.qualified_name.partition(" ")[0].replace("-", "_")
                    await context.tell(" ".join(lines), Controls(button("Rules", "rules", 0, 0, game)))
        except (*FAILURES, Unavailable) as error:
            log.info("A server could not be greeted: %s", error)

    async def _first(self, guild_id: int, what: Literal["greeted", "introduced"]) -> bool:
        """Record that this has happened in a server. Returns whether it was the first time."""
        if (guild_id, what) in self._known:
            return False
        first = await self._service.settings.first_time(guild_id, what)
        self._known.add((guild_id, what))
        return first


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(Hello(bot))
