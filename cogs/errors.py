"""Responds to failed commands with an explanation, and logs each failed autocomplete request on one line."""

import logging

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ui.context import Context
from cogs.ui.error_replies import answer_failure
from cogs.wire.failures import FAILURES
from cogs.wire.replies import Interaction
from storage.errors import Unavailable


async def answer(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    context = Context(interaction)
    await answer_failure(context, error)
    if interaction.type is not discord.InteractionType.autocomplete:
        await context.finish()


def without_traceback(record: logging.LogRecord) -> bool:
    """Remove the traceback from the log record of an autocomplete request that failed due to Discord or the database.

    discord.py logs every autocomplete error without calling an error handler.
    """
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (*FAILURES, Unavailable)):
        record.msg, record.args = "There are no suggestions: %s", (error,)
        record.levelno, record.levelname, record.exc_info = logging.INFO, "INFO", None
    return True


async def setup(bot: commands.Bot) -> None:
    bot.tree.error(answer)
    logging.getLogger("discord.app_commands.tree").addFilter(without_traceback)
