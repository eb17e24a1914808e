"""Commands that fail are answered with one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.ui.context import Context
from cogs.ui.failures import answer_failure

if TYPE_CHECKING:
    from discord import app_commands
    from discord.ext import commands

    from cogs.ui.replies import Interaction


async def answer(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Answer a command, or an autocomplete, that failed."""
    await answer_failure(Context(interaction), error)


async def setup(bot: commands.Bot) -> None:
    bot.tree.error(answer)
