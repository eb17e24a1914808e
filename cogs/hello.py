"""A first word to whoever uses the bot first in a server: what there is to begin with."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from discord.ext import commands

from cogs.posts.failures import FAILURES
from cogs.texts.markdown import say
from cogs.ui.challenges import challenge_button
from cogs.ui.context import Context
from cogs.ui.controls import Controls, button
from cogs.ui.rules import rules_select
from language import mark, speaking

if TYPE_CHECKING:
    from discord import app_commands

    from cogs._client import Tidepool
    from cogs.ui.replies import Interaction

log = logging.getLogger(__name__)

HELLO = mark("""\
Hello! I host board games here, as matches that go on for days: everybody moves when they have time.
**Challenge somebody**, play the computer (`/konane practice`), or read first how a game is played.
`/help` tells the rest.\
""")
MANAGERS = mark("-# You may choose how boards look in this server and where matches go on: **Server settings**.")


class Hello(commands.Cog):
    """Says hello once in each server, to one person alone."""

    def __init__(self, bot: Tidepool) -> None:
        self._service = bot.service
        self._greeted: set[int] = set()
        """Servers in which nothing more is to be said, as far as this process knows."""

    @commands.Cog.listener()
    async def on_app_command_completion(
        self, interaction: Interaction, command: app_commands.Command[Any, ..., Any]
    ) -> None:
        """A command was answered: in a server where that never happened before, a private word follows."""
        del command
        guild_id = interaction.guild_id
        if guild_id is None or guild_id in self._greeted or not interaction.is_guild_integration():
            return
        self._greeted.add(guild_id)
        if await self._service.settings.greet(guild_id):
            context = Context(interaction)
            with speaking(context.language):
                try:
                    await context.tell(*hello(context))
                except FAILURES as error:
                    log.info("Nobody hears hello: %s", error)


def hello(context: Context) -> tuple[str, Controls]:
    """The first word, with the ways to begin; whoever may manage the server can choose for it."""
    if not context.interaction.permissions.manage_guild:
        return say(HELLO), Controls(challenge_button(), rules_select())
    text = "\n".join([say(HELLO), say(MANAGERS)])
    return text, Controls(challenge_button(), button("Server settings", "server"), rules_select())


async def setup(bot: Tidepool) -> None:
    await bot.add_cog(Hello(bot))
