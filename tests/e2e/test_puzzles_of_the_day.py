"""The puzzle of the day on four days in two servers, with a kill each day: one post a day and server."""

from collections.abc import Sequence
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from matches.puzzles import number_of_day
from puzzles import collection
from sandbox import Channel, Driver, Message, Sandbox
from tests.e2e.conftest import House

DAY = 86_400
OLD_EDITS = 30046
"""Discord's error code for too many edits of old messages, which are retried."""


@pytest.mark.long
async def test_two_servers_get_one_puzzle_a_day_though_the_bot_is_killed(own_house: House) -> None:
    sandbox, world = own_house.sandbox, own_house.sandbox.world
    alice, bob = world.user("Alice"), world.user("Bob")
    club = world.add_guild("Club", alice)
    world.join(club, bob)
    general = next(channel for channel in world.channels.values() if channel.guild_id == club.id)
    channels = [own_house.room().channel, general]
    await own_house.bot.restart()
    for channel in channels:
        manager = Driver(sandbox, world.users[world.guilds[channel.guild_id or ""].owner_id], channel)
        page = await manager.click(await manager.slash("/server"), "Posts")
        page = await manager.select(page, channel.id, custom_id="t1:serve:0:0:puzzle")
        assert f"A puzzle of the day is posted in <#{channel.id}>" in page.content

    def puzzles(channel: Channel) -> list[Message]:
        return [
            message
            for message in world.messages(channel)
            if not message.private and "**Puzzle of the day**" in message.content
        ]

    def all_have(count: int) -> bool:
        return all(len(puzzles(channel)) == count for channel in channels)

    def is_told(channel: Channel, text: str) -> bool:
        return text in puzzles(channel)[-1].content

    def old_are_closed(channel: Channel) -> bool:
        return all(not message.buttons and "-# Solution: " in message.content for message in puzzles(channel)[:-1])

    for count in range(1, 5):
        await own_house.bot.kill()
        sandbox.move_clock(DAY)
        await own_house.bot.start()
        await sandbox.wait_for(partial(all_have, count), what=f"puzzle {count}")
        first, second = (puzzles(channel)[-1] for channel in channels)
        assert first.content == second.content
        assert [button.label for button in first.buttons] == ["Solve", "Rules"]
        for channel, left in zip(channels, ("2 more tries", "1 more try"), strict=True):  # tries count in all servers
            solver = Driver(sandbox, bob, channel)
            await solve(solver, puzzles(channel)[-1], left if count == 2 else "")
        sandbox.move_clock(20)
        told = "1 tried, 1 solved it at the first try." if count != 2 else "1 tried, 0 solved it at the first try."
        for channel in channels:
            await sandbox.wait_for(partial(is_told, channel, told), what=told)
    for channel in channels:
        await sandbox.wait_for(partial(old_are_closed, channel), what="the end of the old puzzles")
        *old, newest = puzzles(channel)
        assert len(old) == 3
        await check_closed(sandbox, old)
        assert "Yesterday's solution" in newest.content
        assert "Solved by Bob" in newest.content
    profile = await Driver(sandbox, bob, general).slash("/profile")
    assert "4 puzzles of the day solved here, the last 4 in a row." in profile.content
    assert {entry.code for entry in sandbox.refusals} <= {OLD_EDITS}


async def check_closed(sandbox: Sandbox, posts: Sequence[Message]) -> None:
    """Check that closed posts name who solved them and show a small picture."""
    for message in posts:
        assert "Solved by Bob" in message.content
        (picture,) = message.attachments
        assert Image.open(BytesIO(await sandbox.png(picture))).width <= 300


async def solve(solver: Driver, post: Message, left: str) -> None:
    """Solve a puzzle from its post.

    If any tries are left after it, play a wrong move first, with a forged control, which names no day.
    """
    number = number_of_day(int(solver.sandbox.clock.now()) // DAY)
    puzzle = collection.puzzle(number)
    picker = await solver.click(post, "Solve")
    if left:
        picker = await solver.forge(post, f"t1:puzzle-pick:{number}:0")
        told = await solver.submit(await solver.click(picker, "Type a move"), move=next(iter(puzzle.replies)))
        assert f"You have {left}." in told.content
        picker = await solver.click(told, "Try again")
    solved = await solver.submit(await solver.click(picker, "Type a move"), move=puzzle.answers[0])
    assert "Solved at" in solved.content
