"""Lists of matches, and boards of the past."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matches.clocks import DAY, HOUR
from matches.records import Venue
from matches.settings import ServerSettings
from tests.matches.conftest import ANN, BOB, CAROL, CHANNEL, begin, play_all

if TYPE_CHECKING:
    from matches.service import Matches
    from tests.matches.conftest import StillClock


async def test_matches_are_listed_by_turn_deadline_and_wait(matches: Matches, clock: StillClock) -> None:
    patient = (await begin(matches)).match
    clock.time += HOUR
    newer = (await begin(matches)).match
    slow = (await begin(matches, clock="7d")).match
    urgent = (await begin(matches, clock="1d")).match
    theirs = (await begin(matches, BOB, ANN, clock="1d")).match
    over = (await begin(matches)).match
    await matches.resign(over.id, ANN.id)
    listed = await matches.standings(ANN.id)
    assert [one.match.id for one in listed] == [urgent.id, slow.id, patient.id, newer.id, theirs.id]
    assert [[place.channel_id for place in one.places] for one in listed] == [[CHANNEL.channel_id]] * 5
    assert await matches.standings(CAROL.id) == []


async def test_others_see_only_what_is_shown_in_a_server(matches: Matches) -> None:
    public = (await begin(matches)).match
    private = (await begin(matches, venue=Venue(900, None))).match
    homeless = (await begin(matches, venue=Venue(901, 10))).match
    await matches.lost(901)
    assert [one.match.id for one in await matches.standings(ANN.id, public=True)] == [public.id]
    own = {one.match.id: one.places for one in await matches.standings(ANN.id)}
    assert own.keys() == {public.id, private.id, homeless.id}
    assert own[homeless.id] == []


async def test_the_board_after_any_move_can_be_looked_at(matches: Matches) -> None:
    table = await begin(matches)
    boards = [table.position]
    for text in "1212":
        table = await play_all(matches, table, text)
        boards.append(table.position)
    for ply, position in enumerate(boards):
        past = await matches.table_at(table.match.id, ply)
        assert (past.position, past.match) == (position, table.match)
    assert (await matches.table_at(table.match.id, 99)).position == boards[-1]
    assert (await matches.table_at(table.match.id, -1)).position == boards[0]


async def test_the_events_of_a_match_tell_its_story(matches: Matches, clock: StillClock) -> None:
    table = await play_all(matches, await begin(matches, clock="1d"), "1")
    await matches.offer_draw(table.match.id, BOB.id)
    await matches.take_back(table.match.id, ANN.id)
    await matches.grant_take_back(table.match.id, BOB.id)
    clock.time += DAY
    await matches.act()
    story = [(event.kind, event.seat, event.ply) for event in await matches.events(table.match.id)]
    assert story == [
        ("start", None, 0),
        ("move", 0, 1),
        ("offer draw", 1, 1),
        ("ask take back", 0, 1),
        ("take back", 1, 0),
        ("time", None, 0),
    ]


async def test_choices_of_a_server_are_kept_and_nowhere_else(matches: Matches) -> None:
    chosen = ServerSettings("dark", "mover", "thread", 3)
    assert await matches.choose_for_server(10, chosen) == chosen
    assert await matches.server_settings(10) == chosen
    assert await matches.server_settings(11) == await matches.server_settings(None) == ServerSettings()
