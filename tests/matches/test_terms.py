"""The terms of a challenge, who may make it, and rematches."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from matches.challenges import LONGEST_NOTE, MOST_OPEN
from matches.clocks import DAY, TimeControl
from matches.errors import Refusal, Settled
from matches.records import Challenge, Table
from matches.settings import ServerSettings
from tests.matches.conftest import ANN, BOB, CAROL, CHANNEL, begin

if TYPE_CHECKING:
    from matches.service import Matches
    from tests.matches.conftest import StillClock


async def test_clock_rating_and_note_go_into_the_challenge_and_the_match(matches: Matches) -> None:
    clock = TimeControl.parse("72+12/96h soft")
    made = await matches.challenge("heap", ANN, BOB, CHANNEL, clock=clock, rated=True, note="Just for fun")
    assert (made.clock, made.rated, made.note) == (clock, True, "Just for fun")
    assert await matches.challenge_of(made.id) == made
    match = (await matches.accept(made.id, BOB)).match
    assert (match.clock, match.rated) == (clock, True)
    assert await matches.match(match.id) == match


async def test_a_note_has_at_most_200_characters(matches: Matches) -> None:
    assert LONGEST_NOTE == 200
    await matches.challenge("heap", ANN, BOB, CHANNEL, note="x" * 200)
    with pytest.raises(Refusal, match="201"):
        await matches.challenge("heap", ANN, BOB, CHANNEL, note="x" * 201)


async def test_a_person_has_at_most_ten_open_challenges(matches: Matches, clock: StillClock) -> None:
    made = [await matches.challenge("heap", ANN, None, CHANNEL) for _ in range(MOST_OPEN)]
    with pytest.raises(Refusal, match="10 open challenges"):
        await matches.challenge("heap", ANN, BOB, CHANNEL)
    await matches.challenge("heap", BOB, ANN, CHANNEL)
    await matches.withdraw(made[0].id, ANN.id)
    await matches.challenge("heap", ANN, BOB, CHANNEL)
    clock.time += 7 * DAY
    await matches.act()
    await matches.challenge("heap", ANN, BOB, CHANNEL)


async def test_a_server_chooses_how_long_challenges_live(matches: Matches, clock: StillClock) -> None:
    await matches.choose_for_server(10, ServerSettings(challenge_days=2))
    challenge = await matches.challenge("heap", ANN, BOB, CHANNEL)
    assert challenge.expires_at == clock.now() + 2 * DAY
    with pytest.raises(Refusal, match="1 to 30 days"):
        await matches.choose_for_server(10, ServerSettings(challenge_days=31))


async def test_a_challenge_expires_by_itself_once(matches: Matches, clock: StillClock) -> None:
    challenge = await matches.challenge("heap", ANN, BOB, CHANNEL)
    clock.time = challenge.expires_at - 1
    assert (await matches.act()).challenges == []
    clock.time += 1
    assert [expired.id for expired in (await matches.act()).challenges] == [challenge.id]
    assert (await matches.challenge_of(challenge.id)).status == "expired"
    assert (await matches.act()).challenges == []


async def test_an_answered_challenge_does_not_expire(matches: Matches, clock: StillClock) -> None:
    for answer in (matches.accept, lambda number, who: matches.decline(number, who.id)):
        challenge = await matches.challenge("heap", ANN, BOB, CHANNEL)
        await answer(challenge.id, BOB)
    clock.time += 8 * DAY
    assert (await matches.act()).challenges == []


async def test_open_challenges_are_listed_for_both_sides(matches: Matches) -> None:
    mine = await matches.challenge("heap", ANN, BOB, CHANNEL)
    to_me = await matches.challenge("heap", CAROL, ANN, CHANNEL)
    to_all = await matches.challenge("heap", BOB, None, CHANNEL)
    declined = await matches.challenge("heap", CAROL, ANN, CHANNEL)
    await matches.decline(declined.id, ANN.id)
    assert await matches.challenges_of(ANN.id) == [to_me, mine]
    assert await matches.challenges_of(BOB.id) == [to_all, mine]


async def test_a_block_keeps_both_from_challenging_and_accepting(matches: Matches) -> None:
    before = await matches.challenge("heap", BOB, ANN, CHANNEL)
    open_to_all = await matches.challenge("heap", BOB, None, CHANNEL)
    await matches.block(ANN, BOB)
    with pytest.raises(Refusal, match="Ann does not want"):
        await matches.challenge("heap", BOB, ANN, CHANNEL)
    with pytest.raises(Refusal, match="You have blocked Bob"):
        await matches.challenge("heap", ANN, BOB, CHANNEL)
    for challenge in (before, open_to_all):
        with pytest.raises(Refusal, match="You have blocked Bob"):
            await matches.accept(challenge.id, ANN)
    await matches.accept(open_to_all.id, CAROL)
    await matches.unblock(ANN.id, BOB)
    await matches.accept(before.id, ANN)


async def test_blocks_are_listed_added_and_removed_once(matches: Matches) -> None:
    await matches.block(ANN, CAROL)
    await matches.block(ANN, BOB)
    assert await matches.blocked(ANN.id) == [BOB, CAROL]
    assert await matches.blocked(BOB.id) == []
    with pytest.raises(Refusal, match="already"):
        await matches.block(ANN, BOB)
    with pytest.raises(Refusal, match="yourself"):
        await matches.block(ANN, ANN)
    await matches.unblock(ANN.id, BOB)
    with pytest.raises(Refusal, match="not blocked Bob"):
        await matches.unblock(ANN.id, BOB)


async def over(matches: Matches) -> int:
    match = (await begin(matches, clock="3d", rated=True)).match
    await matches.resign(match.id, ANN.id)
    return match.id


async def test_a_rematch_waits_and_swaps_the_sides_on_the_same_terms(matches: Matches, clock: StillClock) -> None:
    old = await over(matches)
    asked = await matches.rematch(old, ANN, CHANNEL)
    assert isinstance(asked, Challenge)
    clock.time += 6 * DAY
    begun = await matches.rematch(old, BOB, CHANNEL)
    assert isinstance(begun, Table)
    match = begun.match
    assert (match.id, match.players) == (asked.id, (BOB, ANN))
    assert (match.options, match.rated, match.clock) == ({"size": "40"}, True, TimeControl.parse("3d"))


async def test_a_rematch_can_be_accepted_and_declined_like_any_challenge(matches: Matches) -> None:
    old = await over(matches)
    asked = await matches.rematch(old, BOB, CHANNEL)
    assert isinstance(asked, Challenge)
    await matches.decline(asked.id, ANN.id)
    asked = await matches.rematch(old, ANN, CHANNEL)
    assert isinstance(asked, Challenge)
    assert (await matches.accept(asked.id, BOB)).match.players == (BOB, ANN)


async def test_a_rematch_is_asked_for_once(matches: Matches) -> None:
    running = (await begin(matches)).match
    with pytest.raises(Refusal, match="not over"):
        await matches.rematch(running.id, ANN, CHANNEL)
    old = await over(matches)
    with pytest.raises(Refusal, match="did not play"):
        await matches.rematch(old, CAROL, CHANNEL)
    await matches.rematch(old, ANN, CHANNEL)
    with pytest.raises(Refusal, match="for Bob to answer"):
        await matches.rematch(old, ANN, CHANNEL)
    await matches.rematch(old, BOB, CHANNEL)
    with pytest.raises(Refusal, match="begun already"):
        await matches.rematch(old, BOB, CHANNEL)


async def test_when_both_ask_at_once_one_rematch_begins(matches: Matches) -> None:
    old = await over(matches)
    made = await asyncio.gather(matches.rematch(old, ANN, CHANNEL), matches.rematch(old, BOB, CHANNEL))
    assert sorted(type(one).__name__ for one in made) == ["Challenge", "Table"]
    with pytest.raises(Settled):
        await matches.accept(made[0].id if isinstance(made[0], Challenge) else made[0].match.id, BOB)
