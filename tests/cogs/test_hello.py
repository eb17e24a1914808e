"""The first greeting in a server."""

from types import SimpleNamespace
from typing import Any

import discord

from cogs.hello import Hello
from matches.model import Venue
from matches.settings import ServerSettings
from tests.support.matches import ANN, CHANNEL
from tests.support.presses import Client, pressed


def greeter(client: Client) -> Hello:
    """The cog as it is after the start of the bot."""
    bot: Any = client
    return Hello(bot)


async def said(
    client: Client, cog: Hello, *, where: Venue = CHANNEL, manages: bool = False, command: str = "help"
) -> list[dict[str, Any]]:
    """The message that follows the answer to somebody's command here."""
    press = pressed(client, ANN, where)
    press.permissions = discord.Permissions.all() if manages else discord.Permissions.none()
    await cog.on_app_command_completion(press, SimpleNamespace(name=command))  # type: ignore[arg-type]  # stands for it
    return list(press.answers.sent)


def labels(message: dict[str, Any]) -> list[str | None]:
    return [getattr(item, "label", None) or item.placeholder for item in message["view"].children]


async def test_hello_is_said_once_in_a_server_to_one_person_alone(client: Client) -> None:
    cog = greeter(client)
    (hello,) = await said(client, cog)
    assert hello["ephemeral"]
    assert hello["content"].startswith("Hello! I host board games here")
    assert labels(hello) == ["Challenge somebody", "Read the rules of …"]
    assert await said(client, cog) == []
    another = greeter(client)
    assert await said(client, another) == [], "nor after a restart"
    assert len(await said(client, cog, where=Venue(200, 20))) == 1, "another server"


async def test_a_manager_of_the_server_is_shown_its_settings_once(client: Client) -> None:
    hello, page = await said(client, greeter(client), manages=True)
    assert "`/server` shows it again" in hello["content"]
    assert page["ephemeral"]
    assert page["content"].startswith("### Settings of this server")
    assert await said(client, greeter(client), manages=True) == []


async def test_a_manager_who_comes_later_is_shown_them_too(client: Client) -> None:
    cog = greeter(client)
    assert len(await said(client, cog)) == 1
    (page,) = await said(client, cog, manages=True)
    assert page["content"].startswith("### Settings of this server")
    assert await said(client, cog) == []


async def test_a_manager_who_begins_with_the_settings_is_not_shown_them_twice(client: Client) -> None:
    (hello,) = await said(client, greeter(client), manages=True, command="server")
    assert hello["content"].startswith("Hello!")
    assert await said(client, greeter(client), manages=True) == []


async def test_nothing_is_said_outside_servers_and_where_the_bot_is_a_guest(client: Client) -> None:
    cog = greeter(client)
    assert await said(client, cog, where=Venue(10_001, None)) == []
    assert await said(client, cog, where=Venue(100, 10, guest=True)) == []


async def test_settings_that_a_server_has_chosen_stay(client: Client) -> None:
    await client.service.settings.choose_for_server(10, ServerSettings(theme="dark"))
    assert await client.service.settings.first_time(10, "greeted")
    assert (await client.service.settings.of_server(10)).theme == "dark"
    assert not await client.service.settings.first_time(10, "greeted")
