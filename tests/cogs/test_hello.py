"""The first greeting in a server."""

from types import SimpleNamespace
from typing import Any

import discord

from cogs.hello import Hello
from matches.model import Venue
from matches.settings import ServerSettings
from tests.support.matches import ANN, CHANNEL
from tests.support.presses import Client, pressed


async def said(
    client: Client, *, where: Venue = CHANNEL, manages: bool = False, command: str = "konane challenge"
) -> list[dict[str, Any]]:
    """The message that follows the answer to somebody's command here."""
    press = pressed(client, ANN, where)
    press.permissions = discord.Permissions.all() if manages else discord.Permissions.none()
    done = SimpleNamespace(name=command.rpartition(" ")[2], qualified_name=command)
    await Hello().on_app_command_completion(press, done)  # type: ignore[arg-type]  # stands for it
    return list(press.answers.sent)


def labels(message: dict[str, Any]) -> list[str | None]:
    return [getattr(item, "label", None) or item.placeholder for item in message["view"].children]


async def test_the_first_player_of_a_server_reads_one_private_line(client: Client) -> None:
    assert await said(client, command="help") == [], "only below a board or a challenge"
    (hello,) = await said(client)
    assert hello["ephemeral"]
    assert hello["content"].count("\n") == 0
    assert "**Move**" in hello["content"]
    assert "/server" not in hello["content"]
    assert labels(hello) == ["Rules"]
    assert await said(client) == []
    assert len(await said(client, where=Venue(200, 20))) == 1, "another server"


async def test_the_first_manager_is_told_where_the_settings_are_in_the_same_line(client: Client) -> None:
    (hello,) = await said(client, manages=True)
    assert "**Move**" in hello["content"]
    assert "`/server`" in hello["content"]
    assert hello["content"].count("\n") == 0
    assert await said(client, manages=True) == []


async def test_a_manager_who_comes_later_is_told_too(client: Client) -> None:
    assert len(await said(client)) == 1
    (told,) = await said(client, manages=True)
    assert told["content"] == "Server settings: `/server`."


async def test_nothing_is_said_outside_servers_and_where_the_bot_is_a_guest(client: Client) -> None:
    assert await said(client, where=Venue(10_001, None)) == []
    assert await said(client, where=Venue(100, 10, guest=True)) == []


async def test_settings_that_a_server_has_chosen_stay(client: Client) -> None:
    await client.service.settings.choose_for_server(10, ServerSettings(theme="dark"))
    assert await client.service.settings.first_time(10, "greeted")
    assert (await client.service.settings.of_server(10)).theme == "dark"
    assert not await client.service.settings.first_time(10, "greeted")
