"""Refuses whoever is shut out of Tidepool. They may still see and delete what is held of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cogs.ui.context import Context

OPEN = frozenset({"privacy", "privacy-export", "forget?", "forget"})
"""Commands and controls that are open to everybody."""


async def check_door(context: Context, name: str) -> None:
    """Refuse this command or control to whoever is shut out here."""
    if name not in OPEN:
        await context.service.moderation.check(context.me.id, context.guild_id)
