"""`/privacy` in the sandbox: the page, the file, and two questions before somebody is forgotten."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest

from tests.e2e.conftest import House
from tests.e2e.rooms import Match, Room
from tests.e2e.whereabouts import server
from tests.support.patience import HELPERS
from tests.support.shares import share

MOVES = ("d5", "d4", "b5-d5", "d2-d4", "b3-b5", "c3-c5", "b1-b3", "c1-c3", "b3-d3", "d4-d2")


async def test_somebody_takes_their_data_along_and_is_forgotten(room: Room, shared_house: House) -> None:
    match = await room.match()
    page = await room.alice.slash("/privacy")
    assert page.private
    assert "**1 match** with its moves" in page.content
    assert "You have 1 running match" in page.content
    handed = await room.alice.click(page, "Export")
    assert handed.private
    held = json.loads(await room.sandbox.png(handed.post.attachments[0]))
    assert held["person"] == int(room.alice.user.id)
    assert [row["id"] for row in held["held"]["match"]] == [match.id]

    asked = await room.alice.click(page, "Forget me")
    assert "cannot be undone" in asked.content
    kept = await room.alice.click(asked, "Keep everything")
    assert "What Tidepool stores" in kept.content
    asked = await room.alice.click(kept, "Forget me")
    done = await room.alice.click(asked, "Forget me for good")
    assert "no longer stores anything about you" in done.content
    board = await match.post(2)
    assert room.alice.user.global_name not in board.content
    assert room.alice.user.id not in board.content
    await shared_house.noted("SELECT 1 FROM match WHERE id = ? AND ending = 'aborted_first'", match.id)
    assert not shared_house.rows("SELECT 1 FROM person WHERE id = ?", int(room.alice.user.id))


@pytest.mark.parametrize("old_boards", ["line", "all"])
async def test_old_boards_and_challenges_lose_the_name(
    troubled_room: Room, shared_house: House, old_boards: str
) -> None:
    """The board that was posted again may be deleted before it is edited, which Discord then refuses."""
    _, channel = server(troubled_room, f"Old boards: {old_boards}")
    people = (troubled_room.alice.at(channel), troubled_room.bob.at(channel), troubled_room.carol.at(channel))
    room = Room(troubled_room.sandbox, troubled_room.bot, channel, *people)
    await room.carol.forge(await room.carol.slash("/server"), "t1:serve:0:0:keep", old_boards)
    match = await room.match()
    for number, text in enumerate(("d5", "d4", "d7-d5"), 1):
        await match.move((number - 1) % 2, text)
        await match.post(number + 1)
    name = room.alice.user.global_name
    await room.sandbox.wait_for(
        lambda: len([message for message in match.posts() if message.buttons]) == 1, what="old boards"
    )
    pictures = {message.id: file.id for message in match.posts() for file in message.attachments}
    assert len(pictures) == (4 if old_boards == "all" else 1)
    await room.bob.click(await room.bob.slash("/profile", user=room.alice.user.id), "Post it here")
    room.sandbox.move_clock(600)  # a board that was posted again, not at the time of a move
    await match.act(room.bob, "Post the board again")
    await match.post(5)
    asked = await room.alice.click(await room.alice.slash("/privacy"), "Forget me")
    await room.alice.click(asked, "Forget me for good")
    await match.post(6)

    def named() -> list[str]:
        messages = [message for message in room.sandbox.world.messages(room.channel) if not message.private]
        return [
            message.content for message in messages if name in message.content or room.alice.user.id in message.content
        ]

    assert named()
    async with asyncio.timeout(HELPERS):
        while shared_house.rows("SELECT 1 FROM outbox WHERE kind = 'erasure'"):
            room.sandbox.move_clock(11)
            await shared_house.calm()
    assert named() == []
    redrawn = {message.id: file for message in match.posts() for file in message.attachments}
    assert (redrawn.keys() >= pictures.keys()) == (old_boards == "all")
    assert all(file.id not in pictures.values() for file in redrawn.values()), "the name stood in each of them"
    assert all("deleted player" in (file.description or "") for file in redrawn.values())
    assert all(f"-{match.code}-" in file.filename for file in redrawn.values())
    assert match.posts()[1].content == f"Move 1 · deleted player d5 · #{match.code}"


@pytest.mark.parametrize("ahead", share(3, [(7200,), (15,), (-7200,)]))
async def test_old_boards_lose_the_name_although_the_clock_of_the_machine_was_wrong(
    own_house: House, ahead: int
) -> None:
    own_house.sandbox.trouble.set_bot_clock(ahead)
    match = await _played(own_house)
    own_house.sandbox.trouble.set_bot_clock(0)
    assert await _lines_with_the_name(own_house, match) == []


@pytest.mark.parametrize("ahead", share(2, [(7200,), (15,)]))
async def test_old_boards_of_an_earlier_version_lose_the_name_although_the_clock_was_ahead(
    own_house: House, ahead: int
) -> None:
    match = await _played(own_house)
    bob = match.room.bob
    await bob.click(await bob.slash("/konane resign", match=match.code), "Resign")
    await match.post(len(MOVES) + 2)
    await own_house.bot.stop()
    with closing(sqlite3.connect(own_house.database)) as database:
        database.execute("UPDATE event SET at = at + ?", (ahead,))  # as programs did that kept the machine's time
        database.commit()
    await own_house.bot.start()
    assert await _lines_with_the_name(own_house, match) == []


async def _played(house: House) -> Match:
    """A match of Alice and Bob with a minute between any two moves."""
    match = await house.room().match()
    for number, text in enumerate(MOVES):
        await match.move(number % 2, text)
        await match.post(number + 2)
        house.sandbox.move_clock(60)
    return match


async def _lines_with_the_name(house: House, match: Match) -> list[str]:
    """The posts of the match that name Alice after she was forgotten."""
    alice = match.room.alice
    asked = await alice.click(await alice.slash("/privacy"), "Forget me")
    await alice.click(asked, "Forget me for good")
    await match.post(len(MOVES) + 2)
    async with asyncio.timeout(HELPERS):
        while house.rows("SELECT 1 FROM outbox WHERE kind = 'erasure'"):
            house.sandbox.move_clock(11)
            await house.calm()
    return [message.content for message in match.posts() if alice.user.global_name in message.content]


async def test_the_last_board_of_a_rated_match_comes_although_one_of_its_players_was_forgotten(
    room: Room, shared_house: House
) -> None:
    match = await room.match(rated=True)
    for number, text in enumerate(("d5", "d4", "d7-d5", "d2-d4")):
        await match.move(number % 2, text)
    await match.post(5)
    asked = await room.alice.click(await room.alice.slash("/privacy"), "Forget me")
    await room.alice.click(asked, "Forget me for good")
    board = await match.post(6)
    bob = room.bob.user.global_name
    assert board.pinged == (room.bob.user.id,)
    told = f" · Ratings: **{bob}** 1500 → 1662 · {bob} leads 1-0"
    assert told in board.content
    async with asyncio.timeout(HELPERS):
        while shared_house.rows("SELECT 1 FROM outbox WHERE kind = 'erasure'"):
            room.sandbox.move_clock(11)
            await shared_house.calm()
    assert told in match.posts()[-1].content, "older boards have lost the name, and the last one still says this"
    assert "**deleted player** resigned" in match.posts()[-1].content
