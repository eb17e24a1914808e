"""Matches whose moves people vote for: who may vote, when a vote ends, and what it decides."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from games import GAMES, Position
from games.base import RuleError
from matches.computers import computer
from matches.crowds import GRACE, SPREAD, Outcome, Vote, closes_at, count_votes, crowd
from matches.errors import NotYourTurn, OtherRuns, Over, Refusal, Stale
from matches.limits import Limits
from matches.model import FIRST_CROWD, Match, Person, Side, Snapshot, Venue
from matches.results import player_name
from matches.timecontrol import DAY, HOUR
from service import Service
from service.crowds import GATHERED, NoTeam
from storage.store import Store
from tests.service.computers import newest
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock
from tests.support.thinker import SETTLES, Puppet

SERVER = CHANNEL.guild_id or 0
DAN = Person(4, "Dan")
ELSEWHERE = Venue(101, SERVER)
ROUNDS = 15
"""How many votes each game is tried for."""


def voters(outcome: Outcome) -> int:
    """How many people voted."""
    return sum(share.count for share in outcome.shares)


@pytest.fixture
def thinker(puppet: Puppet) -> Puppet:
    return puppet


async def begin(
    service: Service, side: Side = "first", venue: Venue = CHANNEL, *, length: int = DAY, size: str = "40"
) -> Match:
    options = {"size": size}
    begun = await service.server_matches.begin("heap", ANN, "Reef", computer(3), venue, side, options, length=length)
    return begun.match


async def vote(service: Service, match: Match, person: Person, text: str, **more: int) -> None:
    await service.crowds.vote(match.id, person, SERVER, text, **more)


async def close(service: Service, clock: StillClock, match: Match) -> Snapshot:
    """Let the vote end, and the computer answer."""
    closes = closes_at((await newest(service, match)).match)
    assert closes is not None
    clock.time = max(clock.time, closes)
    await service.schedule.act()
    await service.computer_turns.act()
    await service.computer_turns.until_done(match.id, SETTLES)
    return await newest(service, match)


async def headlines(store: Store, match: Match) -> list[tuple[int, int | None]]:
    async with store.read() as view:
        return [(delivery.rev, delivery.due_at) for delivery in await view.outbox.of("headline", match.id)]


def test_a_crowd_is_a_player_of_its_own_kind() -> None:
    sides = [crowd(guild_id, "Reef", second=second) for guild_id in (10, 11, 2**60) for second in (False, True)]
    assert len({side.id for side in sides}) == len(sides)
    assert all(side.crowd and side.level is None and side.id > -(2**63) for side in sides)
    assert not any(person.crowd for person in (ANN, Person(-1, "Ripple"), Person(FIRST_CROWD + 1, "deleted player")))


def test_a_tie_goes_to_the_move_that_was_proposed_first() -> None:
    def cast(*moves: str) -> list[str]:
        votes = [Vote(1, 1, number, 0, move, 0, number) for number, move in enumerate(moves)]
        random.Random(1).shuffle(votes)
        return [f"{share.move} {share.count}" for share in count_votes(votes)]

    assert cast("b", "a", "a", "b") == ["b 2", "a 2"]
    assert cast("a", "b", "b", "c") == ["b 2", "a 1", "c 1"]
    assert cast() == []


async def test_the_move_with_the_most_votes_is_played_when_time_is_up(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    assert (match.voting, match.practice, match.rated, match.players[0].name) == (True, True, False, "Reef")
    await vote(service, match, ANN, "take 1")
    await vote(service, match, BOB, "take 2")
    await vote(service, match, CAROL, "take 2")
    clock.time += DAY - 1
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 0
    played = await close(service, clock, match)
    async with service.crowds._core.store.read() as view:
        assert [ply.text for ply in await view.plies.of(match.id)] == ["take 2", "take 1"]
    assert played.match.deadline == clock.time + DAY
    ballot = await service.crowds.ballot(played.match)
    assert ballot.outcome is not None
    assert [(share.move, share.count) for share in ballot.outcome.shares] == [("take 2", 2), ("take 1", 1)]
    assert (ballot.outcome.ply, voters(ballot.outcome), ballot.voted) == (1, 3, 0)


async def test_the_ends_of_votes_are_spread_over_ten_minutes(service: Service) -> None:
    match = await begin(service)
    ends = {(closes_at(replace(match, id=match.id + n)) or 0) - (match.deadline or 0) for n in range(SPREAD)}
    assert ends == set(range(SPREAD))


async def test_each_person_has_one_vote_that_can_be_changed(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    await vote(service, match, ANN, "take 1")
    await vote(service, match, ANN, "take 2")
    await vote(service, match, ANN, "take 2")
    cast = await service.crowds.to_vote(match.id, ANN.id, SERVER)
    assert cast.vote is not None
    assert (cast.vote.move, (await service.crowds.ballot(match)).voted) == ("take 2", 1)
    await vote(service, match, BOB, "take 1")
    await vote(service, match, ANN, "take 1")  # Bob has proposed it before
    await vote(service, match, CAROL, "take 2")
    await vote(service, match, DAN, "take 2")
    await close(service, clock, match)
    async with service.crowds._core.store.read() as view:
        assert (await view.plies.of(match.id))[0].text == "take 1"


async def test_a_vote_that_everybody_has_cast_closes_early(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    await vote(service, match, ANN, "take 1")
    await vote(service, match, BOB, "take 1")
    clock.time += HOUR
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 0  # who else will vote is not known yet
    match = (await close(service, clock, match)).match
    await vote(service, match, ANN, "take 2")
    await vote(service, match, CAROL, "take 2")
    clock.time += HOUR
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 2
    await vote(service, match, BOB, "take 1")
    clock.time += GRACE - 1
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 2
    clock.time += 1
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 3


async def test_without_a_vote_the_round_is_extended_once_and_then_the_match_ends(
    service: Service, clock: StillClock, store: Store
) -> None:
    match = await begin(service, length=HOUR)
    assert not (await service.crowds.ballot(match)).extended
    extended = (await close(service, clock, match)).match
    assert (extended.ply, extended.deadline, extended.over) == (0, clock.time + HOUR, False)
    assert extended.board_rev == match.board_rev  # buttons under the board stay valid
    assert (await service.crowds.ballot(extended)).extended
    ((_, due_at),) = await headlines(store, match)
    assert due_at == clock.time
    await vote(service, match, ANN, "take 1", rev=match.rev)
    match = (await close(service, clock, match)).match
    assert match.ply == 2
    assert not (await service.crowds.ballot(match)).extended
    match = (await close(service, clock, match)).match
    assert not match.over
    over = (await close(service, clock, match)).match
    assert (over.over, over.void, over.ending) == (True, True, "no_votes")


async def test_a_vote_in_the_last_second_counts_and_one_after_it_is_refused(
    service: Service, clock: StillClock
) -> None:
    match = await begin(service)
    clock.time = (closes_at(match) or 0) + 5  # the alarm is late
    await vote(service, match, ANN, "take 2", rev=match.rev)
    await close(service, clock, match)
    with pytest.raises(Stale):
        await vote(service, match, BOB, "take 1", rev=match.rev)
    assert (await service.crowds.ballot((await newest(service, match)).match)).voted == 0


async def test_who_may_not_vote_reads_why(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    with pytest.raises(Refusal, match="Only members of a server"):
        await service.crowds.vote(match.id, BOB, SERVER + 1, "take 1")
    with pytest.raises(Refusal, match="Only members of a server"):
        await service.crowds.vote(match.id, BOB, None, "take 1")
    with pytest.raises(RuleError):
        await vote(service, match, BOB, "take 3")
    with pytest.raises(Refusal, match="Vote for a move first"):
        await service.crowds.explain(match.id, BOB.id, 1, "why", named=True)
    with pytest.raises(Refusal, match="Vote for a move first"):
        await service.crowds.notify(match.id, BOB.id, notified=True)
    clock.time += 60
    await vote(service, match, CAROL, "take 1", member_since=match.created_at)
    with pytest.raises(Refusal, match="You can vote for the next move"):
        await vote(service, match, BOB, "take 1", member_since=clock.time)
    match = (await close(service, clock, match)).match
    await vote(service, match, BOB, "take 1", member_since=match.moved_at - 60)
    assert (await service.crowds.ballot(match)).voted == 1


async def test_nobody_votes_while_the_computer_thinks_or_when_the_match_is_over(
    service: Service, clock: StillClock
) -> None:
    match = await begin(service, "second", size="4")
    assert not match.voting
    with pytest.raises(NotYourTurn):
        await vote(service, match, ANN, "take 1")
    await service.moderation.end(match.id, SERVER)
    with pytest.raises(Over):
        await vote(service, match, ANN, "take 1")
    with pytest.raises(Over):
        await service.crowds.explain(match.id, ANN.id, 1, "why", named=False)
    clock.time += 2 * DAY
    await service.schedule.act()


async def test_a_reason_is_shown_with_the_result_and_named_only_if_its_voter_agrees(
    service: Service, clock: StillClock
) -> None:
    match = await begin(service)
    for person, named in ((ANN, True), (BOB, False)):
        await vote(service, match, person, "take 1")
        await service.crowds.explain(match.id, person.id, 1, f"  the best \n of all {'x' * 200}", named=named)
    match = (await close(service, clock, match)).match
    outcome = (await service.crowds.ballot(match)).outcome
    assert outcome is not None
    assert [(reason.move, reason.name) for reason in outcome.reasons] == [("take 1", "Ann"), ("take 1", None)]
    assert outcome.reasons[0].text == f"the best of all {'x' * 104}"
    with pytest.raises(Refusal, match="This vote is over"):
        await service.crowds.explain(match.id, ANN.id, 1, "too late", named=True)


@pytest.mark.parametrize(
    ("typed", "shown"), [("\u202ewhy", "why"), ("\x00 why\x00not", "why not"), (" \u200b\u3164", "")]
)
async def test_a_reason_has_no_signs_that_nobody_sees(service: Service, typed: str, shown: str) -> None:
    match = await begin(service)
    await vote(service, match, ANN, "take 1")
    assert (await service.crowds.explain(match.id, ANN.id, 1, typed, named=True)).reason == shown


async def test_a_changed_vote_has_no_reason_any_more(service: Service) -> None:
    match = await begin(service)
    await vote(service, match, ANN, "take 1")
    await service.crowds.explain(match.id, ANN.id, 1, "why", named=True)
    await vote(service, match, ANN, "take 1")
    cast = await service.crowds.to_vote(match.id, ANN.id, SERVER)
    assert (cast.vote and cast.vote.reason) == "why"
    await vote(service, match, ANN, "take 2")
    cast = await service.crowds.to_vote(match.id, ANN.id, SERVER)
    assert (cast.vote and cast.vote.reason) == ""


async def test_votes_are_gathered_before_the_board_says_how_many(
    service: Service, clock: StillClock, store: Store
) -> None:
    match = await begin(service)
    await vote(service, match, ANN, "take 1")
    ((first, due_at),) = await headlines(store, match)
    assert due_at == clock.time + GATHERED
    clock.time += 5
    await vote(service, match, BOB, "take 1")
    ((second, again),) = await headlines(store, match)
    assert again == due_at
    assert second > first  # an edit that is under way does not count as the newest
    clock.time = due_at + 1
    await vote(service, match, CAROL, "take 1")
    assert [at for _, at in await headlines(store, match)] == [clock.time + GATHERED]


async def test_those_who_asked_and_voted_in_the_last_round_are_told_of_the_next(
    service: Service, clock: StillClock, store: Store
) -> None:
    match = await begin(service)
    for person in (ANN, BOB, CAROL):
        await vote(service, match, person, "take 1")
    for person in (ANN, BOB):
        await service.crowds.notify(match.id, person.id, notified=True)
    await service.crowds.notify(match.id, BOB.id, notified=False)

    async def told(match: Match) -> set[int | None]:
        async with store.read() as view:
            queued = await view.outbox.of("notice", match.id)
        return {notice.person_id for notice in queued if notice.about == "vote" and notice.rev == match.rev}

    match = (await close(service, clock, match)).match
    assert await told(match) == {ANN.id}
    await vote(service, match, BOB, "take 1")
    match = (await close(service, clock, match)).match
    assert await told(match) == set()


@pytest.mark.parametrize("how", ["banned", "forgotten"])
async def test_open_votes_of_people_who_are_gone_do_not_count_and_counted_ones_stay(
    service: Service, clock: StillClock, how: str
) -> None:
    match = await begin(service)
    await vote(service, match, BOB, "take 2")
    await vote(service, match, CAROL, "take 2")
    await service.crowds.explain(match.id, BOB.id, 1, "secret", named=True)
    match = (await close(service, clock, match)).match
    await vote(service, match, BOB, "take 2")
    await vote(service, match, CAROL, "take 1")
    if how == "banned":
        await service.moderation.ban(SERVER, BOB)
    else:
        await service.privacy.forget(BOB.id)
    assert (await service.crowds.ballot(match)).voted == 1
    outcome = (await service.crowds.ballot(match)).outcome
    assert outcome is not None
    assert voters(outcome) == 2
    lines = [(reason.text, reason.name) for reason in outcome.reasons]
    assert lines == ([("secret", None)] if how == "banned" else [])
    clock.time += GRACE  # nobody waits for Bob
    await vote(service, match, CAROL, "take 2")
    clock.time += GRACE
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 3
    assert (await service.privacy.export(BOB.id)) is not None


async def test_two_run_in_a_channel_and_five_in_a_server(service: Service, store: Store, clock: StillClock) -> None:
    begun = [await begin(service) for _ in range(2)]
    with pytest.raises(Refusal, match="2 running matches in this channel"):
        await begin(service)
    for number in range(3):
        await begin(service, venue=Venue(200 + number, SERVER))
    with pytest.raises(Refusal, match="5 running matches in this server"):
        await begin(service, venue=ELSEWHERE)
    await begin(service, venue=Venue(300, SERVER + 1))
    await service.moderation.end(begun[0].id, SERVER)
    await begin(service)
    free = Service(store, clock, games={"heap": Heap}, limits=Limits.off())
    await begin(free)


async def test_votes_for_moves_that_an_update_has_forbidden_count_as_none(
    service: Service, clock: StillClock, store: Store
) -> None:
    match = await begin(service, length=HOUR)
    async with store.write() as tx:
        await tx.people.save(ANN)
        tx.crowds.save_vote(Vote(match.id, 1, ANN.id, 0, "take 99", clock.time, 1))
    extended = (await close(service, clock, match)).match
    assert (extended.ply, extended.deadline, extended.over) == (0, clock.time + HOUR, False)
    over = (await close(service, clock, match)).match
    assert (over.over, over.ending) == (True, "no_votes")


async def test_a_button_that_is_pressed_twice_begins_one_match(service: Service, clock: StillClock) -> None:
    async def start(asked_at: int) -> None:
        await service.server_matches.begin("heap", ANN, "Reef", computer(1), CHANNEL, asked_at=asked_at)

    await start(clock.time - 5)
    with pytest.raises(OtherRuns):
        await start(clock.time - 5)
    await service.server_matches.begin("heap", ANN, "Reef", computer(1), ELSEWHERE, asked_at=clock.time - 5)
    clock.time += 60
    await start(clock.time)


@pytest.mark.parametrize("venue", [Venue(100, None), Venue(100, 10, guest=True)])
async def test_only_a_server_with_the_bot_plays_by_vote(service: Service, venue: Venue) -> None:
    with pytest.raises(Refusal, match="Only a server that has added me"):
        await begin(service, venue=venue)


async def test_two_thirds_agree_on_a_draw_or_a_takeback(clock: StillClock, store: Store, puppet: Puppet) -> None:
    """The computer accepts the draw."""
    service = Service(store, clock, random.Random(7), thinker=puppet)
    begun = await service.server_matches.begin("squalma", ANN, "Reef", computer(1), CHANNEL, "first")
    match, move = begun.match, begun.position.format(begun.position.legal_moves()[0])
    assert GAMES["squalma"].info.draws
    for person in (ANN, BOB, CAROL):
        await vote(service, match, person, move)
    await service.crowds.set_also(match.id, ANN.id, 1, "draw")
    match = (await close(service, clock, match)).match
    assert (match.over, match.ply) == (False, 2)
    snapshot = await newest(service, match)
    move = snapshot.position.format(snapshot.position.legal_moves()[0])
    for person in (ANN, BOB, CAROL):
        await vote(service, match, person, move)
    puppet.chances = (0.4, 0.4)
    for person in (ANN, BOB):
        await service.crowds.set_also(match.id, person.id, 3, "draw")
    over = (await close(service, clock, match)).match
    assert (over.over, over.ending) == (True, "draw_agreed")
    service.computer_turns.stop()


async def test_a_match_whose_channel_is_gone_ends(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    await service.places.remove_lost(CHANNEL.channel_id)  # noticed by another match: the channel may only be hidden
    assert not (await newest(service, match)).match.over
    await service.places.remove_lost(CHANNEL.channel_id, by_vote=True)
    assert (await newest(service, match)).match.ending == "place_gone"
    clock.time += 3 * DAY
    await service.schedule.act()


async def test_the_votes_of_all_who_are_gone_leave_a_round_without_votes(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    for person in (BOB, CAROL):
        await vote(service, match, person, "take 1")
    await service.privacy.forget(BOB.id)
    await service.moderation.ban(SERVER, CAROL)
    extended = (await close(service, clock, match)).match
    assert (extended.ply, extended.over) == (0, False)
    await vote(service, match, DAN, "take 2")
    assert (await close(service, clock, match)).match.ply == 2


@pytest.mark.parametrize("stays", [False, True])
async def test_a_vote_that_is_about_to_end_early_goes_on_if_its_only_voter_is_gone(
    service: Service, clock: StillClock, stays: bool
) -> None:
    match = await begin(service)
    for person in (BOB, CAROL)[: 1 + stays]:
        await vote(service, match, person, "take 1")
    match = (await close(service, clock, match)).match
    for person in (BOB, CAROL)[: 1 + stays]:
        await vote(service, match, person, "take 1")
    await service.privacy.forget(BOB.id)
    clock.time += GRACE
    await service.schedule.act()
    match = (await newest(service, match)).match
    assert (match.ply, (await service.crowds.ballot(match)).extended) == (3 if stays else 2, False)


async def test_when_all_who_were_expected_are_gone_the_vote_runs_its_whole_time(
    service: Service, clock: StillClock
) -> None:
    match = await begin(service)
    await vote(service, match, BOB, "take 1")
    match = (await close(service, clock, match)).match
    await service.moderation.ban(SERVER, BOB)
    await vote(service, match, CAROL, "take 1")
    clock.time += HOUR
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 2
    assert (await close(service, clock, match)).match.ply == 4


@pytest.mark.parametrize("back", [HOUR, 3 * DAY])
async def test_a_clock_that_is_set_back_counts_no_vote_twice(service: Service, clock: StillClock, back: int) -> None:
    match = await begin(service)
    await vote(service, match, ANN, "take 1")
    clock.time -= back
    await vote(service, match, BOB, "take 2")
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 0
    match = (await close(service, clock, match)).match
    assert match.ply == 2
    clock.time -= back
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 2
    await vote(service, match, ANN, "take 2")
    clock.time += back
    await service.schedule.act()
    assert (await service.crowds.ballot(match)).voted == 1


async def test_only_the_last_three_votes_say_who_is_expected(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    await vote(service, match, BOB, "take 1")
    for _ in range(3):
        match = (await close(service, clock, match)).match
        await vote(service, match, ANN, "take 1")
        clock.time += GRACE
        await service.schedule.act()
        assert (await newest(service, match)).match.ply == match.ply  # Bob may still vote
    match = (await close(service, clock, match)).match
    await vote(service, match, ANN, "take 1")
    clock.time += GRACE
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == match.ply + 1


async def test_an_outage_moves_the_end_of_the_vote(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    await service.schedule.beat()
    await vote(service, match, ANN, "take 1")
    clock.time += 2 * DAY
    await service.schedule.start()
    await service.schedule.act()
    assert (await newest(service, match)).match.ply == 0
    await close(service, clock, match)
    assert (await newest(service, match)).match.ply == 2


async def against_bob(service: Service, side: Side = "first", size: str = "40") -> Match:
    """A match of the server against Bob; `side` is the server's."""
    return (await service.server_matches.begin("heap", BOB, "Reef", BOB, CHANNEL, side, {"size": size})).match


async def test_a_server_plays_a_person_who_moves_as_in_any_match(service: Service, clock: StillClock) -> None:
    match = await against_bob(service)
    assert ([player.id for player in match.players][1], match.practice, match.rated) == (BOB.id, False, False)
    with pytest.raises(Refusal, match="You are playing against them"):
        await vote(service, match, BOB, "take 1")
    await vote(service, match, ANN, "take 2")
    match = (await close(service, clock, match)).match
    assert (match.ply, match.voting, match.deadline) == (1, False, clock.time + DAY)
    with pytest.raises(NotYourTurn):
        await vote(service, match, ANN, "take 1")
    clock.time += 60
    await service.play.move(match.id, BOB.id, "take 1")
    assert (await newest(service, match)).match.voting
    assert (await service.crowds.ballot((await newest(service, match)).match)).outcome is None


@pytest.mark.parametrize("banned", [False, True])
async def test_a_person_whose_time_is_up_loses_to_the_server_also_if_they_are_banned_during_a_vote(
    service: Service, clock: StillClock, *, banned: bool
) -> None:
    match = await against_bob(service)
    await vote(service, match, ANN, "take 1")
    await close(service, clock, match)
    match = (await service.play.move(match.id, BOB.id, "take 1")).match
    if banned:
        await service.moderation.ban(SERVER, BOB)
    await vote(service, match, ANN, "take 2")
    match = (await close(service, clock, match)).match
    assert (match.over, match.turn) == (False, 1)
    clock.time += DAY
    await service.schedule.act()
    over = (await newest(service, match)).match
    assert (over.over, over.winner, over.ending, over.rated) == (True, 0, "time", False)


async def test_a_person_resigns_while_the_others_vote_even_when_the_vote_is_late(
    service: Service, clock: StillClock
) -> None:
    match = await against_bob(service)
    clock.time = (match.deadline or 0) + 1
    over = (await service.play.resign(match.id, BOB.id)).match
    assert (over.over, over.winner) == (True, 0)
    with pytest.raises(Refusal, match="was decided by votes"):
        await service.challenges.rematch(match.id, BOB, CHANNEL)  # a challenge would wait for a crowd's answer


async def test_nobody_claims_a_win_on_time_while_the_others_vote(service: Service, clock: StillClock) -> None:
    match = await against_bob(service)
    await vote(service, match, ANN, "take 1")
    clock.time = match.deadline or 0  # the votes are counted up to ten minutes later
    with pytest.raises(Refusal, match="Reef has 3 minutes left"):
        await service.agreements.claim(match.id, BOB.id)
    clock.time = (closes_at(match) or 0) + HOUR  # the bot is late
    with pytest.raises(Refusal, match="Reef has less than a minute left"):
        await service.agreements.claim(match.id, BOB.id)
    assert (await close(service, clock, match)).match.ply == 1


async def test_nobody_asks_voters_to_abort_a_match(service: Service, clock: StillClock) -> None:
    match = await against_bob(service)
    assert (await service.agreements.abortable(match.id, BOB.id))[1]
    for _ in range(2):
        await vote(service, match, ANN, "take 1")
        match = (await close(service, clock, match)).match
        match = (await service.play.move(match.id, BOB.id, "take 1")).match
    for ask in (service.agreements.abortable, service.agreements.abort, service.agreements.offer_abort):
        with pytest.raises(Refusal, match="The voters cannot agree to abort"):
            await ask(match.id, BOB.id)


@pytest.mark.parametrize("allowed", [True, False])
async def test_a_takeback_that_the_person_asks_for_is_decided_by_two_thirds(
    service: Service, clock: StillClock, allowed: bool
) -> None:
    match = await against_bob(service, "second")
    await service.play.move(match.id, BOB.id, "take 1")
    clock.time += 120
    assert (await service.agreements.take_back(match.id, BOB.id)).match.takeback_by == 0
    for person in (ANN, CAROL, DAN):
        await vote(service, match, person, "take 2")
    for person in (ANN, CAROL)[: 2 if allowed else 1]:
        await service.crowds.set_also(match.id, person.id, 2, "take back")
    match = (await close(service, clock, match)).match
    assert (match.ply, match.takeback_by) == ((0, None) if allowed else (2, None))
    assert (await service.crowds.ballot(match)).voted == 0


async def test_a_free_takeback_drops_the_votes_for_the_move_after_it(service: Service, store: Store) -> None:
    match = await against_bob(service, "second")
    await service.play.move(match.id, BOB.id, "take 1")
    await vote(service, match, ANN, "take 2")
    await vote(service, match, CAROL, "take 1")
    await service.crowds.notify(match.id, CAROL.id, notified=True)
    match = (await service.agreements.take_back(match.id, BOB.id)).match
    ballot = await service.crowds.ballot(match)
    assert (ballot.voted, ballot.dropped) == (0, 2)  # the board says so to those who had voted
    match = (await service.play.move(match.id, BOB.id, "take 2")).match
    ballot = await service.crowds.ballot(match)
    assert (ballot.voted, ballot.dropped) == (0, 0)
    async with store.read() as view:
        told = [notice.person_id for notice in await view.outbox.of("notice", match.id) if notice.about == "vote"]
    assert told == [CAROL.id]
    cast = await service.crowds.to_vote(match.id, ANN.id, SERVER)
    assert cast.vote is None


async def test_a_vote_that_is_open_anew_after_a_takeback_can_be_extended_again(
    service: Service, clock: StillClock
) -> None:
    match = await against_bob(service, "second")
    match = (await service.play.move(match.id, BOB.id, "take 1")).match
    match = (await close(service, clock, match)).match  # extended
    await service.agreements.take_back(match.id, BOB.id)
    await vote(service, match, ANN, "take 1")
    await service.crowds.set_also(match.id, ANN.id, 2, "take back")
    match = (await close(service, clock, match)).match
    assert (match.ply, (await service.crowds.ballot(match)).dropped) == (0, 1)
    match = (await service.play.move(match.id, BOB.id, "take 2")).match
    assert not (await service.crowds.ballot(match)).extended
    for extended in (True, False):
        match = (await close(service, clock, match)).match
        assert (match.over, (await service.crowds.ballot(match)).extended) == (not extended, extended)


async def test_two_teams_of_a_server_play_each_other(store: Store, clock: StillClock) -> None:
    service = Service(store, clock, random.Random(7))
    match = (await service.server_matches.begin("squalma", ANN, "Reef", None, CHANNEL)).match
    assert match.in_teams
    assert [str(player_name(match, 0)), str(player_name(match, 1))] == ["Reef (Black)", "Reef (White)"]
    with pytest.raises(NoTeam):
        await vote(service, match, ANN, "a1-a2")
    await service.crowds.join(match.id, ANN, SERVER, 0)
    await service.crowds.join(match.id, BOB, SERVER, 1)
    teams = await service.crowds.join(match.id, CAROL, SERVER, 0)
    assert (teams.sizes, teams.own) == ((2, 1), 0)
    with pytest.raises(Refusal, match="nobody changes sides"):
        await service.crowds.join(match.id, BOB, SERVER, 0)
    with pytest.raises(Refusal, match="Only members"):
        await service.crowds.join(match.id, DAN, SERVER + 1, 0)
    with pytest.raises(NotYourTurn):
        await vote(service, match, BOB, "a1-a2")
    for mover in (ANN, BOB, ANN):
        position = (await newest(service, match)).position
        await vote(service, match, mover, position.format(position.legal_moves()[0]))
        clock.time = closes_at(match) or 0
        await service.schedule.act()
        match = (await newest(service, match)).match
        outcome = (await service.crowds.ballot(match)).outcome
        assert outcome is not None
        assert (outcome.ply, voters(outcome)) == (match.ply, 1)
    assert match.ply == 3
    await service.moderation.end(match.id, SERVER)
    with pytest.raises(Over):
        await service.crowds.teams(match.id, ANN.id)


async def test_only_matches_between_teams_have_teams(service: Service) -> None:
    match = await begin(service)
    with pytest.raises(Refusal, match="There are no teams"):
        await service.crowds.teams(match.id, ANN.id)
    with pytest.raises(Refusal, match="There are no teams"):
        await service.crowds.join(match.id, ANN, SERVER, 0)


@pytest.mark.parametrize("game", GAMES)
async def test_a_server_plays_every_game(game: str, store: Store, clock: StillClock, puppet: Puppet) -> None:
    """Three vote at random, and the computer answers at random."""
    service, chance = Service(store, clock, random.Random(7), thinker=puppet), random.Random(game)
    match = (await service.server_matches.begin(game, ANN, "Reef", computer(3), CHANNEL, "first")).match
    for _ in range(ROUNDS):
        await settled(service, match)
        position = (await newest(service, match)).position
        texts = [position.format(move) for move in position.legal_moves()]
        for person in (ANN, BOB, CAROL):
            await vote(service, match, person, chance.choice(texts))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(puppet, "choose", chosen_by(chance))
            await close(service, clock, match)
            snapshot = await settled(service, match)
        match = snapshot.match
        _, ballot, votes = await service.crowds.votes_to_show(snapshot)
        assert ballot is not None
        assert ballot.outcome is not None
        assert (sum(count for _, _, count in votes), voters(ballot.outcome)) == (3, 3)
        if match.over:
            break
    async with store.read() as view:
        plies = await view.plies.of(match.id)
        votes_of = [await view.crowds.count_voters(match.id, ply.ply) for ply in plies]
    assert votes_of == [3 if ply.seat == 0 else 0 for ply in plies]
    service.computer_turns.stop()


async def settled(service: Service, match: Match) -> Snapshot:
    """Let the computer move until people vote, or the match is over."""
    while (snapshot := await newest(service, match)).match.thinking:
        await service.computer_turns.act()
        await service.computer_turns.until_done(match.id, SETTLES)
    return snapshot


def chosen_by(chance: random.Random) -> Callable[..., Awaitable[str]]:
    async def choose(position: Position[Any], *_: object, **__: object) -> str:
        return position.format(chance.choice(position.legal_moves()))

    return choose


async def test_votes_at_the_same_moment_all_count(service: Service) -> None:
    match = await begin(service)
    people = [Person(100 + number, f"Voter {number}") for number in range(20)]
    await asyncio.gather(*(vote(service, match, person, "take 1", rev=match.rev) for person in people))
    async with service.crowds._core.store.read() as view:
        votes = await view.crowds.votes(match.id, 1)
    assert sorted(cast.person_id for cast in votes) == [person.id for person in people]
    assert sorted(cast.no for cast in votes) == list(range(1, 21))


@pytest.mark.parametrize("pause", range(6))
async def test_a_vote_while_the_round_is_being_closed_is_counted_or_refused(
    service: Service, clock: StillClock, pause: int
) -> None:
    """Several arrive, each a few steps of the event loop later than the one before."""
    match = await begin(service)
    await vote(service, match, ANN, "take 2")
    clock.time = closes_at(match) or 0
    late = [Person(100 + number, f"Voter {number}") for number in range(12)]

    async def cast(number: int) -> bool:
        for _ in range(pause + 3 * number):
            await asyncio.sleep(0)
        try:
            await vote(service, match, late[number], "take 1", rev=match.rev)
        except (Stale, NotYourTurn):
            return False
        return True

    counted_in, _ = await asyncio.gather(
        asyncio.gather(*(cast(number) for number in range(len(late)))), service.schedule.act()
    )
    match = (await newest(service, match)).match
    assert match.ply == 1
    async with service.crowds._core.store.read() as view:
        held = {vote.person_id for vote in await view.crowds.votes(match.id, 1)}
        assert held == {ANN.id} | {person.id for person, counts in zip(late, counted_in, strict=True) if counts}
        assert not await view.crowds.votes(match.id, 2)
        (played,) = await view.plies.of(match.id)
    outcome = (await service.crowds.ballot(match)).outcome
    assert outcome is not None
    assert voters(outcome) == len(held)
    shares = [(share.move, share.count) for share in outcome.shares]
    assert shares[0] == (played.text, max(count for _, count in shares))


async def test_no_flag_falls_during_a_vote(service: Service, clock: StillClock, store: Store) -> None:
    match = await against_bob(service)
    async with store.read() as view:
        alarms = [alarm.kind for alarm in await view.alarms.due(clock.time + 90 * DAY, 99) if alarm.subject == match.id]
    assert "vote" in alarms
    assert not {"flag", "reminder"} & {*alarms}


@pytest.mark.parametrize("moved", [False, True])
async def test_a_champion_who_is_forgotten_during_a_vote_ends_it(
    service: Service, clock: StillClock, store: Store, moved: bool
) -> None:
    match = await against_bob(service)
    for _ in range(2 if moved else 0):
        await vote(service, match, ANN, "take 1")
        await close(service, clock, match)
        match = (await service.play.move(match.id, BOB.id, "take 1")).match
    await vote(service, match, ANN, "take 2")
    await service.privacy.forget(BOB.id)
    over = (await newest(service, match)).match
    assert (over.over, over.winner, over.ending) == (True, *((0, "resignation") if moved else (None, over.ending)))
    clock.time += 3 * DAY
    await service.schedule.act()
    async with store.read() as view:
        assert not [alarm for alarm in await view.alarms.due(clock.time + 9 * DAY, 99) if alarm.kind == "vote"]
    ballot = await service.crowds.ballot(over)
    assert (ballot.voted, ballot.dropped) == (0, 0)
    assert (await service.privacy.export(ANN.id)) is not None


async def test_a_clock_that_jumps_over_the_end_of_a_vote_and_back_counts_it_once(
    service: Service, clock: StillClock
) -> None:
    match = await begin(service)
    await vote(service, match, ANN, "take 1")
    clock.time += 10 * DAY
    await close(service, clock, match)
    clock.time -= 10 * DAY
    await service.schedule.act()
    match = (await newest(service, match)).match
    assert match.ply == 2
    await vote(service, match, ANN, "take 2")
    assert (await service.crowds.ballot(match)).voted == 1
    assert (await close(service, clock, match)).match.ply == 4


async def test_a_reply_that_the_champion_has_prepared_hides_no_result(service: Service, clock: StillClock) -> None:
    match = await against_bob(service)
    await service.conditional.prepare(match.id, BOB.id, ["take 2", "take 1"])
    await vote(service, match, ANN, "take 2")
    snapshot = await close(service, clock, match)
    assert (snapshot.match.ply, snapshot.match.voting) == (2, True)
    shown, ballot, votes = await service.crowds.votes_to_show(snapshot)
    assert ballot is not None
    assert ballot.outcome is not None
    assert ([(share.move, share.count) for share in ballot.outcome.shares], shown.answered) == (
        [("take 2", 1)],
        "take 2",
    )
    assert [count for _, _, count in votes] == [1]
    await vote(service, snapshot.match, ANN, "take 1")
    await close(service, clock, match)
    clock.time += 60
    played = await service.play.move(match.id, BOB.id, "take 2")
    assert (await service.crowds.ballot(played.match)).outcome is None


async def test_a_match_against_a_person_stays_in_its_server(service: Service) -> None:
    match = await against_bob(service)
    for venue in (Venue(900, SERVER + 1), Venue(10_002, None)):
        with pytest.raises(Refusal, match="stays in the server that plays it"):
            await service.places.move_here(match.id, BOB.id, venue)
    await service.places.move_here(match.id, BOB.id, ELSEWHERE)
    assert [place.channel_id for place in await service.places.of(match.id)] == [ELSEWHERE.channel_id]
