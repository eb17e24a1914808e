"""Computer players go on thinking after the bot or its helpers were killed: no match is stuck, no move played twice."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games import GAMES
from tests.e2e.computers import practice, turn
from tests.e2e.rooms import Match
from tests.e2e.whereabouts import code_in
from tests.support.patience import HELPERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox import Message
    from tests.e2e.conftest import House
    from tests.e2e.rooms import Room


def helpers(house: House) -> Iterator[int]:
    """The helper processes of the bot."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text(encoding="ascii").rpartition(")")[2].split()[1])
            command = (status.parent / "cmdline").read_bytes()
        except OSError:  # the process has just ended
            continue
        if parent == house.bot.pid and b"processes.py" in command:
            yield int(status.parent.name)


async def thinking(house: House, room: Room) -> Match:
    """A match in which the strongest player of SquAlma is thinking about its first move."""
    begun = await room.alice.slash("/squalma practice", level=5, side="first")
    match = Match(room, "/squalma", code_in(begun), (room.alice, room.alice))
    position = GAMES["squalma"].start()
    moved = await match.move(0, position.format(position.legal_moves()[0]))
    assert moved.message is not None
    assert house.rows("SELECT 1 FROM alarm WHERE kind = 'thought' AND subject = ?", match.id)
    return match


async def answered(house: House, match: Match) -> Message:
    """The board with the computer's answer, of which there must be only one."""
    await house.noted("SELECT 1 FROM match WHERE id = ? AND ply = 2", match.id)
    assert house.rows("SELECT 1 FROM alarm WHERE kind = 'thought'") == []
    return await house.sandbox.wait_for(
        lambda: next((one for one in match.posts() if one.attachments[0].filename.endswith("-3.png")), None),
        HELPERS,
        "the answer",
    )


async def test_an_answer_that_a_kill_kept_from_being_shown_with_the_move_comes_with_a_ping(own_house: House) -> None:
    room = own_house.room()
    match, _ = await practice(room, level=1, side="first")
    room.sandbox.trouble.fail_next(count=100)
    moving = asyncio.create_task(match.move(0, "d5"))
    await own_house.noted("SELECT 1 FROM match WHERE ply = 2")
    await own_house.bot.kill()
    room.sandbox.trouble.clear()
    await moving
    assert len(match.posts()) == 1
    await own_house.bot.start()
    board = await turn(room, match, 3)
    assert board.pinged == (room.alice.user.id,)
    assert len(match.posts()) == 2


@pytest.mark.long
async def test_a_restart_in_mid_thought_begins_it_anew(hasty_house: House) -> None:
    room = hasty_house.room()
    match = await thinking(hasty_house, room)
    await hasty_house.bot.restart(kill=True)
    board = await answered(hasty_house, match)
    assert board.pinged == (room.alice.user.id,)
    assert len([one for one in match.posts() if one.attachments[0].filename.endswith("-3.png")]) == 1


async def test_a_stop_in_mid_thought_does_not_wait_for_it(hasty_house: House) -> None:
    match = await thinking(hasty_house, hasty_house.room())
    assert await hasty_house.bot.stop() == 0
    assert hasty_house.rows("SELECT ply FROM match WHERE id = ?", match.id)[0]["ply"] == 1
    await hasty_house.bot.start()
    await answered(hasty_house, match)


@pytest.mark.long
async def test_a_killed_helper_is_replaced_and_the_thought_tried_again(hasty_house: House) -> None:
    match = await thinking(hasty_house, hasty_house.room())
    killed = await hasty_house.sandbox.wait_for(lambda: list(helpers(hasty_house)), what="a helper")
    for helper in killed:
        os.kill(helper, signal.SIGKILL)
    await answered(hasty_house, match)
    assert set(helpers(hasty_house)).isdisjoint(killed)
