"""Prepared answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games import IllegalMove, InvalidNotation
from matches.clocks import HOUR
from matches.conditions import Condition
from matches.errors import NotAPlayer, Refusal, Stale
from tests.matches.conftest import ANN, BOB, CAROL, begin, play_all

if TYPE_CHECKING:
    from matches.service import Matches
    from tests.matches.conftest import StillClock

ONE = Condition(("take 1",), "take 2")
TWO = Condition(("take 2",), "take 1")
DEEP = Condition(("take 1", "take 2", "take 2"), "take 1")


async def test_a_prepared_answer_is_played_at_once(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="72+12/96h")).match
    assert await matches.prepare(match.id, BOB.id, ["take 1", "TAKE-2"]) == [ONE]
    clock.time += HOUR
    table = await matches.play(match.id, ANN.id, "take 1")
    assert (table.match.ply, table.match.turn, table.by, table.move) == (2, 0, 1, 2)
    assert [(ply.text, ply.seat, ply.at) for ply in await matches.plies(match.id)] == [
        ("take 1", 0, clock.now()),
        ("take 2", 1, clock.now()),
    ]
    assert table.match.left == (83 * HOUR, 84 * HOUR)
    assert await matches.table(match.id) == table


async def test_an_answer_to_another_move_is_dropped(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.prepare(match.id, BOB.id, ["take 1", "take 2"])
    table = await matches.play(match.id, ANN.id, "take 2")
    assert (table.match.ply, table.match.turn) == (1, 1)
    assert await matches.conditions(match.id, BOB.id) == []


async def test_several_answers_and_one_nested_two_deep(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.prepare(match.id, BOB.id, ["take 2", "take 1"])
    kept = await matches.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    assert kept == [ONE, TWO, DEEP]
    assert await matches.conditions(match.id, BOB.id) == kept
    table = await matches.play(match.id, ANN.id, "take 1")
    assert table.match.ply == 2
    assert await matches.conditions(match.id, BOB.id) == [TWO]
    table = await matches.play(match.id, ANN.id, "take 2")
    assert (table.match.ply, table.move) == (4, 1)
    assert await matches.conditions(match.id, BOB.id) == []


async def test_a_changed_answer_drops_what_was_built_upon_the_old_one(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    changed = Condition(("take 1",), "take 1")
    assert await matches.prepare(match.id, BOB.id, ["take 1", "take 1"]) == [changed]


async def test_the_same_answer_again_keeps_what_was_built_upon_it(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    assert await matches.prepare(match.id, BOB.id, ["take 1", "take 2"]) == [ONE, DEEP]


async def test_answers_are_cancelled_one_or_all(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    await matches.prepare(match.id, BOB.id, ["take 2", "take 1"])
    assert await matches.cancel(match.id, BOB.id, ["take 1"]) == [TWO]
    assert await matches.cancel(match.id, BOB.id) == []
    assert (await matches.play(match.id, ANN.id, "take 2")).match.ply == 1


async def test_answers_are_private_to_their_player(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.prepare(match.id, BOB.id, ["take 1", "take 2"])
    assert await matches.conditions(match.id, ANN.id) == []
    with pytest.raises(NotAPlayer):
        await matches.conditions(match.id, CAROL.id)
    assert (await matches.match(match.id)).rev == 1


async def test_a_line_must_be_legal_from_the_present_position(matches: Matches) -> None:
    table = await begin(matches, size="4")
    with pytest.raises(IllegalMove, match="Their move take 3: You cannot"):
        await matches.prepare(table.match.id, BOB.id, ["take 3", "take 1"])
    with pytest.raises(InvalidNotation, match="Your answer e4:"):
        await matches.prepare(table.match.id, BOB.id, ["take 1", "e4"])
    with pytest.raises(IllegalMove, match="over"):
        await matches.prepare(table.match.id, BOB.id, ["take 2", "take 2", "take 1", "take 1"])
    for line in ([], ["take 1"], ["take 1"] * 6):
        with pytest.raises(Refusal, match="pairs"):
            await matches.prepare(table.match.id, BOB.id, line)
    assert await matches.conditions(table.match.id, BOB.id) == []


async def test_nothing_is_prepared_on_ones_own_turn_or_on_an_old_board(matches: Matches) -> None:
    table = await begin(matches)
    with pytest.raises(Refusal, match="your turn"):
        await matches.prepare(table.match.id, ANN.id, ["take 1", "take 2"])
    await play_all(matches, table, "1 1")
    with pytest.raises(Stale):
        await matches.prepare(table.match.id, BOB.id, ["take 1", "take 2"], rev=1)


async def test_a_taken_back_move_drops_what_was_prepared_after_it(matches: Matches) -> None:
    table = await play_all(matches, await begin(matches), "1")
    await matches.prepare(table.match.id, ANN.id, ["take 1", "take 2"])
    await matches.take_back(table.match.id, ANN.id)
    table = await play_all(matches, await matches.table(table.match.id), "2 1")
    assert table.match.ply == 2


async def test_the_board_of_a_supposed_line_is_shown(matches: Matches) -> None:
    table = await begin(matches)
    supposed = await matches.supposed(table.match.id, BOB.id, ["take 1", "take 2"])
    assert (supposed.position, supposed.move) == (table.position.play(1).play(2), 2)
    assert (await matches.supposed(table.match.id, BOB.id)).position == table.position


async def test_an_answer_can_win(matches: Matches) -> None:
    table = await play_all(matches, await begin(matches, size="4"), "1")
    await matches.prepare(table.match.id, ANN.id, ["take 1", "take 2"])
    over = await matches.play(table.match.id, BOB.id, "take 1")
    assert (over.match.winner, over.by) == (0, 0)


async def test_there_is_a_limit_to_what_can_be_prepared(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matches.conditions.MOST", 2)
    match = (await begin(matches)).match
    await matches.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    with pytest.raises(Refusal, match="prepared 2 answers"):
        await matches.prepare(match.id, BOB.id, ["take 2", "take 1"])
    assert await matches.conditions(match.id, BOB.id) == [ONE, DEEP]
