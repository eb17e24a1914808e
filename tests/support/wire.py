"""Discord's routes for one server, as discord.py calls them."""

from collections.abc import Sequence
from typing import Any

import discord

from tests.support.presses import trouble

SERVER = 500
VIEW = discord.Permissions(view_channel=True).value


def channel(channel_id: int, kind: int = 0, denied: int = 0) -> dict[str, Any]:
    """A channel as Discord describes it, in which everybody is denied these permissions."""
    overwrites = [{"id": str(SERVER), "type": 0, "allow": "0", "deny": str(denied)}]
    return {"id": str(channel_id), "type": kind, "name": "x", "position": 0, "permission_overwrites": overwrites}


class Wire:
    """Discord's routes for a server with these channels, in which everybody is a member."""

    def __init__(self, *channels: dict[str, Any]) -> None:
        self._channels = channels

    async def get_guild(self, _: int, **__: object) -> dict[str, Any]:
        everybody = {"id": str(SERVER), "name": "@everyone", "permissions": str(VIEW), "position": 0}
        return {"id": str(SERVER), "name": "server", "owner_id": "99", "roles": [everybody]}

    async def get_all_guild_channels(self, _: int) -> Sequence[dict[str, Any]]:
        return self._channels

    async def get_channel(self, channel_id: int) -> dict[str, Any]:
        for one in self._channels:
            if one["id"] == str(channel_id):
                return {**one, "guild_id": str(SERVER)}
        raise trouble(10003)

    async def get_guild_application_command_permissions(self, *_: int) -> list[dict[str, Any]]:
        return []

    async def get_nothing(self, _: int, **__: object) -> dict[str, Any]:
        return {}

    async def get_member(self, _: int, member_id: int) -> dict[str, Any]:
        user = {"id": str(member_id), "username": "ann", "discriminator": "0", "avatar": None}
        return {"user": user, "roles": [], "joined_at": None, "flags": 0}


def asking(wire: Any) -> discord.Client:
    """A client that asks these routes."""
    client = discord.Client(intents=discord.Intents.none())
    client.http = client._connection.http = wire
    return client
