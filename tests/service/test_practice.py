"""Matches against the computer, and for show: how they begin, go on with the next one, and end."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise

import pytest

from games import GAMES
from matches.alarms import ASKED, IDLE, MEANWHILE, PACE
from matches.computers import LEVELS, computer
from matches.errors import NotAPlayer, Over, Refusal
from matches.limits import Limits
from matches.model import Match
from service import Service
from storage.store import Store
from tests.service.computers import begin, newest, play, settle, shown, told
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CHANNEL, StillClock
from tests.support.matches import begin as people
from tests.support.thinker import Puppet


@pytest.fixture
def thinker(puppet: Puppet) -> Puppet:
    return puppet


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
    limited.computer_turns.stop()


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


async def test_the_match_against_the_computer_can_be_aborted_at_any_time(service: Service) -> None:
    match = await begin(service)
    for _ in range(3):
        await play(service, match, "take 1")
    assert (await service.agreements.abort(match.id, ANN.id)).match.void


async def test_the_next_match_has_the_sides_swapped(service: Service) -> None:
    match = await begin(service, size="4")
    await service.play.resign(match.id, ANN.id)
    again = (await service.practice.rematch(match.id, ANN, 4, CHANNEL)).match
    assert [player.level for player in again.players] == [4, None]
    assert again.options == {"size": "4"}
    with pytest.raises(Refusal, match="You did not play"):
        await service.practice.rematch(match.id, BOB, 4, CHANNEL)
    with pytest.raises(Refusal, match="not over yet"):
        await service.practice.rematch(again.id, ANN, 4, CHANNEL)


async def test_the_next_match_is_begun_once_until_it_is_over(service: Service) -> None:
    match = await begin(service)
    await service.play.resign(match.id, ANN.id)
    begun = (await service.practice.rematch(match.id, ANN, 3, CHANNEL)).match
    with pytest.raises(Refusal, match=f"already started: match #{begun.code}"):
        await service.practice.rematch(match.id, ANN, 4, CHANNEL)
    await service.play.resign(begun.id, ANN.id)
    assert not (await service.practice.rematch(match.id, ANN, 3, CHANNEL)).match.over


@pytest.fixture
async def swapping(store: Store, clock: StillClock, puppet: Puppet) -> AsyncIterator[Service]:
    """A service with all games: in some of them the swap rule evens the chances."""
    service = Service(store, clock, random.Random(7), thinker=puppet)
    yield service
    service.computer_turns.stop()


async def over(service: Service, match: Match) -> Match:
    return (await service.play.resign(match.id, ANN.id)).match


@pytest.mark.parametrize(("chosen", "pies"), [({}, "off on off"), ({"pie": "off"}, "off off off")])
async def test_the_next_match_has_the_swap_rule_as_its_level_and_the_player_want_it(
    swapping: Service, chosen: dict[str, str], pies: str
) -> None:
    chosen |= {"order": "4"}
    first = (await swapping.practice.begin("brain_coral", ANN, 3, CHANNEL, "first", chosen)).match
    harder = (await swapping.practice.rematch((await over(swapping, first)).id, ANN, 4, CHANNEL)).match
    easier = (await swapping.practice.rematch((await over(swapping, harder)).id, ANN, 3, CHANNEL)).match
    assert [match.options["pie"] for match in (first, harder, easier)] == pies.split()
    assert {match.options["order"] for match in (first, harder, easier)} == {"4"}


async def test_a_swap_rule_that_was_chosen_stays_at_lower_levels(swapping: Service) -> None:
    first = (await swapping.practice.begin("brain_coral", ANN, 3, CHANNEL, "first", {"pie": "on"})).match
    lower = (await swapping.practice.rematch((await over(swapping, first)).id, ANN, 2, CHANNEL)).match
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


async def test_levels_and_options_that_do_not_exist_are_refused(service: Service) -> None:
    with pytest.raises(Refusal, match="level from 1 to 5"):
        await begin(service, level=6)
    with pytest.raises(ValueError, match="choose"):
        await begin(service, size="7")


async def test_two_computer_players_play_for_show(service: Service, clock: StillClock, thinker: Puppet) -> None:
    match = (await service.practice.show("heap", ANN, (1, 1), CHANNEL, {"size": "4"})).match
    assert (match.watched, match.practice) == (True, True)
    times = []
    while not (await newest(service, match)).match.over:
        await shown(service, match)
        due = await service.computer_turns.next_due()
        assert due is not None
        clock.time = due
        times.append(due)
        await settle(service, match)
    assert {later - earlier for earlier, later in pairwise(times)} == {PACE}
    assert set(thinker.shows) == {True}
    assert (await newest(service, match)).match.winner == 1
    assert await told(service, match) == []
    assert await service.computer_turns.next_due() is None


async def test_a_show_waits_while_its_board_cannot_be_shown(
    service: Service, clock: StillClock, thinker: Puppet
) -> None:
    """As in a thread that is locked. It goes on where it was as soon as its board is there."""
    match = (await service.practice.show("heap", ANN, (1, 1), CHANNEL)).match

    async def later() -> int:
        clock.time = await service.computer_turns.next_due() or 0
        return (await settle(service, match)).match.ply

    assert [await later() for _ in range(3)] == [0, 0, 0]
    await shown(service, match)
    assert [await later() for _ in range(3)] == [1, 1, 1]
    assert clock.time == match.created_at + 6 * PACE
    assert thinker.thought == [0]


async def test_a_show_that_nobody_could_see_for_long_is_closed(service: Service, clock: StillClock) -> None:
    match = (await service.practice.show("heap", ANN, (1, 1), CHANNEL)).match
    for seconds in (IDLE, ASKED):
        clock.time += seconds
        await service.schedule.act()
    assert (await newest(service, match)).match.ending == "abandoned"
    assert await told(service, match) == []


async def test_five_shows_of_each_person(service: Service) -> None:
    channels = [replace(CHANNEL, channel_id=number) for number in range(1, 8)]
    await service.practice.show("heap", BOB, (1, 2), channels.pop())
    last = channels.pop()
    matches = [(await service.practice.show("heap", ANN, (1, 2), channel)).match for channel in channels]
    with pytest.raises(Refusal, match=f"5 computer matches running.* #{matches[0].code}"):
        await service.practice.show("heap", ANN, (1, 2), last)
    await service.practice.stop(matches[0].id, ANN.id)
    await service.practice.show("heap", ANN, (1, 2), last)


async def test_a_show_is_no_answer_to_the_question_for_a_level(service: Service) -> None:
    await service.practice.show("heap", ANN, (1, 2), CHANNEL)
    asked_at = service.clock.now()
    match = (await service.practice.begin("heap", ANN, 1, CHANNEL, "second", asked_at=asked_at)).match
    with pytest.raises(Refusal, match=f"You have already started match #{match.code}"):
        await service.practice.begin("heap", ANN, 1, CHANNEL, "first", asked_at=asked_at)
    await service.play.resign(match.id, ANN.id)
    await service.practice.begin("heap", ANN, 1, CHANNEL, "first", asked_at=asked_at)


async def test_one_show_in_a_channel_and_none_where_the_bot_is_a_guest(service: Service) -> None:
    match = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    with pytest.raises(Refusal, match=f"#{match.code} is already running here"):
        await service.practice.show("heap", BOB, (1, 2), CHANNEL)
    await service.practice.show("heap", BOB, (1, 2), replace(CHANNEL, channel_id=101))
    with pytest.raises(Refusal, match="on my own"):
        await service.practice.show("heap", BOB, (1, 2), replace(CHANNEL, channel_id=102, guest=True))


async def test_refusals_in_a_show_name_the_side_of_each_player(store: Store, clock: StillClock) -> None:
    """Both may be the same computer player."""
    service = Service(store, clock)
    match = (await service.practice.show("konane", ANN, (3, 3), CHANNEL, {"size": "6"})).match
    with pytest.raises(
        NotAPlayer,
        match=r"is between Breaker \(.*, Black\) and Breaker \(.*, White\); you are watching",
    ):
        await service.play.move(match.id, ANN.id, "d5")
    while not (now := await service.lookup.snapshot(match.id)).match.over:
        text = now.position.format(now.position.legal_moves()[0])
        await service.play.move(match.id, now.match.players[now.match.turn].id, text)
    with pytest.raises(Over, match=r"over\. Breaker \(.*\) wins: Breaker \(.*\) has no jump left"):
        await service.follows.follow(match.id, BOB, each_move=False)


async def test_a_show_is_stopped_by_who_began_it_or_who_may(service: Service) -> None:
    match = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    with pytest.raises(Refusal, match="Only Ann, who started it"):
        await service.practice.stop(match.id, BOB.id)
    stopped = (await service.practice.stop(match.id, BOB.id, allowed=True)).match
    assert (stopped.over, stopped.void) == (True, True)
    again = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    assert (await service.practice.stop(again.id, ANN.id)).match.over
    assert await service.computer_turns.next_due() is None


async def test_a_show_ends_with_its_message_or_its_channel(service: Service) -> None:
    match = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    await service.practice.stop_deleted(match.id)
    assert (await newest(service, match)).match.void
    again = (await service.practice.show("heap", ANN, (1, 2), CHANNEL)).match
    await service.places.remove_lost(CHANNEL.channel_id)
    assert (await newest(service, again)).match.over
    assert await told(service, again) == []


async def test_a_challenge_of_anyone_offers_the_computer_after_a_while(service: Service, clock: StillClock) -> None:
    opened = await service.challenges.invite("heap", ANN, None, CHANNEL)
    named = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    for challenge in (opened, named):
        await service.outbox.challenge_shown(challenge.id, 5)
    clock.time += MEANWHILE
    await service.schedule.act()
    queued = [delivery.subject for delivery in await service.outbox.take() if delivery.kind == "challenge"]
    assert queued == [opened.id]
