"""A missed win in a match becomes a puzzle in the server's channel, with names if both players agree."""

from functools import partial

import pytest

from sandbox import Message
from tests.e2e.conftest import House
from tests.e2e.rooms import Room

DAY = 86_400
MOVES = "c1 h4 b2 c7 g2 g1 d5 e2 a2 e4 e7 f5 c3 e3 c4 f4 f6 b4 d6 c2 g4 g3 c6"
"""A match of Branching Coral whose last move misses the only move that wins."""
DAILY, MISSED = "**Puzzle of the day**", "**Somebody missed this**"
WRONG, ANSWER = "c6", "e1"


@pytest.mark.long
async def test_a_missed_win_is_posted_once_and_can_be_solved(own_house: House) -> None:
    room, elsewhere, sandbox = own_house.room(), own_house.room(), own_house.sandbox
    owner = room.owner()
    page = await owner.click(await owner.slash("/server"), "Posts")
    await owner.select(page, elsewhere.channel.id, custom_id="t1:serve:0:0:puzzle")
    for player in (room.alice, room.bob):
        settings = await player.click(await player.slash("/settings"), "Names")
        agreed = await player.click(settings, "Name me in puzzles from my matches")
        assert "You are **named** in puzzles from your matches" in agreed.content
    match = await room.match("branching_coral")
    for number, move in enumerate(MOVES.split()):
        await match.move(number % 2, move)
    asked = await room.alice.slash("/branching-coral resign", match=match.name)
    await room.alice.click(asked, "Resign")

    def all_came(count: int) -> bool:
        return len(posts(elsewhere, DAILY)) == count

    for count in range(1, 8):
        sandbox.move_clock(DAY)
        await sandbox.wait_for(partial(all_came, count), what=f"puzzle {count}")
    await sandbox.wait_for(lambda: posts(elsewhere, MISSED), what="the missed puzzle")
    (post,) = posts(elsewhere, MISSED)
    assert f"-# From the match of {room.alice.user.global_name} against {room.bob.user.global_name}." in post.content
    solver = elsewhere.carol
    picker = await solver.click(post, "Solve")
    told = await solver.submit(await solver.click(picker, "Type a move"), move=WRONG)
    assert f"**{WRONG}** does not win" in told.content
    picker = await solver.click(told, "Try again")
    solved = await solver.submit(await solver.click(picker, "Type a move"), move=ANSWER)
    assert "Solved at try 2" in solved.content
    assert "Study of Branching Coral" in (await solver.click(solved, "Try other moves")).content
    assert "puzzle" in (await solver.click(solved, "Next puzzle")).content
    assert own_house.rows("SELECT 1 FROM puzzle_try") == []


def posts(room: Room, heading: str) -> list[Message]:
    """The public messages of the room with this heading."""
    messages = room.sandbox.world.messages(room.channel)
    return [message for message in messages if not message.private and heading in message.content]
