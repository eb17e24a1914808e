"""What the bot needs to be allowed to host a match, and what of that is missing somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from language import Sentence, listing

if TYPE_CHECKING:
    from cogs.wire.replies import Interaction

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""What the invite link asks for: everything that hosting a match may need, and nothing else."""


def missing_permissions(interaction: Interaction) -> Sentence | None:
    """What Tidepool may not do in this channel though hosting needs it, as a list in words; None if all is well."""
    granted = interaction.app_permissions
    needed = {"attach_files": Sentence("**attach files**")}
    if interaction.is_guild_integration():  # elsewhere it only answers, and Discord grants what that takes
        needed["view_channel"] = Sentence("**view it**")
        needed["read_message_history"] = Sentence("**read its history**")
        if isinstance(interaction.channel, discord.Thread):
            needed["send_messages_in_threads"] = Sentence("**send messages in threads**")
        else:
            needed["send_messages"] = Sentence("**send messages**")
    missing = [what for name, what in needed.items() if not getattr(granted, name)]
    return listing(missing, last="or") if missing else None


def answers_privately(interaction: Interaction) -> bool:
    """Whether Discord shows our answers here to nobody else: in servers that let nobody use external apps."""
    if interaction.guild_id is None or interaction.is_guild_integration():
        return False
    return not interaction.permissions.use_external_apps
