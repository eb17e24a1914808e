"""What people see when Discord, the network or the machine fail, and when strangers interfere."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sandbox.discord.posting import Form, compose
from sandbox.discord.uploads import Upload

if TYPE_CHECKING:
    from sandbox import Message
    from tests.e2e.conftest import House
    from tests.e2e.rooms import Match, Room


def own_posts(match: Match) -> list[Message]:
    """The boards of a match that the bot has posted."""
    bot = match.room.sandbox.world.bot.id
    return [post for post in match.posts() if post.author_id == bot]


async def move_and_kill(house: House, match: Match, seat: int, move: str) -> None:
    """Play a move that counts and that nobody is shown: the bot is killed before Discord has its answer."""
    house.sandbox.trouble.slow_next(60, path="/callback")
    moving = asyncio.create_task(match.move(seat, move))
    await house.noted("SELECT 1 FROM move WHERE match_id = ? AND text = ?", match.id, move)
    await house.bot.kill()
    house.sandbox.trouble.clear()
    assert (await moving).state == "failed"


def upload(room: Room, filename: str) -> Message:
    """Let Carol, who does not play, post a file of this name."""
    world, carol = room.sandbox.world, room.carol
    return compose(world, carol.channel, carol.user, Form({"content": "look"}, {0: Upload(filename, b"\x89PNG")}))


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
