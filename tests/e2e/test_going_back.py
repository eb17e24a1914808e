"""The program of the oldest format that may use a new database plays on in it, and the new program takes over again."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from games import Position
from games.konane import Konane
from sandbox import BotProcess, Sandbox
from storage.formats import OLDEST
from storage.sqlite.opening import prepare
from tests.e2e.rooms import Match, Room
from tests.support.patience import DISCORD
from tests.support.releases import ROOT, last_program_of, with_history

MOVES = ("d5", "d4", "d7-d5", "d2-d4", "f3-d3", "f2-d2")


def oldest_format(folder: Path) -> int:
    """The oldest format whose program may use a new database, as the database says."""
    path = folder / "new.sqlite3"
    prepare(path)
    with closing(sqlite3.connect(path)) as database:
        (value,) = database.execute("SELECT value FROM memory WHERE key = ?", (OLDEST,)).fetchone()
    return int(value)


@pytest.mark.long
@with_history
async def test_the_oldest_program_that_may_plays_on_and_hands_back(tmp_path: Path) -> None:
    program = last_program_of(oldest_format(tmp_path), tmp_path / "before")
    database = tmp_path / "data" / "tidepool.sqlite3"
    position: Position[Any] = Konane.start()
    match: Match | None = None
    async with Sandbox() as sandbox:
        sandbox.interactions.patience = DISCORD
        for number in range(3):
            bot = BotProcess(sandbox, database, program=program if number == 1 else ROOT / "bot.py")
            async with bot:
                if match is None:
                    room = Room.new(sandbox, bot)
                    match = await room.match(clock="3d")
                    other = await room.match("squalma")
                position = await match.replay(position, MOVES[2 * number : 2 * number + 2])
                assert (await match.room.bob.slash("/squalma board", match=other.name)).private
                for page in ("/matches", "/settings", "/notifications", "/profile"):
                    assert (await match.room.alice.slash(page)).private, page
            assert "Traceback" not in bot.errors, bot.errors
            assert " ERROR " not in bot.errors, bot.errors
        assert match is not None
        assert position.ply == len(MOVES)
        assert sandbox.refusals == []
    with closing(sqlite3.connect(database)) as left:
        assert left.execute("PRAGMA quick_check").fetchone() == ("ok",)
        assert left.execute("SELECT ply FROM match WHERE id = ?", (match.id,)).fetchone() == (len(MOVES),)
