"""The answer to every command, and every suggestion while one is typed, is said in the language of its reader."""

from __future__ import annotations

import pkgutil
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord import app_commands

import cogs
from cogs._client import Tidepool
from games import GAMES
from service import Service
from tests.support.brackets import bracket_everything, left_out
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.presses import Client, pressed, words_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from storage.store import Store

KINDS = {str: 3, int: 4, bool: 5, discord.Object: 6}
"""Discord's numbers for the kinds of options."""
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
"""Options of commands that take some."""
DOCS = {"konane rules"}
"""It shows a page of the docs, which is translated as a whole."""
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


@pytest.fixture(scope="module")
async def tree() -> AsyncIterator[app_commands.CommandTree[Tidepool]]:
    """All commands. What they are used on is the client of each interaction."""
    nothing: Any = None
    async with Tidepool(Service(nothing, StillClock()), nothing) as bot:
        for module in pkgutil.iter_modules(cogs.__path__):
            if not module.ispkg and not module.name.startswith("_"):
                await bot.load_extension(f"cogs.{module.name}")
        yield bot.tree


@pytest.fixture
async def client(store: Store, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A bot whose readers read brackets. One match of Ann and Bob runs, and Ann is to move."""
    bracket_everything(monkeypatch)
    service = Service(store, StillClock(), random.Random(1))
    made = await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    await service.challenges.accept(made.id, BOB)
    return Client(service)


def typed(client: Client, name: str, options: dict[str, object], kind: discord.InteractionType) -> Any:
    """What Discord sends of a command that Ann uses, or is typing."""
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
    interaction = pressed(client, ANN, CHANNEL)
    interaction.data = {
        "name": first,
        "type": 1,
        "options": [{"type": 1, "name": rest, "options": given}] if rest else given,
    }
    interaction.type, interaction.message, interaction.command = kind, None, None
    interaction.command_failed, interaction._state = False, None
    return interaction


def test_no_command_is_left_out(tree: app_commands.CommandTree[Tidepool]) -> None:
    games = {key.replace("_", "-") for key in GAMES} - {"konane"}
    names = {one.qualified_name for one in tree.walk_commands() if isinstance(one, app_commands.Command)}
    assert set(COMMANDS) | DOCS == {name for name in names if name.partition(" ")[0] not in games}


@pytest.mark.parametrize("name", COMMANDS)
async def test_every_answer_is_said_in_the_language_of_its_reader(
    tree: app_commands.CommandTree[Tidepool], client: Client, name: str
) -> None:
    interaction = typed(client, name, GIVEN.get(name, {}), discord.InteractionType.application_command)
    try:
        await tree._call(interaction)
    except app_commands.AppCommandError as error:
        await tree.on_error(interaction, error)
    said = [text for answer in interaction.answers.sent for text in words_in(answer)]
    assert "".join(said)
    assert {text: words for text in said if (words := left_out(text))} == {}


@pytest.mark.parametrize(
    ("name", "option"), [("konane board", "match"), ("match abort", "match"), ("notifications", "zone")]
)
async def test_every_suggestion_is_said_in_the_language_of_its_reader(
    tree: app_commands.CommandTree[Tidepool], client: Client, name: str, option: str
) -> None:
    suggested: list[app_commands.Choice[str]] = []

    async def autocomplete(choices: list[app_commands.Choice[str]]) -> None:
        suggested.extend(choices)

    interaction = typed(client, name, {option: ""}, discord.InteractionType.autocomplete)
    interaction.command = SimpleNamespace(name=name.rpartition(" ")[2])
    interaction.namespace = SimpleNamespace(match=None)
    interaction.response.autocomplete = autocomplete
    await tree._call(interaction)
    assert suggested
    assert {choice.name: words for choice in suggested if (words := left_out(choice.name))} == {}
