"""The service's lists, and boards of earlier plies."""

import json

from matches.model import Venue
from matches.settings import Notifications, PlayerSettings, ServerSettings
from matches.timecontrol import DAY, HOUR
from service import Service
from storage.store import Store
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin, play_all


async def test_matches_are_listed_by_turn_deadline_and_wait(service: Service, clock: StillClock) -> None:
    patient = (await begin(service)).match
    clock.time += HOUR
    newer = (await begin(service)).match
    slow = (await begin(service, clock="7d")).match
    urgent = (await begin(service, clock="1d")).match
    theirs = (await begin(service, BOB, ANN, clock="1d")).match
    over = (await begin(service)).match
    await service.play.resign(over.id, ANN.id)
    queue = await service.lookup.queue(ANN.id)
    assert [one.match_id for one in queue] == [urgent.id, slow.id, patient.id, newer.id, theirs.id]
    assert [one.own_turn for one in queue] == [True] * 4 + [False]
    listed = await service.lookup.with_places(one.match_id for one in queue)
    assert [[place.channel_id for place in one.places] for one in listed] == [[CHANNEL.channel_id]] * 5
    assert await service.lookup.queue(CAROL.id) == []


async def test_others_see_only_what_is_shown_in_a_server(service: Service) -> None:
    public = (await begin(service)).match
    private = (await begin(service, venue=Venue(900, None))).match
    homeless = (await begin(service, venue=Venue(901, 10))).match
    await service.places.remove_lost(901)
    await begin(service, venue=Venue(902, 11))
    assert [place.match_id for place in await service.lookup.public_places(ANN.id, 10)] == [public.id]
    own = await service.lookup.with_places([private.id, homeless.id])
    assert [len(one.places) for one in own] == [1, 0]


async def test_the_board_after_any_move_can_be_looked_at(service: Service) -> None:
    snapshot = await begin(service)
    boards = [snapshot.position]
    for text in "1212":
        snapshot = await play_all(service, snapshot, text)
        boards.append(snapshot.position)
    for ply, position in enumerate(boards):
        past = await service.lookup.snapshot_at(snapshot.match.id, ply)
        assert (past.position, past.match) == (position, snapshot.match)
    assert (await service.lookup.snapshot_at(snapshot.match.id, 99)).position == boards[-1]
    assert (await service.lookup.snapshot_at(snapshot.match.id, -1)).position == boards[0]


async def test_the_events_of_a_match_tell_its_story(service: Service, clock: StillClock) -> None:
    snapshot = await play_all(service, await begin(service, clock="1d"), "1")
    await service.agreements.offer_draw(snapshot.match.id, BOB.id)
    await service.agreements.take_back(snapshot.match.id, ANN.id)
    await service.agreements.grant_take_back(snapshot.match.id, BOB.id)
    clock.time += DAY
    await service.schedule.act()
    story = [(event.kind, event.seat, event.ply) for event in await service.lookup.events(snapshot.match.id)]
    assert story == [
        ("start", None, 0),
        ("move", 0, 1),
        ("offer draw", 1, 1),
        ("ask take back", 0, 1),
        ("take back", 1, 0),
        ("time", None, 0),
    ]


async def test_choices_of_a_server_are_kept_and_nowhere_else(service: Service) -> None:
    chosen = ServerSettings(theme="dark", view="mover", place="thread", challenge_days=3)
    assert await service.settings.choose_for_server(10, chosen) == chosen
    assert await service.settings.of_server(10) == chosen
    assert await service.settings.of_server(11) == await service.settings.of_server(None) == ServerSettings()


async def test_choices_that_a_newer_version_wrote_are_passed_over(store: Store, service: Service) -> None:
    await service.settings.choose(ANN.id, PlayerSettings("dark", listed=True))
    await service.settings.choose_for_server(10, ServerSettings(theme="dark"))
    newer = {"listed": True, "theme": "dark", "tides": "high", "notifications": {"way": "dm", "moon": "full"}}
    async with store._driver.write() as session:
        session.change("UPDATE player SET chosen = ?", json.dumps(newer))
        session.change("UPDATE server SET chosen = ?", json.dumps({"theme": "dark", "tides": "high"}))
    chosen = PlayerSettings("dark", listed=True, notifications=Notifications("dm"))
    assert await service.settings.of_player(ANN.id) == chosen
    assert await service.settings.of_server(10) == ServerSettings(theme="dark")
