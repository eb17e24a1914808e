"""A backup is restored in mid-match: Discord shows boards that the database does not know."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.workers import beginning

if TYPE_CHECKING:
    from tests.e2e.conftest import House

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


async def test_boards_that_came_after_the_backup_lose_their_buttons_and_the_match_goes_on(own_house: House) -> None:
    match = await own_house.room().match()
    moves = beginning(5)
    for number, move in enumerate(moves):
        if number == 2:
            await told(own_house, "backup", str(own_house.database.with_name("copy")))
        await match.move(number % 2, move)
        await match.post(number + 2)
    unknown = match.posts()[-1]
    picker = await match.seats[1].click(unknown, "Move")
    await own_house.bot.stop()
    await told(own_house, "restore", str(own_house.database.with_name("copy")))
    own_house.sandbox.trouble.fail_next(100, status=500, path=r"GET /channels/\d+/messages.*")  # it finds no board yet
    await own_house.bot.start()

    for seat, message, label in ((0, unknown, "Resign"), (1, picker, picker.buttons[0].label)):
        refused = await (await match.seats[seat].click(message, label)).settled()
        assert "I do not know that board any more" in refused.content, label
        assert "The newest is the board after move 2" in refused.content, label
    own_house.sandbox.trouble.clear()
    now = await match.post(len(moves) + 2)
    assert (now.attachments[0].filename, now.pinged) == (f"konane-{match.code}-3.png", ())
    await own_house.sandbox.wait_for(
        lambda: [bool(post.buttons) for post in match.posts()] == [False] * (len(moves) + 1) + [True],
        what="one live board, the newest",
    )
    await match.move(0, moves[2])
    assert (await match.post(len(moves) + 3)).pinged == (match.room.bob.user.id,)
