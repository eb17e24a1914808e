"""What a person reads once: how to move, in their first match; and a manager, where the settings are."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.buttons import use
from cogs.hello import Hello
from cogs.ui.acts.welcome import MANAGERS
from cogs.ui.picker.pages import WELCOME
from cogs.wire.controls import custom_id
from matches.model import Match, Person, Venue
from matches.settings import ServerSettings
from service import Service
from tests.support.matches import ANN, BOB, CHANNEL
from tests.support.presses import Client, pressed

DIRECT, GUEST = Venue(10_001, None), Venue(100, 10, guest=True)


async def said(
    client: Client, *, where: Venue = CHANNEL, manages: bool = True, command: str = "help"
) -> list[dict[str, Any]]:
    """The message that follows the answer to somebody's command here."""
    press = pressed(client, ANN, where)
    press.permissions = discord.Permissions.all() if manages else discord.Permissions.none()
    done = SimpleNamespace(name=command.rpartition(" ")[2], qualified_name=command)
    await Hello().on_app_command_completion(press, done)  # type: ignore[arg-type]  # stands for it
    return list(press.answers.sent)


async def test_a_manager_is_told_once_where_the_settings_are(client: Client) -> None:
    assert await said(client, manages=False) == []
    (told,) = await said(client)
    assert told["ephemeral"]
    assert told["content"] == MANAGERS
    assert await said(client) == []
    assert len(await said(client, where=Venue(200, 20))) == 1, "another server"


@pytest.mark.parametrize("command", ["konane move", "play", "profile", "leaderboard", "server"])
async def test_a_manager_who_does_not_ask_for_help_is_told_nothing_about_settings(client: Client, command: str) -> None:
    assert await said(client, command=command) == []


@pytest.mark.parametrize("where", [DIRECT, GUEST])
async def test_nothing_is_said_about_settings_outside_servers_and_where_the_bot_is_a_guest(
    client: Client, where: Venue
) -> None:
    assert await said(client, where=where) == []


async def test_settings_that_a_server_has_chosen_stay(client: Client) -> None:
    await client.service.settings.choose_for_server(10, ServerSettings(theme="dark"))
    assert await client.service.settings.introduce(10)
    assert (await client.service.settings.of_server(10)).theme == "dark"
    assert not await client.service.settings.introduce(10)


async def press(client: Client, who: Person, where: Venue, name: str, subject: int, rev: int = 0, *args: str) -> str:
    """What somebody reads in private after a press."""
    press = pressed(client, who, where, custom_id=custom_id(name, subject, rev, *args), private=False)
    await use(press, press.data)
    return "\n".join(str(answer.get("content", "")) for answer in press.answers.sent if answer.get("ephemeral"))


async def begun(client: Client, service: Service, where: Venue, first: Person, second: Person) -> tuple[Match, str]:
    """A match that begins now, and what the person who accepts it reads in private."""
    made = await service.challenges.invite("konane", first, second, where, "first")
    text = await press(client, second, where, "accept", made.id)
    return await service.lookup.match(made.id), text


@pytest.mark.parametrize("where", [CHANNEL, DIRECT, GUEST])
async def test_each_person_is_welcomed_once_where_they_choose_their_first_move(
    client: Client, service: Service, where: Venue
) -> None:
    match, accepted = await begun(client, service, where, ANN, BOB)
    assert WELCOME not in accepted, "it is not their turn"
    assert WELCOME in await press(client, ANN, where, "move", match.id, match.rev)
    assert WELCOME not in await press(client, ANN, where, "move", match.id, match.rev)
    match = (await service.play.move(match.id, ANN.id, "d5")).match
    assert WELCOME in await press(client, BOB, where, "move", match.id, match.rev), "another person's first move"


async def test_who_accepts_and_moves_first_finds_the_picker_open(client: Client, service: Service) -> None:
    made = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "second")
    assert f"{WELCOME}\nKonane, you are Black, move 1: Which stone" in await press(
        client, BOB, CHANNEL, "accept", made.id
    )


async def test_somebody_who_has_played_before_is_not_welcomed_and_a_forgotten_person_is_again(
    client: Client, service: Service
) -> None:
    match, _ = await begun(client, service, CHANNEL, ANN, BOB)
    await service.play.resign(match.id, BOB.id)
    match, _ = await begun(client, service, CHANNEL, ANN, BOB)
    assert WELCOME not in await press(client, ANN, CHANNEL, "move", match.id, match.rev)
    await service.privacy.forget(ANN.id)
    match, _ = await begun(client, service, CHANNEL, ANN, BOB)
    assert WELCOME in await press(client, ANN, CHANNEL, "move", match.id, match.rev)
