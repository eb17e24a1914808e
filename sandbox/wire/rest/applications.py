"""The bot's own application, the address of the gateway, and the bot's commands."""

from sandbox.discord.commands import CommandType, command_faults, stored
from sandbox.discord.errors import Code, Json, Refused, invalid_form
from sandbox.discord.shapes import application_json
from sandbox.wire.call import Answer, Call, route
from sandbox.wire.rest.access import guild_of

_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


@route("GET", "/applications/@me")
@route("GET", "/oauth2/applications/@me")
async def get_application(call: Call) -> Answer:
    return application_json(call.world, call.backend.endpoint.verify_key)


@route("PATCH", "/applications/@me", "update_my_application")
async def update_application(call: Call) -> Answer:
    """Change the interactions endpoint. Other fields are accepted and ignored."""
    if "interactions_endpoint_url" in call.form.data:
        await call.backend.endpoint.set_url(call.form.data["interactions_endpoint_url"])
    return await get_application(call)


@route("GET", "/gateway")
async def get_gateway(call: Call) -> Answer:
    return {"url": call.backend.gateway_url}


@route("GET", "/gateway/bot")
async def get_gateway_bot(call: Call) -> Answer:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": call.backend.gateway_url, "shards": call.backend.gateway.shards, "session_start_limit": limit}


@route("GET", _GUILD)
@route("GET", _GLOBAL)
async def list_commands(call: Call) -> Answer:
    return call.world.commands.get(_place(call), [])


@route("PUT", _GUILD, "bulk_set_guild_application_commands")
@route("PUT", _GLOBAL, "bulk_set_application_commands")
async def set_commands(call: Call) -> Answer:
    """Replace all commands of one server, or all global ones."""
    place = _place(call)
    wanted: list[Json] = call.form.raw or []
    if faults := command_faults(wanted):
        raise invalid_form(faults)
    world = call.world
    entry_points = {
        command["id"] for command in world.commands.get(place, []) if command["type"] == CommandType.ENTRY_POINT
    }
    if entry_points - {command.get("id") for command in wanted if command.get("type") == CommandType.ENTRY_POINT}:
        raise Refused(Code.ENTRY_POINT_MISSING)
    known = {(command["type"], command["name"]): command["id"] for command in world.commands.get(place, [])}
    commands = [
        stored(
            command,
            command_id=known.get((command.get("type") or 1, command["name"])) or world.snowflakes.next(),
            version=world.snowflakes.next(),
            application_id=world.bot.id,
            guild_id=place or None,
        )
        for command in wanted
    ]
    call.backend.set_commands(place, commands)
    return commands


@route("GET", f"{_GUILD}/permissions")
async def get_command_permissions(call: Call) -> Answer:
    """What the server's admins have set under Integrations."""
    return call.backend.trouble.command_rules.get(guild_of(call).id, [])


def _place(call: Call) -> str:
    """The server ID in the path; empty for global commands."""
    if call["application_id"] != call.world.bot.id:
        raise Refused(Code.UNKNOWN_APPLICATION)
    return guild_of(call).id if "guild_id" in call.parameters else ""
