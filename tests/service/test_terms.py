"""The terms of a challenge, the people who may make it, and rematches."""

import asyncio
from typing import Any

import pytest

from matches.errors import Refusal, Settled
from matches.model import Challenge, Snapshot, Venue
from matches.settings import ServerSettings
from matches.timecontrol import DAY, TimeControl
from service import Service
from service.challenges import LONGEST_NOTE
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin
from tests.support.outbox import everything


async def test_clock_rating_and_note_go_into_the_challenge_and_the_match(service: Service) -> None:
    clock = TimeControl.parse("72+12/96h soft")
    made = await service.challenges.invite("heap", ANN, BOB, CHANNEL, clock=clock, rated=True, note="Just for fun")
    assert (made.clock, made.rated, made.note) == (clock, True, "Just for fun")
    assert await service.challenges.of(made.id) == made
    match = (await service.challenges.accept(made.id, BOB)).match
    assert (match.clock, match.rated) == (clock, True)
    assert await service.lookup.match(match.id) == match


async def test_a_note_has_at_most_200_characters(service: Service) -> None:
    assert LONGEST_NOTE == 200
    await service.challenges.invite("heap", ANN, BOB, CHANNEL, note="x" * 200)
    with pytest.raises(Refusal, match="201"):
        await service.challenges.invite("heap", ANN, BOB, CHANNEL, note="x" * 201)


async def test_a_person_has_at_most_ten_open_challenges(service: Service, clock: StillClock) -> None:
    made = [await service.challenges.invite("heap", ANN, None, CHANNEL) for _ in range(10)]
    with pytest.raises(Refusal, match="10 open challenges"):
        await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    await service.challenges.invite("heap", BOB, ANN, CHANNEL)
    await service.challenges.withdraw(made[0].id, ANN.id)
    await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    clock.time += 7 * DAY
    await service.schedule.act()
    await service.challenges.invite("heap", ANN, BOB, CHANNEL)


async def test_a_server_chooses_how_long_challenges_live(service: Service, clock: StillClock) -> None:
    await service.settings.choose_for_server(10, ServerSettings(challenge_days=2))
    challenge = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    assert challenge.expires_at == clock.now() + 2 * DAY
    with pytest.raises(Refusal, match="1 to 30 days"):
        await service.settings.choose_for_server(10, ServerSettings(challenge_days=31))


async def test_a_challenge_expires_by_itself_once(service: Service, clock: StillClock) -> None:
    challenge = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    clock.time = challenge.expires_at - 1
    await service.schedule.act()
    assert (await service.challenges.of(challenge.id)).status == "open"
    clock.time += 1
    await service.schedule.act()
    assert (await service.challenges.of(challenge.id)).status == "expired"
    assert await service.schedule.next_due() is None


async def test_an_answered_challenge_does_not_expire(service: Service, clock: StillClock) -> None:
    for answer in (service.challenges.accept, lambda number, who: service.challenges.decline(number, who.id)):
        challenge = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
        await answer(challenge.id, BOB)
        clock.time += 8 * DAY
        await service.schedule.act()
        assert (await service.challenges.of(challenge.id)).status in {"accepted", "declined"}


async def test_open_challenges_are_listed_for_both_sides(service: Service) -> None:
    mine = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    to_me = await service.challenges.invite("heap", CAROL, ANN, CHANNEL)
    to_all = await service.challenges.invite("heap", BOB, None, CHANNEL)
    declined = await service.challenges.invite("heap", CAROL, ANN, CHANNEL)
    await service.challenges.decline(declined.id, ANN.id)
    assert await service.challenges.open_of(ANN.id) == [to_me, mine]
    assert await service.challenges.open_of(BOB.id) == [to_all, mine]


async def test_a_block_keeps_both_from_challenging_and_accepting(service: Service) -> None:
    open_to_all = await service.challenges.invite("heap", BOB, None, CHANNEL)
    await service.blocks.add(ANN, BOB)
    with pytest.raises(Refusal, match="Ann cannot be challenged right now"):
        await service.challenges.invite("heap", BOB, ANN, CHANNEL)
    with pytest.raises(Refusal, match="You have blocked Bob"):
        await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    with pytest.raises(Refusal, match="You have blocked Bob"):
        await service.challenges.accept(open_to_all.id, ANN)
    await service.challenges.accept(open_to_all.id, CAROL)
    await service.blocks.remove(ANN.id, BOB)
    await service.challenges.invite("heap", BOB, ANN, CHANNEL)


async def test_a_block_closes_the_open_challenges_between_the_two_without_a_word_of_it(service: Service) -> None:
    theirs = await service.challenges.invite("heap", BOB, ANN, CHANNEL)
    mine = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    others = [await service.challenges.invite("heap", *pair, CHANNEL) for pair in ((ANN, CAROL), (BOB, CAROL))]
    await service.blocks.add(ANN, BOB)
    settled = [await service.challenges.of(one.id) for one in (theirs, mine, *others)]
    assert [one.status for one in settled] == ["declined", "withdrawn", "open", "open"]
    due = [
        (delivery.subject, delivery.due_at) for delivery in await everything(service) if delivery.kind == "challenge"
    ]
    assert {theirs.id, mine.id} <= {subject for subject, at in due if at == service.clock.now()}
    assert await service.schedule.next_due() == others[0].expires_at


async def test_a_rematch_that_is_asked_in_the_thread_of_a_match_is_shown_in_its_channel(service: Service) -> None:
    await service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(place="thread"))
    asked = await service.challenges.invite("heap", ANN, BOB, CHANNEL)
    await service.outbox.challenge_shown(asked.id, 7001)
    match = (await service.challenges.accept(asked.id, BOB)).match
    assert [place.channel_id for place in await service.places.of(match.id)] == [7001]
    await service.play.resign(match.id, ANN.id)
    again = await service.challenges.rematch(match.id, BOB, Venue(7001, CHANNEL.guild_id))
    assert isinstance(again, Challenge)
    assert again.venue == CHANNEL
    await service.outbox.challenge_shown(again.id, 7002)
    begun = await service.challenges.rematch(match.id, ANN, Venue(7001, CHANNEL.guild_id))
    (place,) = await service.places.of(begun.id if isinstance(begun, Challenge) else begun.match.id)
    assert (place.channel_id, place.thread_of) == (7002, CHANNEL.channel_id)


async def test_blocks_are_listed_added_and_removed_once(service: Service) -> None:
    await service.blocks.add(ANN, CAROL)
    await service.blocks.add(ANN, BOB)
    assert await service.blocks.of(ANN.id) == [BOB, CAROL]
    assert await service.blocks.of(BOB.id) == []
    with pytest.raises(Refusal, match="already"):
        await service.blocks.add(ANN, BOB)
    with pytest.raises(Refusal, match="yourself"):
        await service.blocks.add(ANN, ANN)
    await service.blocks.remove(ANN.id, BOB)
    with pytest.raises(Refusal, match="not blocked Bob"):
        await service.blocks.remove(ANN.id, BOB)


async def over(service: Service) -> int:
    match = (await begin(service, clock="3d", rated=True)).match
    await service.play.resign(match.id, ANN.id)
    return match.id


async def test_a_rematch_waits_and_swaps_the_sides_on_the_same_terms(service: Service, clock: StillClock) -> None:
    old = await over(service)
    asked = await service.challenges.rematch(old, ANN, CHANNEL)
    assert isinstance(asked, Challenge)
    clock.time += 6 * DAY
    begun = await service.challenges.rematch(old, BOB, CHANNEL)
    assert isinstance(begun, Snapshot)
    match = begun.match
    assert (match.id, match.players) == (asked.id, (BOB, ANN))
    assert (match.options, match.rated, match.clock) == ({"size": "40"}, True, TimeControl.parse("3d"))


async def test_a_rematch_can_be_accepted_and_declined_like_any_challenge(service: Service) -> None:
    old = await over(service)
    asked = await service.challenges.rematch(old, BOB, CHANNEL)
    assert isinstance(asked, Challenge)
    await service.challenges.decline(asked.id, ANN.id)
    asked = await service.challenges.rematch(old, ANN, CHANNEL)
    assert isinstance(asked, Challenge)
    assert (await service.challenges.accept(asked.id, BOB)).match.players == (BOB, ANN)


async def test_a_rematch_is_asked_for_once(service: Service) -> None:
    running = (await begin(service)).match
    with pytest.raises(Refusal, match="not over"):
        await service.challenges.rematch(running.id, ANN, CHANNEL)
    old = await over(service)
    with pytest.raises(Refusal, match="did not play"):
        await service.challenges.rematch(old, CAROL, CHANNEL)
    await service.challenges.rematch(old, ANN, CHANNEL)
    with pytest.raises(Refusal, match="already asked Bob for a rematch"):
        await service.challenges.rematch(old, ANN, CHANNEL)
    await service.challenges.rematch(old, BOB, CHANNEL)
    with pytest.raises(Refusal, match="already started"):
        await service.challenges.rematch(old, BOB, CHANNEL)


async def test_when_both_ask_at_once_one_rematch_begins(service: Service) -> None:
    old = await over(service)
    made = await asyncio.gather(
        service.challenges.rematch(old, ANN, CHANNEL), service.challenges.rematch(old, BOB, CHANNEL)
    )
    assert sorted(type(one).__name__ for one in made) == ["Challenge", "Snapshot"]
    with pytest.raises(Settled):
        await service.challenges.accept(made[0].id if isinstance(made[0], Challenge) else made[0].match.id, BOB)


async def test_the_usual_game_and_one_with_fair_options_are_rated_and_others_are_not(service: Service) -> None:
    async def rated(**terms: Any) -> bool:
        return (await service.challenges.invite("heap", ANN, BOB, CHANNEL, **terms)).rated

    assert await rated()
    assert await rated(options={"size": "4"}), "it evens the chances"
    assert not await rated(rated=False)
    assert not await rated(options={"size": "9"})
    with pytest.raises(Refusal, match="Only the standard game can be rated"):
        await rated(options={"size": "9"}, rated=True)
    await service.settings.choose_for_server(CHANNEL.guild_id or 0, ServerSettings(rates=False))
    assert not await rated()


async def test_both_sides_are_two_matches_at_once(service: Service) -> None:
    made = await service.challenges.invite("heap", ANN, BOB, CHANNEL, "both", clock=TimeControl.parse("3d"))
    first = (await service.challenges.accept(made.id, BOB)).match
    (other,) = [match for match in await service.lookup.running(ANN.id) if match.id != first.id]
    assert (first.id, first.players) == (made.id, (ANN, BOB))
    assert other.players == (BOB, ANN)
    assert (other.clock, other.rated, other.created_at) == (first.clock, True, first.created_at)
    assert await service.places.of(other.id)
    boards = {delivery.subject: delivery for delivery in await service.outbox.take() if delivery.kind == "board"}
    assert other.id in boards, "the answer to the click shows only the first board"
    for match in (first, other):
        await service.play.resign(match.id, ANN.id)
    asked = await service.challenges.rematch(other.id, ANN, CHANNEL)
    assert isinstance(asked, Challenge)
    assert asked.side == "first"
