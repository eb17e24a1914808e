"""Answers to an interaction: the one place where they are sent, and where it is forgiven that one comes too late."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from cogs.posts.failures import LATE

if TYPE_CHECKING:
    from collections.abc import Awaitable

Interaction: TypeAlias = "discord.Interaction[Any]"

log = logging.getLogger(__name__)


async def in_time(sending: Awaitable[object]) -> bool:
    """Send an answer; False if it came too late. Raises HTTPException for any other trouble."""
    try:
        await sending
    except discord.HTTPException as error:
        if error.code not in LATE:
            raise
        log.info("An answer came too late (%d)", error.code)
        return False
    return True


async def tell(interaction: Interaction, text: str, **more: Any) -> bool:  # noqa: ANN401 (passed on to discord.py)
    """Tell something to the person of this interaction alone; False if it came too late."""
    if interaction.response.is_done():
        return await in_time(interaction.followup.send(text, ephemeral=True, **more))
    return await in_time(interaction.response.send_message(text, ephemeral=True, **more))


async def publish(interaction: Interaction, text: str, **more: Any) -> bool:  # noqa: ANN401 (passed on to discord.py)
    """Say something to everybody who is here; False if it came too late."""
    if interaction.response.is_done():
        return await in_time(interaction.followup.send(text, **more))
    return await in_time(interaction.response.send_message(text, **more))


async def edit(interaction: Interaction, **message: Any) -> bool:  # noqa: ANN401 (passed on to discord.py)
    """Change the message whose control was used; False if it came too late."""
    return await in_time(interaction.response.edit_message(**message))
