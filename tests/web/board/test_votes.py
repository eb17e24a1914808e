"""Voting on the page: who can, whose vote it is, and what others read."""

import pytest

from games import GAMES
from matches.crowds import closes_at
from matches.model import Match, Side
from matches.timecontrol import HOUR
from service import Service
from storage.store import Store
from tests.support.board_page import Eyes, Page, Told
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock

SERVER = CHANNEL.guild_id or 0


async def voting(service: Service, game: str = "squalma") -> Match:
    """A match in which the server is to move, against Bob."""
    side: Side = "second" if GAMES[game].start().turn else "first"
    return (await service.server_matches.begin_against_person(game, BOB, "Reef", CHANNEL, side, length=HOUR)).match


async def looked(page: Page, match: Match) -> Told:
    return await page.get(f"/api/match/{match.code}")


async def voted(page: Page, match: Match, at: int = 0) -> Told:
    told = (await looked(page, match)).body
    body = {"rev": told["rev"], "steps": told["steps"]["moves"][at]}
    return await page.post(f"/api/match/{match.code}/move", body)


@pytest.mark.parametrize("game", GAMES)
async def test_a_move_that_a_member_chooses_is_their_vote(
    service: Service, page: Page, clock: StillClock, game: str
) -> None:
    match = await voting(service, game)
    ann = await page.open(service, ANN, match.id)
    told = (await looked(ann, match)).body
    assert (told["seat"], told["acts"]) == (None, [])
    assert "The move that you choose is your vote." in told["warnings"][-1]
    told = (await voted(ann, match)).body
    cast = await service.crowds.to_vote(match.id, ANN.id, SERVER)
    assert cast.vote is not None
    assert told["warnings"][-1] == f"You voted for {cast.vote.move}. You can change it until the vote ends."
    assert told["moves"] == []
    changed = (await voted(ann, match, at=-1)).body
    assert changed["warnings"] != told["warnings"]
    assert (await service.crowds.ballot(match)).voted == 1
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    newest = (await looked(ann, match)).body
    assert (len(newest["moves"]), newest["steps"]) == (1, None)
    assert not any("vote" in warning for warning in newest["warnings"])


async def test_the_name_is_that_of_the_member(service: Service, page: Page, store: Store) -> None:
    match = await voting(service)
    await voted(await page.open(service, CAROL, match.id), match)
    async with store.read() as view:
        person = await view.people.of(CAROL.id)
    assert person is not None
    assert person.name == f"Member {CAROL.id}"


async def test_who_joined_after_the_vote_began_reads_why_they_cannot_vote(
    service: Service, page: Page, eyes: Eyes, clock: StillClock
) -> None:
    match = await voting(service)
    eyes.joined[CAROL.id] = clock.time + 60
    carol = await page.open(service, CAROL, match.id)
    told = (await looked(carol, match)).body
    assert told["steps"] is None
    assert told["warnings"] == ["You joined the server after this vote began. You can vote for the next move."]
    ann = await page.open(service, ANN, match.id)
    moves = (await looked(ann, match)).body["steps"]["moves"]
    refused = await carol.post(f"/api/match/{match.code}/move", {"rev": match.rev, "steps": moves[0]})
    assert refused.status != 200
    assert (await service.crowds.ballot(match)).voted == 0


async def test_who_is_no_member_any_more_votes_no_longer(service: Service, page: Page, eyes: Eyes) -> None:
    match = await voting(service)
    ann = await page.open(service, ANN, match.id)
    moves = (await looked(ann, match)).body["steps"]["moves"]
    eyes.gone.add(ANN.id)
    refused = await ann.post(f"/api/match/{match.code}/move", {"rev": match.rev, "steps": moves[0]})
    assert refused.status == 404
    assert (await service.crowds.ballot(match)).voted == 0


async def test_the_opponent_cannot_vote_and_reads_nothing_of_votes(service: Service, page: Page) -> None:
    match = await voting(service)
    bob = await page.open(service, BOB, match.id)
    told = (await looked(bob, match)).body
    assert (told["steps"], told["warnings"], told["seat"]) == (None, [], 1)
    ann = await page.open(service, ANN, match.id)
    moves = (await looked(ann, match)).body["steps"]["moves"]
    refused = await bob.post(f"/api/match/{match.code}/move", {"rev": match.rev, "steps": moves[0]})
    assert (refused.status, (await service.crowds.ballot(match)).voted) == (409, 0)


async def test_a_vote_that_is_over_refuses_late_ones(service: Service, page: Page, clock: StillClock) -> None:
    match = await voting(service)
    ann = await page.open(service, ANN, match.id)
    old = (await looked(ann, match)).body
    await voted(ann, match)
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    late = await ann.post(f"/api/match/{match.code}/move", {"rev": old["rev"], "steps": old["steps"]["moves"][1]})
    assert late.status == 409
    assert (await looked(ann, match)).body["steps"] is None


async def test_an_earlier_board_takes_no_vote(service: Service, page: Page, clock: StillClock) -> None:
    match = await voting(service)
    ann = await page.open(service, ANN, match.id)
    await voted(ann, match)
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    snapshot = await service.lookup.snapshot(match.id)
    reply = snapshot.position.format(snapshot.position.legal_moves()[0])
    await service.play.move(match.id, BOB.id, reply)
    assert (await ann.get(f"/api/match/{match.code}/at/1")).body["steps"] is None
    told = (await looked(ann, match)).body
    assert "People vote for this move." in told["warnings"][-1]
