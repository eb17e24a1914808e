"""Settings of a server that name a deleted channel or role count as unset, and somebody who manages it is told once."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.hello import Hello
from cogs.posts.leaderboards import LeaderboardPosts
from cogs.ui.context import Context
from cogs.ui.moderators import check_server
from cogs.ui.pages.settings import open_page
from matches.deliveries import Delivery
from matches.errors import Refusal
from matches.model import Venue
from matches.settings import ServerSettings
from tests.support.matches import ANN, BOB, begin_game
from tests.support.presses import Client, pressed, trouble
from tests.support.wire import SERVER, Wire, asking, channel

OPEN, DELETED, STRANGE, ROLE = 501, 502, 503, 700
HERE = Venue(OPEN, SERVER)


@pytest.fixture
def client(client: Client) -> Client:
    """A bot in a server with one channel and one of an unknown kind."""
    client.viewers._client = asking(Wire(channel(OPEN), channel(STRANGE, kind=99)))
    return client


async def choose(client: Client, **chosen: Any) -> None:
    await client.service.settings.choose_for_server(SERVER, ServerSettings(introduced=True, **chosen))


async def chosen(client: Client) -> ServerSettings:
    return await client.service.settings.of_server(SERVER)


async def test_a_deleted_channel_of_matches_does_not_block_challenges(client: Client) -> None:
    await choose(client, channels=(DELETED,))
    await check_server(Context(pressed(client, ANN, HERE)))
    assert (await chosen(client)).channels == ()


async def test_a_channel_that_was_deleted_since_the_last_look_does_not_block_challenges(client: Client) -> None:
    wire: Any = client.viewers._client.http
    wire._channels = (*wire._channels, channel(DELETED))
    await choose(client, channels=(DELETED,))
    with pytest.raises(Refusal):
        await check_server(Context(pressed(client, ANN, HERE)))
    wire._channels = wire._channels[:-1]
    await check_server(Context(pressed(client, ANN, HERE)))
    assert (await chosen(client)).channels == ()


async def test_the_other_channels_of_matches_stay(client: Client) -> None:
    await choose(client, channels=(DELETED, STRANGE))
    with pytest.raises(Refusal) as refusal:
        await check_server(Context(pressed(client, ANN, HERE)))
    assert f"<#{STRANGE}>" in str(refusal.value)
    assert str(DELETED) not in str(refusal.value)
    assert (await chosen(client)).channels == (STRANGE,)


async def test_where_discord_does_not_answer_the_channels_stay(client: Client) -> None:
    client.viewers._client = client  # type: ignore[assignment]  # which finds no server
    await choose(client, channels=(DELETED,))
    with pytest.raises(Refusal):
        await check_server(Context(pressed(client, ANN, HERE)))
    assert (await chosen(client)).channels == (DELETED,)


async def test_the_page_shows_what_is_unset_and_a_manager_is_told_once(client: Client) -> None:
    await choose(client, channels=(DELETED, OPEN), table_channel=DELETED, moderator_role=ROLE)
    press = pressed(client, ANN, HERE)
    await open_page(Context(press))
    text = press.answers.text()
    assert f"in <#{OPEN}> · " in text
    assert "no leaderboards · " in text
    assert "**Moderators**: **Manage Server**\n" in text
    gone = "Channels for matches, Where leaderboards are posted and Who moderates and creates tournaments"
    assert f"so it was removed from these settings: {gone}." in text
    assert await client.service.schedule.next_due() is None
    command: Any = SimpleNamespace(name="help")
    for manages, told in ((False, 0), (True, 1), (True, 0)):
        press = pressed(client, BOB, HERE)
        press.permissions = discord.Permissions(manage_guild=manages)
        await Hello().on_app_command_completion(press, command)
        assert [gone in answer["content"] and answer["ephemeral"] for answer in press.answers.sent] == [True] * told


async def test_the_leaderboards_of_a_deleted_channel_are_not_queued_again(client: Client) -> None:
    await choose(client, table_channel=DELETED)
    service = client.service
    snapshot = await begin_game(service, "konane", ANN, BOB, HERE, rated=True)
    for _ in range(4):
        match, position = snapshot.match, snapshot.position
        move = position.format(position.legal_moves()[0])
        snapshot = await service.play.move(match.id, match.players[match.turn].id, move)
    await service.play.resign(snapshot.match.id, BOB.id)
    client.channel.error = trouble(10003)
    bot: Any = client
    relay: Any = client.relay
    await LeaderboardPosts(bot, service, relay).deliver(
        [Delivery("table", SERVER, channel_id=DELETED, guild_id=SERVER)]
    )
    assert (await chosen(client)).table_channel is None
    async with service.settings._core.store.read() as view:
        assert await view.alarms.at("table", SERVER) is None
