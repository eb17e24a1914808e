"""Challenges: from the invitation to the first board or to nothing."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from games import OptionError
from matches.clocks import DAY
from matches.errors import Refusal, Settled, Unknown
from matches.records import FIRST_ID, Person
from tests.matches.conftest import ANN, BOB, CAROL, CHANNEL

if TYPE_CHECKING:
    from matches.records import Challenge
    from matches.service import Matches
    from tests.matches.conftest import StillClock


async def invite(matches: Matches, opponent: Person | None = BOB) -> Challenge:
    return await matches.challenge("heap", ANN, opponent, CHANNEL, "first", {"size": "9"})


async def test_a_challenge_is_kept_as_it_was_made(matches: Matches, clock: StillClock) -> None:
    challenge = await invite(matches)
    assert challenge.id == FIRST_ID
    assert await matches.challenge_of(challenge.id) == challenge
    assert (challenge.status, challenge.options, challenge.match_id) == ("open", {"size": "9"}, None)
    assert challenge.expires_at == clock.now() + 7 * DAY


async def test_options_left_out_take_their_defaults(matches: Matches) -> None:
    challenge = await matches.challenge("heap", ANN, BOB, CHANNEL)
    assert challenge.options == {"size": "4"}


async def test_nobody_can_challenge_themselves(matches: Matches) -> None:
    with pytest.raises(Refusal, match="yourself"):
        await invite(matches, ANN)


async def test_an_option_that_the_game_does_not_have_is_refused(matches: Matches) -> None:
    with pytest.raises(OptionError, match="size"):
        await matches.challenge("heap", ANN, BOB, CHANNEL, options={"size": "5"})


async def test_a_game_that_does_not_exist_is_refused(matches: Matches) -> None:
    with pytest.raises(Unknown, match="chess"):
        await matches.challenge("chess", ANN, BOB, CHANNEL)


async def test_accepting_begins_a_match_under_the_same_code(matches: Matches) -> None:
    challenge = await invite(matches)
    table = await matches.accept(challenge.id, BOB)
    assert table.match.code == challenge.code
    assert table.match.players == (ANN, BOB)
    assert (table.match.rev, table.match.ply, table.match.turn) == (1, 0, 0)
    assert (table.position.ply, table.before, table.move) == (0, None, None)
    assert await matches.table(table.match.id) == table
    accepted = await matches.challenge_of(challenge.id)
    assert (accepted.status, accepted.match_id) == ("accepted", table.match.id)


async def test_the_side_is_what_the_challenger_plays(matches: Matches) -> None:
    challenge = await matches.challenge("heap", ANN, BOB, CHANNEL, "second")
    table = await matches.accept(challenge.id, BOB)
    assert table.match.players == (BOB, ANN)


async def test_a_random_side_falls_both_ways(matches: Matches) -> None:
    firsts = set()
    for _ in range(12):
        challenge = await matches.challenge("heap", ANN, BOB, CHANNEL, "random")
        firsts.add((await matches.accept(challenge.id, BOB)).match.players[0])
    assert firsts == {ANN, BOB}


async def test_of_two_clicks_on_accept_exactly_one_counts(matches: Matches) -> None:
    challenge = await invite(matches)
    clicks = await asyncio.gather(*(matches.accept(challenge.id, BOB) for _ in range(2)), return_exceptions=True)
    refusals = [click for click in clicks if isinstance(click, Settled)]
    assert len(refusals) == 1
    assert "already accepted" in str(refusals[0])


async def test_an_open_challenge_is_accepted_by_the_first_who_does(matches: Matches) -> None:
    challenge = await invite(matches, None)
    table = await matches.accept(challenge.id, CAROL)
    assert table.match.players == (ANN, CAROL)
    with pytest.raises(Settled, match="Carol has already accepted"):
        await matches.accept(challenge.id, BOB)


async def test_the_challenger_cannot_accept_or_decline_the_own_challenge(matches: Matches) -> None:
    for challenge in (await invite(matches), await invite(matches, None)):
        with pytest.raises(Refusal, match="own challenge"):
            await matches.accept(challenge.id, ANN)
        with pytest.raises(Refusal, match="own challenge"):
            await matches.decline(challenge.id, ANN.id)


async def test_only_the_one_who_was_challenged_may_answer(matches: Matches) -> None:
    challenge = await invite(matches)
    with pytest.raises(Refusal, match="for Bob"):
        await matches.accept(challenge.id, CAROL)
    with pytest.raises(Refusal, match="for Bob"):
        await matches.decline(challenge.id, CAROL.id)
    assert (await matches.challenge_of(challenge.id)).status == "open"


async def test_nobody_declines_a_challenge_to_everybody(matches: Matches) -> None:
    challenge = await invite(matches, None)
    with pytest.raises(Refusal, match="everybody"):
        await matches.decline(challenge.id, BOB.id)


async def test_a_declined_challenge_cannot_be_accepted(matches: Matches) -> None:
    challenge = await invite(matches)
    assert (await matches.decline(challenge.id, BOB.id)).status == "declined"
    with pytest.raises(Settled, match="declined"):
        await matches.accept(challenge.id, BOB)


async def test_only_the_challenger_withdraws(matches: Matches) -> None:
    challenge = await invite(matches)
    with pytest.raises(Refusal, match="Only Ann"):
        await matches.withdraw(challenge.id, BOB.id)
    assert (await matches.withdraw(challenge.id, ANN.id)).status == "withdrawn"
    with pytest.raises(Settled, match="withdrawn"):
        await matches.accept(challenge.id, BOB)


async def test_a_challenge_expires(matches: Matches, clock: StillClock) -> None:
    challenge = await invite(matches)
    clock.time = challenge.expires_at
    with pytest.raises(Settled, match="expired"):
        await matches.accept(challenge.id, BOB)


async def test_a_challenge_that_does_not_exist_is_refused(matches: Matches) -> None:
    with pytest.raises(Unknown, match="#1000"):
        await matches.accept(FIRST_ID, BOB)


async def test_a_challenge_is_unposted_until_its_message_is_noted(matches: Matches) -> None:
    challenge = await invite(matches)
    assert await matches.unposted() == [challenge]
    await matches.posted(challenge.id, 555)
    assert await matches.unposted() == []
    assert (await matches.challenge_of(challenge.id)).message_id == 555


async def test_accepting_remembers_the_name_of_that_moment(matches: Matches) -> None:
    challenge = await invite(matches)
    await matches.accept(challenge.id, Person(BOB.id, "Bobby"))
    assert (await matches.match(challenge.id)).players[1].name == "Bobby"
    opponent = (await matches.challenge_of(challenge.id)).opponent
    assert opponent is not None
    assert opponent.name == "Bobby"
