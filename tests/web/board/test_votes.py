"""Voting on the page: who can, whose vote it is, and what others read."""

import pytest

from games import GAMES, worded
from matches.crowds import closes_at
from matches.model import Match, Person, Side, Venue
from matches.timecontrol import HOUR
from service import Service
from service.gate import Member
from storage.store import Store
from tests.support.board_page import Eyes, Page, Told
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock

SERVER = CHANNEL.guild_id or 0
DAN = Person(4, "Dan")


async def voting(service: Service, game: str = "squalma") -> Match:
    """A match in which the server is to move, against Bob."""
    side: Side = "second" if GAMES[game].start().turn else "first"
    return (await service.server_matches.begin(game, BOB, "Reef", BOB, CHANNEL, side, length=HOUR)).match


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
    assert told["seat"] is None
    assert not any(act["open"] for act in told["acts"])
    assert "The move that you choose is your vote." in told["warnings"][-1]
    told = (await voted(ann, match)).body
    cast = await service.crowds.to_vote(match.id, ANN.id, SERVER)
    assert cast.vote is not None
    assert told["warnings"] == [
        f"You voted for {worded(game, cast.vote.move).said()}. You can change it until the vote ends."
    ]
    assert told["moves"] == []
    assert told["chat"] == "1 voted."
    changed = (await voted(ann, match, at=-1)).body
    assert changed["warnings"] != told["warnings"]
    ballot = await service.crowds.ballot(match)
    assert ballot.voted == 1
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    newest = (await looked(ann, match)).body
    assert (len(newest["moves"]), newest["steps"]) == (1, None)
    assert (newest["warnings"], newest["chat"]) == ([], f"Votes: {worded(game, newest['moves'][0]).said()}: 1.")


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


async def act(page: Page, match: Match, name: str, **more: object) -> Told:
    rev = (await looked(page, match)).body["rev"]
    return await page.post(f"/api/match/{match.code}/{name}", {"rev": rev, **more})


def offered(told: Told) -> dict[str, bool]:
    """The acts by label, and whether each is possible now."""
    return {offer["label"]: offer["open"] for offer in told.body["acts"]}


async def test_a_voter_says_why_and_is_named_only_if_they_agree(
    service: Service, page: Page, clock: StillClock
) -> None:
    match = await voting(service)
    ann, carol = [await page.open(service, person, match.id) for person in (ANN, CAROL)]
    assert offered(await looked(ann, match)) == {"Say why": False, "Vote for a draw": False}
    early = await act(ann, match, "why", reason="It opens the corner", named=True)
    assert (early.status, early.body["said"]) == (409, "Vote for a move first.")
    assert offered(await voted(ann, match)) == {"Say why": True, "Vote for a draw": True}
    told = await act(ann, match, "why", reason="It  opens the corner", named=True)
    assert told.body["chat"] == "Shown with the result, with your name: It opens the corner. 1 voted."
    assert told.body["acts"][0]["field"]["value"] == "It opens the corner"
    await voted(carol, match)
    await act(carol, match, "why", reason="x" * 300, named=False)
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    newest = (await looked(ann, match)).body
    (move,) = newest["moves"]
    result = [f"Votes: {move}: 2.", f"{move}: “It opens the corner” – Member 1.", f"{move}: “{'x' * 120}”."]
    assert newest["chat"] == " ".join(result)
    assert (await ann.get(f"/api/match/{match.code}/at/0")).body["chat"] == ""
    late = await act(ann, match, "why", reason="too late", named=True)
    assert late.status == 409
    assert offered(await looked(ann, match)) == {"Say why": False, "Vote for a draw": False}


async def test_no_name_turns_the_line_of_a_reason_around(
    service: Service, page: Page, eyes: Eyes, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await voting(service)
    ann = await page.open(service, ANN, match.id)

    async def renamed(*_: int) -> Member:
        return Member("\u202eAnn", None)

    monkeypatch.setattr(eyes, "member", renamed)
    await voted(ann, match)
    await act(ann, match, "why", reason="corner", named=True)
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    assert (await looked(ann, match)).body["chat"].endswith("“corner” – Ann.")
    await service.moderation.end(match.id, SERVER)
    review = await ann.post(f"/api/match/{match.code}/review", {})
    assert "\u202e" not in str(review.body)


async def test_voters_want_a_draw_or_allow_a_takeback(service: Service, page: Page, clock: StillClock) -> None:
    match = (await service.server_matches.begin("squalma", BOB, "Reef", BOB, CHANNEL, "second", length=HOUR)).match
    snapshot = await service.play.move(match.id, BOB.id, "a1-a2")
    clock.time += 120
    await service.agreements.take_back(match.id, BOB.id)
    ann = await page.open(service, ANN, match.id)
    await voted(ann, match)
    assert list(offered(await looked(ann, match))) == ["Say why", "Allow the takeback", "Vote for a draw"]
    told = await act(ann, match, "vote-draw")
    assert offered(told) == {"Say why": True, "Allow the takeback": True, "Keep playing": True}
    assert "If two thirds of the voters want a draw" in told.body["chat"]
    told = await act(ann, match, "vote-takeback")
    assert offered(told) == {"Say why": True, "Decline the takeback": True, "Vote for a draw": True}
    told = await act(ann, match, "vote-alone")
    assert offered(told) == {"Say why": True, "Allow the takeback": True, "Vote for a draw": True}
    await act(ann, match, "vote-takeback")
    clock.time = closes_at(snapshot.match) or 0
    await service.schedule.act()
    told = await looked(ann, match)
    assert told.body["moves"] == []
    assert "1 vote was for the answer to that move and no longer counts." in told.body["chat"]


async def test_a_team_is_joined_on_the_page(service: Service, page: Page, eyes: Eyes) -> None:
    match = (await service.server_matches.begin("squalma", BOB, "Reef", None, CHANNEL)).match
    ann, bob, carol = [await page.open(service, person, match.id) for person in (ANN, BOB, CAROL)]
    assert offered(await looked(ann, match)) == {"Join Black": True, "Join White": True}
    assert (await looked(carol, match)).body["steps"] is None
    told = await act(ann, match, "join-first")
    assert told.body["steps"] is not None
    assert offered(told) == {"Say why": False, "Vote for a draw": False}
    told = await act(bob, match, "join-second")
    assert told.body["steps"] is None
    assert "turn in match" in told.body["warnings"][0]
    changed = await act(bob, match, "join-first")
    assert (changed.status, changed.body["said"]) == (409, "You vote for Reef (White), and nobody changes sides.")
    eyes.gone.add(CAROL.id)
    assert (await carol.post(f"/api/match/{match.code}/join-first", {"rev": match.rev})).status == 404
    assert (await service.crowds.teams(match.id, CAROL.id)).sizes == (1, 1)


async def test_who_joins_the_server_and_a_team_after_the_vote_began_waits_for_the_next_one(
    service: Service, page: Page, eyes: Eyes, clock: StillClock
) -> None:
    match = (await service.server_matches.begin("squalma", ANN, "Reef", None, CHANNEL, length=HOUR)).match
    clock.time += 60
    eyes.joined[CAROL.id] = clock.time
    carol = await page.open(service, CAROL, match.id)
    told = (await carol.post(f"/api/match/{match.code}/join-first", {"rev": match.rev})).body
    assert told["steps"] is None
    assert told["warnings"] == ["You joined the server after this vote began. You can vote for the next move."]


async def test_the_page_counts_down_to_the_end_of_the_vote_and_says_that_it_was_extended(
    service: Service, page: Page, clock: StillClock
) -> None:
    match = await voting(service)
    ann = await page.open(service, ANN, match.id)
    closes = closes_at(match) or 0
    assert (await looked(ann, match)).body["clock"]["seconds"] == closes - clock.time
    clock.time = closes
    await service.schedule.act()
    told = (await looked(ann, match)).body
    assert told["chat"] == "Nobody has voted, so the vote was extended. Without a vote, the match ends."
    assert told["clock"]["seconds"] == (closes_at(await service.lookup.match(match.id)) or 0) - clock.time


async def test_a_voters_act_on_an_old_board_is_refused(service: Service, page: Page, clock: StillClock) -> None:
    match = await voting(service)
    ann = await page.open(service, ANN, match.id)
    rev = (await voted(ann, match)).body["rev"]
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    snapshot = await service.lookup.snapshot(match.id)
    await service.play.move(match.id, BOB.id, snapshot.position.format(snapshot.position.legal_moves()[0]))
    await voted(ann, match)
    for name, more in (("why", {"reason": "old", "named": True}), ("vote-draw", {})):
        assert (await ann.post(f"/api/match/{match.code}/{name}", {"rev": rev, **more})).status == 409
    cast = await service.crowds.to_vote(match.id, ANN.id, SERVER)
    assert cast.vote is not None
    assert (cast.vote.reason, cast.vote.also) == ("", "")


@pytest.mark.parametrize("how", ["banned", "left"])
async def test_who_is_gone_from_the_server_for_which_they_voted_votes_for_no_side(
    service: Service, page: Page, eyes: Eyes, how: str
) -> None:
    made = await service.server_matches.challenge("squalma", BOB, CHANNEL, "first", length=HOUR)
    match = (await service.server_matches.accept(made.invitation, CAROL, "Lagoon", Venue(700, 77), "Reef")).match
    await voted(await page.open(service, ANN, match.id), match)
    if how == "banned":
        await service.moderation.ban(SERVER, ANN)
    else:
        eyes.hidden = {(ANN.id, SERVER)}
    ann = await page.open(service, ANN, match.id)  # from the other server
    told = (await looked(ann, match)).body
    assert (told["steps"], told["warnings"]) == (
        None,
        [f"Only members of a server that plays match #{match.code} vote in it."],
    )
    for body in ({"rev": match.rev, "steps": ["a1", "a2"]}, {"rev": match.rev}):
        refused = await ann.post(f"/api/match/{match.code}/{'move' if 'steps' in body else 'vote-draw'}", body)
        assert (refused.status, refused.body["said"][:12]) == (409, "Only members")


async def test_members_of_each_server_vote_for_their_side_and_read_no_reasons_of_the_other(
    service: Service, page: Page, eyes: Eyes, clock: StillClock
) -> None:
    made = await service.server_matches.challenge("squalma", BOB, CHANNEL, "first", length=HOUR)
    there = Venue(700, 77)
    match = (await service.server_matches.accept(made.invitation, CAROL, "Lagoon", there, "Reef")).match
    eyes.strangers = {(ANN.id, 77), (CAROL.id, SERVER), (DAN.id, SERVER), (DAN.id, 77)}
    ann, carol, dan = [await page.open(service, person, match.id) for person in (ANN, CAROL, DAN)]
    assert (await looked(carol, match)).body["warnings"] == [f"It is Reef's turn in match #{match.code}."]
    assert "Only members of a server" in (await looked(dan, match)).body["warnings"][0]
    await voted(ann, match)
    await act(ann, match, "why", reason="A plan", named=True)
    clock.time = closes_at(match) or 0
    await service.schedule.act()
    assert "A plan" in (await looked(ann, match)).body["chat"]
    told = (await looked(carol, match)).body
    assert told["steps"] is not None
    assert "Votes: " in told["chat"]
    await voted(carol, match)
    assert "A plan" not in told["chat"] + (await looked(carol, match)).body["chat"]
