"""Checks whether a person moderates a server, and in which of its channels matches may begin."""

import discord

from cogs.texts import matches as texts
from cogs.ui.context import Client, Context
from language import series
from matches.errors import Refusal
from matches.setting_kinds import chosen_ids
from matches.settings import ServerSettings
from service.moderation import Stop


async def moderated_server(context: Context) -> int:
    """Return this server's ID. Raises Refusal if the person does not moderate the server."""
    if context.guild_id is None or context.here.guest:
        raise Refusal("Use this in a channel of a server where Tidepool is installed.")
    if not await moderates(context):
        raise Refusal("Only people with **Manage Server**, or with the moderator role in `/server`, can do this.")
    return context.guild_id


async def moderates(context: Context) -> bool:
    """Return whether the person moderates the interaction's server."""
    return _moderates(context, await context.service.settings.of_server(context.guild_id))


async def ending_by(context: Context, match_id: int) -> Stop | None:
    """Return the key of a match's ending if the person ends it in this server, or None if they may not.

    Moderators may end any match, and other people one by vote that they started.
    """
    if context.guild_id is None or context.here.guest:
        return None
    if await moderates(context):
        return "moderated"
    return "stopped" if await context.service.moderation.is_starter(match_id, context.me.id) else None


async def check_server(context: Context, *, at_large: bool = False) -> None:
    """Raise Refusal if the server's settings do not allow matches in this channel.

    If `at_large` is true, also raises Refusal if the server does not allow this person to post an open challenge.
    """
    if context.guild_id is None or context.here.guest:
        return
    here = context.channel_id, getattr(context.interaction.channel, "parent_id", None)
    chosen = await settings_for(context.client, context.guild_id, *here)
    if not chosen.begins_in(*here):
        raise Refusal(
            "In this server, matches start in other channels: {channels}.",
            channels=series([texts.channel(channel) for channel in chosen.channels]),
        )
    if at_large and chosen.at_large == "moderators" and not _moderates(context, chosen):
        raise Refusal("In this server, only moderators may post open challenges. Choose an `opponent`.")


async def settings_for(client: Client, guild_id: int, *channels: int | None) -> ServerSettings:
    """Return a server's settings.

    If they do not allow matches in any of these channels, deleted channels and roles are removed from them first.
    """
    chosen = await client.service.settings.of_server(guild_id)
    return chosen if chosen.begins_in(*channels) else await without_deleted(client, guild_id)


async def without_deleted(client: Client, guild_id: int) -> ServerSettings:
    """Remove deleted channels and roles from a server's settings, and return the settings."""
    chosen = await client.service.settings.of_server(guild_id)
    gone = await client.viewers.find_deleted(guild_id, chosen_ids(chosen, "channel"), chosen_ids(chosen, "role"))
    return await client.service.settings.unset(guild_id, gone) if gone else chosen


def _moderates(context: Context, chosen: ServerSettings) -> bool:
    if context.interaction.permissions.manage_guild:
        return True
    user = context.interaction.user
    roles = set(user._roles) if isinstance(user, discord.Member) else set()  # noqa: SLF001 (`roles` needs the server's list)
    return chosen.moderator_role in roles
