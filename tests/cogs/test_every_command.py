"""The answer to every command, and every suggestion while one is typed.

Each is in the language of its reader, and leaves no traceback where Discord accepts it no more.
"""

import asyncio
import logging
import pkgutil
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

import cogs
from cogs.commands.client import Tidepool
from cogs.commands.options import check_offered
from cogs.texts.errors import NotHere, Unoffered
from cogs.texts.markdown import escaped
from cogs.ui.error_replies import LOCKED
from cogs.wire.failures import FAILURES
from games import GAMES
from language import languages, say, speaking
from matches.codes import code_of
from matches.hours import zone_name
from matches.model import Person
from matches.notation import Record
from service import Service
from service.moderation import Moderation
from storage.errors import Unavailable
from tests.support.brackets import BRACKETED, bracket_apart, bracket_everything, left_out, misspoken
from tests.support.commands import COMMANDS
from tests.support.compute import InAThread
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed, trouble, words_in
from tests.support.samples import spread
from tests.support.world import BOSS, DAN, EVE, PLACES, World, held

KINDS = {str: 3, int: 4, bool: 5, discord.Object: 6}
"""Discord's numbers for the types of options."""
ITSELF = (Person(998, "Tidepool"), Person(999, "Tidepool"))
"""The bot by the number of its user, and by that of its application, which is another one in old applications."""
PEOPLE = {person.name: person for person in (BOB, DAN, EVE)}
NAMED = {person.id: person for person in (*PEOPLE.values(), *ITSELF)}
"""The people whom options name."""
DOCS = {"konane rules"}
"""The command that shows a page of the docs, which is translated as a whole."""
SUGGESTING = [("konane board", "match"), ("match export", "match"), ("notifications", "zone")]
"""Commands that suggest something while one of their options is typed."""


@pytest.fixture(scope="module")
async def tree() -> AsyncIterator[app_commands.CommandTree[Tidepool]]:
    """All commands. Each uses the client of the interaction with which it is called.

    Nobody is greeted after a command: the greeting would use the service of this bot.
    """
    nothing: Any = None
    async with Tidepool(Service(nothing, StillClock()), nothing, InAThread(), owner_server=CHANNEL.guild_id) as bot:
        for module in pkgutil.iter_modules(cogs.__path__):
            if not (module.ispkg or module.name.startswith("_") or module.name == "hello"):
                await bot.load_extension(f"cogs.{module.name}")
        yield bot.tree


@pytest.fixture
async def client(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Client]:
    """A bot in a language of brackets, in a world in which every command has something to do."""
    bracket_everything(monkeypatch)
    async with world.client() as client:
        yield client


def _user(data: Any) -> discord.User:
    state: Any = None
    return discord.User(state=state, data=data)


def typed(
    client: Client,
    name: str,
    options: dict[str, object],
    kind: discord.InteractionType,
    error: Exception | None = None,
) -> Any:
    """The payload that Discord sends for a command that somebody uses, or is typing."""
    first, _, rest = name.partition(" ")
    given = [
        {
            "type": KINDS[type(value)],
            "name": option,
            "value": str(value.id) if isinstance(value, discord.Object) else value,
            "focused": kind is discord.InteractionType.autocomplete,
        }
        for option, value in options.items()
    ]
    command = COMMANDS[name]
    interaction = pressed(client, BOSS if command.owners else ANN, PLACES[command.where], error=error)
    interaction.data = {
        "name": first,
        "type": 1,
        "options": [{"type": 1, "name": rest, "options": given}] if rest else given,
    }
    if command.owners:
        interaction.data["guild_id"] = str(CHANNEL.guild_id)
    users = {
        str(one.id): {"id": str(one.id), "username": one.name, "discriminator": "0", "avatar": None}
        for one in NAMED.values()
    }
    interaction.data["resolved"] = {"users": users}
    interaction.type, interaction.message, interaction.command = kind, None, None
    interaction.command_failed = False
    interaction._state = SimpleNamespace(_get_or_create_unavailable_guild=discord.Object, create_user=_user)
    return interaction


async def call(tree: app_commands.CommandTree[Tidepool], interaction: Any) -> None:
    """Use a command as discord.py does, and wait for the listeners that it calls afterwards."""
    if interaction.type is discord.InteractionType.application_command:
        interaction.command, _ = tree._get_app_command_options(interaction.data)
    try:
        await tree._call(interaction)
    except app_commands.AppCommandError as error:
        await tree.on_error(interaction, error)
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name().startswith("discord.py:")))


def typing(client: Client, name: str, option: str, autocomplete: Callable[..., Awaitable[None]]) -> Any:
    """The payload while an option of a command is typed, and the object that receives the suggestions."""
    interaction = typed(client, name, {option: ""}, discord.InteractionType.autocomplete)
    interaction.command = SimpleNamespace(name=name.rpartition(" ")[2])
    interaction.namespace = SimpleNamespace(match=None)
    interaction.response.autocomplete = autocomplete
    return interaction


@pytest.mark.parametrize(("name", "option"), SUGGESTING)
async def test_suggestions_that_come_too_late_leave_no_traceback(
    tree: app_commands.CommandTree[Tidepool], client: Client, caplog: pytest.LogCaptureFixture, name: str, option: str
) -> None:
    async def refuse(_: object) -> None:
        raise trouble(10062)

    caplog.set_level(logging.INFO)
    await call(tree, typing(client, name, option, refuse))
    assert not [record for record in caplog.records if record.exc_info]


def given(world: World, name: str) -> dict[str, object]:
    """The options that the command declares, with what its scenes and people stand for."""
    subjects = {scene: about.subject for scene, about in world.scenes.items()}
    options = dict(COMMANDS[name].given)
    for option, value in options.items():
        if option == "match":
            options[option] = f"#{code_of(subjects[str(value)])}"
        elif option == "user":
            options[option] = discord.Object(PEOPLE[str(value)].id)
        elif isinstance(value, str):
            options[option] = re.sub(r"\{(\w+)\}", lambda scene: str(subjects[scene[1]]), value)
    return options


def used(world: World, client: Client, name: str, error: Exception | None = None) -> Any:
    """The payload of a command where it has something to do."""
    return typed(client, name, given(world, name), discord.InteractionType.application_command, error)


PAGES = (
    "help", "play", "matches", "history", "profile", "leaderboard", "settings", "server", "notifications", "vacation",
    "privacy", "puzzle", "studies", "learn", "tournament list", "tournament show", "moderate list", "konane rules",
)  # fmt: skip
"""Commands that open a page."""


@pytest.mark.parametrize("name", PAGES)
async def test_a_page_that_a_command_opens_again_replaces_the_older_one(
    tree: app_commands.CommandTree[Tidepool], world: World, client: Client, name: str
) -> None:
    options = {} if name == "vacation" else given(world, name)
    uses = [typed(client, name, options, discord.InteractionType.application_command) for _ in range(2)]
    for use in uses:
        await call(tree, use)
    assert [use.answers.deleted for use in uses] == [1, 0]
    assert [len(use.answers.sent) for use in uses] == [1, 1]


@pytest.mark.parametrize(
    ("name", "error"),
    spread([*COMMANDS], [trouble(10062), trouble(0, 503), aiohttp.ClientOSError()]),
)
async def test_a_command_that_is_answered_too_late_has_done_the_same_and_logs_no_traceback(
    tree: app_commands.CommandTree[Tidepool],
    world: World,
    failures: list[Exception],
    caplog: pytest.LogCaptureFixture,
    name: str,
    error: Exception,
) -> None:
    caplog.set_level(logging.INFO)
    left = []
    for met in (None, error):
        async with world.client() as client:
            await call(tree, used(world, client, name, met))
            left.append(await held(client))
        assert [one for one in failures if met is None or not isinstance(one, FAILURES)] == []
    assert left[0] == left[1]
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("kind", ["application_command", "autocomplete"])
async def test_a_database_that_does_not_answer_is_no_traceback(
    tree: app_commands.CommandTree[Tidepool],
    client: Client,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    async def fail(*_: object) -> None:
        raise Unavailable("The database is locked.")

    monkeypatch.setattr(Moderation, "check", fail)
    interaction = typed(client, "konane board", {"match": ""}, discord.InteractionType[kind])
    await call(tree, interaction)
    said = [text for answer in interaction.answers.sent for text in words_in(answer)]
    with speaking(BRACKETED):
        wanted = [say(LOCKED)] if kind == "application_command" else []
    assert said == wanted
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - DOCS))
async def test_every_answer_to_a_command_is_in_the_language_of_its_readers(
    tree: app_commands.CommandTree[Tidepool],
    world: World,
    failures: list[Exception],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    bracket_apart(monkeypatch)
    async with world.client() as client:
        interaction = used(world, client, name)
        await call(tree, interaction)
    assert failures == []
    assert [text for answer in interaction.answers.sent for text in words_in(answer) if text]
    assert misspoken(interaction.answers.sent, on_private=False) == []
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("name", "option"), [("konane challenge", "opponent"), ("setup", "opponent"), ("block", "user")]
)
async def test_tidepool_is_known_by_both_of_its_numbers(
    tree: app_commands.CommandTree[Tidepool], world: World, name: str, option: str
) -> None:
    answers = []
    for itself in ITSELF:
        async with world.client() as client:
            client.user = SimpleNamespace(id=ITSELF[0].id)
            options = {**given(world, name), option: discord.Object(itself.id)}
            interaction = typed(client, name, options, discord.InteractionType.application_command)
            await call(tree, interaction)
            answers.append([list(words_in(answer)) for answer in interaction.answers.sent])
    assert answers[0] == answers[1]
    assert answers[0]


@pytest.mark.parametrize(("name", "option"), SUGGESTING)
async def test_every_suggestion_is_said_in_the_language_of_its_reader(
    tree: app_commands.CommandTree[Tidepool], client: Client, name: str, option: str
) -> None:
    suggested: list[app_commands.Choice[str]] = []

    async def autocomplete(choices: list[app_commands.Choice[str]]) -> None:
        suggested.extend(choices)

    interaction = typing(client, name, option, autocomplete)
    await call(tree, interaction)
    assert suggested
    assert {choice.name: words for choice in suggested if (words := left_out(choice.name))} == {}


UNOFFERED: list[tuple[str, dict[str, object]]] = [
    ("konane challenge", {"side": "middle"}),
    ("konane challenge", {"size": "99"}),
    ("konane practice", {"level": 9}),
    ("konane practice", {"level": True}),
    ("konane practice", {"side": ""}),
    ("konane board", {"text": "yes"}),
    ("setup", {"code": 7}),
    ("match move-here", {"match": 7}),
    ("notifications", {"way": "shouting"}),
    ("notifications", {"quiet_to": 7}),
    ("settings", {"theme": "zz"}),
    ("server", {"place": "threads"}),
    ("leaderboard", {"game": "zz"}),
    ("history", {"result": "zz"}),
    ("vacation", {"days": "seven"}),
]
"""Values that Discord offers only where it knows the commands of another version."""


@pytest.mark.parametrize(("name", "odd"), UNOFFERED)
async def test_a_value_that_is_not_offered_changes_nothing_and_is_one_sentence(
    tree: app_commands.CommandTree[Tidepool],
    client: Client,
    world: World,
    caplog: pytest.LogCaptureFixture,
    name: str,
    odd: dict[str, object],
) -> None:
    before = await held(client)
    interaction = typed(client, name, {**given(world, name), **odd}, discord.InteractionType.application_command)
    await call(tree, interaction)
    (value,) = odd.values()
    with speaking(BRACKETED):
        assert interaction.answers.text() == escaped(Unoffered(value).sentence)
    assert await held(client) == before
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("clock", ["99d", "soon"])
async def test_a_clock_that_cannot_be_read_is_refused(
    tree: app_commands.CommandTree[Tidepool], client: Client, clock: str
) -> None:
    before = await held(client)
    given: dict[str, object] = {"clock": clock}
    interaction = typed(client, "konane challenge", given, discord.InteractionType.application_command)
    await call(tree, interaction)
    assert await held(client) == before
    assert len(interaction.answers.sent) == 1


def test_every_choice_is_a_phrase(tree: app_commands.CommandTree[Tidepool]) -> None:
    names = {*(game.info.name for game in GAMES.values()), *languages().values()}
    bare = {
        (command.qualified_name, option.name, choice.name)
        for command in tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        for choice in option.choices
        if choice.name not in names and " " not in choice.name
    }
    assert bare == set()


async def test_a_person_of_whom_discord_tells_nothing_is_not_here(
    tree: app_commands.CommandTree[Tidepool], client: Client
) -> None:
    odd: dict[str, object] = {"opponent": discord.Object(12345)}
    interaction = typed(client, "konane challenge", odd, discord.InteractionType.application_command)
    await call(tree, interaction)
    with speaking(BRACKETED):
        assert interaction.answers.text() == escaped(NotHere().sentence)


def test_the_shown_name_of_any_choice_means_its_value(tree: app_commands.CommandTree[Tidepool]) -> None:
    named = [
        (command, option, choice)
        for command in tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        for choice in option.choices
    ]
    assert len(named) > 100
    for command, option, choice in named:
        data = {"options": [{"name": option.display_name, "value": f" {choice.name.upper()}"}]}
        check_offered(command, data)
        assert data["options"][0]["value"] == choice.value, (command.qualified_name, option.name)


@pytest.mark.parametrize(
    ("typed_zone", "kept"),
    [
        ("Europe/Berlin: 22:10 there now", "Europe/Berlin"), ("Berlin (22:10)", "Europe/Berlin"),
        ("“Berlin”", "Europe/Berlin"), ("UTC+2", "Etc/GMT-2"), ("gmt -3", "Etc/GMT+3"),
        ("UTC+2: 22:10 there now", "Etc/GMT-2"), ("UTC +2 (Berlin)", "Etc/GMT-2"), ("+2", "Etc/GMT-2"),
        ("Etc/GMT+5", "Etc/GMT+5"),
    ],
)  # fmt: skip
async def test_a_time_zone_is_read_as_it_is_shown(
    tree: app_commands.CommandTree[Tidepool], client: Client, typed_zone: str, kept: str
) -> None:
    given: dict[str, object] = {"zone": typed_zone}
    interaction = typed(client, "notifications", given, discord.InteractionType.application_command)
    await call(tree, interaction)
    settings = await client.service.settings.of_player(ANN.id)
    assert settings.notifications.zone == kept
    assert zone_name(kept) in interaction.answers.text()


@pytest.mark.parametrize("code", ["", " ", "\u2028", "```\n```", "\u3164", "``"])
async def test_a_blank_position_code_challenges_nobody(
    tree: app_commands.CommandTree[Tidepool], client: Client, code: str
) -> None:
    before = await held(client)
    given: dict[str, object] = {"game": "konane", "code": code, "opponent": discord.Object(BOB.id)}
    interaction = typed(client, "setup", given, discord.InteractionType.application_command)
    await call(tree, interaction)
    assert await held(client) == before
    assert "Paste" in interaction.answers.text()


@pytest.mark.parametrize("text", ["", " ", "\u2028", "```\n```", "\u3164", "``"])
async def test_a_blank_record_is_asked_for(tree: app_commands.CommandTree[Tidepool], client: Client, text: str) -> None:
    interaction = typed(client, "import", {"text": text}, discord.InteractionType.application_command)
    await call(tree, interaction)
    assert "Give" in interaction.answers.text()


@pytest.mark.parametrize("note", ["\u3164", "\u200b\u200b", " "])
async def test_a_blank_note_is_no_note(tree: app_commands.CommandTree[Tidepool], client: Client, note: str) -> None:
    given: dict[str, object] = {"opponent": discord.Object(BOB.id), "note": note}
    interaction = typed(client, "konane challenge", given, discord.InteractionType.application_command)
    await call(tree, interaction)
    newest = max(await client.service.challenges.open_of(ANN.id), key=lambda challenge: challenge.id)
    assert newest.note == ""


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f\uffa0", "\u200b\u200d", " ", "\u0301", "\U0001d159"])
def test_a_name_that_is_blank_on_screen_is_shown_as_player_with_a_number(name: str) -> None:
    assert Person(123_456_789, name).name == "Player 6789"
    assert Person(7, f"{name}A").name == f"{name}A"
    assert Record("konane", {}, 1, (name, "Bob")).players == ("", "Bob")
