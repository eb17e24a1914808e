"""Matches against the computer: when it thinks, and what it does then."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from games import GAMES
from matches.alarms import HOLD, MEANWHILE, PACE
from matches.computers import LEVELS, Interrupted, computer
from matches.errors import NotYourTurn, Refusal
from matches.limits import Limits
from service import Service, thoughts
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, play_all
from tests.support.matches import begin as people
from tests.support.thinker import Puppet

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from matches.records import Match, Side, Snapshot
    from storage.store import Store
    from tests.support.matches import StillClock


@pytest.fixture
def puppet() -> Puppet:
    return Puppet()


@pytest.fixture
async def service(store: Store, clock: StillClock, puppet: Puppet) -> AsyncIterator[Service]:
    service = Service(store, clock, random.Random(7), games={"heap": Heap}, thinker=puppet)
    yield service
    service.thoughts.stop()


async def begin(service: Service, side: Side = "first", level: int = 3, size: str = "40") -> Match:
    return (await service.practice.begin("heap", ANN, level, CHANNEL, side, {"size": size})).match


async def newest(service: Service, match: Match) -> Snapshot:
    return await service.lookup.snapshot(match.id)


async def play(service: Service, match: Match, text: str) -> Snapshot:
    """Ann moves, and the computer answers."""
    await service.play.move(match.id, ANN.id, text)
    return await settle(service, match)


async def settle(service: Service, match: Match) -> Snapshot:
    """Let every due thought be done."""
    await service.thoughts.act()
    await service.thoughts.settled(match.id, 5)
    return await newest(service, match)


async def told(service: Service, match: Match) -> list[tuple[int | None, str]]:
    """The notices, with the people whom they are for."""
    return [(one.person_id, one.about) for one in await service.outbox.of("notice", match.id)]


def test_a_computer_player_is_told_by_its_number_and_bears_its_level() -> None:
    everybody = [computer(level, second=second) for level in LEVELS for second in (False, True)]
    assert len({one.id for one in everybody}) == 10
    assert [one.level for one in everybody] == [level for level in LEVELS for _ in range(2)]
    assert (ANN.level, BOB.level) == (None, None)


async def test_a_match_against_the_computer_has_no_clock_and_is_not_rated(service: Service) -> None:
    match = await begin(service)
    assert (match.practice, match.watched, match.rated, match.clock) == (True, False, False, None)
    assert [player.level for player in match.players] == [None, 3]
    assert match.players[1].name == LEVELS[3].name
    assert not match.thinking


async def test_a_match_begins_without_reading_the_others(service: Service, store: Store) -> None:
    """What is counted is not read: one of the others cannot be."""
    first = await begin(service)
    await people(service)
    async with store.write() as tx:
        tx.matches._session.change("UPDATE match SET options = '{' WHERE id = ?", first.id)
    limited = Service(store, service.clock, games={"heap": Heap}, limits=Limits(practice=2))
    await begin(limited)
    with pytest.raises(Refusal, match="You have 2 running matches against the computer"):
        await begin(limited)
    limited.thoughts.stop()


async def test_the_computer_answers_a_move(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.texts = ["take 2"]
    board = await play(service, match, "take 1")
    assert (board.match.ply, board.match.turn) == (2, 0)
    assert [ply.text for ply in await service.lookup.plies(match.id)] == ["take 1", "take 2"]
    assert puppet.seeds == {match.id}
    assert await service.thoughts.next_due() is None


async def test_the_computer_moves_first_where_that_is_its_side(service: Service) -> None:
    match = await begin(service, "second")
    assert match.thinking
    assert (await settle(service, match)).match.ply == 1


async def test_an_answer_that_comes_soon_is_shown_with_the_move(service: Service) -> None:
    match = await begin(service)
    await service.play.move(match.id, ANN.id, "take 2")
    answered = await service.thoughts.answer(match.id, 5)
    assert answered is not None
    assert (answered.match.ply, answered.answered) == (2, "take 2")
    assert await told(service, match) == []


async def test_an_answer_that_comes_late_is_told(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    assert await service.thoughts.answer(match.id, 0.01) is None
    puppet.gate.set()
    await service.thoughts.settled(match.id, 5)
    assert (await newest(service, match)).match.ply == 2
    assert await told(service, match) == [(ANN.id, "turn")]
    (board,) = await service.outbox.of("board", match.id)
    assert (board.due_at, board.claimed_by) == (service.clock.now(), None)


async def test_nobody_else_is_told_of_the_computers_turn(service: Service) -> None:
    match = await begin(service)
    await service.play.move(match.id, ANN.id, "take 2")
    assert await told(service, match) == []


async def test_the_computer_thinks_once_about_a_move(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await asyncio.gather(*(service.thoughts.act() for _ in range(5)))
    waiting = asyncio.create_task(service.thoughts.answer(match.id, 5))
    await asyncio.sleep(0.05)
    puppet.gate.set()
    assert (await waiting) is not None
    assert puppet.thought == [1]
    assert (await newest(service, match)).match.ply == 2


async def test_a_thought_begins_anew_after_a_restart(
    service: Service, store: Store, clock: StillClock, puppet: Puppet
) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await service.thoughts.act()
    assert (await newest(service, match)).match.thinking
    service.thoughts.stop()
    later = Service(store, clock, games={"heap": Heap}, thinker=Puppet())
    assert (await settle(later, match)).match.ply == 1  # the first run still has the alarm
    await later.thoughts.start()
    assert (await settle(later, match)).match.ply == 2


async def test_a_thought_of_a_process_that_is_gone_is_begun_by_another(
    service: Service, store: Store, clock: StillClock, puppet: Puppet
) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await service.thoughts.act()
    other = Service(store, clock, games={"heap": Heap}, thinker=Puppet())
    clock.time += HOLD
    assert (await settle(other, match)).match.ply == 2
    puppet.gate.set()
    await service.thoughts.settled(match.id, 5)
    assert [ply.text for ply in await service.lookup.plies(match.id)] == ["take 2", "take 1"]


@pytest.mark.parametrize(("failure", "tracebacks"), [(Interrupted("the helper process died"), 0), (ValueError("x"), 1)])
async def test_a_thought_that_fails_is_tried_again(
    service: Service,
    puppet: Puppet,
    clock: StillClock,
    caplog: pytest.LogCaptureFixture,
    failure: Exception,
    tracebacks: int,
) -> None:
    """The log tells where a fault of ours is, from the second time on; a process that was killed is none."""
    match = await begin(service)
    puppet.failures, puppet.failure = 2, failure
    assert (await play(service, match, "take 1")).match.ply == 1
    for _ in range(2):
        due = await service.thoughts.next_due()
        assert due is not None
        assert due > clock.time
        clock.time = due
        board = await settle(service, match)
    assert board.match.ply == 2
    told = [record for record in caplog.records if "is tried again" in record.message]
    assert len(told) == 2
    assert sum(bool(record.exc_info) for record in told) == tracebacks


async def test_a_take_back_takes_both_moves_at_any_time(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    await play(service, match, "take 1")
    await play(service, match, "take 2")
    clock.time += 3600
    board = await service.agreements.take_back(match.id, ANN.id)
    assert (board.match.ply, board.match.turn, board.match.takeback_by) == (2, 0, None)
    assert (await service.agreements.take_back(match.id, ANN.id)).match.ply == 0
    with pytest.raises(Refusal, match="nothing to take back"):
        await service.agreements.take_back(match.id, ANN.id)
    assert (await newest(service, match)).position == Heap.start(size="40")


async def test_a_move_that_is_taken_back_in_mid_thought_gets_no_answer(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await service.thoughts.act()
    await asyncio.sleep(0.02)
    assert (await service.agreements.take_back(match.id, ANN.id)).match.ply == 0
    puppet.gate.set()
    assert (await settle(service, match)).match.ply == 0
    assert await service.thoughts.next_due() is None


async def test_another_move_after_that_gets_its_own_answer(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await service.thoughts.act()
    await asyncio.sleep(0.02)
    await service.agreements.take_back(match.id, ANN.id)
    await service.play.move(match.id, ANN.id, "take 1")
    puppet.gate.set()
    assert (await settle(service, match)).match.ply == 2
    assert puppet.thought == [1, 1]


async def test_the_computer_thinks_no_more_when_its_opponent_resigns(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await service.thoughts.act()
    await service.play.resign(match.id, ANN.id)
    puppet.gate.set()
    board = await settle(service, match)
    assert (board.match.over, board.match.winner, board.match.ply) == (True, 1, 1)
    assert await service.thoughts.next_due() is None


@pytest.mark.parametrize(
    ("chance", "certain", "accepted"), [(0.3, False, True), (0.48, False, False), (0.5, True, True), (0.8, True, False)]
)
async def test_the_computer_accepts_a_draw_when_it_is_worse_or_cannot_win(
    service: Service, puppet: Puppet, chance: float, certain: bool, accepted: bool
) -> None:
    match = await begin(service)
    puppet.chances, puppet.certain = (1 - chance, chance), certain
    await service.agreements.offer_draw(match.id, ANN.id)
    board = await settle(service, match)
    assert board.match.over == accepted
    assert board.match.draw_by is None
    assert await service.thoughts.next_due() is None


@pytest.mark.parametrize(("chance", "accepted"), [(0.89, True), (0.91, False)])
async def test_in_a_long_match_the_computer_accepts_a_draw_unless_it_is_nearly_sure_to_win(
    service: Service, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, chance: float, accepted: bool
) -> None:
    monkeypatch.setattr(thoughts, "LONG", 2)
    match = await begin(service, size="9")
    puppet.chances = (1 - chance, chance)
    await service.agreements.offer_draw(match.id, ANN.id)
    assert not (await settle(service, match)).match.over, "it is not long yet"
    await play(service, match, "take 1")
    await service.agreements.offer_draw(match.id, ANN.id)
    assert (await settle(service, match)).match.over == accepted


async def test_an_offer_in_mid_thought_is_answered_after_the_move(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 2")
    await service.thoughts.act()
    await asyncio.sleep(0.02)
    await service.agreements.offer_draw(match.id, ANN.id)
    await service.thoughts.act()
    puppet.gate.set()
    board = await settle(service, match)
    assert (board.match.ply, board.match.draw_by) == (2, None)
    assert await service.thoughts.next_due() is None


async def test_the_match_against_the_computer_can_be_aborted_at_any_time(service: Service) -> None:
    match = await begin(service)
    for _ in range(3):
        await play(service, match, "take 1")
    assert (await service.agreements.abort(match.id, ANN.id)).match.void


async def test_the_next_match_has_the_sides_swapped(service: Service) -> None:
    match = await begin(service, size="4")
    await service.play.resign(match.id, ANN.id)
    again = (await service.practice.again(match.id, ANN, 4, CHANNEL)).match
    assert [player.level for player in again.players] == [4, None]
    assert again.options == {"size": "4"}
    with pytest.raises(Refusal, match="You did not play"):
        await service.practice.again(match.id, BOB, 4, CHANNEL)
    with pytest.raises(Refusal, match="not over yet"):
        await service.practice.again(again.id, ANN, 4, CHANNEL)


@pytest.fixture
async def swapping(store: Store, clock: StillClock, puppet: Puppet) -> AsyncIterator[Service]:
    """A service with all games: in some of them the swap rule evens the chances."""
    service = Service(store, clock, random.Random(7), thinker=puppet)
    yield service
    service.thoughts.stop()


async def over(service: Service, match: Match) -> Match:
    return (await service.play.resign(match.id, ANN.id)).match


@pytest.mark.parametrize(("chosen", "pies"), [({}, "off on off"), ({"pie": "off"}, "off off off")])
async def test_the_next_match_has_the_swap_rule_as_its_level_and_the_player_want_it(
    swapping: Service, chosen: dict[str, str], pies: str
) -> None:
    chosen |= {"order": "4"}
    first = (await swapping.practice.begin("brain_coral", ANN, 3, CHANNEL, "first", chosen)).match
    harder = (await swapping.practice.again((await over(swapping, first)).id, ANN, 4, CHANNEL)).match
    easier = (await swapping.practice.again((await over(swapping, harder)).id, ANN, 3, CHANNEL)).match
    assert [match.options["pie"] for match in (first, harder, easier)] == pies.split()
    assert {match.options["order"] for match in (first, harder, easier)} == {"4"}


async def test_a_swap_rule_that_was_chosen_stays_at_lower_levels(swapping: Service) -> None:
    first = (await swapping.practice.begin("brain_coral", ANN, 3, CHANNEL, "first", {"pie": "on"})).match
    lower = (await swapping.practice.again((await over(swapping, first)).id, ANN, 2, CHANNEL)).match
    assert first.options["pie"] == lower.options["pie"] == "on"


async def test_a_position_has_its_own_options_at_every_level(swapping: Service) -> None:
    start = GAMES["brain_coral"].start().encode()
    match = (await swapping.practice.begin_at("brain_coral", ANN, 4, CHANNEL, start, "first")).match
    assert match.options["pie"] == "off"


@pytest.mark.parametrize(
    ("levels", "chosen", "pie"),
    [((4, 5), {}, "on"), ((5, 4), {"pie": "off"}, "off"), ((3, 5), {}, "off"), ((5, 3), {"pie": "on"}, "on")],
)
async def test_a_show_has_the_swap_rule_where_both_levels_play_by_it(
    swapping: Service, levels: tuple[int, int], chosen: dict[str, str], pie: str
) -> None:
    match = (await swapping.practice.show("branching_coral", ANN, levels, CHANNEL, chosen)).match
    assert match.options["pie"] == pie


async def test_a_person_cannot_move_for_the_computer(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 1")
    with pytest.raises(NotYourTurn):
        await service.play.move(match.id, ANN.id, "take 1")


async def test_a_whole_match_ends_as_the_rules_say(service: Service) -> None:
    match = await begin(service, size="9")
    while not (await newest(service, match)).match.over:
        await play(service, match, "take 1")
    over = (await newest(service, match)).match
    assert (over.winner, over.rated, over.ply) == (0, False, 9)
    assert await service.thoughts.next_due() is None


async def test_levels_and_options_that_do_not_exist_are_refused(service: Service) -> None:
    with pytest.raises(Refusal, match="levels 1 to 5"):
        await begin(service, level=6)
    with pytest.raises(ValueError, match="choose"):
        await begin(service, size="7")


async def test_a_hint_is_the_best_move_for_the_player_to_move(service: Service, puppet: Puppet) -> None:
    match = await begin(service)
    snapshot, found = await service.advice.hint(match.id, ANN.id)
    assert (snapshot.match, found.line) == (match, ("take 1",))
    puppet.gate.clear()
    await service.play.move(match.id, ANN.id, "take 1")
    with pytest.raises(NotYourTurn):
        await service.advice.hint(match.id, ANN.id)


async def test_there_are_no_hints_between_people(service: Service) -> None:
    match = (await people(service)).match
    with pytest.raises(Refusal, match="only in matches against the computer"):
        await service.advice.hint(match.id, ANN.id)


async def test_a_review_names_the_moves_that_lost_the_most(service: Service, puppet: Puppet) -> None:
    board = await play_all(service, await people(service, size="9"), "2 2 2 2")
    await service.play.resign(board.match.id, ANN.id)
    chances = [0.5, 0.4, 0.9, 0.3, 0.32]
    puppet.by_ply = {ply: (chance, 1 - chance) for ply, chance in enumerate(chances)}
    puppet.by_left = {8: (0.5, 0.5), 6: (0.4, 0.6), 4: (0.9, 0.1)}  # in the position after the better moves
    review = await service.advice.review(board.match.id, CAROL.id)
    assert review.chances == pytest.approx((0.5, 0.55, 0.625, 0.455, 0.32))
    found = [(slip.ply, slip.seat, slip.played, slip.better) for slip in review.slips]
    assert found == [(1, 0, "take 2", "take 1"), (2, 1, "take 2", "take 1"), (3, 0, "take 2", "take 1")]
    assert review.slips[2].before - review.slips[2].after == pytest.approx(0.6)
    judged = puppet.judged
    assert await service.advice.review(board.match.id, ANN.id) == review
    assert puppet.judged == judged, "it is judged once"


async def test_a_review_names_at_most_three_moves_of_each_side(service: Service, puppet: Puppet) -> None:
    """In each of ten moves another one would have been better, by these shares of the chance to win."""
    lost = (0.1, 0.3, 0.4, 0.1, 0.2, 0.4, 0.3, 0.2, 0.06, 0.06)
    board = await play_all(service, await people(service), "2 " * len(lost))
    await service.play.resign(board.match.id, ANN.id)
    for number, share in enumerate(lost):
        gained = -share if number % 2 else share
        puppet.by_left[40 - 2 * number - 1] = (0.5 + gained, 0.5 - gained)  # the position after the better move
    review = await service.advice.review(board.match.id, ANN.id)
    assert [slip.ply for slip in review.slips] == [2, 3, 5, 6, 7, 8]
    assert [round(slip.before - slip.after, 2) for slip in review.slips] == [0.3, 0.4, 0.2, 0.4, 0.3, 0.2]


async def test_a_running_match_is_not_reviewed(service: Service) -> None:
    with pytest.raises(Refusal, match="when it is over"):
        await service.advice.review((await people(service)).match.id, ANN.id)


async def test_two_computer_players_play_for_show(service: Service, clock: StillClock) -> None:
    match = (await service.practice.show("heap", ANN, (1, 1), CHANNEL, {"size": "4"})).match
    assert (match.watched, match.practice) == (True, True)
    times = []
    while not (await newest(service, match)).match.over:
        due = await service.thoughts.next_due()
        assert due is not None
        clock.time = due
        times.append(due)
        await settle(service, match)
    assert {later - earlier for earlier, later in pairwise(times)} == {PACE}
    assert (await newest(service, match)).match.winner == 1
    assert await told(service, match) == []
    assert await service.thoughts.next_due() is None


async def test_one_show_in_a_channel_and_none_where_the_bot_is_a_guest(service: Service) -> None:
    match = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    with pytest.raises(Refusal, match=f"#{match.code} is played for show here already"):
        await service.practice.show("heap", BOB, (1, 2), CHANNEL)
    await service.practice.show("heap", BOB, (1, 2), replace(CHANNEL, channel_id=101))
    with pytest.raises(Refusal, match="guest"):
        await service.practice.show("heap", BOB, (1, 2), replace(CHANNEL, channel_id=102, guest=True))


async def test_a_show_is_stopped_by_who_began_it_or_who_may(service: Service) -> None:
    match = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    with pytest.raises(Refusal, match="Ann began this"):
        await service.practice.stop(match.id, BOB.id)
    stopped = (await service.practice.stop(match.id, BOB.id, allowed=True)).match
    assert (stopped.over, stopped.void) == (True, True)
    again = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    assert (await service.practice.stop(again.id, ANN.id)).match.over
    assert await service.thoughts.next_due() is None


async def test_a_show_ends_with_its_message_or_its_channel(service: Service) -> None:
    match = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    await service.practice.gone(match.id)
    assert (await newest(service, match)).match.void
    again = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    await service.places.lost(CHANNEL.channel_id)
    assert (await newest(service, again)).match.over
    assert await told(service, again) == []


async def test_a_challenge_of_anyone_offers_the_computer_after_a_while(service: Service, clock: StillClock) -> None:
    opened = await service.challenges.invite("heap", ANN, None, CHANNEL)
    named = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    for challenge in (opened, named):
        await service.outbox.challenge_shown(challenge.id, 5)
    clock.time += MEANWHILE
    await service.schedule.act()
    owed = [one.subject for one in await service.outbox.take() if one.kind == "challenge"]
    assert owed == [opened.id]
