"""The records of the world as Discord writes them in JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from sandbox.clock import iso
from sandbox.records import Attachment, Channel, ChannelType, Guild, Message, Thread, User

if TYPE_CHECKING:
    from sandbox.errors import Json
    from sandbox.world import World

GUILD_INSTALL, USER_INSTALL = "0", "1"
"""The two ways in which an application is installed, as keys of `authorizing_integration_owners`."""
_REFERENCE = "attachment://"


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
    """The bot as it sees itself."""
    return user_json(user) | {"verified": True, "mfa_enabled": False, "locale": user.locale, "email": None}


def application_json(world: World) -> Json:
    return {
        "id": world.bot.id,
        "name": world.bot.username,
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": user_json(next(iter(world.users.values()))),
        "bot": user_json(world.bot),
        "team": None,
        "integration_types_config": {GUILD_INSTALL: {}, USER_INSTALL: {}},
    }


def member_json(world: World, guild: Guild, user: User, channel: Channel | None = None) -> Json:
    """A member; with their permissions in a channel if one is named. A stranger is written as if without roles."""
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


def guild_json(guild: Guild) -> Json:
    """A server as its channel of the REST API writes it."""
    roles = [
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
    return {
        "id": guild.id,
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": guild.owner_id,
        "roles": roles,
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
    """A channel; with what the viewer may do in it if one is named."""
    messages = world.messages(channel) if channel.id in world.channels else []
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


def attachment_url(base_url: str, channel_id: str, attachment: Attachment) -> str:
    return f"{base_url}/attachments/{channel_id}/{attachment.id}/{quote(attachment.filename)}"


def message_json(world: World, message: Message, base_url: str, *, to_bot: bool = False) -> Json:
    """A message; what the bot may not read without the message-content intent is left out if it is for the bot."""
    files = {
        attachment.filename: _attachment_json(attachment, attachment_url(base_url, message.channel_id, attachment))
        for attachment in message.attachments
    }
    used = {_name for embed in message.embeds for _name in _referenced(embed)}
    author = world.users.get(message.author_id)
    data: Json = {
        "id": message.id,
        "type": int(message.type),
        "channel_id": message.channel_id,
        "author": user_json(author) if author else {"id": message.author_id, "username": "deleted-user"},
        "content": message.content,
        "timestamp": iso(message.at),
        "edited_timestamp": iso(message.edited_at) if message.edited_at else None,
        "tts": False,
        "pinned": False,
        "mention_everyone": message.mention_everyone,
        "mentions": [user_json(world.users[who]) for who in message.mentions if who in world.users],
        "mention_roles": list(message.mention_roles),
        "attachments": [attachment for name, attachment in files.items() if name not in used],
        "embeds": [_with_urls(embed, files) for embed in message.embeds],
        "components": [_with_urls(component, files) for component in message.components],
        "flags": int(message.flags),
        "nonce": message.nonce,
        "reactions": [],
    }
    if message.reference:
        data |= _reference_json(world, message, base_url)
    if message.interaction:
        data |= {
            "webhook_id": world.bot.id,
            "application_id": world.bot.id,
            "interaction_metadata": interaction_metadata_json(world, message.interaction),
        }
        if "name" in message.interaction:
            user = user_json(world.users[message.interaction["user_id"]])
            short = {name: message.interaction[name] for name in ("id", "type", "name")}
            data["interaction"] = short | {"user": user}
    thread = world.channels.get(message.id)
    if thread:
        data["thread"] = channel_json(world, thread)
    if to_bot and _hidden_from_bot(world, message):
        data |= {"content": "", "attachments": [], "embeds": [], "components": []}
    return data


def interaction_metadata_json(world: World, interaction: Json) -> Json:
    """Whose doing a message answers."""
    kept = ("id", "type", "authorizing_integration_owners", "interacted_message_id", "original_response_message_id")
    data = {name: interaction[name] for name in kept if name in interaction}
    data["user"] = user_json(world.users[interaction["user_id"]])
    if "target_id" in interaction:
        data["target_user"] = user_json(world.users[interaction["target_id"]])
    if "triggered_by" in interaction:
        data["triggering_interaction_metadata"] = interaction_metadata_json(world, interaction["triggered_by"])
    return data


def _reference_json(world: World, message: Message, base_url: str) -> Json:
    assert message.reference is not None  # noqa: S101 (asked before)
    data: Json = {"message_reference": message.reference}
    if "message_id" in message.reference:
        found = world.message(message.reference["channel_id"], message.reference["message_id"])
        data["referenced_message"] = found and message_json(world, found, base_url)
    return data


def _hidden_from_bot(world: World, message: Message) -> bool:
    in_guild = world.channels[message.channel_id].guild_id is not None
    return in_guild and message.author_id != world.bot.id and world.bot.id not in message.mentions


def _attachment_json(attachment: Attachment, url: str) -> Json:
    data: Json = {
        "id": attachment.id,
        "filename": attachment.filename,
        "size": attachment.size,
        "url": url,
        "proxy_url": url,
        "content_type": attachment.content_type,
        "flags": 0,
    }
    if attachment.description:
        data["description"] = attachment.description
    if attachment.width:
        data |= {"width": attachment.width, "height": attachment.height}
    return data


def _referenced(embed: Json) -> set[str]:
    """The names of the attachments that an embed shows."""
    pictures = [embed.get(name) or {} for name in ("image", "thumbnail")]
    urls = [picture.get("url") or "" for picture in pictures]
    urls += [(embed.get(name) or {}).get("icon_url") or "" for name in ("author", "footer")]
    return {url.removeprefix(_REFERENCE) for url in urls if url.startswith(_REFERENCE)}


def _with_urls(part: Json, files: dict[str, Json]) -> Json:
    """A copy in which `attachment://name` became the file's address, with its size where Discord adds that."""
    copied: Json = {}
    for name, value in part.items():
        if isinstance(value, dict):
            copied[name] = _with_urls(value, files)
        elif isinstance(value, list):
            copied[name] = [_with_urls(item, files) if isinstance(item, dict) else item for item in value]
        else:
            copied[name] = value
    url = copied.get("url")
    if isinstance(url, str) and url.startswith(_REFERENCE) and (file := files.get(url.removeprefix(_REFERENCE))):
        copied |= {"url": file["url"], "proxy_url": file["url"]}
        copied |= {name: file[name] for name in ("width", "height", "content_type") if name in file}
    if isinstance(copied.get("icon_url"), str) and copied["icon_url"].startswith(_REFERENCE):
        name = copied["icon_url"].removeprefix(_REFERENCE)
        copied["icon_url"] = files[name]["url"]
    return copied
