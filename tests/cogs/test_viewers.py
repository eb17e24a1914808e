"""Who can view a channel, where Discord tells more about a server than discord.py knows."""

from collections.abc import Sequence
from typing import Any

import discord
import pytest

from cogs.posts.threads import channel_of
from cogs.wire.viewers import Viewers
from matches.model import Place
from tests.support.matches import ANN, StillClock
from tests.support.presses import trouble

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

    async def get_channel(self, channel_id: int) -> dict[str, Any]:
        for one in self._channels:
            if one["id"] == str(channel_id):
                return {**one, "guild_id": str(SERVER)}
        raise trouble(10003)

    async def get_nothing(self, _: int, **__: object) -> dict[str, Any]:
        return {}

    async def get_member(self, _: int, member_id: int) -> dict[str, Any]:
        user = {"id": str(member_id), "username": "ann", "discriminator": "0", "avatar": None}
        return {"user": user, "roles": [], "joined_at": None, "flags": 0}


@pytest.mark.parametrize(
    "strange",
    [
        channel(STRANGE, kind=99),
        {"id": str(STRANGE), "type": 0},
        {"id": str(STRANGE), "name": "x"},
        {**channel(STRANGE), "permission_overwrites": [{"id": "1"}]},
    ],
    ids=["unknown kind", "no name", "no kind", "strange overwrites"],
)
async def test_a_channel_that_cannot_be_built_hides_no_other_and_is_itself_hidden(
    strange: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    wire: Any = Wire(strange, channel(OPEN), channel(HIDDEN, denied=VIEW))
    client = discord.Client(intents=discord.Intents.none())
    client.http = client._connection.http = wire
    viewers = Viewers(client, StillClock())
    places = [Place(1, None, shown, SERVER, None, 1) for shown in (STRANGE, OPEN, HIDDEN)]
    assert await viewers.is_member(ANN.id, SERVER)
    assert await viewers.viewable(ANN.id, places) == {OPEN}
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_server_that_cannot_be_built_is_hidden() -> None:
    wire: Any = Wire(channel(OPEN))
    wire.get_guild = wire.get_nothing
    client = discord.Client(intents=discord.Intents.none())
    client.http = client._connection.http = wire
    assert await Viewers(client, StillClock()).viewable(ANN.id, [Place(1, None, OPEN, SERVER, None, 1)]) == set()


async def test_a_channel_that_cannot_be_built_is_no_thread() -> None:
    client = discord.Client(intents=discord.Intents.none())
    wire: Any = Wire(channel(STRANGE, kind=99))
    client.http = client._connection.http = wire
    assert await channel_of(client, STRANGE) is None
