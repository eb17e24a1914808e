"""A post by the clock is sent once, with its picture and its controls."""

from dataclasses import replace
from functools import partial
from typing import Any

from cogs.posts.leaderboards import LeaderboardPosts
from cogs.wire.controls import Controls, button
from cogs.wire.pictures import Picture
from matches.deliveries import Delivery
from service import Service
from tests.support.channels import ChannelClient, Channels
from tests.support.matches import CHANNEL, StillClock

NO_RELAY: Any = None


async def test_a_second_try_returns_the_message_of_the_first_with_its_picture_and_controls(
    service: Service, clock: StillClock
) -> None:
    channels = Channels(clock)
    client: Any = ChannelClient(channels, service)
    first = Delivery("table", 10, channel_id=CHANNEL.channel_id)
    send = partial(
        LeaderboardPosts(client, service, NO_RELAY).send_once,
        picture=Picture(b"", "a board", "board.png"),
        controls=Controls(button("Rules", "rules")),
        beginning="This week",
    )
    sent = await send(first, text="This week: 3 matches")
    doubtful = replace(first, claimed_by="an earlier process")
    other = Picture(b"", "another board", "other.png")
    assert await send(doubtful, text="This week: 4 matches", picture=other) is sent
    (message,) = channels.messages.values()
    assert (message.content, message.files, message.labels) == ("This week: 4 matches", ["other.png"], ["Rules"])
    assert (await send(doubtful, text="Next week", beginning="")).id != message.id
