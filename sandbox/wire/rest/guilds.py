"""Servers, their channels and their members."""

from sandbox.discord.errors import Code, Refused
from sandbox.discord.shapes import channel_json, guild_json, member_json, roles_json
from sandbox.wire.call import Answer, Call, Route
from sandbox.wire.rest.access import guild_of, user_of


async def get_guild(call: Call) -> Answer:
    return guild_json(guild_of(call))


async def list_channels(call: Call) -> Answer:
    guild, world = guild_of(call), call.world
    mine = [channel for channel in world.channels.values() if channel.guild_id == guild.id and not channel.thread]
    return [channel_json(world, channel) for channel in mine]


async def list_active_threads(call: Call) -> Answer:
    guild, world = guild_of(call), call.world
    threads = [channel for channel in world.channels.values() if channel.guild_id == guild.id and channel.thread]
    active = [
        channel
        for channel in threads
        if channel.thread and not channel.thread.archived and world.sees(world.bot, channel)
    ]
    shapes = [channel_json(world, channel) for channel in active]
    return {"threads": shapes, "members": [shape["member"] for shape in shapes if "member" in shape]}


async def list_roles(call: Call) -> Answer:
    return roles_json(guild_of(call))


async def get_member(call: Call) -> Answer:
    guild, user = guild_of(call), user_of(call)
    if guild.member(user.id) is None:
        raise Refused(Code.UNKNOWN_MEMBER)
    return member_json(call.world, guild, user)


async def leave_guild(call: Call) -> Answer:
    call.backend.trouble.remove_bot(guild_of(call))
    return None


ROUTES = (
    Route("GET", "/guilds/{guild_id}", get_guild),
    Route("GET", "/guilds/{guild_id}/channels", list_channels),
    Route("GET", "/guilds/{guild_id}/threads/active", list_active_threads),
    Route("GET", "/guilds/{guild_id}/roles", list_roles),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
    Route("DELETE", "/users/@me/guilds/{guild_id}", leave_guild),
)
