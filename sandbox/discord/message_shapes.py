"""Messages in Discord's JSON format."""

from urllib.parse import quote

from sandbox.discord.clock import iso
from sandbox.discord.errors import Json
from sandbox.discord.model import Attachment, Message
from sandbox.discord.shapes import channel_json, user_json
from sandbox.discord.world import World

_REFERENCE = "attachment://"


def attachment_url(base_url: str, channel_id: str, attachment: Attachment) -> str:
    return f"{base_url}/attachments/{channel_id}/{attachment.id}/{quote(attachment.filename)}"


def message_json(world: World, message: Message, base_url: str, *, to_bot: bool = False) -> Json:
    """A message. The version for the bot leaves out content that needs the message-content intent."""
    files = {
        attachment.filename: attachment_json(attachment, attachment_url(base_url, message.channel_id, attachment))
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
    """The interaction that a message answers."""
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
        replied = world.message(message.reference["channel_id"], message.reference["message_id"])
        data["referenced_message"] = replied and message_json(world, replied, base_url)
    return data


def _hidden_from_bot(world: World, message: Message) -> bool:
    in_guild = world.channels[message.channel_id].guild_id is not None
    return in_guild and message.author_id != world.bot.id and world.bot.id not in message.mentions


def attachment_json(attachment: Attachment, url: str) -> Json:
    """An attachment in Discord's JSON format."""
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
    """The file names of the attachments that an embed shows."""
    pictures = [embed.get(name) or {} for name in ("image", "thumbnail")]
    urls = [picture.get("url") or "" for picture in pictures]
    urls += [(embed.get(name) or {}).get("icon_url") or "" for name in ("author", "footer")]
    return {url.removeprefix(_REFERENCE) for url in urls if url.startswith(_REFERENCE)}


def _with_urls(part: Json, files: dict[str, Json]) -> Json:
    """Return a copy with `attachment://name` replaced by the URL, and with the size where Discord adds it."""
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
