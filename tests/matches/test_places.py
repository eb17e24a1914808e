"""Where matches are shown, and finding them there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.records import Person, Place, Table, Venue
from tests.matches.conftest import ANN, BOB, CAROL, CHANNEL, begin

if TYPE_CHECKING:
    from matches.service import Matches
    from matches.store import Store

ELSEWHERE = Venue(channel_id=200, guild_id=10)
HERS, HIS = Venue(channel_id=301, guild_id=None), Venue(channel_id=302, guild_id=None)
"""The direct messages of Ann and of Bob."""


async def test_a_match_is_shown_where_the_challenge_was(matches: Matches) -> None:
    match = (await begin(matches)).match
    expected = Place(match.id, None, CHANNEL.channel_id, CHANNEL.guild_id, None, 0)
    assert await matches.places(match.id) == [expected]


async def test_a_place_owes_the_newest_board_until_it_is_shown(matches: Matches) -> None:
    match = (await begin(matches)).match
    assert [place.match_id for place in await matches.unshown()] == [match.id]
    await matches.shown(match.id, CHANNEL.channel_id, 1, 501)
    assert await matches.unshown() == []
    await matches.play(match.id, ANN.id, "take 1")
    assert [place.shown_rev for place in await matches.unshown()] == [1]
    await matches.shown(match.id, CHANNEL.channel_id, 2, 502)
    assert await matches.unshown() == []


async def test_old_boards_are_remembered_until_they_are_tidied_away(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.shown(match.id, CHANNEL.channel_id, 1, 501)
    assert await matches.untidied() == []
    await matches.shown(match.id, CHANNEL.channel_id, 2, 502)
    await matches.shown(match.id, CHANNEL.channel_id, 2, 502)
    await matches.shown(match.id, CHANNEL.channel_id, 3, 503)
    [first, second] = await matches.untidied()
    assert (first.message_id, first.channel_id) == (501, CHANNEL.channel_id)
    await matches.tidied([first])
    assert await matches.untidied() == [second]
    await matches.tidied([second])
    assert await matches.untidied() == []


async def test_the_last_board_is_owed_too(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.shown(match.id, CHANNEL.channel_id, 1, 501)
    await matches.resign(match.id, ANN.id)
    assert len(await matches.unshown()) == 1


async def test_what_was_shown_is_never_lowered(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.play(match.id, ANN.id, "take 1")
    await matches.shown(match.id, CHANNEL.channel_id, 2, 502)
    await matches.shown(match.id, CHANNEL.channel_id, 1, 501)
    (place,) = await matches.places(match.id)
    assert (place.shown_rev, place.message_id) == (2, 502)


async def test_the_same_board_posted_anew_is_the_newest_message(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.shown(match.id, CHANNEL.channel_id, 1, 501)
    await matches.shown(match.id, CHANNEL.channel_id, 1, 503)
    assert [place.message_id for place in await matches.places(match.id)] == [503]


async def test_a_lost_channel_leaves_matches_without_a_place(matches: Matches) -> None:
    stranded = (await begin(matches)).match
    settled = (await begin(matches, venue=HIS, also=HERS)).match
    over = (await begin(matches)).match
    await matches.resign(over.id, BOB.id)
    assert await matches.lost(CHANNEL.channel_id) == [stranded]
    assert await matches.places(stranded.id) == []
    assert await matches.lost(CHANNEL.channel_id) == []
    assert await matches.lost(HIS.channel_id) == []
    assert await matches.places(settled.id) == [HERS.place(settled.id, 0)]


async def test_a_match_by_direct_message_has_a_place_for_each_player(matches: Matches) -> None:
    match = (await begin(matches, venue=HIS, also=HERS)).match
    assert await matches.places(match.id) == [HIS.place(match.id, 1), HERS.place(match.id, 0)]
    other = (await begin(matches)).match
    await matches.move_here(other.id, ANN.id, HERS, also=HIS)
    assert await matches.places(other.id) == [HERS.place(other.id, 0), HIS.place(other.id, 1)]
    await matches.move_here(other.id, BOB.id, ELSEWHERE)
    assert await matches.places(other.id) == [ELSEWHERE.place(other.id)]


async def test_a_rematch_by_direct_message_has_a_place_for_each_player_too(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.resign(match.id, ANN.id)
    await matches.rematch(match.id, ANN, HIS, also=HIS)
    begun = await matches.rematch(match.id, BOB, HERS, also=HERS)
    assert isinstance(begun, Table)
    places = await matches.places(begun.match.id)
    assert {place.channel_id: begun.match.players[place.seat or 0] for place in places} == {301: ANN, 302: BOB}


async def test_a_match_can_move_to_another_channel(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.shown(match.id, CHANNEL.channel_id, 1, 501)
    moved = await matches.moved_place(match.id, CHANNEL.channel_id, ELSEWHERE)
    assert await matches.places(match.id) == [moved]
    assert await matches.unshown() == [moved]


async def test_fitting_matches_come_with_ones_own_turn_first_then_the_newest(matches: Matches) -> None:
    oldest = (await begin(matches)).match
    waiting = (await begin(matches)).match
    newest = (await begin(matches, ANN, CAROL)).match
    await matches.play(waiting.id, ANN.id, "take 1")
    ids = [match.id for match in await matches.fitting(ANN.id, "heap", CHANNEL.channel_id)]
    assert ids == [newest.id, oldest.id, waiting.id]
    ids = [match.id for match in await matches.fitting(ANN.id, "heap", CHANNEL.channel_id, to_move=True)]
    assert ids == [newest.id, oldest.id]
    assert [match.id for match in await matches.fitting(BOB.id, "heap", CHANNEL.channel_id)] == [waiting.id, oldest.id]


async def test_only_running_matches_of_that_game_channel_and_person_fit(matches: Matches) -> None:
    match = (await begin(matches)).match
    over = (await begin(matches)).match
    await matches.resign(over.id, ANN.id)
    assert [found.id for found in await matches.fitting(ANN.id, "heap", CHANNEL.channel_id)] == [match.id]
    assert await matches.fitting(ANN.id, "heap", ELSEWHERE.channel_id) == []
    assert await matches.fitting(ANN.id, "konane", CHANNEL.channel_id) == []
    assert await matches.fitting(CAROL.id, "heap", CHANNEL.channel_id) == []


async def test_the_newest_match_is_a_running_one_else_one_that_is_over(matches: Matches) -> None:
    running = (await begin(matches)).match
    over = (await begin(matches)).match
    await matches.resign(over.id, ANN.id)
    newest = await matches.newest(ANN.id, "heap", CHANNEL.channel_id)
    assert newest is not None
    assert newest.id == running.id
    await matches.resign(running.id, ANN.id)
    newest = await matches.newest(ANN.id, "heap", CHANNEL.channel_id)
    assert newest is not None
    assert newest.id == over.id
    assert await matches.newest(CAROL.id, "heap", CHANNEL.channel_id) is None


async def test_a_new_name_is_used_in_all_matches_of_that_person(matches: Matches) -> None:
    match = (await begin(matches)).match
    await matches.met(Person(ANN.id, "Anna"))
    assert (await matches.table(match.id)).match.players[0].name == "Anna"


async def test_a_stranger_is_not_remembered_for_being_seen(matches: Matches, store: Store) -> None:
    await matches.met(CAROL)
    async with store.read() as view:
        assert await view.people.of(CAROL.id) is None
