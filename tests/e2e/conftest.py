"""One sandbox and one bot process for all end-to-end tests of a worker; each test has a channel of its own."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandbox import BotProcess, Entry, Sandbox
from tests.e2e.rooms import Room
from tests.support.patience import HELPERS, PatientBot

LIMITS = "challenges=off, challenges_to_one=off, challenges_in_server=off, matches_of_pair=off, pings=off"
"""The limits of the shared bot: its tests play more than people do. `test_limits` has the usual limits."""


ABOUT = re.compile(r"/(?:channels|interactions)/(\d+)")


@dataclass
class House:
    """A sandbox with the bot in it."""

    sandbox: Sandbox
    bot: BotProcess
    database: Path

    def room(self) -> Room:
        return Room.new(self.sandbox, self.bot)

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """The rows that a query finds in the bot's database."""
        with closing(sqlite3.connect(f"{self.database.as_uri()}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            return database.execute(sql, values).fetchall()

    def refused(self, since: int, began: str) -> list[Entry]:
        """What Discord has refused since there were so many refusals, of what is not older than this id.

        Where an earlier test took a channel away, the bot later retries what is queued there.
        """
        refused = self.sandbox.refusals[since:]
        return [entry for entry in refused if not (about := ABOUT.search(entry.path)) or int(about[1]) > int(began)]

    async def calm(self) -> None:
        """Wait until the bot has sent Discord no request for a moment."""
        quiet = 0
        while quiet < 5:
            await asyncio.sleep(0.02)
            quiet = 0 if self.sandbox.log.open else quiet + 1

    async def noted(self, sql: str, *values: object) -> None:
        """Wait until the query finds a row."""
        await self.sandbox.wait_for(lambda: self.rows(sql, *values), HELPERS, f"{sql} {values}")


@pytest.fixture(scope="session")
async def shared_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    database = tmp_path_factory.mktemp("bot") / "tidepool.sqlite3"
    settings = {"TIDEPOOL_LIMITS": LIMITS, "BOARD_WAITS": str(HELPERS)}
    async with Sandbox() as sandbox, PatientBot(sandbox, database, **settings) as bot:
        yield House(sandbox, bot, database)
        assert "Traceback" not in bot.errors, bot.errors


@pytest.fixture
async def room(shared_house: House) -> AsyncIterator[Room]:
    """A channel with Alice, Bob and Carol. Discord must refuse none of the bot's requests in the test."""
    since, began = len(shared_house.sandbox.refusals), shared_house.sandbox.world.snowflakes.next()
    yield shared_house.room()
    assert shared_house.refused(since, began) == []


@pytest.fixture
async def troubled_room(shared_house: House) -> AsyncIterator[Room]:
    """Like `room`, for tests in which Discord refuses something on purpose."""
    yield shared_house.room()
    shared_house.sandbox.trouble.clear()
    await shared_house.calm()  # a late refusal must not count in the next test


@pytest.fixture
async def own_house(tmp_path: Path) -> AsyncIterator[House]:
    """A sandbox and a bot for this test alone, to be killed and restarted."""
    database = tmp_path / "data" / "tidepool.sqlite3"
    async with Sandbox() as sandbox, PatientBot(sandbox, database, TIDEPOOL_LIMITS=LIMITS) as bot:
        yield House(sandbox, bot, database)
        assert "Traceback" not in bot.errors, bot.errors


@pytest.fixture
async def hasty_house(tmp_path: Path) -> AsyncIterator[House]:
    """Like `own_house`, but each move is shown at once, and the computer player's answer after it: one at a time."""
    database = tmp_path / "data" / "tidepool.sqlite3"
    async with Sandbox() as sandbox, PatientBot(sandbox, database, BOARD_WAITS="0", TIDEPOOL_THINKERS="1") as bot:
        yield House(sandbox, bot, database)
        assert "Traceback" not in bot.errors, bot.errors
