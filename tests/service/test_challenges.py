"""Challenges: from the invitation to the first board, or to their end without a match."""

import asyncio

import pytest

from games import OptionError
from matches.errors import Refusal, Settled, Unknown
from matches.model import FIRST_ID, Challenge, Person
from matches.timecontrol import DAY
from service import Service
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock
from tests.support.outbox import everything


async def invite(service: Service, opponent: Person | None = BOB) -> Challenge:
    return await service.challenges.invite("heap", ANN, opponent, CHANNEL, "first", {"size": "9"})


async def test_a_challenge_is_kept_as_it_was_made(service: Service, clock: StillClock) -> None:
    challenge = await invite(service)
    assert challenge.id == FIRST_ID
    assert await service.challenges.of(challenge.id) == challenge
    assert (challenge.status, challenge.options, challenge.match_id) == ("open", {"size": "9"}, None)
    assert challenge.expires_at == clock.now() + 7 * DAY


async def test_nobody_can_challenge_themselves(service: Service) -> None:
    with pytest.raises(Refusal, match="yourself"):
        await invite(service, ANN)


@pytest.mark.parametrize(("game", "error", "named"), [("heap", OptionError, "size"), ("chess", Unknown, "chess")])
async def test_an_option_that_the_game_does_not_have_and_an_unknown_game_are_refused(
    service: Service, game: str, error: type[Exception], named: str
) -> None:
    with pytest.raises(error, match=named):
        await service.challenges.invite(game, ANN, BOB, CHANNEL, options={"size": "5"})


async def test_accepting_begins_a_match_under_the_same_code(service: Service) -> None:
    challenge = await invite(service)
    snapshot = await service.challenges.accept(challenge.id, BOB)
    assert snapshot.match.code == challenge.code
    assert snapshot.match.players == (ANN, BOB)
    assert (snapshot.match.rev, snapshot.match.ply, snapshot.match.turn) == (1, 0, 0)
    assert (snapshot.position.ply, snapshot.before, snapshot.move) == (0, None, None)
    assert await service.lookup.snapshot(snapshot.match.id) == snapshot
    accepted = await service.challenges.of(challenge.id)
    assert (accepted.status, accepted.match_id) == ("accepted", snapshot.match.id)


async def test_the_side_is_what_the_challenger_plays_and_options_left_out_take_their_defaults(
    service: Service,
) -> None:
    challenge = await service.challenges.invite("heap", ANN, BOB, CHANNEL, "second")
    assert challenge.options == {"size": "40"}
    snapshot = await service.challenges.accept(challenge.id, BOB)
    assert snapshot.match.players == (BOB, ANN)


async def test_a_random_side_falls_both_ways_and_is_written_down(service: Service) -> None:
    firsts = set()
    for _ in range(12):
        challenge = await service.challenges.invite("heap", ANN, BOB, CHANNEL, "random")
        firsts.add(first := (await service.challenges.accept(challenge.id, BOB)).match.players[0])
        assert (await service.challenges.of(challenge.id)).side == ("first" if first == ANN else "second")
    assert firsts == {ANN, BOB}


async def test_of_two_clicks_on_accept_exactly_one_counts(service: Service) -> None:
    challenge = await invite(service)
    clicks = await asyncio.gather(
        *(service.challenges.accept(challenge.id, BOB) for _ in range(2)), return_exceptions=True
    )
    refusals = [click for click in clicks if isinstance(click, Settled)]
    assert len(refusals) == 1
    assert "already accepted" in str(refusals[0])


async def test_an_open_challenge_is_accepted_by_the_first_who_does(service: Service) -> None:
    challenge = await invite(service, None)
    snapshot = await service.challenges.accept(challenge.id, CAROL)
    assert snapshot.match.players == (ANN, CAROL)
    with pytest.raises(Settled, match="Carol has already accepted"):
        await service.challenges.accept(challenge.id, BOB)


async def test_the_challenger_cannot_accept_or_decline_the_own_challenge(service: Service) -> None:
    for challenge in (await invite(service), await invite(service, None)):
        with pytest.raises(Refusal, match="own challenge"):
            await service.challenges.accept(challenge.id, ANN)
        with pytest.raises(Refusal, match="own challenge"):
            await service.challenges.decline(challenge.id, ANN.id)


async def test_only_the_one_who_was_challenged_may_answer(service: Service) -> None:
    challenge = await invite(service)
    with pytest.raises(Refusal, match="for Bob"):
        await service.challenges.accept(challenge.id, CAROL)
    with pytest.raises(Refusal, match="for Bob"):
        await service.challenges.decline(challenge.id, CAROL.id)
    assert (await service.challenges.of(challenge.id)).status == "open"


async def test_nobody_declines_a_challenge_to_everybody(service: Service) -> None:
    challenge = await invite(service, None)
    with pytest.raises(Refusal, match="open to anyone"):
        await service.challenges.decline(challenge.id, BOB.id)


async def test_a_declined_challenge_cannot_be_accepted(service: Service) -> None:
    challenge = await invite(service)
    assert (await service.challenges.decline(challenge.id, BOB.id)).status == "declined"
    with pytest.raises(Settled, match="declined"):
        await service.challenges.accept(challenge.id, BOB)


async def test_only_the_challenger_withdraws(service: Service) -> None:
    challenge = await invite(service)
    with pytest.raises(Refusal, match="Only Ann"):
        await service.challenges.withdraw(challenge.id, BOB.id)
    assert (await service.challenges.withdraw(challenge.id, ANN.id)).status == "withdrawn"
    with pytest.raises(Settled, match="withdrawn"):
        await service.challenges.accept(challenge.id, BOB)


async def test_a_challenge_expires(service: Service, clock: StillClock) -> None:
    challenge = await invite(service)
    clock.time = challenge.expires_at
    with pytest.raises(Settled, match="expired"):
        await service.challenges.accept(challenge.id, BOB)


async def test_a_challenge_that_does_not_exist_is_refused(service: Service) -> None:
    with pytest.raises(Unknown, match="#1000"):
        await service.challenges.accept(FIRST_ID, BOB)


async def test_a_challenge_is_queued_until_its_message_is_noted_and_again_when_it_is_settled(service: Service) -> None:
    challenge = await invite(service)
    assert [(delivery.kind, delivery.subject) for delivery in await everything(service)] == [
        ("challenge", challenge.id)
    ]
    await service.outbox.challenge_shown(challenge.id, 555)
    assert await everything(service) == []
    assert (await service.challenges.of(challenge.id)).message_id == 555
    await service.challenges.decline(challenge.id, BOB.id)
    assert [(delivery.kind, delivery.message_id) for delivery in await everything(service)] == [("challenge", 555)]


async def test_a_challenge_that_is_settled_before_its_message_is_noted_still_says_so_there(service: Service) -> None:
    challenge = await invite(service)
    await service.challenges.withdraw(challenge.id, ANN.id)
    await service.outbox.challenge_shown(challenge.id, 555)
    assert [(delivery.kind, delivery.message_id) for delivery in await everything(service)] == [("challenge", 555)]


async def test_accepting_remembers_the_name_of_that_moment(service: Service) -> None:
    challenge = await invite(service)
    await service.challenges.accept(challenge.id, Person(BOB.id, "Bobby"))
    assert (await service.lookup.match(challenge.id)).players[1].name == "Bobby"
    opponent = (await service.challenges.of(challenge.id)).opponent
    assert opponent is not None
    assert opponent.name == "Bobby"
