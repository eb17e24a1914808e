"""Look up channels, messages, servers and users for the bot, with Discord's refusals."""

from sandbox.discord.errors import Code, Refused
from sandbox.discord.model import Channel, ChannelType, Guild, Message, User
from sandbox.discord.payloads import bot_is_in
from sandbox.discord.permissions import Permission
from sandbox.wire.call import Call


def channel_of(call: Call) -> Channel:
    """The channel in the path. Raises Refused if the bot cannot see it."""
    channel = call.world.channels.get(call["channel_id"])
    if channel is None:
        raise Refused(Code.UNKNOWN_CHANNEL)
    if not bot_is_in(call.world, channel) or not call.world.sees(call.world.bot, channel):
        raise Refused(Code.MISSING_ACCESS)
    return channel


def message_of(call: Call, channel: Channel) -> Message:
    """The message in the path. Private answers cannot be reached this way."""
    message = call.world.message(channel.id, call["message_id"])
    if message is None or message.only_for:
        raise Refused(Code.UNKNOWN_MESSAGE)
    return message


def guild_of(call: Call) -> Guild:
    """The server in the path. Raises Refused if the bot is not a member."""
    guild = call.world.guilds.get(call["guild_id"])
    if guild is None:
        raise Refused(Code.UNKNOWN_GUILD)
    if guild.member(call.world.bot.id) is None:
        raise Refused(Code.MISSING_ACCESS)
    return guild


def user_of(call: Call) -> User:
    user = call.world.users.get(call["user_id"])
    if user is None:
        raise Refused(Code.UNKNOWN_USER)
    return user


def require(call: Call, channel: Channel, needed: Permission) -> None:
    """Raise Refused unless the bot has all these permissions in the channel."""
    if needed & ~call.world.permissions(call.world.bot, channel):
        raise Refused(Code.MISSING_PERMISSIONS)


def require_posting(call: Call, channel: Channel) -> None:
    """Raise Refused unless the bot may post this request in the channel."""
    world = call.world
    if channel.type is ChannelType.DM:
        person = next(world.users[who] for who in channel.recipients if who != world.bot.id)
        if person.dms_closed or not _acquainted(call, person):
            raise Refused(Code.CANNOT_SEND_TO_USER)
    require(call, channel, Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES)
    if call.form.files:
        require(call, channel, Permission.ATTACH_FILES)
    if call.form.data.get("message_reference"):
        require(call, channel, Permission.READ_MESSAGE_HISTORY)
    if channel.thread and channel.thread.archived and channel.thread.locked:
        raise Refused(Code.THREAD_ARCHIVED)


def _acquainted(call: Call, person: User) -> bool:
    """Whether the person shares a server with the bot, or has installed it."""
    world = call.world
    shared = (guild for guild in world.guilds.values() if guild.member(world.bot.id) and guild.member(person.id))
    return person.has_app or next(shared, None) is not None
