"""People, servers, channels and threads in Discord's JSON format."""

from sandbox.discord.clock import iso
from sandbox.discord.errors import Json
from sandbox.discord.model import Channel, ChannelType, Guild, Thread, User
from sandbox.discord.world import World

GUILD_INSTALL = "0"
"""The key in `authorizing_integration_owners` for an installation in a server."""
USER_INSTALL = "1"
"""The key in `authorizing_integration_owners` for an installation by a person."""


def user_json(user: User) -> Json:
    return {
        "id": user.id,
        "username": user.username,
        "global_name": None if user.bot else user.global_name,
        "discriminator": "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def me_json(user: User) -> Json:
    """The bot as its own account."""
    return user_json(user) | {"verified": True, "mfa_enabled": False, "locale": user.locale, "email": None}


def application_json(world: World, verify_key: str) -> Json:
    return {
        "id": world.bot.id,
        "name": world.bot.username,
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": verify_key,
        "interactions_endpoint_url": world.endpoint_url,
        "approximate_guild_count": sum(guild.member(world.bot.id) is not None for guild in world.guilds.values()),
        "approximate_user_install_count": sum(user.has_app for user in world.users.values()),
        "flags": 0,
        "owner": user_json(next(iter(world.users.values()))),
        "bot": user_json(world.bot),
        "team": _team_json(world),
        "integration_types_config": {GUILD_INSTALL: {}, USER_INSTALL: {}},
    }


def _team_json(world: World) -> Json | None:
    if not world.team:
        return None
    members = [
        {
            "membership_state": 2,
            "team_id": "1",
            "role": "developer",
            "permissions": ["*"],
            "user": user_json(world.users[user_id]),
        }
        for user_id in world.team
    ]
    return {"id": "1", "name": "The team", "icon": None, "owner_user_id": world.team[0], "members": members}


def member_json(world: World, guild: Guild, user: User, channel: Channel | None = None) -> Json:
    """A member, with permissions in `channel` if given."""
    member = guild.member(user.id)
    data: Json = {
        "user": user_json(user),
        "nick": member and member.nick,
        "avatar": None,
        "banner": None,
        "roles": list(member.roles) if member else [],
        "joined_at": iso(member.joined_at if member else world.now()),
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }
    if channel:
        data["permissions"] = str(int(world.permissions(user, channel)))
    return data


def roles_json(guild: Guild) -> list[Json]:
    return [
        {
            "id": role.id,
            "name": role.name,
            "permissions": str(role.permissions),
            "position": role.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "managed": role.managed,
            "mentionable": role.mentionable,
            "flags": 0,
        }
        for role in guild.roles
    ]


def guild_json(guild: Guild) -> Json:
    """A server as the REST API returns it."""
    return {
        "id": guild.id,
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": guild.owner_id,
        "roles": roles_json(guild),
        "emojis": [],
        "stickers": [],
        "features": [],
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": guild.locale,
        "vanity_url_code": None,
        "application_id": None,
        "widget_enabled": False,
        "approximate_member_count": len(guild.members),
    }


def guild_create_json(world: World, guild: Guild) -> Json:
    """A server as the gateway announces it, with its channels and with the bot as the only member."""
    channels = [channel for channel in world.channels.values() if channel.guild_id == guild.id]
    return guild_json(guild) | {
        "joined_at": iso(world.now()),
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(world, guild, world.bot)],
        "channels": [channel_json(world, channel) for channel in channels if channel.thread is None],
        "threads": [channel_json(world, channel) for channel in channels if channel.thread],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def channel_json(world: World, channel: Channel, viewer: User | None = None) -> Json:
    """A channel, with the permissions of `viewer` if given."""
    known = world.messages(channel) if channel.id in world.channels else []
    messages = [message for message in known if not message.private]
    data: Json = {
        "id": channel.id,
        "type": int(channel.type),
        "last_message_id": messages[-1].id if messages else None,
        "flags": 0,
    }
    if channel.guild_id is None:
        others = [who for who in channel.recipients if who != world.bot.id]
        data["recipients"] = [user_json(world.users[who]) for who in others]
        if channel.type is ChannelType.GROUP:
            data |= {"name": channel.name or None, "icon": None, "owner_id": others[0]}
        return data
    data |= {"guild_id": channel.guild_id, "name": channel.name, "rate_limit_per_user": 0, "nsfw": False}
    if viewer:
        data["permissions"] = str(int(world.permissions(viewer, channel)))
    if channel.thread:
        return data | _thread_json(world, channel, channel.thread, len(messages))
    overwrites = [
        {"id": overwrite.id, "type": overwrite.type, "allow": str(overwrite.allow), "deny": str(overwrite.deny)}
        for overwrite in channel.overwrites
    ]
    return data | {
        "parent_id": None,
        "position": channel.position,
        "topic": channel.topic,
        "permission_overwrites": overwrites,
    }


def _thread_json(world: World, channel: Channel, thread: Thread, count: int) -> Json:
    data: Json = {
        "parent_id": thread.parent_id,
        "owner_id": thread.owner_id,
        "message_count": count,
        "total_message_sent": count,
        "member_count": len(thread.members),
        "thread_metadata": {
            "archived": thread.archived,
            "auto_archive_duration": thread.auto_archive,
            "archive_timestamp": iso(thread.touched_at),
            "locked": thread.locked,
            "create_timestamp": iso(thread.touched_at),
        },
    }
    if channel.type is ChannelType.PRIVATE_THREAD:
        data["thread_metadata"]["invitable"] = True
    if world.bot.id in thread.members:
        data["member"] = thread_member_json(channel, thread, world.bot.id)
    return data


def thread_member_json(channel: Channel, thread: Thread, user_id: str) -> Json:
    return {"id": channel.id, "user_id": user_id, "join_timestamp": iso(thread.touched_at), "flags": 1}
