"""The votes of finished matches: which were best, who voted for them, and what stays of forgotten people."""

import asyncio

import pytest

from cogs.texts.ballots import votes_text
from games import GAMES
from matches.ballots import BallotReview, VoterRecord, VotingRecord
from matches.computers import Interrupted
from matches.crowds import closes_at
from matches.errors import Refusal
from matches.model import Match, Person, Side
from matches.notation import read, write
from matches.timecontrol import HOUR
from render.gif import draw_gif
from service import Service
from storage.people import EVERYWHERE
from storage.store import Store
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock
from tests.support.rows import dicts_of
from tests.support.shares import share
from tests.support.thinker import SETTLES, Puppet

SERVER = CHANNEL.guild_id or 0
DAN = Person(4, "Dan")


@pytest.fixture
def thinker(puppet: Puppet) -> Puppet:
    """Finds it best to leave three of four."""
    puppet.by_left = {3: (0.9, 0.1), 2: (0.2, 0.8)}
    return puppet


async def played(service: Service, clock: StillClock, votes: str, *, end: bool = True) -> Match:
    """A match by vote against Dan with one vote: `1 2 -` is how many Ann, Bob and Carol take, `-` for no vote."""
    begin = service.server_matches.begin
    match = (await begin("heap", DAN, "Reef", DAN, CHANNEL, "first", {"size": "4"}, length=HOUR)).match
    for person, taken in zip((ANN, BOB, CAROL), votes.split(), strict=True):
        if taken != "-":
            await service.crowds.vote(match.id, person, SERVER, f"take {taken}")
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    if end:
        await service.moderation.end(match.id, SERVER)
    return await service.lookup.match(match.id)


async def settled(service: Service) -> None:
    """Wait until nothing is being judged."""
    async with asyncio.timeout(SETTLES):
        await asyncio.wait({*service.ballots._judging.values()})


async def judged(service: Service, match: Match) -> BallotReview:
    async with asyncio.timeout(SETTLES):
        return await service.ballots.review(match.id, ANN.id)


async def test_the_review_says_which_votes_were_best(service: Service, clock: StillClock) -> None:
    match = await played(service, clock, "1 2 2")
    review = await judged(service, match)
    assert (review.rounds, review.best) == (1, 0)
    (better,) = review.better
    assert (better.ply, better.played.move, better.played.count) == (1, "take 2", 2)
    assert (better.best.move, better.best.count) == ("take 1", 1)
    assert review.voters == [
        VoterRecord(ANN.id, "Ann", 1, 1, 0),
        VoterRecord(BOB.id, "Bob", 1, 0, 1),
        VoterRecord(CAROL.id, "Carol", 1, 0, 1),
    ]


async def test_what_a_person_has_voted_for_is_counted_over_all_matches(service: Service, clock: StillClock) -> None:
    first = await played(service, clock, "1 2 2")
    assert (await service.standing.profile(ANN, BOB.id)).voting == VotingRecord(1, 0, 0)
    second = await played(service, clock, "1 1 -")
    running = await played(service, clock, "1 1 1", end=False)
    for match in (first, second):
        await judged(service, match)
    assert (await service.standing.profile(ANN, BOB.id)).voting == VotingRecord(3, 2, 2)
    assert (await service.standing.profile(BOB, BOB.id)).voting == VotingRecord(3, 2, 1)
    assert (await service.standing.profile(DAN, BOB.id)).voting == VotingRecord()
    with pytest.raises(Refusal, match="can be reviewed when it is over"):
        await judged(service, running)


async def test_votes_are_judged_when_the_match_ends_though_nobody_asks(
    service: Service, clock: StillClock, store: Store, puppet: Puppet
) -> None:
    match = await played(service, clock, "1 2 2")
    puppet.failures = 1
    await service.schedule.act()
    await settled(service)
    assert await dicts_of(store, "best_move") == []
    clock.time += HOUR  # it is tried again
    await service.schedule.act()
    await settled(service)
    assert await dicts_of(store, "best_move") == [{"match_id": match.id, "ply": 1, "move": "take 1"}]
    assert [alarm for alarm in await dicts_of(store, "alarm") if alarm["kind"] == "ballots"] == []
    before = puppet.judged
    await judged(service, match)
    assert puppet.judged == before  # what is stored is not computed again


async def test_a_kill_while_votes_are_judged_loses_and_repeats_nothing(
    service: Service, clock: StillClock, store: Store, puppet: Puppet
) -> None:
    match = await played(service, clock, "1 2 2")
    puppet.gate.clear()
    await service.schedule.act()
    await puppet.holds()
    waiting = asyncio.create_task(judged(service, match))
    await asyncio.sleep(0)
    service.ballots.stop()
    service.advice.stop()
    with pytest.raises(Interrupted):
        await waiting
    puppet.gate.set()
    again = Service(store, clock, games=service.replays._games, thinker=puppet)
    clock.time += HOUR
    await again.schedule.act()
    await settled(again)
    assert len(await dicts_of(store, "best_move")) == 1
    assert (await judged(again, match)).better


@pytest.mark.parametrize("how", ["forgotten", "banned", "banned everywhere", "banned elsewhere"])
async def test_a_voter_who_is_gone_is_not_named_and_their_votes_stay_counted(
    service: Service, clock: StillClock, how: str
) -> None:
    match = await played(service, clock, "1 2 2")
    await judged(service, match)
    if how == "forgotten":
        await service.privacy.forget(BOB.id)
        assert (await service.standing.profile(BOB, ANN.id)).voting == VotingRecord()
    else:
        servers = {"banned": SERVER, "banned everywhere": EVERYWHERE, "banned elsewhere": SERVER + 1}
        await service.moderation.ban(servers[how], BOB)
    review = await judged(service, match)
    named = ["Ann", "Bob", "Carol"] if how == "banned elsewhere" else ["Ann", "Carol"]
    assert [voter.name for voter in review.voters] == named
    assert review.better[0].played.count == 2


async def test_a_match_without_a_counted_vote_has_no_table(service: Service) -> None:
    begun = await service.server_matches.begin("heap", DAN, "Reef", DAN, CHANNEL, "second", {"size": "9"})
    await service.play.move(begun.match.id, DAN.id, "take 1")
    await service.crowds.vote(begun.match.id, ANN, SERVER, "take 1")
    await service.moderation.end(begun.match.id, SERVER)
    await service.schedule.act()
    with pytest.raises(Refusal, match="Nobody has voted"):
        await judged(service, begun.match)
    assert (await service.standing.profile(ANN, ANN.id)).voting == VotingRecord()


async def test_who_led_is_named_with_all_who_did_as_well(service: Service, clock: StillClock) -> None:
    review = await judged(service, await played(service, clock, "1 2 2"))
    said = [sentence.said() for sentence in [*review.describe(), *review.leaders(lambda voter: voter.name)]]
    assert said == [
        "Best moves played: 0 of 1.",
        "Move 1: take 2 was played (2 votes), take 1 was better (1 vote).",
        "Most often for the best move: Ann (1 vote).",
        "Most often for the move that was played: Bob and Carol (1 vote).",
    ]
    assert review.voters[0].describe("Ann").said() == "Ann: 1 vote, 1 for the best move, 0 for the move played"


@pytest.mark.parametrize("game", share(3, zip(GAMES)))
async def test_a_match_by_vote_of_any_game_has_a_table_a_gif_and_a_record(
    game: str, clock: StillClock, store: Store, puppet: Puppet
) -> None:
    service = Service(store, clock, thinker=puppet)
    side: Side = "second" if GAMES[game].start().turn else "first"
    begun = await service.server_matches.begin(game, DAN, "Reef", DAN, CHANNEL, side, length=HOUR)
    match_id, snapshot = begun.match.id, begun
    for _ in range(2):
        moves = [snapshot.position.format(move) for move in snapshot.position.legal_moves()]
        first, last = moves[0], moves[-1]
        for person, text in ((ANN, first), (BOB, last), (CAROL, last)):
            await service.crowds.vote(match_id, person, SERVER, text)
        clock.time = closes_at(snapshot.match) or 0
        await service.schedule.act()
        snapshot = await service.lookup.snapshot(match_id)
        reply = snapshot.position.format(snapshot.position.legal_moves()[0])
        snapshot = await service.play.move(match_id, DAN.id, reply)
    await service.play.resign(match_id, DAN.id)
    text = votes_text(await judged(service, snapshot.match))
    assert "Best moves played: 2 of 2." in text  # the puppet thinks that all moves are equal
    assert "- **Carol**: 2 votes, 2 for the best move, 2 for the move played" in text
    match = await service.lookup.match(match_id)
    record = await service.records.record(match)
    assert (set(record.players), len(record.moves)) == ({"Reef", "Dan"}, 4)
    assert read(write(record)) == record
    study, _ = await service.studies.open(BOB.id, read(write(record)))
    assert [move.text for move in study.moves(0)] == [move.text for move in record.moves]
    moves = [move.text for move in record.moves]
    assert draw_gif(game, dict(record.options), moves, record.players).startswith(b"GIF89a")
