"""Hints and reviews: what the strongest computer player would do."""

import asyncio
from collections.abc import Sequence

import pytest

from matches.computers import Interrupted
from matches.errors import NotYourTurn, Refusal, Stale
from matches.limits import Limits
from matches.model import Match
from matches.reviews import Review
from service import Service, advice
from storage.store import Store
from tests.service.computers import begin, play
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, play_all
from tests.support.matches import begin as people
from tests.support.thinker import SETTLES, Puppet


@pytest.fixture
def thinker(puppet: Puppet) -> Puppet:
    return puppet


async def test_a_hint_is_the_best_move_for_the_player_to_move(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    snapshot, found = await service.advice.hint(match.id, ANN.id)
    assert (snapshot.match, found.line) == (match, ("take 1",))
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 1")
    with pytest.raises(NotYourTurn):
        await service.advice.hint(match.id, ANN.id)


async def test_hints_in_matches_and_studies_count_together_for_their_limit(
    store: Store, puppet: Puppet, clock: StillClock
) -> None:
    service = Service(store, clock, games={"heap": Heap}, limits=Limits(hints=2), thinker=puppet)
    match = await begin(service)
    await service.advice.hint(match.id, ANN.id)
    await service.advice.best(Heap.start(), ANN.id, 1)
    with pytest.raises(Refusal, match="asked for 2 hints in the last hour"):
        await service.advice.best(Heap.start(), ANN.id, 1)
    with pytest.raises(Refusal, match="asked for 2 hints in the last hour"):
        await service.advice.hint(match.id, ANN.id)


async def test_there_is_no_hint_for_a_board_that_was_taken_back_meanwhile(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    await play(service, match, "take 1")
    puppet.gate.clear()
    asking = asyncio.create_task(service.advice.hint(match.id, ANN.id))
    await puppet.holds()
    await service.agreements.take_back(match.id, ANN.id)
    puppet.gate.set()
    with pytest.raises(Stale):
        await asking


async def test_there_are_no_hints_between_people(service: Service) -> None:
    match = (await people(service)).match
    with pytest.raises(Refusal, match="only in matches against the computer"):
        await service.advice.hint(match.id, ANN.id)


async def test_there_is_no_hint_for_the_board_of_a_match_between_people(service: Service) -> None:
    match, other = await begin(service), (await people(service, size="40")).match
    for ask in (service.advice.to_help, service.advice.hint):
        with pytest.raises(Refusal, match=f"this position in match #{other.code}"):
            await ask(match.id, ANN.id)
    await service.play.move(other.id, ANN.id, "take 1")
    assert (await service.advice.hint(match.id, ANN.id))[0].match == match


async def test_a_review_names_the_moves_that_lost_the_most(service: Service, puppet: Puppet) -> None:
    board = await play_all(service, await people(service, size="9"), "2 2 2 2")
    await service.play.resign(board.match.id, ANN.id)
    chances = [0.5, 0.4, 0.9, 0.3, 0.32]
    puppet.by_ply = {ply: (chance, 1 - chance) for ply, chance in enumerate(chances)}
    puppet.by_left = {8: (0.5, 0.5), 6: (0.4, 0.6), 4: (0.9, 0.1)}  # in the position after the better moves
    _, review = await service.advice.review(board.match.id, CAROL.id)
    assert review.chances == pytest.approx((0.5, 0.4, 0.9, 0.305, 0.31))
    found = [(slip.ply, slip.seat, slip.played, slip.better) for slip in review.slips]
    assert found == [(1, 0, "take 2", "take 1"), (2, 1, "take 2", "take 1"), (3, 0, "take 2", "take 1")]
    assert review.slips[2].before - review.slips[2].after == pytest.approx(0.595)
    judged = puppet.judged
    assert (await service.advice.review(board.match.id, ANN.id))[1] == review
    assert puppet.judged == judged, "it is judged once"


async def test_a_review_names_at_most_three_moves_of_each_side(service: Service, puppet: Puppet) -> None:
    """In each of ten moves another one would have been better, by these shares of the chance to win."""
    lost = (0.1, 0.3, 0.4, 0.1, 0.2, 0.4, 0.3, 0.2, 0.06, 0.06)
    match, _ = await lost_by_turns(service, puppet, lost)
    _, review = await service.advice.review(match.id, ANN.id)
    assert [slip.ply for slip in review.slips] == [2, 3, 5, 6, 7, 8]
    assert review.more
    assert [round(slip.before - slip.after, 2) for slip in review.slips] == [0.3, 0.4, 0.2, 0.4, 0.3, 0.2]


async def test_a_review_keeps_the_best_line_after_the_better_move(service: Service, puppet: Puppet) -> None:
    match = await over(service, "2")
    puppet.by_left = {39: (0.6, 0.4), 38: (0.2, 0.8)}
    _, review = await service.advice.review(match.id, ANN.id)
    (slip,) = review.slips
    after = slip.position.play(slip.position.parse(slip.better))
    assert slip.line == puppet._judgement(after).line
    assert slip.line


async def test_a_review_knows_which_results_are_proven(service: Service, puppet: Puppet) -> None:
    match = await over(service, "2")
    puppet.certain = True
    puppet.by_left = {39: (1, 0), 38: (0, 1)}
    _, review = await service.advice.review(match.id, ANN.id)
    (slip,) = review.slips
    assert (slip.played, slip.better, slip.won, slip.lost) == ("take 2", "take 1", True, True)


async def lost_by_turns(
    service: Service, puppet: Puppet, lost: Sequence[float], swing: float = 0
) -> tuple[Match, list[float]]:
    """A match in which each move loses this share of the chance to win, with the chances of the first seat.

    Before the moves of the first seat, the positions are judged by as much as `swing` too well for it.
    """
    chances = [0.5]
    for number, share in enumerate(lost):
        chances.append(chances[-1] + (share if number % 2 else -share))
        better = chances[-2] + (swing if number % 2 else -swing)
        puppet.by_left[40 - 2 * number - 1] = (better, 1 - better)  # the position after the better move
    for ply, chance in enumerate(chances):
        judged = chance + (-swing if ply % 2 else swing)
        puppet.by_ply = {**puppet.by_ply, ply: (judged, 1 - judged)}
    board = await play_all(service, await people(service), "2 " * len(lost))
    await service.play.resign(board.match.id, ANN.id)
    return board.match, chances


async def test_the_chances_of_a_review_fall_as_its_moves_are_said_to(service: Service, puppet: Puppet) -> None:
    """However much the depth of the search makes the judgements swing from move to move."""
    match, chances = await lost_by_turns(service, puppet, (0, 0.08, 0, 0, 0.3, 0.2, 0, 0), swing=0.1)
    _, review = await service.advice.review(match.id, ANN.id)
    assert review.chances == pytest.approx(chances)
    assert [(slip.ply, slip.seat) for slip in review.slips] == [(2, 1), (5, 0), (6, 1)]
    assert not review.more
    for slip in review.slips:
        course = [chance if slip.seat == 0 else 1 - chance for chance in review.chances]
        assert (slip.before, slip.after) == (course[slip.ply - 1], course[slip.ply])


async def test_a_review_at_hand_shows_the_match_without_a_person_who_was_forgotten(
    service: Service, puppet: Puppet
) -> None:
    match = await over(service, "2 2")
    assert (await service.advice.review(match.id, BOB.id))[0].players[0].name == "Ann"
    judged = puppet.judged
    await service.privacy.forget(ANN.id)
    forgotten, _ = await service.advice.review(match.id, BOB.id)
    assert puppet.judged == judged, "it is at hand"
    assert "Ann" not in [player.name for player in forgotten.players]


@pytest.mark.parametrize("texts", ["", "2 2"])
async def test_a_match_that_was_aborted_is_reviewed(service: Service, texts: str) -> None:
    board = await play_all(service, await people(service), texts)
    await service.agreements.abort(board.match.id, ANN.id)
    match, review = await service.advice.review(board.match.id, BOB.id)
    assert match.void
    plies = len(texts.split())
    accuracies = (100, 100) if plies else (None, None)
    assert review == Review((0.5,) * (plies + 1), (), accuracies, choices=("take 1",) * plies)


async def test_a_match_from_a_position_that_was_set_up_is_reviewed_from_there(service: Service, puppet: Puppet) -> None:
    start = Heap.start(size="9").play(2)
    match = (await service.practice.begin_at("heap", ANN, 1, CHANNEL, start.encode(), "second")).match
    await play(service, match, "take 2")
    await service.play.resign(match.id, ANN.id)
    puppet.by_left = {7: (0.5, 0.5), 6: (0.3, 0.7), 5: (0.9, 0.1), 4: (0.9, 0.1)}
    over, review = await service.advice.review(match.id, ANN.id)
    assert (over.start, len(review.chances)) == (start.encode(), 3)
    (slip,) = review.slips
    assert (slip.ply, slip.seat, slip.played, slip.better) == (1, 1, "take 2", "take 1")


async def test_many_reviews_at_once_are_all_made(
    service: Service, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only those that are done make room for others."""
    monkeypatch.setattr(advice, "KEPT", 2)
    matches = [await over(service, "2") for _ in range(4)]
    puppet.gate.clear()
    asking = [asyncio.create_task(service.advice.review(match.id, ANN.id)) for match in matches]
    await puppet.holds(len(asking))
    puppet.gate.set()
    async with asyncio.timeout(SETTLES):
        assert [match for match, _ in await asyncio.gather(*asking)] == matches
    matches.append(await over(service, "2"))
    for match in matches[-2:]:
        await service.advice.review(match.id, ANN.id)
    judged = puppet.judged
    for match in matches[-2:]:
        await service.advice.review(match.id, ANN.id)
    assert puppet.judged == judged, "both are at hand"
    await service.advice.review(matches[0].id, ANN.id)
    assert puppet.judged > judged


async def test_whoever_waits_for_a_review_when_the_bot_stops_is_answered(
    service: Service, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await over(service, "2")
    found: list[Match] = []
    to_review = service.advice.to_review

    async def noted(match_id: int) -> Match:
        found.append(await to_review(match_id))
        return found[-1]

    monkeypatch.setattr(service.advice, "to_review", noted)
    puppet.gate.clear()
    asking = [asyncio.create_task(service.advice.review(match.id, person.id)) for person in (ANN, BOB)]
    await puppet.holds()
    async with asyncio.timeout(SETTLES):
        while len(found) < len(asking):  # noqa: ASYNC110 (they tell nobody that they wait)
            await asyncio.sleep(0.01)
    service.advice.stop()
    with pytest.raises(Interrupted):
        await asking[0]
    with pytest.raises(Interrupted):
        await asking[1]


async def test_whoever_waits_for_a_hint_when_the_bot_stops_is_answered(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    asking = [
        asyncio.create_task(service.advice.hint(match.id, ANN.id)),
        asyncio.create_task(service.advice.best(Heap.start(), BOB.id, 1)),
    ]
    await puppet.holds(2)
    service.advice.stop()
    for one in asking:
        with pytest.raises(Interrupted):
            await one
    with pytest.raises(Interrupted):
        await service.advice.hint(match.id, ANN.id)


async def test_nobody_thinks_about_a_hint_for_which_nobody_waits(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    asking = asyncio.create_task(service.advice.hint(match.id, ANN.id))
    await puppet.holds()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    async with asyncio.timeout(SETTLES):
        while puppet.held:  # noqa: ASYNC110 (it tells nobody)
            await asyncio.sleep(0)


async def over(service: Service, texts: str) -> Match:
    """A match between Ann and Bob in which Ann resigned after these moves."""
    board = await play_all(service, await people(service), texts)
    return (await service.play.resign(board.match.id, ANN.id)).match


async def test_a_running_match_is_not_reviewed(service: Service) -> None:
    with pytest.raises(Refusal, match="when it is over"):
        await service.advice.review((await people(service)).match.id, ANN.id)
