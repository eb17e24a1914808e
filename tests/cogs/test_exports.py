"""Files with much in them: they are read in few trips, hold nobody up, and are counted by the hour."""

import asyncio
import json
import zipfile
from dataclasses import replace
from typing import Any

import pytest

import tests.support.controls  # noqa: F401 (importing it registers all functions)
from cogs.buttons import use
from cogs.ui.files import records
from matches.codes import code_of
from matches.limits import Limits
from service import Service, lookup, privacy, replay
from storage.sqlite.connection import Connection
from storage.store import Store
from tests.support.matches import ANN, BOB, CHANNEL, StillClock, begin_game
from tests.support.presses import Client, pressed

MATCHES = 7


@pytest.fixture
async def client(store: Store) -> Client:
    """A bot that knows some finished matches, and one that runs."""
    service = Service(store, StillClock(), limits=replace(Limits.off(), exports=2))
    for number in range(MATCHES + 1):
        match = (await begin_game(service)).match
        await service.play.move(match.id, ANN.id, "d5")
        if number < MATCHES:
            await service.play.resign(match.id, BOB.id)
    return Client(service)


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What is sent to the database, by trips."""
    sent: list[list[str]] = []
    execute_all = Connection.execute_all

    async def noted(self: Connection, statements: Any) -> object:
        sent.append([sql for sql, _, _ in statements])
        return await execute_all(self, statements)

    monkeypatch.setattr(Connection, "execute_all", noted)
    return sent


async def press(client: Client, name: str) -> dict[str, Any]:
    """What Ann is answered when she uses a control, which is named or told by its whole custom_id."""
    custom_id = name if name.startswith("t1:") else f"t1:{name}:0:0"
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id, private=False)
    await use(interaction, interaction.data)
    (answer,) = interaction.answers.sent
    return dict(answer)


def content(answer: dict[str, Any]) -> bytes:
    """What the file of an answer holds."""
    return bytes(answer["file"].fp.read())


async def test_all_records_are_read_in_pages(
    client: Client, statements: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookup, "MANY", 3)
    answer = await press(client, "export-all")
    assert answer["content"] == f"The records of your {MATCHES} finished matches."
    with zipfile.ZipFile(answer["file"].fp) as packed:
        assert len(packed.namelist()) == MATCHES
        assert all(b"1. d5" in packed.read(name) for name in packed.namelist())
    moves = [sql for trip in statements for sql in trip if "FROM move" in sql]
    assert len(moves) == 3, "one query for the moves of a page"


async def test_no_more_records_are_written_than_one_file_takes(client: Client) -> None:
    written = await client.service.records.finished_records(ANN.id, MATCHES - 1)
    assert len(written.texts) == MATCHES - 1
    older = await client.service.records.finished_records(ANN.id, MATCHES - 1, written.cursor)
    assert (len(older.texts), older.cursor) == (1, None)
    assert not older.texts.keys() & written.texts.keys()
    assert (await client.service.records.finished_records(ANN.id, MATCHES)).cursor is None


async def test_older_records_are_a_button_away(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_AT_ONCE", MATCHES - 1)
    answer = await press(client, "export-all")
    assert answer["content"] == f"The records of {MATCHES - 1} of your finished matches."
    (older,) = answer["view"].children
    answer = await press(client, older.custom_id)
    assert answer["content"] == "The record of 1 of your finished matches."
    assert "view" not in answer


async def test_what_somebody_holds_is_counted_without_reading_it(client: Client, statements: list[list[str]]) -> None:
    answer = await press(client, "privacy")
    assert f"**{MATCHES + 1} matches** with their moves" in answer["content"]
    assert "You have 1 running match" in answer["content"]
    assert not [sql for trip in statements for sql in trip if "move" in sql or "*" in sql.replace("count(*)", "")]


@pytest.mark.parametrize("name", ["export-all", "privacy-export"])
async def test_others_have_their_turns_while_a_file_is_written(
    client: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(replay, "SLICE", 0)
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counting = asyncio.create_task(count())
    await press(client, name)
    counting.cancel()
    assert turns >= MATCHES


async def test_files_with_much_in_them_are_counted_by_the_hour(client: Client) -> None:
    assert "file" in await press(client, "export-all")
    assert "file" in await press(client, "privacy-export")
    for name in ("export-all", "privacy-export"):
        answer = await press(client, name)
        assert answer["content"].endswith("in the last hour. You can download the next one in 1 hour.")


async def test_older_matches_are_behind_a_button(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy, "IN_ONE_FILE", 5)
    newest = await press(client, "privacy-export")
    assert "This file has the last 5 challenges" in newest["content"]
    (button,) = newest["view"].children
    oldest = await press(client, button.custom_id)
    assert "Here are 3 older challenges" in oldest["content"]
    assert "view" not in oldest
    parts = [json.loads(content(answer))["held"] for answer in (newest, oldest)]
    assert [len(part["match"]) for part in parts] == [5, 3]
    assert [*parts[0]] != [*parts[1]] == ["challenge", "match", "move", "place"]


async def test_a_file_that_discord_would_not_take_is_packed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = await press(client, "privacy-export")
    assert plain["file"].filename == "tidepool.json"
    monkeypatch.setattr(records, "LARGEST", 100)
    answer = await press(client, "privacy-export")
    assert answer["file"].filename == "tidepool.zip"
    with zipfile.ZipFile(answer["file"].fp) as packed:
        held = packed.read("tidepool.json")
    assert held == content(plain)
    assert len(json.loads(held)["held"]["match"]) == MATCHES + 1


async def test_an_export_names_matches_by_their_codes(client: Client) -> None:
    exported = json.loads((await client.service.privacy.export(ANN.id)).text)["held"]
    named = [(row["code"], row["id"]) for table in ("challenge", "match") for row in exported[table]]
    assert named
    assert all(code == f"#{code_of(number)}" for code, number in named)
