"""Messages in channels: create, list, get, update and delete."""

from dataclasses import replace

from sandbox.discord.errors import Code, Fault, Refused, invalid_form
from sandbox.discord.message_shapes import message_json
from sandbox.discord.model import Channel, Message
from sandbox.discord.permissions import Permission
from sandbox.discord.posting import compose, revise
from sandbox.wire.call import Answer, Call, route
from sandbox.wire.rest.access import channel_of, message_of, require, require_posting

_MESSAGES = "/channels/{channel_id}/messages"

NONCE_LIFETIME = 5 * 60
"""Seconds for which Discord remembers the message of an enforced nonce."""
OLD = 60 * 60
"""The age in seconds from which edits of a message are limited."""


@route("POST", _MESSAGES, "create_message")
async def create_message(call: Call) -> Answer:
    channel, world = channel_of(call), call.world
    require_posting(call, channel)
    message = _posted_before(call, channel) or compose(world, channel, world.bot, call.form)
    if channel.thread and channel.thread.archived:
        thread = replace(channel.thread, archived=False, touched_at=world.now())
        world.put(replace(channel, thread=thread))
    return _shape(call, message)


@route("GET", _MESSAGES)
async def list_messages(call: Call) -> Answer:
    """The messages, newest first; none without the permission to read the history."""
    channel, world = channel_of(call), call.world
    if not world.permissions(world.bot, channel) & Permission.READ_MESSAGE_HISTORY:
        return []
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise invalid_form([Fault("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")])
    public = [message for message in world.messages(channel) if not message.only_for]
    if "around" in call.query:
        earlier = sum(int(message.id) < int(call.query["around"]) for message in public)
        public = public[max(0, earlier - limit // 2) :][:limit]
    if "before" in call.query:
        public = [message for message in public if int(message.id) < int(call.query["before"])]
    if "after" in call.query:
        public = [message for message in public if int(message.id) > int(call.query["after"])][:limit]
    return [_shape(call, message) for message in reversed(public[-limit:])]


@route("GET", f"{_MESSAGES}/{{message_id}}")
async def get_message(call: Call) -> Answer:
    channel = channel_of(call)
    require(call, channel, Permission.READ_MESSAGE_HISTORY)
    return _shape(call, message_of(call, channel))


@route("PATCH", f"{_MESSAGES}/{{message_id}}", "update_message")
async def update_message(call: Call) -> Answer:
    channel, world = channel_of(call), call.world
    message = message_of(call, channel)
    if message.author_id != world.bot.id:
        raise Refused(Code.ANOTHERS_MESSAGE)
    if channel.thread and channel.thread.archived:
        raise Refused(Code.THREAD_ARCHIVED)
    if call.form.files:
        require(call, channel, Permission.ATTACH_FILES)
    if world.now() - message.at > OLD:
        call.backend.old_edits.count(channel.id)
    return _shape(call, revise(world, message, call.form))


@route("DELETE", f"{_MESSAGES}/{{message_id}}")
async def delete_message(call: Call) -> Answer:
    channel, world = channel_of(call), call.world
    message = message_of(call, channel)
    if message.author_id != world.bot.id:
        require(call, channel, Permission.MANAGE_MESSAGES)
    if channel.thread and channel.thread.archived:
        raise Refused(Code.THREAD_ARCHIVED)
    world.drop(message)
    return None


@route("POST", f"{_MESSAGES}/bulk-delete", "bulk_delete_messages")
async def bulk_delete_messages(call: Call) -> Answer:
    channel, world = channel_of(call), call.world
    require(call, channel, Permission.MANAGE_MESSAGES)
    for message_id in call.form.data["messages"]:
        message = world.message(channel.id, str(message_id))
        if message and not message.only_for:
            world.drop(message)
    return None


def _shape(call: Call, message: Message) -> dict[str, object]:
    return message_json(call.world, message, call.backend.base_url, to_bot=True)


def _posted_before(call: Call, channel: Channel) -> Message | None:
    """The message posted by an earlier request with the same enforced nonce, or None."""
    nonce, world = call.form.data.get("nonce"), call.world
    if nonce is None or not call.form.data.get("enforce_nonce"):
        return None
    for message in reversed(world.messages(channel)):
        if world.now() - message.at > NONCE_LIFETIME:
            return None
        if message.nonce == str(nonce) and message.author_id == world.bot.id:
            return message
    return None
