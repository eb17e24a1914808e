"""Who can view a channel, where Discord tells more about a server than discord.py knows."""

from typing import Any

import discord
import pytest

from cogs.posts.threads import channel_of
from cogs.wire.viewers import Viewers
from matches.model import Place
from tests.support.matches import ANN, StillClock
from tests.support.wire import SERVER, VIEW, Wire, channel

OPEN, HIDDEN, STRANGE = 501, 502, 503


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
