"""Users and direct messages."""

from sandbox.discord.errors import Code, Refused
from sandbox.discord.permissions import in_guild
from sandbox.discord.shapes import channel_json, me_json, user_json
from sandbox.wire.call import Answer, Call, route
from sandbox.wire.rest.access import user_of


@route("GET", "/users/@me")
async def get_me(call: Call) -> Answer:
    return me_json(call.world.bot)


@route("GET", "/users/@me/guilds")
async def get_my_guilds(call: Call) -> Answer:
    """The bot's servers, with its server-wide permissions in each."""
    world, bot = call.world, call.world.bot
    return [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": guild.owner_id == bot.id,
            "permissions": str(int(in_guild(guild, bot.id))),
            "features": [],
        }
        for guild in world.guilds.values()
        if guild.member(bot.id)
    ]


@route("GET", "/users/{user_id}")
async def get_user(call: Call) -> Answer:
    return user_json(user_of(call))


@route("POST", "/users/@me/channels", "create_dm")
async def create_dm(call: Call) -> Answer:
    """Open a DM. If the person's DMs are closed, only posting is refused."""
    world = call.world
    person = world.users.get(str(call.form.data.get("recipient_id")))
    if person is None:
        raise Refused(Code.UNKNOWN_USER)
    if person.bot:
        raise Refused(Code.CANNOT_SEND_TO_USER)
    return channel_json(world, world.dm(person))
