"""Refuses people who are shut out of Tidepool. They may still see and delete the data that is held about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.ui.context import Context

OPEN = frozenset({"privacy", "privacy-export", "forget?", "forget"})
"""The commands and controls that are open to everybody, also to people who are shut out."""


async def check_door(context: Context, name: str) -> None:
    """Refuse this command or control to somebody who is shut out here."""
    if name not in OPEN:
        await context.service.moderation.check(context.me.id, context.guild_id)
