"""Somebody is forgotten: nothing leads to them any more, and their opponents keep their matches."""

import pytest

from matches.errors import Refusal
from matches.model import LAST_COMPUTER, Person, Venue
from matches.results import ABORTED
from service import Service, privacy
from service.ends import rebuild
from storage.privacy import DELETED
from storage.store import Store
from tests.support.matches import BOB, CAROL, CHANNEL, StillClock, begin, play_all
from tests.support.rows import everything
from tests.support.zoe import INBOX, NOTE, OTHERS, SHOWN, ZOE, held_of, lived, marks_in, rows_in


async def test_nothing_leads_to_somebody_who_is_forgotten(service: Service, store: Store, clock: StillClock) -> None:
    matches = await lived(service, clock)
    async with store.read() as view:
        ratings = await view.ratings.all_of(BOB.id)
    before = {table: len(rows) for table, rows in (await everything(store)).items()}
    await service.privacy.forget(ZOE.id)
    assert await marks_in(store) == set()
    after = {table: len(rows) for table, rows in (await everything(store)).items()}
    assert [after[table] for table in ("match", "move", "challenge")] == [
        before[table] for table in ("match", "move", "challenge")
    ]
    async with store.read() as view:
        assert await view.ratings.all_of(BOB.id) == ratings
    for name, match_id in matches.items():
        snapshot = await service.lookup.snapshot(match_id)
        match = snapshot.match
        assert match.over, name
        stranger = next(player for player in match.players if player not in {BOB, CAROL})
        assert (stranger.name, stranger.id < LAST_COMPUTER, stranger.level) == (DELETED, True, None)
    ends = {name: (await service.lookup.match(match_id)).ending for name, match_id in matches.items()}
    assert ends["begun"] in ABORTED
    assert ends["going"] == ends["direct"] == "resignation"


async def test_the_newest_board_is_drawn_again_and_other_messages_that_name_them_are_deleted(service: Service) -> None:
    match = (await begin(service, ZOE, BOB)).match
    newest, other = 700_071, 700_072
    (place,) = await service.places.of(match.id)
    await service.outbox.board_shown(match, place, newest, ())
    for message_id in (newest, other):
        await service.privacy.record_mentions(message_id, CHANNEL.channel_id, CHANNEL.guild_id, [ZOE.id])
    await service.privacy.forget(ZOE.id)
    assert [delivery.key for delivery in await service.outbox.of("erasure", match.id)] == [str(CHANNEL.channel_id)]
    assert [delivery.message_id for delivery in await service.outbox.of("erasure", other)] == [other]
    assert await service.outbox.of("erasure", newest) == []


async def test_what_others_see_directly_stays(service: Service) -> None:
    match = (await begin(service, CAROL, ZOE, venue=INBOX, also=OTHERS)).match
    of_others = (await service.challenges.invite("heap", ZOE, BOB, OTHERS)).id
    of_zoe = (await service.challenges.invite("heap", BOB, ZOE, INBOX)).id
    await service.privacy.record_mentions(700_001, OTHERS.channel_id, None, [ZOE.id, CAROL.id])
    await service.privacy.forget(ZOE.id)
    assert [place.channel_id for place in await service.places.of(match.id)] == [OTHERS.channel_id]
    for kind in ("board", "erasure"):
        assert [delivery.channel_id for delivery in await service.outbox.of(kind, match.id)] == [OTHERS.channel_id]
    assert [delivery.channel_id for delivery in await service.outbox.of("challenge", of_others)] == [OTHERS.channel_id]
    assert await service.outbox.of("challenge", of_zoe) == []
    assert [delivery.message_id for delivery in await service.outbox.of("erasure", 700_001)] == [700_001]
    venues = [(await service.challenges.of(number)).venue for number in (of_others, of_zoe)]
    assert venues == [OTHERS, Venue(0, None)]


async def test_what_they_let_the_computer_show_ends(service: Service) -> None:
    shows = [(await service.practice.show("heap", who, (1, 2), where)).match for who, where in SHOWN]
    await service.privacy.forget(ZOE.id)
    after = [await service.lookup.match(show.id) for show in shows]
    assert [match.ending for match in after] == ["stopped", "stopped", None]
    assert [len(await service.places.of(match.id)) for match in after] == [0, 1, 1]
    queued = [await service.outbox.of("board", match.id) for match in after]
    assert [delivery.rev for delivery in queued[1]] == [after[1].board_rev]
    assert queued[0] == []


async def test_a_rebuild_keeps_the_ratings_of_others_and_none_of_the_forgotten(
    service: Service, store: Store, clock: StillClock
) -> None:
    await lived(service, clock)
    await service.privacy.forget(ZOE.id)
    async with store.read() as view:
        ratings = await view.ratings.all_of(BOB.id)
    async with store.write() as tx:
        await rebuild(tx)
    async with store.read() as view:
        rebuilt = await view.ratings.all_of(BOB.id)
    assert {game: round(one.rating, 6) for game, one in rebuilt.items()} == {
        game: round(one.rating, 6) for game, one in ratings.items()
    }
    held = await everything(store)
    for table in ("rating", "rating_change", "rating_rank"):
        assert all(row[0] > 0 for row in held[table]), table


async def test_two_who_are_forgotten_stay_two_and_nobody_plays_them(service: Service, store: Store) -> None:
    over = await play_all(service, await begin(service, ZOE, BOB, size="4"), "1 1 1 1")
    await play_all(service, await begin(service, CAROL, ZOE, size="4"), "1 1 1 1")
    await service.privacy.forget(ZOE.id)
    await service.privacy.forget(CAROL.id)
    async with store.read() as view:
        match = await view.matches.of(over.match.id)
        assert match is not None
        assert match.players[0].id == LAST_COMPUTER - 1
        assert await view.people.of(LAST_COMPUTER - 2) == Person(LAST_COMPUTER - 2, DELETED)
    with pytest.raises(Refusal, match="no longer uses Tidepool"):
        await service.challenges.rematch(over.match.id, BOB, CHANNEL)


async def test_a_forgotten_person_may_begin_again_and_is_not_forgotten_twice(service: Service) -> None:
    await begin(service, ZOE, BOB)
    await service.privacy.forget(ZOE.id)
    await begin(service, ZOE, BOB)
    assert await service.privacy.begin() == 0
    assert (await held_of(service, ZOE.id))["person"] == [{"id": ZOE.id, "name": ZOE.name}]


async def test_what_is_handed_out_is_all_of_ones_own(service: Service, clock: StillClock) -> None:
    await lived(service, clock)
    held = await held_of(service, ZOE.id)
    assert {"person", "player", "block", "challenge", "match", "move", "place", "rating", "tally"} <= held.keys()
    assert NOTE in {row["note"] for row in held["challenge"]}
    assert [row["blocked_id"] for row in held["block"]] == [CAROL.id], "who has blocked them stays a secret"
    assert await held_of(service, 12345) == {}


async def test_older_challenges_and_matches_are_in_further_files(
    service: Service, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lived(service, clock)
    whole = await held_of(service, ZOE.id)
    monkeypatch.setattr(privacy, "IN_ONE_FILE", 4)
    parts = [first := await service.privacy.export(ZOE.id)]
    while (cursor := parts[-1].cursor) is not None:
        parts.append(await service.privacy.export(ZOE.id, cursor))
    held = [rows_in(part.text) for part in parts]
    assert [part.challenges for part in parts] == [4, 4, 4, 2]
    assert first.cursor == whole["challenge"][-4]["id"]
    paged = {"challenge", "match", "move", "place", "condition"}
    for table, rows in whole.items():
        found = [part.get(table, []) for part in reversed(held)]
        assert [row for each in found for row in each] == rows, table
        assert table in paged or found[:-1] == [[], [], []], "everything else is in the first file"


async def test_a_later_use_stores_no_name_of_a_forgotten_person(service: Service, store: Store) -> None:
    match_id = (await begin(service)).match.id
    await service.interactions.note_name(Person(BOB.id, "Robert"), None)
    assert (await service.lookup.match(match_id)).players[1].name == "Robert"
    await service.privacy.forget(BOB.id)
    await service.interactions.note_name(BOB, None)
    async with store.read() as view:
        assert await view.people.of(BOB.id) is None
