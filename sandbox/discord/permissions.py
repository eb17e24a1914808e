"""Permissions in servers and channels, computed as Discord documents them."""

from enum import IntFlag

from sandbox.discord.model import Channel, Guild


class Permission(IntFlag):
    """The permission bits that the sandbox supports."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


ALL = Permission(sum(Permission))
NONE = Permission(0)
MEMBER = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
"""The permissions of @everyone in a new server."""
IN_DIRECT_MESSAGES = MEMBER | Permission.MENTION_EVERYONE
"""The permissions of a participant of a DM or group."""
_NEEDS_SENDING = Permission.MENTION_EVERYONE | Permission.EMBED_LINKS | Permission.ATTACH_FILES


def permission(name: str) -> Permission:
    """The permission with this name, as written in Discord or discord.py (`attach_files`).

    Raises ValueError, which lists the names.
    """
    member = name.upper().replace(" ", "_")
    if member not in Permission.__members__:
        raise ValueError(f"There is no permission {name}; choose from {', '.join(Permission.__members__).lower()}.")
    return Permission[member]


def in_guild(guild: Guild, user_id: str) -> Permission:
    """A member's permissions in the whole server; none for anyone else."""
    member = guild.member(user_id)
    if member is None:
        return NONE
    if guild.owner_id == user_id:
        return ALL
    held = NONE
    for role in guild.roles:
        if role.id == guild.id or role.id in member.roles:
            held |= Permission(role.permissions)
    return ALL if held & Permission.ADMINISTRATOR else held


def in_channel(guild: Guild, channel: Channel, user_id: str) -> Permission:
    """A member's permissions in a channel of the server. For a thread, pass its parent."""
    held = in_guild(guild, user_id)
    member = guild.member(user_id)
    if held == ALL or member is None:
        return held
    layers = [{guild.id}, set(member.roles), {user_id}]
    for layer in layers:
        mine = [overwrite for overwrite in channel.overwrites if overwrite.id in layer]
        for overwrite in mine:
            held &= ~Permission(overwrite.deny)
        for overwrite in mine:
            held |= Permission(overwrite.allow)
    if not held & Permission.VIEW_CHANNEL:
        return NONE
    if not held & Permission.SEND_MESSAGES:
        held &= ~_NEEDS_SENDING
    return held
