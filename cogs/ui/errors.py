"""What a person is told when something cannot be done: one clear, private sentence, never a traceback."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from cogs.texts import matches as words
from games import RuleError
from matches.errors import AboutMatch, Refusal, Stale

if TYPE_CHECKING:
    from cogs._client import Interaction

log = logging.getLogger(__name__)

LATE = {10062, 40060, 10015, 50027}
"""Discord's codes for an answer that comes too late, or to an interaction that has its answer already."""
NO_MESSAGE = 10008
"""Discord's code for a message that is there no longer."""
NO_ACCESS = {10003, 10004, 50001}
"""Discord's codes for a channel or a server that is gone, or closed to the bot."""
CLOSED = {50007, 50278}
"""Discord's codes for direct messages that somebody does not take, or cannot get for want of a common server."""


class Told(Refusal):
    """A refusal in Markdown; those of the service and of the rules are plain text with names as they were typed."""

    def __init__(self, text: str) -> None:
        super().__init__("{text}", text=text)


async def whisper(interaction: Interaction, text: str, **more: Any) -> None:  # noqa: ANN401 (passed on to discord.py)
    """Tell something to the person of this interaction alone; if it is too late for that, nobody hears it."""
    try:
        if interaction.response.is_done():
            await interaction.followup.send(text, ephemeral=True, **more)
        else:
            await interaction.response.send_message(text, ephemeral=True, **more)
    except discord.HTTPException as error:
        if error.code not in LATE:
            raise
        log.info("An answer came too late")


async def turn(interaction: Interaction, **message: Any) -> None:  # noqa: ANN401 (passed on to discord.py)
    """Let the message whose control was used say something else; if it is too late for that, it stays as it was."""
    try:
        await interaction.response.edit_message(**message)
    except discord.HTTPException as error:
        if error.code not in LATE:
            raise
        log.info("A change came too late")


def sentence(error: Exception) -> str | None:
    """The sentence to answer with, or None for an error that is not the person's doing."""
    match error:
        case Told():
            return error.said()
        case RuleError() | Refusal():
            return words.literal(error.said())
        case app_commands.TransformerError(type=discord.AppCommandOptionType.user):
            return "That person is not here. Choose someone who can see this channel."
        case app_commands.TransformerError():
            return f"“{error.value}” does not fit there. Choose one of the values that are offered."
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return "This command has just changed. Wait a minute, reload Discord (Ctrl+R) and try again."
    return None


async def _with_link(interaction: Interaction, stale: Stale) -> str:
    """The refusal of a click on an old board, with the way to the newest one."""
    places = await interaction.client.posts.settled(stale.match_id) if stale.match_id else []
    here = [place for place in places if place.channel_id == interaction.channel_id] or places
    text = words.literal(stale.said())
    return f"{text} It is here: {words.link(here[0])}" if here else text


async def excuse(interaction: Interaction, error: Exception) -> None:
    """Answer an interaction that failed; what nobody expected goes to the log in full."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if (
        isinstance(error, AboutMatch)
        and error.match_id is not None
        and await interaction.client.posts.catch_up(error.match_id, interaction)
    ):
        return
    text = await _with_link(interaction, error) if isinstance(error, Stale) else sentence(error)
    if text is None:
        log.error("An interaction failed", exc_info=error)
        text = "Something went wrong on our side. Nothing of your match is lost: please try again in a moment."
    if interaction.type is discord.InteractionType.autocomplete:
        return
    try:
        await whisper(interaction, text)
    except discord.HTTPException as trouble:
        log.warning("Could not answer an interaction: %s", trouble)
