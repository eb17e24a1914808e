"""What people see when Discord, the network or the machine fails, and when strangers interfere."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from cogs.ui.acts.welcome import MANAGERS
from sandbox import Message
from sandbox.discord.posting import Form, compose
from sandbox.discord.uploads import Upload
from tests.e2e.conftest import House
from tests.e2e.rooms import Match, Room, labels, play_chosen
from tests.support.everything import told

POST = r"POST /channels/\d+/messages$"


def own_posts(match: Match) -> list[Message]:
    """The boards of a match that the bot itself has posted."""
    bot = match.room.sandbox.world.bot.id
    return [post for post in match.posts() if post.author_id == bot]


async def move_and_kill(house: House, match: Match, seat: int, move: str) -> None:
    """Play a move that counts but is not shown: the bot is killed before Discord has its answer."""
    house.sandbox.trouble.slow_next(60, path="/callback")
    moving = asyncio.create_task(match.move(seat, move))
    await house.noted("SELECT 1 FROM move WHERE match_id = ? AND text = ?", match.id, move)
    await house.bot.kill()
    house.sandbox.trouble.clear()
    assert (await moving).state == "failed"


def upload(room: Room, filename: str) -> Message:
    """Let Carol, who does not play, post a file of this name.

    The bot can read the message because it mentions the bot.
    """
    world, carol = room.sandbox.world, room.carol
    files = {0: Upload(filename, b"\x89PNG")}
    return compose(world, carol.channel, carol.user, Form({"content": f"{world.bot.mention} look"}, files))


async def test_a_strangers_file_with_the_name_of_a_board_suppresses_neither_board_nor_ping(own_house: House) -> None:
    room = own_house.room()
    match = await room.match()
    await move_and_kill(own_house, match, 0, "d5")
    upload(room, f"konane-{match.code}-2.png")
    await own_house.bot.start()
    await own_house.sandbox.wait_for(
        lambda: len(own_posts(match)) == 2, what="the board though a stranger posted its name"
    )
    assert own_posts(match)[-1].pinged == (room.bob.user.id,)


async def confirmed(match: Match, seat: int, move: str) -> str:
    """Choose a move in the picker. Returns what the player reads then."""
    person = match.seats[seat]
    picker = await person.click(match.posts()[-1], "Move")
    return (await play_chosen(person, picker, next(label for label in labels(picker) if label.endswith(move)))).content


async def shown_once(match: Match, count: int, pinged: str) -> None:
    """Check that exactly `count` boards are shown, at once; the newest pinged this person and has the only buttons."""
    await asyncio.wait_for(match.post(count), 15)  # the outbox alone would take 20 s
    await match.room.sandbox.wait_for(
        lambda: [bool(post.buttons) for post in match.posts()] == [False] * (count - 1) + [True], what="one live board"
    )
    assert match.posts()[-1].pinged == (pinged,)


@pytest.mark.parametrize("after", [False, True])
async def test_a_connection_that_breaks_delays_no_board_and_leaves_nobody_without_an_answer(
    troubled_room: Room, after: bool
) -> None:
    room, trouble = troubled_room, troubled_room.sandbox.trouble
    match = await room.match()
    trouble.cut_next(path="/callback", after=after)  # the board is the answer
    assert (await match.move(0, "d5")).state == "message"
    await shown_once(match, 2, room.bob.user.id)
    trouble.cut_next(path=POST, after=after)  # the board is posted beside the answer
    assert "You played" in await confirmed(match, 1, "d4")
    await shown_once(match, 3, room.alice.user.id)
    trouble.cut_next(path="/callback", after=after)  # a private answer
    assert (await room.alice.click(match.posts()[-1], "My board")).state == "message"


@pytest.mark.parametrize("command", ["/konane board", "/matches"])
async def test_a_board_that_a_moderator_has_deleted_is_posted_again_without_a_ping(
    troubled_room: Room, command: str
) -> None:
    room = troubled_room
    match = await room.match()
    await match.move(0, "d5")
    deleted = await match.post(2)
    room.sandbox.trouble.delete_message(deleted)
    assert (await room.alice.slash(command)).private
    again = await match.post(2)
    assert again.id != deleted.id
    assert again.content == deleted.content.replace(f"<@{room.bob.user.id}>", f"**{room.bob.user.global_name}**")
    assert again.pinged == ()
    assert [button.label for button in again.buttons] == [button.label for button in deleted.buttons]
    await room.alice.slash(command)
    await match.move(1, "d4")
    await shown_once(match, 3, room.alice.user.id)


async def test_a_player_is_told_that_the_database_is_locked(own_house: House) -> None:
    room = own_house.room()
    match = await room.match()
    with closing(sqlite3.connect(own_house.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        typed = await (await match.move(0, "d5")).settled()
        told = "I cannot save anything right now, so nothing has changed. Please try again in a minute."
        assert (typed.private, typed.content) == (True, told)
        picker = await room.alice.click(match.posts()[-1], "Move")
        await play_chosen(room.alice, picker, next(label for label in labels(picker) if label.endswith("d5")))
        await room.alice.sees(
            lambda message: message.private and told in message.content and message.id != typed.interaction.original_id
        )
        other.execute("ROLLBACK")
    await match.move(0, "d5")
    assert (await match.post(2)).pinged == (room.bob.user.id,)


async def test_what_the_gateway_delivers_twice_is_done_and_answered_once(
    shared_house: House, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = room.sandbox.gateway
    once = gateway.dispatch

    def twice(event: str, data: Any, **more: Any) -> None:
        for _ in range(2):
            once(event, data, **more)

    monkeypatch.setattr(gateway, "dispatch", twice)
    asked = await room.alice.slash("/konane challenge", opponent=room.bob.user.id, side="first")
    began = await room.bob.click(await room.public(asked), "Accept")
    await began.settled()
    assert await shown(shared_house, room, "Move") == began.content
    await (await room.alice.slash("/konane move", move="d5")).settled()
    assert (await shown(shared_house, room, "Move")).startswith(room.bob.user.mention)
    await (await room.carol.slash("/konane practice", side="first")).settled()
    await shown(shared_house, room, "Hint")


async def shown(house: House, room: Room, button: str) -> str:
    """The text of the only public message with this button, once the bot has nothing more to do."""

    def found() -> list[str]:
        posts = room.sandbox.world.messages(room.channel)
        return [post.text for post in posts if not post.private and any(one.label == button for one in post.buttons)]

    await room.sandbox.wait_for(lambda: len(found()) == 1, what=f"one message with {button}")
    await house.calm()
    (text,) = found()
    return text


async def test_a_stop_waits_for_the_line_that_follows_a_command(own_house: House) -> None:
    """It is a request of its own, after the answer."""
    own_house.sandbox.trouble.slow_next(1, path="POST /webhooks")
    answer = await own_house.room().owner().slash("/help")
    await own_house.noted("SELECT 1 FROM server")
    assert await own_house.bot.stop() == 0
    assert MANAGERS.split("`")[0] in told(answer)
