"""The bot's application: its database, and its commands on Discord."""

import sqlite3
from contextlib import closing

import pytest

from sandbox import Sandbox
from sandbox.bot_process import BotDied
from sandbox.discord.commands import stored
from tests.e2e.conftest import House
from tests.support.patience import PatientBot

BELONGS = "SELECT value FROM memory WHERE key = 'application'"


async def test_a_database_without_an_application_adopts_the_next_one_and_stays_with_it(own_house: House) -> None:
    match = await own_house.room().match()
    first = own_house.sandbox.world.bot.id
    assert [row["value"] for row in own_house.rows(BELONGS)] == [first]
    await own_house.bot.stop()
    with closing(sqlite3.connect(own_house.database)) as database, database:
        database.execute(
            "DELETE FROM memory WHERE key = 'application'"
        )  # a file of the first versions has no application
    async with Sandbox() as another, PatientBot(another, own_house.database) as bot:
        adopted = another.world.bot.id
        assert adopted != first
        assert [row["value"] for row in own_house.rows(BELONGS)] == [adopted]
        assert "belongs to" not in bot.errors
    before = own_house.rows("SELECT * FROM memory ORDER BY key")
    with pytest.raises(BotDied, match=r"exit code 4\b"):
        await own_house.bot.start()
    assert f"python bot.py adopt {first}" in own_house.bot.errors
    assert own_house.rows("SELECT * FROM memory ORDER BY key") == before
    assert own_house.rows("SELECT 1 FROM match WHERE id = ?", match.id)


LAUNCH = {"id": "77", "application_id": "1", "version": "1", "type": 4, "name": "launch", "handler": 2, "nsfw": False}


async def test_the_entry_point_that_enable_activities_made_stays(own_house: House) -> None:
    world = own_house.sandbox.world
    await own_house.bot.stop()
    launch = stored(LAUNCH, command_id="77", version="1", application_id=world.bot.id, guild_id=None)
    world.commands[""] = [launch, *world.commands[""][1:]]
    with closing(sqlite3.connect(own_house.database)) as database, database:
        database.execute("DELETE FROM memory WHERE key LIKE 'commands-%'")
    await own_house.bot.start()
    names = {command["name"] for command in world.commands[""]}
    assert {"launch", "help", "konane"} <= names
    assert "did not take" not in own_house.bot.errors
