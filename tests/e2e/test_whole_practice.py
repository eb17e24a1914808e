"""Whole matches of every game against the weakest and the strongest computer player, through the real bot process."""

from itertools import cycle
from typing import Any

import pytest

from games import GAMES, Position
from tests.e2e.computers import practice, turn
from tests.e2e.conftest import House
from tests.e2e.rooms import Match, Room
from tests.support.soon import NEXT, answer_to, check_winner


async def play_on(house: House, match: Match, position: Position[Any], level: int) -> Position[Any]:
    """Play a match in which Alice has the first seat to its end, and look at each of her boards."""
    while position.result() is None:
        if position.turn == 0:
            moved = await match.move(0, answer_to(position, level))
            assert moved.state in {"message", "deferred"}, moved
        await house.noted("SELECT 1 FROM match WHERE id = ? AND (turn = 0 OR status = 'over')", match.id)
        rows = house.rows("SELECT ply, text FROM move WHERE match_id = ? ORDER BY ply", match.id)
        assert [row["ply"] for row in rows] == list(range(1, len(rows) + 1))
        for row in rows[position.ply :]:
            position = position.play(position.parse(row["text"]))
        await match.note_board(await turn(match.room, match, position.ply + 1))
    return position


@pytest.mark.long
@pytest.mark.parametrize(("key", "level"), list(zip(GAMES, cycle((1, 5)))))  # a move takes the same way in all
async def test_a_match_is_played_to_its_end_and_the_next_one_offered(
    room: Room, shared_house: House, key: str, level: int
) -> None:
    options = {"pie": "off"} if "pie" in GAMES[key].info.options else {}  # level 5 would offer it
    match, _ = await practice(room, key, level=level, side="first", **options)
    end = await play_on(shared_house, match, GAMES[key].start(**options), level)
    result = end.result()
    assert result
    check_winner(key, level, result)
    (over,) = shared_house.rows("SELECT status, winner, rated FROM match WHERE id = ?", match.id)
    assert tuple(over) == ("over", result.winner, 0)
    last = await match.post()
    assert " win" in last.content or result.winner is None
    other = NEXT[level]
    again = await room.alice.click(await room.alice.click(last, "Rematch"), other)
    assert other.split(": ")[1] in again.content
    assert not shared_house.rows("SELECT 1 FROM alarm WHERE kind = 'thought' AND subject = ?", match.id)
