"""The payload of an interaction, as the bot gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sandbox.discord.message_shapes import attachment_json, message_json
from sandbox.discord.permissions import NONE, Permission
from sandbox.discord.records import ChannelType
from sandbox.discord.shapes import GUILD_INSTALL, USER_INSTALL, channel_json, member_json, user_json
from sandbox.discord.uploads import LARGEST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.discord.errors import Json
    from sandbox.discord.interaction import Interaction
    from sandbox.discord.records import Attachment, Channel, User
    from sandbox.discord.world import World

IN_GUILD = 0
"""Discord's context of an interaction in a server."""
IN_BOT_DM = 1
"""Discord's context of an interaction in direct messages with the bot."""
IN_PRIVATE_CHANNEL = 2
"""Discord's context of an interaction in other direct messages, or in a group."""
_WHERE_NO_MEMBER = (
    Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE | Permission.USE_EXTERNAL_EMOJIS
)
"""The permissions that an app's answers keep where it is no member, if the person who uses it has them."""


def bot_is_in(world: World, channel: Channel) -> bool:
    """Whether the bot is a member of the channel's server, or a participant of the DM."""
    if channel.guild_id is not None:
        return world.guilds[channel.guild_id].member(world.bot.id) is not None
    return world.bot.id in channel.recipients


def context_of(channel: Channel) -> int:
    if channel.guild_id is not None:
        return IN_GUILD
    return IN_BOT_DM if channel.type is ChannelType.DM else IN_PRIVATE_CHANNEL


def app_permissions(world: World, user: User, channel: Channel) -> Permission:
    """Return the permissions that the app's answers to this person have here."""
    if bot_is_in(world, channel):
        return world.permissions(world.bot, channel)
    return world.permissions(user, channel) & _WHERE_NO_MEMBER


def is_forced_private(world: World, user: User, channel: Channel) -> bool:
    """Whether every answer is private: in a server without the bot, if this person may not use external apps."""
    if channel.guild_id is None or bot_is_in(world, channel):
        return False
    return not world.permissions(user, channel) & Permission.USE_EXTERNAL_APPS


def owners(world: World, interaction: Interaction) -> Json:
    """Return the installations that make the app available here."""
    channel = interaction.channel
    found: Json = {}
    if bot_is_in(world, channel):
        found[GUILD_INSTALL] = channel.guild_id or "0"
    if interaction.user.has_app:
        found[USER_INSTALL] = interaction.user.id
    return found


def resolved(
    world: World,
    channel: Channel,
    users: Iterable[str] = (),
    channels: Iterable[str] = (),
    files: Iterable[Attachment] = (),
) -> Json:
    """Return the people, channels and files to which an interaction refers; the files without their addresses."""
    people = [world.users[who] for who in users]
    found: Json = {}
    if people:
        found["users"] = {user.id: user_json(user) for user in people}
    if people and channel.guild_id is not None:
        guild = world.guilds[channel.guild_id]
        members = {user.id: member_json(world, guild, user, channel) for user in people if guild.member(user.id)}
        for member in members.values():
            for name in ("user", "deaf", "mute"):
                del member[name]
        found["members"] = members
    if places := [world.channels[where] for where in channels]:
        found["channels"] = {place.id: channel_json(world, place, world.bot) for place in places}
    if attachments := list(files):
        found["attachments"] = {one.id: attachment_json(one, "") for one in attachments}
    return found


def interaction_json(world: World, interaction: Interaction, base_url: str) -> Json:
    """The interaction as the gateway sends it."""
    channel, user = interaction.channel, interaction.user
    permitted = app_permissions(world, user, channel)
    data: Json = {
        "id": interaction.id,
        "application_id": world.bot.id,
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": _addressed(interaction, base_url),
        "channel": channel_json(world, channel, user),
        "channel_id": channel.id,
        "app_permissions": str(int(permitted or NONE)),
        "locale": user.locale,
        "entitlements": [],
        "authorizing_integration_owners": owners(world, interaction),
        "context": context_of(channel),
        "attachment_size_limit": LARGEST,
    }
    if channel.guild_id is not None:
        guild = world.guilds[channel.guild_id]
        data |= {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": member_json(world, guild, user, channel),
        }
    else:
        data["user"] = user_json(user)
    if interaction.message:
        data["message"] = message_json(world, interaction.message, base_url)
    return data


def _addressed(interaction: Interaction, base_url: str) -> Json:
    """The data of an interaction with the addresses of its files."""
    found = interaction.data.get("resolved") or {}
    if "attachments" not in found:
        return interaction.data
    place = f"{base_url}/attachments/{interaction.channel.id}"
    urls = {number: f"{place}/{number}/{quote(one['filename'])}" for number, one in found["attachments"].items()}
    files = {
        number: one | {"url": urls[number], "proxy_url": urls[number]} for number, one in found["attachments"].items()
    }
    return interaction.data | {"resolved": found | {"attachments": files}}
