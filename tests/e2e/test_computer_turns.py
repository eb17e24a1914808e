"""Computer players go on thinking after the bot or its helpers were killed: no match is stuck, no move played twice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from sandbox import Message
from tests.e2e.computers import practice, standing_still, turn
from tests.e2e.conftest import House
from tests.e2e.rooms import Match


@asynccontextmanager
async def thinking(house: House) -> AsyncIterator[Match]:
    """A match in which the strongest player of SquAlma thinks about the first move, at least as long as the context."""
    room = house.room()
    before, _ = await practice(room, "squalma", level=1, side="second")
    await turn(room, before, 2)
    with standing_still(house) as stopped:
        match, _ = await practice(room, "squalma", level=5, side="second")
        assert len(stopped) == 1
        assert house.rows("SELECT 1 FROM alarm WHERE kind = 'thought' AND subject = ?", match.id)
        yield match


async def answered(house: House, match: Match) -> Message:
    """The board with the computer's move, of which there must be only one."""
    await house.noted("SELECT 1 FROM match WHERE id = ? AND ply = 1", match.id)
    assert house.rows("SELECT 1 FROM alarm WHERE kind = 'thought'") == []
    return await turn(match.room, match, 2)


@pytest.mark.long
async def test_a_restart_in_mid_thought_begins_it_anew(hasty_house: House) -> None:
    sandbox, bot = hasty_house.sandbox, hasty_house.bot
    async with thinking(hasty_house) as match:
        restarting = asyncio.create_task(bot.restart(kill=True))
        await sandbox.wait_for(lambda: not bot.running, what="the end of the bot; its helper ends after it")
    await restarting
    board = await answered(hasty_house, match)
    assert board.pinged == (match.room.alice.user.id,)
    assert len([message for message in match.posts() if message.attachments[0].filename.endswith("-2.png")]) == 1


async def test_a_stop_in_mid_thought_does_not_wait_for_it(hasty_house: House) -> None:
    async with thinking(hasty_house) as match:
        assert await hasty_house.bot.stop() == 0
    assert hasty_house.rows("SELECT ply FROM match WHERE id = ?", match.id)[0]["ply"] == 0
    await hasty_house.bot.start()
    await answered(hasty_house, match)
