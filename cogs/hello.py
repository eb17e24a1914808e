"""Greets each server once, and shows the server's settings once to a person who may change them."""

import logging
from typing import Any, Literal

from discord import app_commands
from discord.ext import commands

from cogs.commands.client import Tidepool
from cogs.texts.markdown import say
from cogs.ui.acts.challenge_form import challenge_button
from cogs.ui.context import Context
from cogs.ui.pages.rules import rules_select
from cogs.ui.pages.server import deleted, server_page
from cogs.wire.controls import Controls
from cogs.wire.failures import FAILURES
from cogs.wire.replies import Interaction
from language import mark
from storage.errors import Unavailable

log = logging.getLogger(__name__)

HELLO = mark("""\
Hello! I host board games here, as matches that go on for days: everybody moves when they have time.
**Challenge somebody**, play the computer (`/konane practice`), or read first how a game is played.
`/help` tells the rest.\
""")
MANAGERS = mark("-# You manage this server: what you may choose for it follows, and `/server` shows it again.")


class Hello(commands.Cog):
    """Greets each server once, and shows the server's settings once to a person who may change them."""

    def __init__(self, bot: Tidepool) -> None:
        self._service = bot.service
        self._known: set[tuple[int, str]] = set()
        """The servers that were `greeted` or `introduced` to their settings, as far as this process knows."""

    @commands.Cog.listener()
    async def on_app_command_completion(
        self, interaction: Interaction, command: app_commands.Command[Any, ..., Any]
    ) -> None:
        """Greet a server's first user privately, and show the settings to its first manager."""
        guild_id = interaction.guild_id
        if guild_id is None or not interaction.is_guild_integration():
            return
        context = Context(interaction)
        manages = interaction.permissions.manage_guild
        try:
            hello = await self._first(guild_id, "greeted")
            page = manages and await self._first(guild_id, "introduced")
            gone = await self._service.settings.told(guild_id) if manages else ()
            if command.name == "server":  # this was the page already
                page, gone = False, ()
            if hello:
                text = "\n".join([say(HELLO), say(MANAGERS)]) if page else say(HELLO)
                await context.tell(text, Controls(challenge_button(), rules_select()))
            if page:
                shown = await server_page(await self._service.settings.of_server(guild_id))
                await context.tell(shown.text, shown.controls)
            elif gone:
                await context.tell(f"{deleted(gone)}\n{say('-# `/server` shows and changes them.')}")
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
