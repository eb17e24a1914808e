"""Refuses banned people, who may still see and delete the data stored about them."""

from cogs.ui.context import Context

OPEN = frozenset({"privacy", "privacy-export", "forget?", "forget"})
"""The commands and controls that banned people may use."""


async def check_ban(context: Context, name: str) -> None:
    """Raise Refusal if a person who is banned here uses this command or control."""
    if name not in OPEN:
        await context.service.moderation.check(context.me.id, context.guild_id)
