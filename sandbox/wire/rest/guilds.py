"""Servers, their channels and their members."""

from sandbox.discord.errors import Code, Refused
from sandbox.discord.shapes import channel_json, guild_json, member_json, roles_json
from sandbox.wire.call import Answer, Call, route
from sandbox.wire.rest.access import guild_of, user_of


@route("GET", "/guilds/{guild_id}")
async def get_guild(call: Call) -> Answer:
    return guild_json(guild_of(call))


@route("GET", "/guilds/{guild_id}/channels")
async def list_channels(call: Call) -> Answer:
    guild, world = guild_of(call), call.world
    mine = [channel for channel in world.channels.values() if channel.guild_id == guild.id and not channel.thread]
    return [channel_json(world, channel) for channel in mine]


@route("GET", "/guilds/{guild_id}/threads/active")
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


@route("GET", "/guilds/{guild_id}/roles")
async def list_roles(call: Call) -> Answer:
    return roles_json(guild_of(call))


@route("GET", "/guilds/{guild_id}/members/{user_id}")
async def get_member(call: Call) -> Answer:
    guild, user = guild_of(call), user_of(call)
    if guild.member(user.id) is None:
        raise Refused(Code.UNKNOWN_MEMBER)
    return member_json(call.world, guild, user)


@route("DELETE", "/users/@me/guilds/{guild_id}")
async def leave_guild(call: Call) -> Answer:
    call.backend.trouble.remove_bot(guild_of(call))
    return None
