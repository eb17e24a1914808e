"""The payload of an interaction, as the bot receives it."""

from collections.abc import Iterable
from urllib.parse import quote

from sandbox.discord.errors import Json
from sandbox.discord.interaction import Interaction
from sandbox.discord.message_shapes import attachment_json, message_json
from sandbox.discord.model import Attachment, Channel, ChannelType, User
from sandbox.discord.permissions import NONE, Permission
from sandbox.discord.shapes import GUILD_INSTALL, USER_INSTALL, channel_json, member_json, user_json
from sandbox.discord.uploads import LARGEST
from sandbox.discord.world import World

IN_GUILD = 0
"""The context of an interaction in a server."""
IN_BOT_DM = 1
"""The context of an interaction in direct messages with the bot."""
IN_PRIVATE_CHANNEL = 2
"""The context of an interaction in other direct messages or in a group."""
_WHERE_NO_MEMBER = (
    Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE | Permission.USE_EXTERNAL_EMOJIS
)
"""The permissions of the person that also apply to an app's answers where it is not a member."""


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
    """The permissions of the app's answers to this person here."""
    if bot_is_in(world, channel):
        return world.permissions(world.bot, channel)
    return world.permissions(user, channel) & _WHERE_NO_MEMBER


def is_forced_private(world: World, user: User, channel: Channel) -> bool:
    """Whether all answers are private: in a server without the bot, for a person who may not use external apps."""
    if channel.guild_id is None or bot_is_in(world, channel):
        return False
    return not world.permissions(user, channel) & Permission.USE_EXTERNAL_APPS


def owners(world: World, interaction: Interaction) -> Json:
    """The installations that make the app available here."""
    channel = interaction.channel
    installed_by: Json = {}
    if bot_is_in(world, channel):
        installed_by[GUILD_INSTALL] = channel.guild_id or "0"
    if interaction.user.has_app:
        installed_by[USER_INSTALL] = interaction.user.id
    return installed_by


def resolved(
    world: World,
    channel: Channel,
    users: Iterable[str] = (),
    channels: Iterable[str] = (),
    files: Iterable[Attachment] = (),
) -> Json:
    """The people, channels and files that an interaction refers to; the files have no URLs yet."""
    people = [world.users[who] for who in users]
    references: Json = {}
    if people:
        references["users"] = {user.id: user_json(user) for user in people}
    if people and channel.guild_id is not None:
        guild = world.guilds[channel.guild_id]
        members = {user.id: member_json(world, guild, user, channel) for user in people if guild.member(user.id)}
        for member in members.values():
            for name in ("user", "deaf", "mute"):
                del member[name]
        references["members"] = members
    if named := [world.channels[where] for where in channels]:
        references["channels"] = {mentioned.id: channel_json(world, mentioned, world.bot) for mentioned in named}
    if attachments := list(files):
        references["attachments"] = {attachment.id: attachment_json(attachment, "") for attachment in attachments}
    return references


def interaction_json(world: World, interaction: Interaction, base_url: str) -> Json:
    """An interaction as the gateway sends it."""
    channel, user = interaction.channel, interaction.user
    permitted = app_permissions(world, user, channel)
    data: Json = {
        "id": interaction.id,
        "application_id": world.bot.id,
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": _with_urls(interaction, base_url),
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


def _with_urls(interaction: Interaction, base_url: str) -> Json:
    """The data of an interaction with the URLs of its files."""
    references = interaction.data.get("resolved") or {}
    if "attachments" not in references:
        return interaction.data
    folder = f"{base_url}/attachments/{interaction.channel.id}"
    files = {}
    for number, file in references["attachments"].items():
        url = f"{folder}/{number}/{quote(file['filename'])}"
        files[number] = file | {"url": url, "proxy_url": url}
    return interaction.data | {"resolved": references | {"attachments": files}}
