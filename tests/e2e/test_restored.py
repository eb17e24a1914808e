"""A backup is restored in mid-match: Discord shows boards that the database does not know."""

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sandbox import Message
from tests.e2e.conftest import House
from tests.e2e.rooms import Match
from tests.support.workers import beginning

BOT = Path(__file__).parents[2] / "bot.py"

pytestmark = pytest.mark.long


async def told(house: House, *command: str) -> None:
    """Give a command to `bot.py` about the database of this house."""
    environment = {**os.environ, "TIDEPOOL_DATABASE": str(house.database), "TIDEPOOL_BACKUPS": ""}
    asking = await asyncio.create_subprocess_exec(
        *(sys.executable, str(BOT), *command), env=environment, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await asking.communicate()
    assert asking.returncode == 0, said


async def set_back(house: House) -> tuple[Match, Message]:
    """A match that is set back to the board after move 2 when it had come to move 5, and the board of then."""
    match = await house.room().match()
    copy = str(house.database.with_name("copy"))
    for number, move in enumerate(beginning(5)):
        if number == 2:
            await told(house, "backup", copy)
        await match.move(number % 2, move)
        await match.post(number + 2)
    await house.bot.stop()
    await told(house, "restore", copy)
    return match, match.posts()[-1]


async def refused(match: Match, unknown: Message) -> None:
    """Check that the button of a board that the database does not know says so."""
    for seat, label in ((0, "Resign"), (1, "Resign")):
        answer = await (await match.seats[seat].click(unknown, label)).settled()
        assert "That board is no longer valid" in answer.content
        assert "Use the board after move 2" in answer.content


async def goes_on(house: House, match: Match) -> None:
    """Check that only the board of now has buttons, and play on."""
    now = await match.post(7)
    assert (now.attachments[0].filename, now.pinged) == (f"konane-{match.code}-3.png", ())
    await house.sandbox.wait_for(
        lambda: [bool(post.buttons) for post in match.posts()] == [False] * 6 + [True], what="one live board"
    )
    await match.move(0, beginning(5)[2])
    assert (await match.post(8)).pinged == (match.room.bob.user.id,)


async def test_boards_that_came_after_the_backup_lose_their_buttons_and_the_match_goes_on(own_house: House) -> None:
    match, unknown = await set_back(own_house)
    own_house.sandbox.trouble.fail_next(100, status=500, path=r"GET /channels/\d+/messages.*")  # it finds no board yet
    await own_house.bot.start()
    await refused(match, unknown)
    own_house.sandbox.trouble.clear()
    await goes_on(own_house, match)


async def test_who_uses_such_a_board_lets_it_lose_its_buttons(own_house: House) -> None:
    """Nobody has noted that the database was set back, as where PostgreSQL is restored by its own program."""
    match, unknown = await set_back(own_house)
    with closing(sqlite3.connect(own_house.database, isolation_level=None)) as database:
        database.execute("UPDATE memory SET value = '' WHERE key = 'restored'")
    await own_house.bot.start()
    await refused(match, unknown)
    await goes_on(own_house, match)
