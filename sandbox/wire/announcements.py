"""Announces changes of the world to the bot through the gateway."""

from collections.abc import Callable

from sandbox.discord.errors import Json
from sandbox.discord.message_shapes import message_json
from sandbox.discord.model import Channel, Guild, Message
from sandbox.discord.payloads import bot_is_in
from sandbox.discord.shapes import channel_json, guild_create_json, guild_json, member_json
from sandbox.discord.world import Change, World
from sandbox.wire.gateway import Gateway, Intent


def verb(change: Change) -> str:
    """`CREATE`, `UPDATE` or `DELETE`."""
    if change.new is None:
        return "DELETE"
    return "UPDATE" if change.old else "CREATE"


class Announcements:
    """Dispatches every change that the bot can see through the gateway."""

    def __init__(self, world: World, gateway: Gateway, address: Callable[[], str]) -> None:
        self._world = world
        self._gateway = gateway
        self._address = address

    def take(self, change: Change) -> None:
        """The listener for `World.watch`."""
        entity = change.new or change.old
        if isinstance(entity, Message):
            self._message(change, entity)
        elif isinstance(entity, Channel):
            self._channel(change, entity)
        elif isinstance(entity, Guild):
            self._guild(change, entity)

    def _message(self, change: Change, message: Message) -> None:
        channel = self._world.channels[message.channel_id]
        intent = Intent.GUILD_MESSAGES if channel.guild_id else Intent.DIRECT_MESSAGES
        if message.only_for or not self._gateway.hears(intent) or not self._hears(channel):
            return
        data: Json = {"id": message.id, "channel_id": channel.id}
        if change.new:
            data = message_json(self._world, message, self._address(), to_bot=True)
        if channel.guild_id:
            guild = self._world.guilds[channel.guild_id]
            data["guild_id"] = guild.id
            author = self._world.users.get(message.author_id)
            if change.new and author:
                data["member"] = member_json(self._world, guild, author)
        self._gateway.dispatch(f"MESSAGE_{verb(change)}", data, intent=intent, guild_id=channel.guild_id)

    def _channel(self, change: Change, channel: Channel) -> None:
        if channel.guild_id is None or not self._gateway.hears(Intent.GUILDS) or not self._hears(channel):
            return
        name = f"{'THREAD' if channel.thread else 'CHANNEL'}_{verb(change)}"
        data = channel_json(self._world, channel)
        self._gateway.dispatch(name, data, intent=Intent.GUILDS, guild_id=channel.guild_id)

    def _guild(self, change: Change, guild: Guild) -> None:
        bot = self._world.bot.id
        was, is_now = (isinstance(entity, Guild) and entity.member(bot) is not None for entity in change)
        if is_now and not was:
            data = guild_create_json(self._world, guild)
            self._gateway.dispatch("GUILD_CREATE", data, intent=Intent.GUILDS, guild_id=guild.id)
        elif was and not is_now:
            self._gateway.dispatch("GUILD_DELETE", {"id": guild.id}, intent=Intent.GUILDS, guild_id=guild.id)
        elif is_now:
            self._gateway.dispatch("GUILD_UPDATE", guild_json(guild), intent=Intent.GUILDS, guild_id=guild.id)

    def _hears(self, channel: Channel) -> bool:
        if channel.guild_id is not None and channel.guild_id not in self._world.guilds:
            return False
        return bot_is_in(self._world, channel) and self._world.sees(self._world.bot, channel)
