"""Public messages that name somebody are deleted when that person is forgotten, whenever that happens."""

from dataclasses import replace
from typing import Any

import pytest

from cogs.buttons import use
from cogs.posts.erasures import Erasures
from cogs.posts.leaderboards import LeaderboardPosts
from cogs.wire.controls import custom_id
from matches.deliveries import Delivery
from service import Service
from tests.support.channels import ChannelClient, Channels
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.presses import Client, pressed

NO_RELAY: Any = None


class Killed(BaseException):
    """Stands for the end of the process at this moment."""


async def test_a_shared_moment_is_deleted_although_the_bot_was_killed_before_it_knew_the_message(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(service)
    begun = await begin_game(service)
    match = (await service.play.resign(begun.match.id, ANN.id)).match
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("share", match.id, match.rev, "0", "letters"))
    note = service.privacy.record_mentions

    async def killed(message_id: int, *about: Any, **more: Any) -> None:
        if message_id != interaction.id:
            raise Killed
        await note(message_id, *about, **more)

    monkeypatch.setattr(service.privacy, "record_mentions", killed)
    with pytest.raises(Killed):
        await use(interaction, interaction.data)
    await service.privacy.forget(BOB.id)
    channels = Channels(service.clock)
    asked = channels.post(CHANNEL.channel_id, "Bob wins", {"asked_by": ANN.id, "asked_in": interaction.id})
    other = channels.post(CHANNEL.channel_id, "Carol wins", {"asked_by": ANN.id, "asked_in": interaction.id + 1})
    (queued,) = await service.outbox.of("erasure", interaction.id)
    await Erasures(_client(channels, service), service, NO_RELAY).deliver([queued])
    assert asked.id not in channels.messages
    assert other.id in channels.messages
    assert await service.outbox.of("erasure", interaction.id) == []


async def test_a_message_sent_while_somebody_is_forgotten_is_deleted(service: Service) -> None:
    await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    await service.privacy.forget(BOB.id)
    await service.privacy.record_mentions(700_001, CHANNEL.channel_id, CHANNEL.guild_id, [ANN.id, BOB.id])
    assert [queued.message_id for queued in await service.outbox.of("erasure", 700_001)] == [700_001]


async def test_somebody_who_is_back_can_be_named(service: Service) -> None:
    await service.privacy.forget(BOB.id)
    await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    await service.privacy.record_mentions(700_001, CHANNEL.channel_id, CHANNEL.guild_id, [ANN.id, BOB.id])
    assert await service.outbox.of("erasure", 700_001) == []


async def test_leaderboards_that_nobody_is_on_any_more_are_deleted(service: Service) -> None:
    channels = Channels(service.clock)
    channels.post(CHANNEL.channel_id, "### This week's leaderboards\nBob", {})
    table = Delivery("table", 10, channel_id=CHANNEL.channel_id)
    posts = LeaderboardPosts(_client(channels, service), service, NO_RELAY)
    await posts.post(table)
    assert len(channels.messages) == 1, "an older message stays"
    await posts.post(replace(table, claimed_by="an earlier process"))
    assert not channels.messages


def _client(channels: Channels, service: Service) -> Any:
    return ChannelClient(channels, service)
