"""Draws, take-backs, abortion, claims of time."""

from random import Random

import pytest

from games import SEATS
from matches.clock import seconds_left
from matches.errors import NotAPlayer, Over, Refusal, Stale
from matches.timecontrol import DAY, HOUR, TimeControl
from service import Service
from tests.support.matches import ANN, BOB, CAROL, StillClock, begin, changed_by_time, play_all
from tests.support.outbox import notices_due


@pytest.mark.parametrize("answer", ["accept_draw", "offer_draw"])
async def test_an_offer_of_a_draw_is_accepted_also_by_another_offer(
    service: Service, clock: StillClock, answer: str
) -> None:
    match = (await begin(service)).match
    offered = (await service.agreements.offer_draw(match.id, ANN.id)).match
    assert (offered.draw_by, offered.rev, offered.board_rev) == (0, 2, 1)
    over = (await getattr(service.agreements, answer)(match.id, BOB.id)).match
    assert (over.winner, over.reason, over.void, over.ended_at) == (None, "draw agreed", False, clock.now())
    assert over.draw_by is None


async def test_an_offer_stands_until_the_offerers_next_turn(service: Service) -> None:
    snapshot = await begin(service)
    await service.agreements.offer_draw(snapshot.match.id, ANN.id)
    snapshot = await play_all(service, await service.lookup.snapshot(snapshot.match.id), "1")
    assert snapshot.match.draw_by == 0
    snapshot = await play_all(service, snapshot, "1")
    assert snapshot.match.draw_by is None
    with pytest.raises(Refusal, match="No draw has been offered"):
        await service.agreements.accept_draw(snapshot.match.id, BOB.id)
    await play_all(service, snapshot, "1")
    assert (await service.agreements.offer_draw(snapshot.match.id, ANN.id)).match.draw_by == 0, "while Bob thinks"
    snapshot = await play_all(service, await service.lookup.snapshot(snapshot.match.id), "1")
    assert snapshot.match.draw_by is None


async def test_an_offer_can_be_declined_and_is_not_repeated_before_the_next_move(service: Service) -> None:
    match = (await begin(service)).match
    await service.agreements.offer_draw(match.id, ANN.id)
    with pytest.raises(Refusal, match="already offered"):
        await service.agreements.offer_draw(match.id, ANN.id)
    with pytest.raises(Refusal, match="only Bob can answer"):
        await service.agreements.decline_draw(match.id, ANN.id)
    assert (await service.agreements.decline_draw(match.id, BOB.id)).match.draw_by is None
    with pytest.raises(Refusal, match="was declined"):
        await service.agreements.offer_draw(match.id, ANN.id)
    await service.agreements.offer_draw(match.id, BOB.id)
    await service.agreements.decline_draw(match.id, ANN.id)
    await play_all(service, await service.lookup.snapshot(match.id), "1")
    assert (await service.agreements.offer_draw(match.id, ANN.id)).match.draw_by == 0


async def test_an_offer_made_with_a_move_and_declined_is_not_repeated_before_the_next_move(service: Service) -> None:
    snapshot = await begin(service)
    await service.agreements.offer_draw(snapshot.match.id, ANN.id)
    snapshot = await play_all(service, await service.lookup.snapshot(snapshot.match.id), "1")
    await service.agreements.decline_draw(snapshot.match.id, BOB.id)
    with pytest.raises(Refusal, match="was declined"):
        await service.agreements.offer_draw(snapshot.match.id, ANN.id)
    await play_all(service, await service.lookup.snapshot(snapshot.match.id), "1")
    assert (await service.agreements.offer_draw(snapshot.match.id, ANN.id)).match.draw_by == 0


async def test_an_offer_does_not_make_a_board_stale(service: Service) -> None:
    match = (await begin(service)).match
    await service.agreements.offer_draw(match.id, BOB.id)
    assert (await service.play.move(match.id, ANN.id, "take 1", rev=1)).match.ply == 1
    with pytest.raises(Stale):
        await service.agreements.offer_draw(match.id, BOB.id, rev=2)


async def test_a_move_is_taken_back_at_once_within_a_minute(service: Service, clock: StillClock) -> None:
    start = await begin(service)
    await play_all(service, start, "2")
    clock.time += 60
    back = await service.agreements.take_back(start.match.id, ANN.id)
    assert (back.match.ply, back.match.turn, back.match.rev) == (0, 0, 3)
    assert back.position == start.position
    assert await service.lookup.snapshot(start.match.id) == back
    assert await service.lookup.plies(start.match.id) == []
    with pytest.raises(Stale):
        await service.play.move(start.match.id, BOB.id, "take 1", rev=2)
    assert (await play_all(service, back, "1 1")).match.ply == 2


async def test_only_ones_own_last_move_is_taken_back_and_nothing_after_the_end(service: Service) -> None:
    snapshot = await begin(service, size="4")
    for moves, refusal in (("", "You have not moved yet"), ("1 2", "can no longer be taken back")):
        snapshot = await play_all(service, snapshot, moves)
        with pytest.raises(Refusal, match=refusal):
            await service.agreements.take_back(snapshot.match.id, ANN.id)
    await play_all(service, snapshot, "1")
    with pytest.raises(Over):
        await service.agreements.take_back(snapshot.match.id, ANN.id)


async def test_after_a_minute_the_opponent_is_asked(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service), "2 1 1")
    clock.time += 60
    assert not await service.agreements.must_ask(snapshot.match.id, ANN.id)
    clock.time += 1
    assert await service.agreements.must_ask(snapshot.match.id, ANN.id)
    assert not await service.agreements.must_ask(snapshot.match.id, BOB.id), "whose move is not the newest"
    asked = (await service.agreements.take_back(snapshot.match.id, ANN.id)).match
    assert (asked.ply, asked.takeback_by) == (3, 0)
    with pytest.raises(Refusal, match="already asked to take back"):
        await service.agreements.take_back(snapshot.match.id, ANN.id)
    with pytest.raises(Refusal, match="only Bob can answer"):
        await service.agreements.grant_take_back(snapshot.match.id, ANN.id)
    back = await service.agreements.grant_take_back(snapshot.match.id, BOB.id)
    assert (back.match.ply, back.match.turn, back.match.takeback_by) == (2, 0, None)
    assert (back.move, back.before) == (1, (await service.lookup.snapshot_at(snapshot.match.id, 1)).position)


async def test_a_minute_is_not_granted_once_the_opponent_has_acted(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "2")
    assert not await service.agreements.must_ask(snapshot.match.id, ANN.id)
    await service.agreements.offer_draw(snapshot.match.id, BOB.id)
    assert await service.agreements.must_ask(snapshot.match.id, ANN.id)
    assert (await service.agreements.take_back(snapshot.match.id, ANN.id)).match.takeback_by == 0


async def test_a_minute_is_not_granted_once_the_opponent_has_moved_and_taken_that_back(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "2 1")
    await service.agreements.take_back(snapshot.match.id, BOB.id)
    asked = (await service.agreements.take_back(snapshot.match.id, ANN.id)).match
    assert (asked.ply, asked.takeback_by) == (1, 0)
    await service.agreements.refuse_take_back(snapshot.match.id, BOB.id)
    snapshot = await play_all(service, await service.lookup.snapshot(snapshot.match.id), "1")
    await service.agreements.take_back(snapshot.match.id, BOB.id)
    with pytest.raises(Refusal, match="Bob declined the takeback"):
        await service.agreements.take_back(snapshot.match.id, ANN.id)


async def test_ones_own_move_played_anew_is_taken_back_at_once_again(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "2")
    for _ in range(2):
        back = await service.agreements.take_back(snapshot.match.id, ANN.id)
        assert (back.match.ply, back.match.takeback_by) == (0, None)
        await play_all(service, back, "1")


async def test_a_take_back_that_drops_prepared_answers_tells_their_owner_privately(
    service: Service, clock: StillClock
) -> None:
    snapshot = await play_all(service, await begin(service), "1")
    match_id = snapshot.match.id
    await service.conditional.prepare(match_id, ANN.id, ["take 1", "take 2"])
    clock.time += 61
    await service.agreements.take_back(match_id, ANN.id)
    await service.agreements.grant_take_back(match_id, BOB.id)
    told = [delivery for delivery in await notices_due(service) if delivery.about == "dropped"]
    assert [(delivery.person_id, delivery.way) for delivery in told] == [(ANN.id, "dm")]
    await service.outbox.undeliverable(told)
    assert [delivery.about for delivery in await notices_due(service)] == [], (
        "nobody else may read of it in the channel"
    )
    assert [delivery.about for delivery in await service.outbox.waiting(ANN.id)] == ["dropped"]


async def test_a_take_back_that_drops_nothing_tells_nobody_so(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "1")
    await service.agreements.take_back(snapshot.match.id, ANN.id)
    assert await notices_due(service) == []


async def test_a_refused_take_back_is_not_asked_for_again(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service), "2")
    with pytest.raises(Refusal, match="Nobody has asked to take back"):
        await service.agreements.refuse_take_back(snapshot.match.id, BOB.id)
    clock.time += 61
    await service.agreements.take_back(snapshot.match.id, ANN.id)
    assert (await service.agreements.refuse_take_back(snapshot.match.id, BOB.id)).match.takeback_by is None
    with pytest.raises(Refusal, match="declined the takeback"):
        await service.agreements.take_back(snapshot.match.id, ANN.id)


async def test_the_answer_to_a_move_ends_the_request(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service), "2")
    clock.time += 61
    await service.agreements.take_back(snapshot.match.id, ANN.id)
    snapshot = await play_all(service, await service.lookup.snapshot(snapshot.match.id), "1")
    assert snapshot.match.takeback_by is None
    with pytest.raises(Refusal, match="can no longer be taken back"):
        await service.agreements.take_back(snapshot.match.id, ANN.id)


async def test_a_take_back_gives_the_time_back_that_was_left_less_the_time_since(
    service: Service, clock: StillClock
) -> None:
    match = (await begin(service, clock="72+12/96h")).match
    clock.time += 10 * HOUR
    await play_all(service, await service.lookup.snapshot(match.id), "1")
    clock.time += 30
    back = (await service.agreements.take_back(match.id, ANN.id)).match
    assert back.deadline == clock.now() + 62 * HOUR - 30
    assert back.left == (72 * HOUR, 72 * HOUR)


async def test_an_agreed_take_back_charges_the_time_since_the_move_to_its_player(
    service: Service, clock: StillClock
) -> None:
    match = (await begin(service, clock="72+12/96h")).match
    await play_all(service, await service.lookup.snapshot(match.id), "1")
    clock.time += 10 * HOUR
    await service.agreements.take_back(match.id, ANN.id)
    await service.vacations.start(BOB.id, 2)
    clock.time += 2 * DAY  # nobody's clock runs
    back = (await service.agreements.grant_take_back(match.id, BOB.id)).match
    assert (back.deadline, back.left) == (clock.now() + 62 * HOUR, (72 * HOUR, 72 * HOUR))


async def test_no_time_is_made_while_the_opponent_is_on_vacation(service: Service, clock: StillClock) -> None:
    snapshot = await begin(service, clock="1d")
    await service.vacations.start(BOB.id, 2)
    for rounds in range(1, 101):
        await play_all(service, snapshot, "1")
        clock.time += 60
        snapshot = await service.agreements.take_back(snapshot.match.id, ANN.id)
        assert snapshot.match.deadline == clock.now() + DAY - rounds * 60


async def test_a_move_stands_if_its_player_has_no_time_left_for_another(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="1d")).match
    clock.time += DAY - 70
    await play_all(service, await service.lookup.snapshot(match.id), "1")
    clock.time += 65
    await service.agreements.take_back(match.id, ANN.id)
    clock.time += 5
    with pytest.raises(Refusal, match="Ann has no time left to play another move, so this one stands"):
        await service.agreements.grant_take_back(match.id, BOB.id)
    await service.agreements.refuse_take_back(match.id, BOB.id)
    match = (await begin(service, clock="1d soft")).match
    clock.time += DAY + 5
    await play_all(service, await service.lookup.snapshot(match.id), "1")
    for wait in (0, 61):
        clock.time += wait
        with pytest.raises(Refusal, match="You have no time left"):
            await service.agreements.take_back(match.id, ANN.id)


@pytest.mark.parametrize("seed", range(10))
async def test_no_sequence_of_acts_makes_time(service: Service, clock: StillClock, seed: int) -> None:
    """The time of a turn is charged to its player; the time after a move that is taken back, to the one who made it."""
    acts = ("take_back", "take_back", "grant_take_back", "refuse_take_back", "offer_draw", "decline_draw")
    random = Random(seed)
    control = TimeControl.parse(random.choice(("1d", "2+1/3h", "24+0/24h")))
    assert control is not None
    match = (await begin(service, size="40", clock=str(control))).match
    thought: list[tuple[int, int]] = []
    """For each move that stands: its seat, and the seconds that were spent on it."""
    since = clock.now()
    for _ in range(60):
        clock.time += random.choice((1, 20, 61, 50 * 60))
        by = random.choice((ANN, BOB)).id
        try:
            if random.random() < 0.4:
                after = (await service.play.move(match.id, match.players[match.turn].id, "take 1")).match
            else:
                after = (await getattr(service.agreements, random.choice(acts))(match.id, by)).match
        except Over:
            break
        except Refusal:
            continue
        if after.over:
            break
        now = clock.now()
        if after.ply > match.ply:
            thought.append((match.turn, now - since))
            since = now
        elif after.ply < match.ply:
            since -= thought.pop()[1]
        match = after
        for seat in SEATS:
            spent = [seconds for by_seat, seconds in thought if by_seat == seat]
            running = now - since if seat == match.turn else 0
            allowance = control.start + control.increment * len(spent)
            left = (seconds_left(match, now) if seat == match.turn else match.left and match.left[seat]) or 0
            assert sum(spent) + running + left <= allowance, f"seat {seat} has too much time left"
        assert sum(seconds for _, seconds in thought) + now - since == now - match.created_at


async def test_a_match_is_aborted_while_either_side_has_made_fewer_than_two_moves(service: Service) -> None:
    for texts in ("", "1", "1 1", "1 1 1"):
        snapshot = await play_all(service, await begin(service, rated=True), texts)
        over = (await service.agreements.abort(snapshot.match.id, BOB.id)).match
        assert (over.over, over.void, over.rated, over.winner) == (True, True, False, None)
        assert over.reason == "aborted by the second side"
    snapshot = await play_all(service, await begin(service), "1 1 1 1")
    with pytest.raises(Refusal, match="two moves"):
        await service.agreements.abort(snapshot.match.id, BOB.id)


@pytest.mark.parametrize("answer", ["accept_abort", "offer_abort"])
async def test_both_may_agree_to_abort_at_any_move(service: Service, answer: str) -> None:
    snapshot = await play_all(service, await begin(service, rated=True), "1 1 1 1 1")
    match_id = snapshot.match.id
    offered = (await service.agreements.offer_abort(match_id, ANN.id)).match
    assert (offered.abort_by, offered.over, offered.board_rev) == (0, False, snapshot.match.board_rev)
    assert [(delivery.person_id, delivery.about) for delivery in await notices_due(service)] == [(BOB.id, "offer")]
    with pytest.raises(Refusal, match="already asked to abort"):
        await service.agreements.offer_abort(match_id, ANN.id)
    with pytest.raises(Refusal, match="only Bob can answer"):
        await service.agreements.accept_abort(match_id, ANN.id)
    over = (await getattr(service.agreements, answer)(match_id, BOB.id)).match
    assert (over.over, over.void, over.winner, over.rated) == (True, True, None, False)
    assert (over.ending, over.abort_by) == ("abort_agreed", None)


async def test_a_proposal_to_abort_is_declined_and_not_repeated_before_the_next_move(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "1 1 1 1")
    match_id = snapshot.match.id
    with pytest.raises(Refusal, match="Nobody has asked to abort"):
        await service.agreements.decline_abort(match_id, BOB.id)
    await service.agreements.offer_abort(match_id, ANN.id)
    assert (await service.agreements.decline_abort(match_id, BOB.id)).match.abort_by is None
    assert await notices_due(service) == []
    with pytest.raises(Refusal, match="Bob wants to play on"):
        await service.agreements.offer_abort(match_id, ANN.id)
    snapshot = await play_all(service, await service.lookup.snapshot(match_id), "1")
    assert (await service.agreements.offer_abort(match_id, ANN.id)).match.abort_by == 0


async def test_a_proposal_to_abort_stands_until_the_proposers_next_turn(service: Service) -> None:
    snapshot = await play_all(service, await begin(service), "1 1 1 1")
    await service.agreements.offer_abort(snapshot.match.id, ANN.id)
    snapshot = await play_all(service, await service.lookup.snapshot(snapshot.match.id), "1")
    assert snapshot.match.abort_by == 0
    assert (await play_all(service, snapshot, "1")).match.abort_by is None


async def test_a_win_on_time_cannot_be_claimed_before_both_have_moved(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service, clock="3d soft", rated=True), "1")
    clock.time += 3 * DAY
    over = (await service.agreements.claim(snapshot.match.id, ANN.id)).match
    assert (over.winner, over.void, over.rated, over.ending) == (None, True, False, "not_begun")


async def test_a_soft_clock_lets_the_opponent_claim(service: Service, clock: StillClock) -> None:
    with pytest.raises(Refusal, match="no clock"):
        await service.agreements.claim((await begin(service)).match.id, BOB.id)
    match = (await begin(service, clock="3d soft", rated=True)).match
    with pytest.raises(Refusal, match="Ann has 3 days left"):
        await service.agreements.claim(match.id, BOB.id)
    with pytest.raises(Refusal, match="your turn"):
        await service.agreements.claim(match.id, ANN.id)
    await play_all(service, await service.lookup.snapshot(match.id), "1 1")
    clock.time += 3 * DAY
    over = (await service.agreements.claim(match.id, BOB.id)).match
    assert (over.winner, over.reason, over.rated) == (1, "time", True)


async def test_until_it_is_claimed_a_soft_deadline_can_still_be_met_late(service: Service, clock: StillClock) -> None:
    match = (await begin(service, clock="72+12/96h soft")).match
    clock.time += 4 * DAY
    assert await changed_by_time(service) == []
    snapshot = await play_all(service, await service.lookup.snapshot(match.id), "1 1")
    assert snapshot.match.left == (12 * HOUR, 84 * HOUR)


async def test_strangers_agree_upon_nothing(service: Service) -> None:
    match = (await begin(service)).match
    draws, takebacks = "offer_draw accept_draw decline_draw", "take_back grant_take_back refuse_take_back"
    for act in f"{draws} {takebacks} abort claim keep".split():
        with pytest.raises(NotAPlayer):
            await getattr(service.agreements, act)(match.id, CAROL.id)
    assert (await service.lookup.match(match.id)).rev == 1
