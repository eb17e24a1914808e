"""Who can view a channel, where Discord tells more about a server than discord.py knows."""

from collections.abc import Sequence
from typing import Any

import discord

from cogs.wire.viewers import Viewers
from matches.model import Place
from tests.support.matches import ANN, StillClock

SERVER, OPEN, HIDDEN, STRANGE = 500, 501, 502, 503
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

    async def get_member(self, _: int, member_id: int) -> dict[str, Any]:
        user = {"id": str(member_id), "username": "ann", "discriminator": "0", "avatar": None}
        return {"user": user, "roles": [], "joined_at": None, "flags": 0}


async def test_a_channel_of_an_unknown_kind_hides_no_other() -> None:
    wire: Any = Wire(channel(STRANGE, kind=99), channel(OPEN), channel(HIDDEN, denied=VIEW))
    client = discord.Client(intents=discord.Intents.none())
    client.http = client._connection.http = wire
    viewers = Viewers(client, StillClock())
    places = [Place(1, None, shown, SERVER, None, 1) for shown in (OPEN, HIDDEN)]
    assert await viewers.is_member(ANN.id, SERVER)
    assert await viewers.viewable(ANN.id, places) == {OPEN}
