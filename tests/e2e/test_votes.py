"""Matches by vote as people play them: against the computer, one against all, and in teams."""

import re

from matches.crowds import SPREAD
from matches.timecontrol import HOUR
from sandbox import Driver
from tests.e2e.conftest import House
from tests.e2e.rooms import labels
from tests.e2e.voting import COMPUTER, begin, cast, newest, posts


async def test_a_channel_votes_for_the_moves_of_its_server_against_the_computer(own_house: House) -> None:
    room = own_house.room()
    await begin(room.alice, COMPUTER, "1h")
    first = await newest(room.alice)
    assert re.search(r"vote for your first move against Ripple \(computer, level 1\)", first.content), first.content
    assert labels(first) == ["Vote", "Board", "More"]
    voted = await cast(room.alice, 0)
    assert voted.private
    assert re.match(r"You voted for \*\*\S+\*\* in SquAlma\.", voted.content)
    form = await room.alice.click(voted, "Say why")
    said = await room.alice.submit(form, {"One line, shown with the result": "It *opens* the corner"})
    named = await room.alice.click(said, "Show my name")
    assert "with your name: It \\*opens\\* the corner" in named.content
    told = await room.bob.click(await cast(room.bob, 1), "Tell me when a vote opens")
    assert "You will get a DM when the next vote opens" in told.content
    await cast(room.carol, 1)
    again = await room.carol.click(await newest(room.carol), "Vote")
    assert "You voted for **" in again.content
    room.sandbox.move_clock(21)
    await room.sandbox.wait_for(lambda: "3 voted" in posts(room.alice)[-1].content, what="the number of votes")
    assert "Last vote:" not in first.content, "nobody sees for what the others vote"
    room.sandbox.move_clock(HOUR + SPREAD)
    second = await newest(room.alice, first.id)
    lines = second.content.splitlines()
    assert re.match(r"Last vote: \*\*\S+\*\*: 2 · \*\*\S+\*\*: 1", lines[1]), second.content
    assert lines[2].endswith(f"It \\*opens\\* the corner · {room.alice.user.global_name}"), second.content
    assert "vote for your move. You played" in lines[0]
    assert re.search(r"Votes: \S+: 2, \S+: 1\.", second.attachments[0].description or "")
    await room.sandbox.wait_for(lambda: [post.id for post in posts(room.alice)] == [second.id], what="one post")
    notice = await Driver(room.sandbox, room.bob.user).sees(lambda message: "a new vote is open" in message.content)
    assert labels(notice) == ["Vote", "Stop telling me"]
    moves = own_house.rows("SELECT seat, count(*) AS number FROM move GROUP BY seat ORDER BY seat")
    assert [tuple(row) for row in moves] == [(0, 1), (1, 1)]


async def test_one_plays_all_the_others(own_house: House) -> None:
    room = own_house.room()
    await begin(room.alice, "vm", "1h", side="s")
    board = await room.alice.sees(lambda message: not message.private and "Move" in labels(message))
    position = await room.alice.click(board, "Move")
    while "Play" not in " ".join(labels(position)) and "You played" not in position.content:
        position = await room.alice.click(position, labels(position)[0])
    post = await newest(room.bob, board.id)
    assert labels(post) == ["Vote", "Board", "Offer a draw", "Resign", "More"]
    refused = await room.alice.click(post, "Vote")
    assert "You are playing against them" in refused.content
    refused = await room.carol.click(post, "Resign")
    assert "you cannot resign" in refused.content
    await cast(room.bob, 0)
    await cast(room.carol, 1)
    room.sandbox.move_clock(HOUR + SPREAD)
    await room.alice.sees(lambda message: f"<@{room.alice.user.id}>, your move" in message.content)


async def test_two_teams_of_a_server_are_joined_by_a_button(own_house: House) -> None:
    room = own_house.room()
    await begin(room.alice, "vt", "1h")
    post = await newest(room.alice)
    assert labels(post) == ["Vote", "Join a team", "Board", "More"]
    teams = await room.alice.click(post, "Vote")
    assert labels(teams) == ["Join Black", "Join White"]
    joined = await room.alice.click(teams, "Join Black")
    assert joined.content.splitlines() == ["You vote for Black.", "Black: 1 · White: 0"]
    teams = await room.bob.click(post, "Join a team")
    assert labels(teams) == ["Join White", "Join Black"], "the smaller team comes first"
    await room.bob.click(teams, "Join White")
    waiting = await room.bob.click(post, "Vote")
    assert "turn in match" in waiting.content
    await cast(room.alice, 0)
    room.sandbox.move_clock(HOUR + SPREAD)
    post = await newest(room.bob, post.id)
    assert re.match(r"\*\*The Tidepool \(White\)\*\*, vote for your move", post.content), post.content
    await cast(room.bob, 0)
