"""Threads: creation with or without a message, and members."""

from dataclasses import replace

from sandbox.discord.errors import Code, Refused
from sandbox.discord.model import AUTO_ARCHIVE, Channel, ChannelType, Flag, Message, MessageType, Thread
from sandbox.discord.permissions import Permission
from sandbox.discord.shapes import channel_json, member_json, thread_member_json
from sandbox.wire.call import Answer, Call, route
from sandbox.wire.rest.access import channel_of, message_of, require, user_of

_CHANNEL = "/channels/{channel_id}"


@route("POST", f"{_CHANNEL}/messages/{{message_id}}/threads", "create_thread_from_message")
async def create_from_message(call: Call) -> Answer:
    """Create a thread from a message, whose ID it takes over."""
    channel, world = channel_of(call), call.world
    require(call, channel, Permission.CREATE_PUBLIC_THREADS)
    message = message_of(call, channel)
    if message.id in world.channels:
        raise Refused(Code.THREAD_EXISTS)
    thread = _begin(call, channel, message.id, ChannelType.PUBLIC_THREAD)
    world.put(replace(message, flags=message.flags | Flag.HAS_THREAD))
    return channel_json(world, thread)


@route("POST", f"{_CHANNEL}/threads", "create_thread")
async def create(call: Call) -> Answer:
    """Create a thread without a message, private by default. A public one is announced in the channel."""
    channel, world = channel_of(call), call.world
    kind = ChannelType(call.form.data.get("type") or ChannelType.PRIVATE_THREAD)
    public = kind is ChannelType.PUBLIC_THREAD
    require(call, channel, Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS)
    thread = _begin(call, channel, world.snowflakes.next(), kind)
    if public:
        reference = {"channel_id": thread.id, "guild_id": channel.guild_id, "type": 0}
        announcement = Message(
            id=world.snowflakes.next(),
            channel_id=channel.id,
            author_id=world.bot.id,
            at=world.now(),
            content=thread.name,
            type=MessageType.THREAD_CREATED,
            reference=reference,
        )
        world.put(announcement)
    return channel_json(world, thread)


@route("GET", f"{_CHANNEL}/thread-members")
async def list_members(call: Call) -> Answer:
    """Always refused: listing members requires a privileged intent, which the application lacks."""
    _thread(call)
    raise Refused(Code.MISSING_ACCESS)


@route("GET", f"{_CHANNEL}/thread-members/{{user_id}}")
async def get_member(call: Call) -> Answer:
    """The thread member for the bot (`@me`) or a person; `with_member` adds the server member."""
    channel, thread = _thread(call)
    who = call.world.bot.id if call["user_id"] == "@me" else user_of(call).id
    if who not in thread.members:
        raise Refused(Code.UNKNOWN_MEMBER)
    member = thread_member_json(channel, thread, who)
    guild = call.world.guilds[channel.guild_id or ""]
    if call.query.get("with_member") in {"1", "true"} and guild.member(who):
        member["member"] = member_json(call.world, guild, call.world.users[who])
    return member


@route("PUT", f"{_CHANNEL}/thread-members/@me")
async def join(call: Call) -> Answer:
    _add(call, call.world.bot.id)
    return None


@route("PUT", f"{_CHANNEL}/thread-members/{{user_id}}")
async def add_member(call: Call) -> Answer:
    _add(call, user_of(call).id)
    return None


@route("DELETE", f"{_CHANNEL}/thread-members/@me")
async def leave(call: Call) -> Answer:
    _remove(call, call.world.bot.id)
    return None


@route("DELETE", f"{_CHANNEL}/thread-members/{{user_id}}")
async def remove_member(call: Call) -> Answer:
    channel, _ = _thread(call)
    require(call, channel, Permission.MANAGE_THREADS)
    _remove(call, user_of(call).id)
    return None


def _begin(call: Call, parent: Channel, thread_id: str, kind: ChannelType) -> Channel:
    if parent.guild_id is None or parent.thread:
        raise Refused(Code.CANNOT_ON_DM)
    world, body = call.world, call.form.data
    bot = world.bot.id
    minutes = body.get("auto_archive_duration") or AUTO_ARCHIVE
    thread = Thread(parent.id, bot, (bot,), touched_at=world.now(), auto_archive=minutes)
    return world.put(Channel(thread_id, kind, body["name"], parent.guild_id, thread=thread))


def _thread(call: Call) -> tuple[Channel, Thread]:
    channel = channel_of(call)
    if channel.thread is None:
        raise Refused(Code.CANNOT_ON_DM)
    return channel, channel.thread


def _add(call: Call, user_id: str) -> None:
    channel, thread = _thread(call)
    if thread.archived:
        raise Refused(Code.THREAD_ARCHIVED)
    require(call, channel, Permission.SEND_MESSAGES_IN_THREADS)
    if user_id not in thread.members:
        call.world.put(replace(channel, thread=replace(thread, members=(*thread.members, user_id))))


def _remove(call: Call, user_id: str) -> None:
    channel, thread = _thread(call)
    members = tuple(who for who in thread.members if who != user_id)
    call.world.put(replace(channel, thread=replace(thread, members=members)))
