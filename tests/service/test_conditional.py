"""Planned replies."""

import pytest

from games import IllegalMove, InvalidNotation
from matches.conditional import Condition
from matches.errors import NotAPlayer, Refusal, Stale
from matches.timecontrol import HOUR
from service import Service
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin, play_all
from tests.support.outbox import notices_due

ONE = Condition(("take 1",), "take 2")
TWO = Condition(("take 2",), "take 1")
DEEP = Condition(("take 1", "take 2", "take 2"), "take 1")


async def test_a_prepared_answer_is_played_at_once(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="72+12/96h")).match
    assert await service.conditional.prepare(match.id, BOB.id, ["take 1", "TAKE-2"]) == [ONE]
    clock.time += HOUR
    snapshot = await service.play.move(match.id, ANN.id, "take 1")
    assert (snapshot.match.ply, snapshot.match.turn, snapshot.move) == (2, 0, 2)
    assert [(ply.text, ply.seat, ply.at) for ply in await service.lookup.plies(match.id)] == [
        ("take 1", 0, clock.now()),
        ("take 2", 1, clock.now()),
    ]
    assert snapshot.match.left == (83 * HOUR, 84 * HOUR)
    assert await service.lookup.snapshot(match.id) == snapshot


async def test_an_answer_to_another_move_is_dropped(service: Service) -> None:
    match = (await begin(service)).match
    await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 2"])
    snapshot = await service.play.move(match.id, ANN.id, "take 2")
    assert (snapshot.match.ply, snapshot.match.turn) == (1, 1)
    assert await service.conditional.of(match.id, BOB.id) == []


async def test_several_answers_and_one_nested_two_deep(service: Service) -> None:
    match = (await begin(service)).match
    await service.conditional.prepare(match.id, BOB.id, ["take 2", "take 1"])
    kept = await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    assert kept == [ONE, TWO, DEEP]
    assert await service.conditional.of(match.id, BOB.id) == kept
    snapshot = await service.play.move(match.id, ANN.id, "take 1")
    assert snapshot.match.ply == 2
    assert await service.conditional.of(match.id, BOB.id) == [TWO]
    snapshot = await service.play.move(match.id, ANN.id, "take 2")
    assert (snapshot.match.ply, snapshot.move) == (4, 1)
    assert await service.conditional.of(match.id, BOB.id) == []


async def test_the_same_answer_again_keeps_what_was_built_upon_it_and_another_drops_it(service: Service) -> None:
    match = (await begin(service)).match
    await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    assert await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 2"]) == [ONE, DEEP]
    changed = Condition(("take 1",), "take 1")
    assert await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 1"]) == [changed]


async def test_answers_are_cancelled_one_or_all(service: Service) -> None:
    match = (await begin(service)).match
    await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    await service.conditional.prepare(match.id, BOB.id, ["take 2", "take 1"])
    assert await service.conditional.cancel(match.id, BOB.id, ["take 1"]) == [TWO]
    assert await service.conditional.cancel(match.id, BOB.id) == []
    assert (await service.play.move(match.id, ANN.id, "take 2")).match.ply == 1


async def test_answers_are_private_to_their_player(service: Service) -> None:
    match = (await begin(service)).match
    await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 2"])
    assert await service.conditional.of(match.id, ANN.id) == []
    with pytest.raises(NotAPlayer):
        await service.conditional.of(match.id, CAROL.id)
    assert (await service.lookup.match(match.id)).rev == 1


async def test_a_line_must_be_legal_from_the_present_position(service: Service) -> None:
    snapshot = await begin(service, size="4")
    with pytest.raises(IllegalMove, match="Their move take 3: You cannot"):
        await service.conditional.prepare(snapshot.match.id, BOB.id, ["take 3", "take 1"])
    with pytest.raises(InvalidNotation, match="Your reply e4:"):
        await service.conditional.prepare(snapshot.match.id, BOB.id, ["take 1", "e4"])
    with pytest.raises(IllegalMove, match="over"):
        await service.conditional.prepare(snapshot.match.id, BOB.id, ["take 2", "take 2", "take 1", "take 1"])
    for line in ([], ["take 1"], ["take 1"] * 6):
        with pytest.raises(Refusal, match="pairs"):
            await service.conditional.prepare(snapshot.match.id, BOB.id, line)
    assert await service.conditional.of(snapshot.match.id, BOB.id) == []


async def test_nothing_is_prepared_on_ones_own_turn_or_on_an_old_board(service: Service) -> None:
    snapshot = await begin(service)
    with pytest.raises(Refusal, match="your turn"):
        await service.conditional.prepare(snapshot.match.id, ANN.id, ["take 1", "take 2"])
    await play_all(service, snapshot, "1 1")
    with pytest.raises(Stale):
        await service.conditional.prepare(snapshot.match.id, BOB.id, ["take 1", "take 2"], rev=1)


async def test_nothing_is_prepared_against_the_computer(service: Service) -> None:
    match = (await service.practice.begin("heap", ANN, 1, CHANNEL, "second")).match
    with pytest.raises(Refusal, match="only against people"):
        await service.conditional.board_after(match.id, ANN.id)
    with pytest.raises(Refusal, match="only against people"):
        await service.conditional.prepare(match.id, ANN.id, ["take 1", "take 2"])


async def test_a_taken_back_move_drops_what_was_prepared_after_it(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "1")
    await service.conditional.prepare(snapshot.match.id, ANN.id, ["take 1", "take 2"])
    await service.agreements.take_back(snapshot.match.id, ANN.id)
    snapshot = await play_all(service, await service.lookup.snapshot(snapshot.match.id), "2 1")
    assert snapshot.match.ply == 2


async def test_the_board_of_a_supposed_line_is_shown(service: Service) -> None:
    snapshot = await begin(service)
    supposed = await service.conditional.board_after(snapshot.match.id, BOB.id, ["take 1", "take 2"])
    assert (supposed.position, supposed.move) == (snapshot.position.play(1).play(2), 2)
    assert (await service.conditional.board_after(snapshot.match.id, BOB.id)).position == snapshot.position


async def test_an_answer_can_win(service: Service) -> None:
    snapshot = await play_all(service, await begin(service, size="4"), "1")
    await service.conditional.prepare(snapshot.match.id, ANN.id, ["take 1", "take 2"])
    over = await service.play.move(snapshot.match.id, BOB.id, "take 1")
    assert over.match.winner == 0


async def test_there_is_a_limit_to_what_can_be_prepared(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.conditional.MOST_REPLIES", 2)
    match = (await begin(service)).match
    await service.conditional.prepare(match.id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    with pytest.raises(Refusal, match="planned 2 replies"):
        await service.conditional.prepare(match.id, BOB.id, ["take 2", "take 1"])
    assert await service.conditional.of(match.id, BOB.id) == [ONE, DEEP]


async def test_answers_stand_again_when_the_move_that_they_do_not_answer_is_taken_back(service: Service) -> None:
    match_id = (await begin(service)).match.id
    await service.conditional.prepare(match_id, BOB.id, ["take 1", "take 2", "take 2", "take 1"])
    for _ in range(2):
        await service.play.move(match_id, ANN.id, "take 2")
        assert await service.conditional.of(match_id, BOB.id) == []
        await service.agreements.take_back(match_id, ANN.id)
        assert await service.conditional.of(match_id, BOB.id) == [ONE, DEEP]
    assert await notices_due(service) == []
    assert (await service.play.move(match_id, ANN.id, "take 1")).match.ply == 2


async def test_answers_stand_again_after_ones_own_reply_and_then_the_move_are_taken_back(service: Service) -> None:
    match_id = (await begin(service)).match.id
    await service.conditional.prepare(match_id, BOB.id, ["take 1", "take 2"])
    await play_all(service, await service.lookup.snapshot(match_id), "2 1")
    await service.agreements.take_back(match_id, BOB.id)
    await service.agreements.take_back(match_id, ANN.id)
    await service.agreements.grant_take_back(match_id, BOB.id)
    assert await service.conditional.of(match_id, BOB.id) == [ONE]


async def test_answers_to_an_earlier_move_do_not_stand_again(service: Service) -> None:
    match_id = (await begin(service)).match.id
    await service.conditional.prepare(match_id, BOB.id, ["take 1", "take 2"])
    await play_all(service, await service.lookup.snapshot(match_id), "2 1 2")
    await service.agreements.take_back(match_id, ANN.id)
    assert await service.conditional.of(match_id, BOB.id) == []
    assert (await service.play.move(match_id, ANN.id, "take 1")).match.ply == 3


async def test_answers_to_an_earlier_move_do_not_stand_again_after_a_prepared_one(service: Service) -> None:
    match_id = (await begin(service)).match.id
    await service.conditional.prepare(match_id, BOB.id, ["take 1", "take 2"])
    await play_all(service, await service.lookup.snapshot(match_id), "2 1")
    await service.conditional.prepare(match_id, BOB.id, ["take 1", "take 2"])
    await service.conditional.cancel(match_id, BOB.id)
    await play_all(service, await service.lookup.snapshot(match_id), "2")
    await service.conditional.prepare(match_id, ANN.id, ["take 1", "take 2"])
    await play_all(service, await service.lookup.snapshot(match_id), "2")
    await service.conditional.prepare(match_id, BOB.id, ["take 1", "take 2"])
    assert (await service.play.move(match_id, ANN.id, "take 1")).match.ply == 6
    await service.agreements.take_back(match_id, BOB.id)
    assert await service.conditional.of(match_id, ANN.id) == []
    assert (await service.play.move(match_id, BOB.id, "take 1")).match.ply == 6
