"""Everybody is answered in time although the disk and the drawing are slow: the bot tells Discord to wait."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import tests.support.slow_bot
from sandbox import BotProcess, Driver, Sandbox
from tests.e2e.rooms import Room

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sandbox import Answer

TOO_LONG = 3.5
"""Seconds for which Discord does not wait unless it is told to."""


class SlowRoom:
    """A channel whose bot can be made slow."""

    def __init__(self, room: Room, slow: Path) -> None:
        self.room = room
        self._slow = slow

    def take(self, *, transaction: float = 0.0, picture: float = 0.0) -> None:
        """Let each transaction, and each picture, take so many seconds longer from now on."""
        draft = self._slow.with_suffix(".draft")
        draft.write_text(f"{transaction} {picture}", encoding="utf-8")
        draft.replace(self._slow)  # the file is complete at every moment


@pytest.fixture(scope="module")
async def slow_room(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SlowRoom]:
    folder = tmp_path_factory.mktemp("slow")
    (folder / "slow").write_text("0 0", encoding="utf-8")
    program = Path(tests.support.slow_bot.__file__)
    async with (
        Sandbox() as sandbox,
        BotProcess(sandbox, folder / "tidepool.sqlite3", program=program, SLOW=str(folder / "slow")) as bot,
    ):
        yield SlowRoom(Room.new(sandbox, bot), folder / "slow")
        assert "Traceback" not in bot.errors, bot.errors
        assert sandbox.refusals == []


async def answered(answer: Answer) -> Answer:
    """The answer, once it no longer says that the bot is thinking. It must have come in time."""
    assert answer.state != "failed", answer
    return await answer.settled()


async def test_a_burst_of_many_people_is_answered_in_time(slow_room: SlowRoom) -> None:
    room = slow_room.room
    match = await room.match()
    board = await match.post()
    people = [room.sandbox.world.add_user(f"Guest {number}") for number in range(40)]
    guests = [Driver(room.sandbox, person, room.channel) for person in people]
    slow_room.take(picture=0.3)
    answers = await asyncio.gather(*(guest.click(board, "My board") for guest in guests))
    assert [one for one in answers if one.state == "failed"] == []
    for guest in guests:
        await guest.sees(lambda one: one.private and one.attachments)


@pytest.mark.long
async def test_a_slow_disk_and_slow_drawing_leave_nobody_without_an_answer(slow_room: SlowRoom) -> None:
    room = slow_room.room
    slow_room.take()
    match = await room.match()

    slow_room.take(transaction=TOO_LONG)  # after a public answer the board is a message of its own, which pings
    assert (await match.move(0, "d5")).state == "deferred"
    board = await match.post(2)
    assert board.pinged == (room.bob.user.id,)
    await room.sandbox.wait_for(lambda: not any(one.loading for one in room.alice.messages()), what="no thinking")
    assert len(match.posts()) == 2

    slow_room.take(picture=TOO_LONG)  # a private answer to a button, and another to a command
    picker = await room.bob.click(board, "Move")
    assert picker.state == "update"  # Discord was told to wait, which nobody sees
    picker_message = await room.bob.sees(lambda one: one.private and one.attachments)
    assert picker_message.only_for == room.bob.user.id
    looked = await answered(await room.bob.slash("/konane board"))
    assert looked.private
    assert looked.message is not None
    assert looked.message.attachments

    label = next(one.label for one in picker_message.buttons if one.label.endswith("d4"))
    preview = await room.bob.click(picker_message, label)  # an answer that replaces the message with the used button
    assert preview.state == "update"
    changed = await room.bob.sees(lambda one: any(part.label == "Confirm" for part in one.buttons))
    assert changed.id == picker_message.id

    slow_room.take(transaction=TOO_LONG)
    assert (await room.bob.click(changed, "Confirm")).state == "update"
    assert (await match.post(3)).pinged == (room.alice.user.id,)
    await room.bob.sees(lambda one: one.id == changed.id and "You played" in one.content)

    challenge = await room.alice.slash("/squalma challenge", opponent=room.bob.user.id)
    assert challenge.state == "deferred"
    posted = await room.bob.sees(lambda one: any(part.label == "Accept" for part in one.buttons))
    assert posted.pinged == (room.bob.user.id,)
