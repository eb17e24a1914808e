"""What the bot needs to be allowed to host a match, and what of that is missing somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from language import listing

if TYPE_CHECKING:
    from cogs.ui.replies import Interaction

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""What the invite link asks for: everything that hosting a match may need, and nothing else."""


def missing_permissions(interaction: Interaction) -> str:
    """What Tidepool may not do in this channel though hosting needs it, as a list in words; empty if all is well."""
    granted = interaction.app_permissions
    needed = {"attach_files": "attach files"}
    if interaction.is_guild_integration():  # elsewhere it only answers, and Discord grants what that takes
        needed |= {"view_channel": "view it", "read_message_history": "read its history"}
        in_thread = isinstance(interaction.channel, discord.Thread)
        send = "send_messages_in_threads" if in_thread else "send_messages"
        needed[send] = send.replace("_", " ")
    return listing([f"**{what}**" for name, what in needed.items() if not getattr(granted, name)], last="or").said()


def answers_privately(interaction: Interaction) -> bool:
    """Whether Discord shows our answers here to nobody else: in servers that let nobody use external apps."""
    if interaction.guild_id is None or interaction.is_guild_integration():
        return False
    return not interaction.permissions.use_external_apps
