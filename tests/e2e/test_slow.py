"""Everybody is answered in time although the disk and the drawing are slow: the bot tells Discord to wait."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import tests.support.slow_bot
from cogs.wire.replies import PATIENCE as WAITS_UNTOLD
from games import GAMES, Position
from sandbox import Answer, BotProcess, Sandbox
from sandbox.discord.interactions import PATIENCE as DISCORD_WAITS
from tests.e2e.rooms import Match, Room, play_button
from tests.support.patience import patience

TOO_LONG = 3.5
"""Seconds for which Discord does not wait unless it is told to."""
PATIENT = 4 * DISCORD_WAITS
"""Seconds for which Discord waits for a hundred people at once. The bot tells it after WAITS_UNTOLD seconds to wait on.

What is slow on purpose takes longer than this for most of them, so they would be left without an answer. What the
machine itself takes must not: a busy one is several times slower."""
HANGS = 300.0
"""Seconds after which a test no longer waits for what was promised."""


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
        BotProcess(
            sandbox, folder / "tidepool.sqlite3", program=program, SLOW=str(folder / "slow"), TIDEPOOL_LIMITS="off"
        ) as bot,
    ):
        room = Room.new(sandbox, bot)
        await room.keep_old_boards()
        yield SlowRoom(room, folder / "slow")
        assert "Traceback" not in bot.errors, bot.errors
        assert sandbox.refusals == []


async def answered(answer: Answer) -> Answer:
    """The answer, once it no longer says that the bot is thinking. It must have come in time."""
    assert answer.state != "failed", answer
    return await answer.settled(HANGS)


class Pair:
    """Two people with a match in a channel of their own, who both use the bot as fast as they can."""

    def __init__(self, match: Match, game: str) -> None:
        self._match = match
        self._position: Position[Any] = GAMES[game].start()
        self.waits: list[float] = []
        """Seconds until each answer came whole, with its board."""

    @classmethod
    async def begin(cls, room: Room, game: str) -> Pair:
        return cls(await room.match(game), game)

    async def play(self, until: float) -> None:
        """One moves while the other presses a button, at least once and again until that time of the event loop."""
        while not self.waits or asyncio.get_running_loop().time() < until:
            await asyncio.gather(self._timed(self._move), self._timed(self._look))
        assert len(self._match.posts()) == 1 + len(self.waits) / 2, "a board was posted twice"

    async def _timed(self, act: Callable[[], Awaitable[None]]) -> None:
        begun = asyncio.get_running_loop().time()
        await act()
        self.waits.append(asyncio.get_running_loop().time() - begun)

    async def _move(self) -> None:
        position, match, boards = self._position, self._match, len(self._match.posts())
        move = position.legal_moves()[0]
        await answered(await match.move(position.turn, position.format(move)))
        await match.room.sandbox.wait_for(lambda: len(match.posts()) > boards, HANGS, f"a board of {match.name}")
        self._position = position.play(move)
        board = await match.post(boards + 1)
        assert self._position.result() or board.pinged == (match.seats[self._position.turn].user.id,)

    async def _look(self) -> None:
        person = self._match.seats[1 - self._position.turn]
        answer = await answered(await person.click(self._match.posts()[-1], "My board"))
        since = int(answer.interaction.id)
        await person.sees(
            lambda message: message.private and message.attachments and int(message.id) > since, timeout=HANGS
        )


async def fifty_pairs(slow_room: SlowRoom) -> list[Pair]:
    """100 people who begin their matches at once, and are answered in time."""
    sandbox, bot = slow_room.room.sandbox, slow_room.room.bot
    games = itertools.islice(itertools.cycle(sorted(GAMES)), 50)
    return await asyncio.gather(*(Pair.begin(Room.new(sandbox, bot), game) for game in games))


async def play_at_once(pairs: list[Pair], seconds: float) -> None:
    """Let all of them use the bot flat out on a machine that is too slow for that."""
    until = asyncio.get_running_loop().time() + seconds
    await asyncio.gather(*(pair.play(until) for pair in pairs))
    waits = sorted(wait for pair in pairs for wait in pair.waits)
    assert waits[len(waits) // 2] > WAITS_UNTOLD, "there was no queue: most did not have to wait"
    assert waits[-1] > PATIENT, "there was no queue: nobody had to wait for long"


@pytest.mark.long
async def test_a_hundred_people_are_answered_in_time_for_a_minute(slow_room: SlowRoom) -> None:
    slow_room.take(transaction=0.03, picture=0.1)  # challenges and first boards have a queue, too
    with patience(slow_room.room.sandbox, PATIENT):
        pairs = await fifty_pairs(slow_room)
        slow_room.take(transaction=0.05, picture=0.3)
        await play_at_once(pairs, 60)


@pytest.mark.long
async def test_a_slow_disk_and_slow_drawing_leave_nobody_without_an_answer(slow_room: SlowRoom) -> None:
    room = slow_room.room
    slow_room.take()
    await room.bob.slash("/settings", preview=True)
    match = await room.match()

    slow_room.take(transaction=TOO_LONG)  # after a public answer the board is a message of its own, which pings
    assert (await match.move(0, "d5")).state == "deferred"
    board = await match.post(2)
    assert board.pinged == (room.bob.user.id,)
    await room.sandbox.wait_for(
        lambda: not any(message.loading for message in room.alice.messages()), what="no thinking"
    )
    assert len(match.posts()) == 2

    slow_room.take(picture=TOO_LONG)  # a private answer to a button, and another to a command
    picker = await room.bob.click(board, "Move")
    assert picker.state == "update"  # Discord was told to wait, which nobody sees
    picker_message = await room.bob.sees(lambda message: any(part.label == "Type a move" for part in message.buttons))
    assert picker_message.only_for == room.bob.user.id
    looked = await answered(await room.bob.slash("/konane board"))
    assert looked.private
    assert looked.post.attachments

    label = next(button.label for button in picker_message.buttons if button.label.endswith("d4"))
    preview = await room.bob.click(picker_message, label)  # an answer that replaces the message with the used button
    assert preview.state == "update"
    changed = await room.bob.sees(lambda message: any(part.label == "Play d4" for part in message.buttons))
    assert changed.id == picker_message.id

    slow_room.take(transaction=TOO_LONG)
    assert (await room.bob.click(changed, play_button(changed))).state == "update"
    assert (await match.post(3)).pinged == (room.alice.user.id,)
    await room.bob.sees(lambda message: message.id == changed.id and "You played" in message.content)

    challenge = await room.alice.slash("/squalma challenge", opponent=room.bob.user.id)
    assert challenge.state == "deferred"
    posted = await room.bob.sees(lambda message: any(part.label == "Accept" for part in message.buttons))
    assert posted.pinged == (room.bob.user.id,)
