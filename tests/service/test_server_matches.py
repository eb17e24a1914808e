"""Matches of a server against another one: who may accept, what each of them sees, and how such a match ends."""

import random
from collections.abc import Iterable

import pytest

from games import GAMES
from matches.codes import INVITATION_DIGITS, new_invitation, read_invitation
from matches.crowds import closes_at
from matches.errors import NoChallenge, NotYourTurn, Refusal, Settled
from matches.limits import Limits
from matches.model import Challenge, Match, Person, Place, Snapshot, Venue
from matches.results import result_sentence
from matches.settings import ServerSettings
from matches.timecontrol import DAY, HOUR
from service import Service
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock
from tests.support.thinker import Puppet

REEF, LAGOON = CHANNEL.guild_id or 0, 77
THERE = Venue(700, LAGOON)
DAN = Person(4, "Dan")


@pytest.fixture
def thinker(puppet: Puppet) -> Puppet:
    return puppet


async def challenge(service: Service, venue: Venue = CHANNEL, asked_at: int | None = None) -> Challenge:
    """Ann, a moderator of the Reef, challenges another server."""
    options = {"size": "40"}
    return await service.server_matches.challenge("heap", ANN, venue, "first", options, length=HOUR, asked_at=asked_at)


async def accept(service: Service, made: Challenge, venue: Venue = THERE) -> Snapshot:
    """Dan, a moderator of the Lagoon, accepts."""
    return await service.server_matches.accept(made.invitation, DAN, "Lagoon", venue, "Reef")


async def begin(service: Service) -> Match:
    return (await accept(service, await challenge(service))).match


async def close(service: Service, clock: StillClock, match: Match) -> Match:
    """Let the vote end."""
    clock.time = max(clock.time, closes_at(await service.lookup.match(match.id)) or 0)
    await service.schedule.act()
    return await service.lookup.match(match.id)


async def queued(store: Store, kind: str, subject: int) -> set[int | None]:
    """The channels for which such deliveries are queued."""
    async with store.read() as view:
        return {delivery.channel_id for delivery in await view.outbox.of(kind, subject)}


async def test_each_server_sees_the_match_in_its_channel_and_votes_for_its_side(
    service: Service, clock: StillClock, store: Store
) -> None:
    made = await challenge(service)
    assert (made.status, made.opponent, made.rated, made.expires_at) == ("open", None, False, clock.time + 7 * DAY)
    assert await queued(store, "challenge", made.id) == set(), "nothing is posted before it is accepted"
    match = (await accept(service, made)).match
    assert [(player.name, player.guild_id) for player in match.players] == [("Reef", REEF), ("Lagoon", LAGOON)]
    assert (match.between_servers, match.in_teams, match.rated, match.id) == (True, False, False, made.id)
    places = await service.places.of(match.id)
    assert [(place.channel_id, place.guild_id) for place in places] == [(100, REEF), (700, LAGOON)]
    assert await queued(store, "board", match.id) == {100, 700}
    await service.crowds.vote(match.id, BOB, REEF, "take 1")
    assert await queued(store, "headline", match.id) == {100, 700}
    with pytest.raises(NotYourTurn):
        await service.crowds.vote(match.id, CAROL, LAGOON, "take 1")
    match = await close(service, clock, match)
    assert (match.ply, match.turn) == (1, 1)
    await service.crowds.vote(match.id, CAROL, LAGOON, "take 2")
    match = await close(service, clock, match)
    assert (match.ply, match.turn) == (2, 0)
    assert [side.guild_id for side in await service.ballots.sides(match.id)] == [REEF, LAGOON]


async def test_each_server_has_its_own_thread_if_it_wants_one(service: Service, store: Store) -> None:
    async with store.write() as tx:
        await tx.settings.save_server(LAGOON, ServerSettings(place="thread"))
    match = await begin(service)
    places = await service.places.of(match.id)
    assert [(place.channel_id, place.thread_of) for place in places] == [(100, None), (700, 700)]


def test_a_code_is_read_as_people_type_it() -> None:
    code = new_invitation(random.Random(3))
    assert set(code) <= {*INVITATION_DIGITS, "-"}
    for typed in (code, code.lower(), f" {code} ", code.replace("-", ""), code.replace("-", " "), f"`{code}`"):
        assert read_invitation(typed) == code
    for typed in ("", "#1f3k", "K7QM-4XW", "K7QM-4XW0", "K7QM-4XWDD", "ключ-4XWD"):
        with pytest.raises(Refusal, match="is not a server's code"):
            read_invitation(typed)


async def test_a_code_that_cannot_be_accepted_says_why(service: Service, clock: StillClock) -> None:
    made = await challenge(service)
    with pytest.raises(Refusal, match="There is no challenge with the code 2222-2222"):
        await service.server_matches.challenge_with("22222222", LAGOON)
    with pytest.raises(Refusal, match="the code of your own server"):
        await service.server_matches.challenge_with(made.invitation, REEF)
    with pytest.raises(Refusal, match="the code of your own server"):
        await accept(service, made, Venue(101, REEF))
    assert (await service.server_matches.challenge_with(made.invitation.lower(), LAGOON)).id == made.id
    await accept(service, made)
    for server in (LAGOON, 78):
        with pytest.raises(Settled, match="Lagoon has already accepted"):
            await service.server_matches.challenge_with(made.invitation, server)
    with pytest.raises(Settled):
        await accept(service, made)
    withdrawn = await challenge(service)
    await service.challenges.withdraw(withdrawn.id, ANN.id)
    with pytest.raises(Settled, match="This challenge has been withdrawn"):
        await accept(service, withdrawn)
    late = await challenge(service)
    clock.time = late.expires_at
    with pytest.raises(Settled, match="has expired"):
        await accept(service, late)
    await service.schedule.act()
    assert (await service.challenges.of(late.id)).status == "expired"


async def test_a_declined_challenge_is_told_to_its_challenger(service: Service, store: Store) -> None:
    made = await challenge(service)
    declined = await service.server_matches.decline(made.invitation, "Lagoon", THERE)
    assert (declined.status, declined.opponent and declined.opponent.name) == ("declined", "Lagoon")
    async with store.read() as view:
        assert [told.person_id for told in await view.outbox.of("answer", made.id)] == [ANN.id]
    with pytest.raises(Settled, match="Lagoon has already declined"):
        await accept(service, made)


async def test_only_the_challenger_sees_the_code_and_nobody_accepts_without_it(service: Service) -> None:
    made = await challenge(service)

    async def all_seen(places: Iterable[Place]) -> list[Place]:
        return list(places)

    assert (await service.gate.challenge(made.id, ANN.id, all_seen)).invitation
    with pytest.raises(NoChallenge):
        await service.gate.challenge(made.id, BOB.id, all_seen)
    for act in (service.challenges.accept(made.id, BOB), service.challenges.decline(made.id, BOB.id)):
        with pytest.raises(Refusal, match="no challenge"):
            await act
    with pytest.raises(Refusal, match="Only Ann can withdraw"):
        await service.challenges.withdraw(made.id, BOB.id)


async def test_a_button_that_is_pressed_twice_makes_one_challenge(service: Service, clock: StillClock) -> None:
    asked_at = clock.time
    first, second = [await challenge(service, asked_at=asked_at) for _ in range(2)]
    assert first == second
    clock.time += 60
    assert (await challenge(service, asked_at=clock.time)).invitation != first.invitation


async def test_both_servers_keep_to_their_limits(service: Service, store: Store, clock: StillClock) -> None:
    made = [await challenge(service) for _ in range(3)]
    for one in made[:2]:
        await accept(service, one)
    with pytest.raises(Refusal, match="2 running matches in this channel"):
        await challenge(service)
    with pytest.raises(Refusal, match="2 running matches in this channel"):
        await accept(service, made[2])
    with pytest.raises(Refusal, match="Reef votes in 2 running matches there"):
        await accept(service, made[2], Venue(701, LAGOON))
    for number in range(3):
        await accept(service, await challenge(service, Venue(200 + number, REEF)), Venue(710 + number, LAGOON))
    with pytest.raises(Refusal, match="5 running matches in this server"):
        await challenge(service, Venue(300, REEF))
    with pytest.raises(Refusal, match="5 running matches in this server"):
        await service.server_matches.begin("heap", DAN, "Lagoon", None, Venue(800, LAGOON))
    assert (await service.challenges.of(made[2].id)).status == "open"
    free = Service(store, clock, games={"heap": Heap}, limits=Limits.off())
    await accept(free, made[2])


@pytest.mark.parametrize("venue", [Venue(100, None), Venue(100, 12, guest=True)])
async def test_only_servers_with_the_bot_challenge_and_accept(service: Service, venue: Venue) -> None:
    with pytest.raises(Refusal, match="Only a server that has added me"):
        await challenge(service, venue)
    made = await challenge(service)
    with pytest.raises(Refusal, match="Only a server that has added me"):
        await accept(service, made, venue)


async def test_a_member_of_both_servers_votes_for_one(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    await service.crowds.vote(match.id, BOB, REEF, "take 1")
    match = await close(service, clock, match)
    with pytest.raises(Refusal, match="You vote for Reef, and nobody changes sides"):
        await service.crowds.vote(match.id, BOB, LAGOON, "take 1")
    with pytest.raises(NotYourTurn):
        await service.crowds.vote(match.id, BOB, REEF, "take 1")
    await service.crowds.vote(match.id, CAROL, LAGOON, "take 1")
    match = await close(service, clock, match)
    await service.crowds.vote(match.id, BOB, None, "take 1")  # from the notice that a vote is open
    assert (await service.crowds.ballot(match)).voted == 1


@pytest.mark.parametrize(("channel", "gone", "left"), [(100, "Reef", 700), (700, "Lagoon", 100)])
async def test_a_match_ends_when_one_server_has_lost_its_channel(
    service: Service, store: Store, channel: int, gone: str, left: int
) -> None:
    match = await begin(service)
    assert await service.places.remove_lost(channel, by_vote=True) == []
    over = await service.lookup.match(match.id)
    told = f"No result: {gone}'s channel is gone, or was closed to me"
    assert (over.over, over.void, result_sentence(over).said()) == (True, True, told)
    assert [place.channel_id for place in await service.places.of(match.id)] == [left]
    assert left in await queued(store, "board", match.id)
    await service.places.remove_lost(left, by_vote=True)  # the other one, too, later


async def test_bans_count_in_the_server_that_made_them(service: Service) -> None:
    match = await begin(service)
    await service.crowds.vote(match.id, BOB, REEF, "take 1")
    await service.moderation.ban(LAGOON, BOB)
    assert (await service.crowds.ballot(match)).voted == 1
    await service.moderation.ban(REEF, BOB)
    assert (await service.crowds.ballot(match)).voted == 0
    made = await challenge(service)
    await service.moderation.ban_server(REEF)
    with pytest.raises(Refusal, match="no longer post for the other server"):
        await accept(service, made)
    await service.moderation.unban_server(REEF)
    await service.moderation.ban(REEF, ANN)
    with pytest.raises(Settled, match="This challenge has been withdrawn"):
        await accept(service, made)


@pytest.mark.parametrize("server", [REEF, LAGOON])
async def test_moderators_of_either_server_end_the_match(service: Service, store: Store, server: int) -> None:
    match = await begin(service)
    with pytest.raises(Refusal, match="is not shown in this server"):
        await service.moderation.end(match.id, 78)
    over = await service.moderation.end(match.id, server)
    assert (over.void, over.ending) == (True, "moderated")
    assert await queued(store, "board", match.id) == {100, 700}


async def test_a_server_learns_the_counts_of_the_other_but_no_reasons_and_no_voters(
    service: Service, clock: StillClock
) -> None:
    match = await begin(service)
    await service.crowds.vote(match.id, BOB, REEF, "take 1")
    await service.crowds.explain(match.id, BOB.id, 1, "a secret plan", named=True)
    match = await close(service, clock, match)
    told = {server: await service.crowds.ballot(match, server) for server in (REEF, LAGOON)}
    for server, ballot in told.items():
        assert ballot.outcome is not None
        assert [(share.move, share.count) for share in ballot.outcome.shares] == [("take 1", 1)]
        assert [reason.text for reason in ballot.outcome.reasons] == (["a secret plan"] if server == REEF else [])
        assert ballot.ours == (server == LAGOON)
    await service.crowds.vote(match.id, CAROL, LAGOON, "take 1")
    match = await close(service, clock, match)
    await service.moderation.end(match.id, REEF)

    async def named(person: Person, server: int | None) -> list[str]:
        return [voter.name for voter in (await service.ballots.review(match.id, person.id, server)).voters]

    assert await named(DAN, REEF) == await named(BOB, None) == ["Bob"]
    assert await named(BOB, LAGOON) == await named(CAROL, None) == ["Carol"]
    assert await named(DAN, None) == []
    assert await named(BOB, LAGOON + 1) == [], "a third server learns no names, whoever asks there"
    public: list[tuple[int | None, list[str]]] = [(None, []), (LAGOON + 1, []), (LAGOON, ["Carol"])]
    for place, names in public:
        posted = await service.ballots.review(match.id, BOB.id, place, public=True)
        assert [voter.name for voter in posted.shown] == names


async def test_two_thirds_of_both_servers_agree_on_a_draw(store: Store, clock: StillClock) -> None:
    service = Service(store, clock, random.Random(7))
    made = await service.server_matches.challenge("squalma", ANN, CHANNEL, "first", length=HOUR)
    assert GAMES["squalma"].info.draws
    snapshot = await accept(service, made)
    match = snapshot.match
    for person, server in ((BOB, REEF), (CAROL, LAGOON)):
        assert not match.over
        position = (await service.lookup.snapshot(match.id)).position
        await service.crowds.vote(match.id, person, server, position.format(position.legal_moves()[0]))
        await service.crowds.set_also(match.id, person.id, match.ply + 1, "draw")
        match = await close(service, clock, match)
    assert (match.over, match.winner, match.ending, match.ply) == (True, None, "draw_agreed", 1)


async def test_without_votes_of_one_server_the_match_ends_without_a_result(service: Service, clock: StillClock) -> None:
    match = await begin(service)
    await service.crowds.vote(match.id, BOB, REEF, "take 1")
    match = await close(service, clock, match)
    match = await close(service, clock, match)
    assert not match.over
    match = await close(service, clock, match)
    assert (match.void, match.ending) == (True, "no_votes")


async def test_a_forgotten_moderator_takes_their_open_challenge_along(service: Service) -> None:
    made, running = await challenge(service), await begin(service)
    assert made.invitation in str(await service.privacy.export(ANN.id))
    await service.privacy.forget(ANN.id)
    with pytest.raises(Settled):
        await accept(service, made)
    assert not (await service.lookup.match(running.id)).over
