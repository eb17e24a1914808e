"""The answer to every command, and every suggestion while one is typed.

Each is in the language of its reader, and leaves no traceback where Discord accepts it no more.
"""

from __future__ import annotations

import logging
import pkgutil
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from discord import app_commands

import cogs
from cogs._client import Tidepool
from cogs.ui.failures import LOCKED
from games import GAMES
from language import say, speaking
from service import Service
from service.moderation import Moderation
from storage.errors import Unavailable
from tests.support.brackets import BRACKETED, bracket_everything, left_out
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed, trouble, words_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from storage.store import Store

KINDS = {str: 3, int: 4, bool: 5, discord.Object: 6}
"""Discord's numbers for the types of options."""
NOBODY = discord.Object(77)
GIVEN: dict[str, dict[str, object]] = {
    "konane move": {"move": "zz99"},
    "konane setup": {"code": "nothing"},
    "import": {"text": "no record"},
    "vacation start": {"days": 2},
    "block add": {"user": NOBODY},
    "block remove": {"user": NOBODY},
    "moderate end": {"match": "#zzzz"},
    "moderate ban": {"user": NOBODY},
    "moderate unban": {"user": NOBODY},
}
"""The options with which some commands are used."""
DOCS = {"konane rules"}
"""The command that shows a page of the docs, which is translated as a whole."""
COMMANDS = [
    *(f"konane {name}" for name in ("challenge", "practice", "watch", "move", "board", "hint", "setup", "resign")),
    *(
        f"match {name}"
        for name in ("draw", "takeback", "abort", "claim", "if", "bump", "move-here", "rematch", "export")
    ),
    *("matches", "history", "profile", "leaderboard", "notifications", "settings", "server", "help", "privacy"),
    *("import", "studies"),
    *(f"vacation {name}" for name in ("start", "stop", "status")),
    *(f"block {name}" for name in ("add", "remove", "list")),
    *(f"moderate {name}" for name in ("end", "ban", "unban", "list")),
]
OWNERS = [
    f"tidepool {name}" for name in ("status", "backup", "announce", "leave", "ban", "unban", "bans", "match", "person")
]
"""The commands that exist only in the owner's server."""
GIVEN_OWNERS: dict[str, dict[str, object]] = {
    "tidepool leave": {"server": "12"},
    "tidepool match": {"match": "#zzzz"},
    "tidepool person": {"user": NOBODY},
}
SUGGESTING = [("konane board", "match"), ("match abort", "match"), ("notifications", "zone")]
"""Commands that suggest something while one of their options is typed."""


@pytest.fixture(scope="module")
async def tree() -> AsyncIterator[app_commands.CommandTree[Tidepool]]:
    """All commands. Each uses the client of the interaction with which it is called."""
    nothing: Any = None
    async with Tidepool(Service(nothing, StillClock()), nothing, owner_server=CHANNEL.guild_id) as bot:
        for module in pkgutil.iter_modules(cogs.__path__):
            if not module.ispkg and not module.name.startswith("_"):
                await bot.load_extension(f"cogs.{module.name}")
        yield bot.tree


@pytest.fixture
async def client(store: Store, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A bot in a language of brackets. One match of Ann and Bob runs, and Ann is to move."""
    bracket_everything(monkeypatch)
    service = Service(store, StillClock(), random.Random(1))
    made = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    await service.challenges.accept(made.id, BOB)
    return Client(service)


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
    """The payload that Discord sends for a command that Ann uses, or is typing."""
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
    interaction = pressed(client, ANN, CHANNEL, error=error)
    interaction.data = {
        "name": first,
        "type": 1,
        "options": [{"type": 1, "name": rest, "options": given}] if rest else given,
    }
    if name in OWNERS:
        interaction.data["guild_id"] = str(CHANNEL.guild_id)
    nobody = {"id": str(NOBODY.id), "username": "nobody", "global_name": "Nobody", "discriminator": "0", "avatar": None}
    interaction.data["resolved"] = {"users": {str(NOBODY.id): nobody}}
    interaction.type, interaction.message, interaction.command = kind, None, None
    interaction.command_failed = False
    interaction._state = SimpleNamespace(_get_or_create_unavailable_guild=discord.Object, create_user=_user)
    return interaction


def test_no_command_is_left_out(tree: app_commands.CommandTree[Tidepool]) -> None:
    games = {key.replace("_", "-") for key in GAMES} - {"konane"}
    names = {one.qualified_name for one in tree.walk_commands() if isinstance(one, app_commands.Command)}
    assert set(COMMANDS) | DOCS == {name for name in names if name.partition(" ")[0] not in games}
    owners = tree.walk_commands(guild=discord.Object(CHANNEL.guild_id or 0))
    assert set(OWNERS) == {one.qualified_name for one in owners if isinstance(one, app_commands.Command)}


async def call(tree: app_commands.CommandTree[Tidepool], interaction: Any) -> None:
    """Use a command as discord.py does."""
    try:
        await tree._call(interaction)
    except app_commands.AppCommandError as error:
        await tree.on_error(interaction, error)


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


@pytest.mark.parametrize("error", [trouble(10062), trouble(0, 503), aiohttp.ClientOSError()])
@pytest.mark.parametrize("name", [*COMMANDS, *sorted(DOCS), *OWNERS])
async def test_a_command_that_is_answered_too_late_logs_no_traceback(
    tree: app_commands.CommandTree[Tidepool],
    client: Client,
    caplog: pytest.LogCaptureFixture,
    name: str,
    error: Exception,
) -> None:
    caplog.set_level(logging.INFO)
    given = (GIVEN | GIVEN_OWNERS).get(name, {})
    await call(tree, typed(client, name, given, discord.InteractionType.application_command, error))
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


@pytest.mark.parametrize("name", COMMANDS)
async def test_every_answer_is_said_in_the_language_of_its_reader(
    tree: app_commands.CommandTree[Tidepool], client: Client, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    interaction = typed(client, name, GIVEN.get(name, {}), discord.InteractionType.application_command)
    await call(tree, interaction)
    said = [text for answer in interaction.answers.sent for text in words_in(answer)]
    assert "".join(said)
    assert not [record for record in caplog.records if record.exc_info], "give it the options that it needs"
    assert {text: words for text in said if (words := left_out(text))} == {}


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
