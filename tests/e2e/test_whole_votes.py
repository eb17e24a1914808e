"""A whole match by vote: a server against level 3, to its end and what follows it.

`tests/service` has votes in every game (`test_crowds.py`), and what follows their end (`test_ballots.py`).
"""

import json
from random import Random

import pytest

from games import GAMES
from matches.checking import positions
from matches.codes import code_of
from matches.crowds import SPREAD
from matches.notation import read
from matches.timecontrol import HOUR
from players import choose
from tests.e2e.conftest import House
from tests.e2e.rooms import labels
from tests.e2e.voting import COMPUTER, begin, posts
from tests.support.patience import HELPERS

ROUND = HOUR + SPREAD + 30
"""Seconds after which a vote of an hour is over."""


@pytest.mark.long
async def test_a_server_plays_level_3_to_the_end(own_house: House) -> None:
    """Two vote as level 1 and at random, and a third as level 2."""
    room, info, chance = own_house.room(), GAMES["konane"].info, Random(1)
    await begin(room.alice, COMPUTER, "1h", info.name, level=3)
    (begun,) = await room.sandbox.wait_for(
        lambda: own_house.rows("SELECT id, options FROM match") or None, what="the match"
    )
    code = f"#{code_of(begun['id'])}"
    position, cast = GAMES["konane"].start(**json.loads(begun["options"])), 0
    while (result := position.result()) is None:
        await own_house.noted("SELECT 1 FROM match WHERE turn = 0 OR status = 'over'")
        for row in own_house.rows("SELECT ply, text FROM move ORDER BY ply")[position.ply :]:
            position = position.play(position.parse(row["text"]))
        if position.result() is not None:
            continue
        voters = {
            room.alice: choose(position, 1, seed=1),
            room.bob: chance.choice(position.legal_moves()),
            room.carol: choose(position, 2, seed=2),
        }
        for voter, move in voters.items():
            text = position.format(move)
            told = await voter.slash(f"/{info.command} move", move=text, match=code)
            await told.settled()
            assert f"You voted for **{position.worded(text).said()}**" in told.content.replace("\\", ""), told.content
        cast += 1
        room.sandbox.move_clock(ROUND)
        await own_house.noted(f"SELECT 1 FROM move WHERE ply > {position.ply}")
    await own_house.noted("SELECT 1 FROM match WHERE status = 'over'")
    over = await room.alice.sees(lambda message: "Rematch" in labels(message), timeout=HELPERS)
    assert labels(over) == ["Rematch", "Review", "Replay", "GIF", "More"]
    await room.sandbox.wait_for(lambda: not posts(room.alice), what="older boards to be gone")
    (ended,) = own_house.rows("SELECT status, winner, rated FROM match")
    assert tuple(ended) == ("over", result.winner, 0)
    assert own_house.rows("SELECT 1 FROM rating") == []
    assert own_house.rows("SELECT 1 FROM alarm WHERE kind = 'vote'") == []
    (votes,) = own_house.rows("SELECT count(*) AS number, count(DISTINCT ply) AS rounds FROM vote")
    assert tuple(votes) == (3 * cast, cast)

    record = read((await (await room.alice.slash("/match export", match=code)).png()).decode())
    assert len(record.moves) == position.ply
    assert list(positions(record))[-1][0] == position
    gif = await room.bob.click(over, "GIF")
    await room.sandbox.wait_for(lambda: gif.message and gif.message.attachments, HELPERS, "the GIF")
    assert (await gif.png()).startswith(b"GIF89a")
    review = await room.carol.click(over, "Review")
    await room.sandbox.wait_for(lambda: "Votes" in labels(review), HELPERS, "the review")
    table = await room.carol.click(review, "Votes")
    await room.sandbox.wait_for(lambda: "**Votes in" in table.content, HELPERS, "the votes")
    for person in (room.alice, room.bob, room.carol):
        assert f"{person.user.global_name}**: {cast} vote" in table.content, table.content
    again = await room.bob.click(over, "Rematch")
    assert "Vote" in labels(again) or "thinking" in again.content
    assert len(own_house.rows("SELECT 1 FROM match")) == 2
