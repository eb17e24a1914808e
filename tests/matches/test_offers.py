"""Draws, take-backs, abortion, claims of time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from matches.clocks import DAY, HOUR
from matches.errors import NotAPlayer, Over, Refusal, Stale
from tests.matches.conftest import ANN, BOB, CAROL, begin, play_all

if TYPE_CHECKING:
    from matches.service import Matches
    from tests.matches.conftest import StillClock


async def test_an_offer_of_a_draw_is_accepted(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches)).match
    offered = (await matches.offer_draw(match.id, ANN.id)).match
    assert (offered.draw_by, offered.rev, offered.board_rev) == (0, 2, 1)
    over = (await matches.accept_draw(match.id, BOB.id)).match
    assert (over.winner, over.reason, over.void, over.ended_at) == (None, "draw agreed", False, clock.now())
    assert over.draw_by is None


async def test_two_offers_make_a_draw(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.offer_draw(match.id, ANN.id)
    assert (await matches.offer_draw(match.id, BOB.id)).match.reason == "draw agreed"


async def test_an_offer_stands_until_the_offerers_next_turn(matches: Matches) -> None:
    table = await begin(matches)
    await matches.offer_draw(table.match.id, ANN.id)
    table = await play_all(matches, await matches.table(table.match.id), "1")
    assert table.match.draw_by == 0
    table = await play_all(matches, table, "1")
    assert table.match.draw_by is None
    with pytest.raises(Refusal, match="no offer"):
        await matches.accept_draw(table.match.id, BOB.id)


async def test_an_offer_made_while_the_other_thinks_lapses_with_their_move(matches: Matches) -> None:
    table = await play_all(matches, await begin(matches), "1")
    assert (await matches.offer_draw(table.match.id, ANN.id)).match.draw_by == 0
    table = await play_all(matches, await matches.table(table.match.id), "1")
    assert table.match.draw_by is None


async def test_an_offer_can_be_declined_and_is_not_repeated_before_the_next_move(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.offer_draw(match.id, ANN.id)
    with pytest.raises(Refusal, match="stands until"):
        await matches.offer_draw(match.id, ANN.id)
    with pytest.raises(Refusal, match="for Bob to answer"):
        await matches.decline_draw(match.id, ANN.id)
    assert (await matches.decline_draw(match.id, BOB.id)).match.draw_by is None
    with pytest.raises(Refusal, match="was declined"):
        await matches.offer_draw(match.id, ANN.id)
    await matches.offer_draw(match.id, BOB.id)
    await matches.decline_draw(match.id, ANN.id)
    await play_all(matches, await matches.table(match.id), "1")
    assert (await matches.offer_draw(match.id, ANN.id)).match.draw_by == 0


async def test_an_offer_made_with_a_move_and_declined_is_not_repeated_before_the_next_move(matches: Matches) -> None:
    table = await begin(matches)
    await matches.offer_draw(table.match.id, ANN.id)
    table = await play_all(matches, await matches.table(table.match.id), "1")
    await matches.decline_draw(table.match.id, BOB.id)
    with pytest.raises(Refusal, match="was declined"):
        await matches.offer_draw(table.match.id, ANN.id)
    await play_all(matches, await matches.table(table.match.id), "1")
    assert (await matches.offer_draw(table.match.id, ANN.id)).match.draw_by == 0


async def test_an_offer_does_not_make_a_board_stale(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.offer_draw(match.id, BOB.id)
    assert (await matches.play(match.id, ANN.id, "take 1", rev=1)).match.ply == 1
    with pytest.raises(Stale):
        await matches.offer_draw(match.id, BOB.id, rev=2)


async def test_a_move_is_taken_back_at_once_within_a_minute(matches: Matches, clock: StillClock) -> None:
    start = await begin(matches)
    await play_all(matches, start, "2")
    clock.time += 60
    back = await matches.take_back(start.match.id, ANN.id)
    assert (back.match.ply, back.match.turn, back.match.rev) == (0, 0, 3)
    assert back.position == start.position
    assert await matches.table(start.match.id) == back
    assert await matches.plies(start.match.id) == []
    with pytest.raises(Stale):
        await matches.play(start.match.id, BOB.id, "take 1", rev=2)
    assert (await play_all(matches, back, "1 1")).match.ply == 2


async def test_after_a_minute_the_opponent_is_asked(matches: Matches, clock: StillClock) -> None:
    table = await play_all(matches, await begin(matches), "2 1 1")
    clock.time += 61
    asked = (await matches.take_back(table.match.id, ANN.id)).match
    assert (asked.ply, asked.takeback_by) == (3, 0)
    with pytest.raises(Refusal, match="for Bob to answer"):
        await matches.take_back(table.match.id, ANN.id)
    with pytest.raises(Refusal, match="for Bob to answer"):
        await matches.grant_take_back(table.match.id, ANN.id)
    back = await matches.grant_take_back(table.match.id, BOB.id)
    assert (back.match.ply, back.match.turn, back.match.takeback_by) == (2, 0, None)
    assert (back.move, back.before) == (1, (await matches.table_at(table.match.id, 1)).position)


async def test_a_minute_is_not_granted_once_the_opponent_has_acted(matches: Matches) -> None:
    table = await play_all(matches, await begin(matches), "2")
    await matches.offer_draw(table.match.id, BOB.id)
    assert (await matches.take_back(table.match.id, ANN.id)).match.takeback_by == 0


async def test_a_refused_take_back_is_not_asked_for_again(matches: Matches, clock: StillClock) -> None:
    table = await play_all(matches, await begin(matches), "2")
    with pytest.raises(Refusal, match="Nobody asks"):
        await matches.refuse_take_back(table.match.id, BOB.id)
    clock.time += 61
    await matches.take_back(table.match.id, ANN.id)
    assert (await matches.refuse_take_back(table.match.id, BOB.id)).match.takeback_by is None
    with pytest.raises(Refusal, match="did not agree"):
        await matches.take_back(table.match.id, ANN.id)


async def test_the_answer_to_a_move_ends_the_request(matches: Matches, clock: StillClock) -> None:
    table = await play_all(matches, await begin(matches), "2")
    clock.time += 61
    await matches.take_back(table.match.id, ANN.id)
    table = await play_all(matches, await matches.table(table.match.id), "1")
    assert table.match.takeback_by is None
    with pytest.raises(Refusal, match="not yours"):
        await matches.take_back(table.match.id, ANN.id)


async def test_nothing_is_taken_back_at_the_start_or_after_the_end(matches: Matches) -> None:
    table = await begin(matches, size="4")
    with pytest.raises(Refusal, match="not yours"):
        await matches.take_back(table.match.id, ANN.id)
    await play_all(matches, table, "1 2 1")
    with pytest.raises(Over):
        await matches.take_back(table.match.id, ANN.id)


async def test_a_take_back_gives_the_time_back_that_was_left(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="72+12/96h")).match
    clock.time += 10 * HOUR
    await play_all(matches, await matches.table(match.id), "1")
    clock.time += 30
    back = (await matches.take_back(match.id, ANN.id)).match
    assert back.deadline == clock.now() + 62 * HOUR
    assert back.left == (62 * HOUR, 72 * HOUR)


async def test_a_take_back_leaves_an_hour_at_least(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="1d")).match
    clock.time += DAY - 5
    await play_all(matches, await matches.table(match.id), "1")
    clock.time += 30
    assert (await matches.take_back(match.id, ANN.id)).match.deadline == clock.now() + HOUR


async def test_a_match_is_aborted_while_either_side_has_made_fewer_than_two_moves(matches: Matches) -> None:
    for texts in ("", "1", "1 1", "1 1 1"):
        table = await play_all(matches, await begin(matches, rated=True), texts)
        over = (await matches.abort(table.match.id, BOB.id)).match
        assert (over.over, over.void, over.rated, over.winner, over.reason) == (True, True, False, None, "aborted")
    table = await play_all(matches, await begin(matches), "1 1 1 1")
    with pytest.raises(Refusal, match="two moves"):
        await matches.abort(table.match.id, BOB.id)


async def test_a_soft_clock_lets_the_opponent_claim(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="3d soft", rated=True)).match
    with pytest.raises(Refusal, match="Ann has 3 days left"):
        await matches.claim(match.id, BOB.id)
    with pytest.raises(Refusal, match="your turn"):
        await matches.claim(match.id, ANN.id)
    clock.time += 3 * DAY
    over = (await matches.claim(match.id, BOB.id)).match
    assert (over.winner, over.reason, over.rated) == (1, "time", True)


async def test_until_it_is_claimed_a_soft_deadline_can_still_be_met_late(matches: Matches, clock: StillClock) -> None:
    match = (await begin(matches, clock="72+12/96h soft")).match
    clock.time += 4 * DAY
    assert (await matches.act()).matches == []
    table = await play_all(matches, await matches.table(match.id), "1 1")
    assert table.match.left == (12 * HOUR, 84 * HOUR)


async def test_without_a_clock_nothing_can_be_claimed(matches: Matches) -> None:
    match = (await begin(matches)).match
    with pytest.raises(Refusal, match="no clock"):
        await matches.claim(match.id, BOB.id)


async def test_strangers_agree_upon_nothing(matches: Matches) -> None:
    match = (await begin(matches)).match
    acts = (matches.offer_draw, matches.accept_draw, matches.decline_draw, matches.take_back, matches.grant_take_back)
    for act in (*acts, matches.refuse_take_back, matches.abort, matches.claim, matches.keep):
        with pytest.raises(NotAPlayer):
            await act(match.id, CAROL.id)
    assert (await matches.match(match.id)).rev == 1
