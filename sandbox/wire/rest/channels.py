"""Channels: get, update, delete, and the typing indicator."""

from dataclasses import replace

from sandbox.discord.errors import Code, Fault, Refused, invalid_form
from sandbox.discord.model import Channel, ChannelType, Thread
from sandbox.discord.permissions import Permission
from sandbox.discord.shapes import channel_json
from sandbox.wire.call import Answer, Call, route
from sandbox.wire.rest.access import channel_of, require


@route("GET", "/channels/{channel_id}")
async def get_channel(call: Call) -> Answer:
    return channel_json(call.world, channel_of(call))


@route("PATCH", "/channels/{channel_id}", "update_channel")
async def update_channel(call: Call) -> Answer:
    """Rename a channel; archive, lock, reopen or rename a thread."""
    channel, world, body = channel_of(call), call.world, call.form.data
    if channel.thread:
        return channel_json(world, world.put(_changed_thread(call, channel, channel.thread)))
    if channel.type is not ChannelType.TEXT:
        raise Refused(Code.CANNOT_ON_DM)
    require(call, channel, Permission.MANAGE_CHANNELS)
    topic = body.get("topic", channel.topic)
    return channel_json(world, world.put(replace(channel, name=body.get("name") or channel.name, topic=topic)))


@route("DELETE", "/channels/{channel_id}")
async def delete_channel(call: Call) -> Answer:
    channel = channel_of(call)
    if channel.type is ChannelType.DM:
        return channel_json(call.world, channel)  # the person keeps a DM that the bot has closed
    require(call, channel, Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS)
    shape = channel_json(call.world, channel)
    call.world.drop(channel)
    return shape


@route("POST", "/channels/{channel_id}/typing")
async def start_typing(call: Call) -> Answer:
    channel = channel_of(call)
    require(call, channel, Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES)
    return None


def _changed_thread(call: Call, channel: Channel, thread: Thread) -> Channel:
    body = call.form.data
    world = call.world
    manages = bool(world.permissions(world.bot, channel) & Permission.MANAGE_THREADS)
    opens = body.get("archived") is False
    if not manages and (thread.owner_id != world.bot.id or thread.locked or body.get("locked") is not None):
        raise Refused(Code.MISSING_PERMISSIONS)
    if thread.archived and not opens:
        raise Refused(Code.THREAD_ARCHIVED)
    name = body.get("name", channel.name)
    if not name:
        raise invalid_form([Fault("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")])
    archived, locked = body.get("archived"), body.get("locked")
    changed = replace(
        thread,
        archived=thread.archived if archived is None else archived,
        locked=thread.locked if locked is None else locked,
        auto_archive=body.get("auto_archive_duration") or thread.auto_archive,
        touched_at=thread.touched_at if archived is None else world.now(),
    )
    return replace(channel, name=name, thread=changed)
