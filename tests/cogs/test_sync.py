"""Commands are sent once, and an older version of the program never replaces those of a newer one."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.commands.client import Tidepool
from cogs.commands.tree import CommandTree
from service import Service
from service.clock import Clock
from tests.support.compute import InAThread
from tests.support.presses import trouble


class Notes:
    """The key-value table that both versions share."""

    def __init__(self) -> None:
        self.kept = dict[str, str]()

    async def get_value(self, key: str) -> str | None:
        return self.kept.get(key)

    async def set_value(self, key: str, value: str) -> None:
        self.kept[key] = value


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The id of the first command of each sync."""
    sent = list[int]()

    async def sync(_: CommandTree, *, guild: object = None) -> list[Any]:
        assert guild is None
        sent.append(len(sent) + 1)
        return [SimpleNamespace(name="help", id=len(sent))]

    monkeypatch.setattr(CommandTree, "sync", sync)
    return sent


async def led(notes: Notes, version: str, *commands: str, committed: int = 0) -> int:
    """Let a process of this build lead. Returns the id of its command."""
    no_store: Any = None
    async with Tidepool(Service(no_store, Clock()), notes, InAThread()) as bot:
        tree = CommandTree.of(bot)
        for name in commands:
            tree.command(name=name, description=name)(_nothing)
        await tree.sync_when_changed(notes, version=version, committed=committed)
        other = CommandTree.of(bot)
        await other.load_ids(notes)
        return other.ids["help"]


async def test_an_older_version_leaves_the_commands_of_a_newer_one(sent: list[int]) -> None:
    notes = Notes()
    assert await led(notes, "0.9.0", "help") == 1
    assert await led(notes, "0.9.0", "help") == 1
    assert await led(notes, "0.10.0", "help", "more") == 2
    assert await led(notes, "0.9.0", "help") == 2
    assert await led(notes, "0.9.0+9999999", "help", committed=9) == 2
    assert await led(notes, "0.10.0", "help", "more") == 2
    assert sent == [1, 2]


async def test_an_older_build_leaves_the_commands_of_a_newer_one_of_the_same_version(sent: list[int]) -> None:
    notes = Notes()
    assert await led(notes, "0.9.0", "help") == 1
    assert await led(notes, "0.9.0+4fcf3b4", "help", "more", committed=2_000) == 2
    assert await led(notes, "0.9.0+fffffff", "help", "most", committed=1_000) == 2
    assert await led(notes, "0.9.0", "help") == 2
    assert await led(notes, "0.9.0+0000000", "help", "most", committed=3_000) == 3
    assert sent == [1, 2, 3]


async def test_the_newest_build_that_has_the_commands_counts(sent: list[int]) -> None:
    """The third build has the commands of the first. The second one lies between them, and must not replace them."""
    notes = Notes()
    assert await led(notes, "0.9.0", "help", committed=1_000) == 1
    assert await led(notes, "0.9.0+fffffff", "help", committed=3_000) == 1
    assert await led(notes, "0.9.0+4fcf3b4", "help", "more", committed=2_000) == 1
    assert sent == [1]


async def test_a_server_that_the_bot_had_left_gets_its_commands_again(monkeypatch: pytest.MonkeyPatch) -> None:
    notes, there, sent = Notes(), dict[int | None, list[Any]](), list[int | None]()
    no_store: Any = None

    async def sync(tree: CommandTree, *, guild: discord.Object | None = None) -> list[Any]:
        place = None if guild is None else guild.id
        sent.append(place)
        names = [command.name for command in tree.get_commands(guild=guild)]
        there[place] = [SimpleNamespace(name=name, id=100 * len(sent) + number) for number, name in enumerate(names)]
        return there[place]

    async def fetch(_: CommandTree, *, guild: discord.Object) -> list[Any]:
        return there[guild.id]

    monkeypatch.setattr(CommandTree, "sync", sync)
    monkeypatch.setattr(CommandTree, "fetch_commands", fetch)

    async def started() -> None:
        async with Tidepool(Service(no_store, Clock()), notes, InAThread()) as bot:
            tree = CommandTree.of(bot)
            tree.command(name="help", description="help")(_nothing)
            tree.command(name="owner", description="owner", guild=discord.Object(7))(_nothing)
            await tree.sync_when_changed(notes, 7)
            assert tree.ids["owner"] == there[7][0].id

    await started()
    await started()
    assert sent == [None, 7]
    there[7] = []
    await started()
    await started()
    assert sent == [None, 7, 7]


@pytest.mark.parametrize(
    "error",
    [
        *(trouble(code, status) for code, status in ((50240, 400), (50035, 400), (30034, 429), (0, 403), (0, 401))),
        TypeError("a page of a proxy in place of a list"),
        KeyError("id"),
    ],
)
async def test_a_refused_sync_leaves_the_commands_that_are_there_and_is_tried_again(
    sent: list[int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    notes = Notes()
    assert await led(notes, "0.9.0", "help") == 1

    async def refuse(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(CommandTree, "sync", refuse)
        assert await led(notes, "0.10.0", "help", "more") == 1
    assert [record.levelname for record in caplog.records if record.name != "discord.state"] == ["ERROR"]
    assert sent == [1]
    assert await led(notes, "0.10.0", "help", "more") == 2


async def test_a_sync_that_discord_delays_for_hours_is_given_up(
    sent: list[int], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    notes = Notes()
    assert await led(notes, "0.9.0", "help") == 1

    async def hang(*_: object, **__: object) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(CommandTree, "sync", hang)
    monkeypatch.setattr("cogs.commands.tree.PATIENCE", 0)
    assert await led(notes, "0.10.0", "help", "more") == 1
    assert "did not take the commands" in caplog.text
    assert sent == [1]


async def _nothing(interaction: discord.Interaction) -> None:
    pass
