"""The permissions that hosting a match requires, and which of them are missing in a channel."""

import discord

from cogs.wire.replies import Interaction
from language import Sentence, listing

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""The permissions in the invite link: everything that hosting a match may require, and nothing else."""


def missing_permissions(interaction: Interaction) -> Sentence | None:
    """The permissions that hosting a match lacks in this channel, as a list in words; None if none is missing."""
    granted = interaction.app_permissions
    needed = {"attach_files": Sentence("**attach files**")}
    if interaction.is_guild_integration():  # a guest only answers, which requires no other permission
        needed["view_channel"] = Sentence("**view it**")
        needed["read_message_history"] = Sentence("**read its history**")
        if isinstance(interaction.channel, discord.Thread):
            needed["send_messages_in_threads"] = Sentence("**send messages in threads**")
        else:
            needed["send_messages"] = Sentence("**send messages**")
    missing = [sentence for name, sentence in needed.items() if not getattr(granted, name)]
    return listing(missing, last="or") if missing else None


def answers_privately(interaction: Interaction) -> bool:
    """Whether Discord forces our answers here to be private, because the server denies external apps."""
    if interaction.guild_id is None or interaction.is_guild_integration():
        return False
    return not interaction.permissions.use_external_apps
