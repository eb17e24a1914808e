"""Somebody is forgotten: nothing leads to them any more, and their opponents keep their matches."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from matches.errors import Refusal
from matches.model import LAST_COMPUTER, Person, Venue
from matches.movetext import MAIN, Line, RecordedMove
from matches.notation import Record
from matches.results import ABORTED
from matches.settings import PlayerSettings
from service import privacy
from service.ends import rebuild
from storage.privacy import DELETED
from tests.support.matches import BOB, CAROL, CHANNEL, begin, play_all
from tests.support.rows import everything

if TYPE_CHECKING:
    from matches.model import Match
    from service import Service
    from storage.store import Store
    from tests.support.matches import StillClock

ZOE = Person(777_000_777_000_777, "Zoe the Unmistakable")
NOTE = "meet me at the lighthouse"
INBOX = Venue(777_111_777_111_777, None)
"""Zoe's direct messages."""
FORMER = Venue(777_222_777_222_777, None)
"""Those before: the channel of a match that goes on elsewhere."""
GROUP = Venue(777_333_777_333_777, None, guest=True)
"""A group in which Zoe plays the computer."""
OTHERS = Venue(501, None)
"""Somebody else's direct messages."""
SHOWN = ((ZOE, INBOX), (ZOE, CHANNEL), (BOB, Venue(101, 10)))
"""Who lets the computer play for show where."""


async def traces(store: Store) -> list[tuple[str, tuple[Any, ...]]]:
    """The rows that still contain the id, the name, the note or the number of a private channel."""
    wanted = (str(ZOE.id), ZOE.name, NOTE, *(str(venue.channel_id) for venue in (INBOX, FORMER, GROUP)))
    return [
        (table, row)
        for table, rows in (await everything(store)).items()
        for row in rows
        if any(one in str(value) for value in row for one in wanted)
    ]


async def held_of(service: Service, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """What is handed out about a person, by table."""
    return rows_in((await service.privacy.export(person_id)).text)


def rows_in(text: str) -> dict[str, list[dict[str, Any]]]:
    """What stands in such a file, by table."""
    held: dict[str, list[dict[str, Any]]] = json.loads(text)["held"]
    return held


async def lived(service: Service, clock: StillClock) -> dict[str, int]:
    """A course of acts that leaves something in every table. Returns the matches by how they ended."""
    won = await play_all(service, await begin(service, ZOE, BOB, size="4", rated=True), "1 1 1 1")
    lost = await play_all(service, await begin(service, BOB, ZOE, size="4", rated=True), "1 1 1 1")
    begun = await begin(service, ZOE, BOB, clock="3d")
    going = await play_all(service, await begin(service, BOB, ZOE, clock="3d"), "1 1 1 1")
    direct = await play_all(service, await begin(service, CAROL, ZOE, venue=INBOX, also=OTHERS), "1 1 1 1")
    await service.challenges.invite("heap", ZOE, None, CHANNEL, note=NOTE)
    await service.challenges.invite("heap", BOB, ZOE, CHANNEL)
    await service.conditional.prepare(begun.match.id, BOB.id, ["take 1", "take 1"])
    record = Record("konane", {}, 1, (ZOE.name, BOB.name), [RecordedMove("d5"), RecordedMove("d4")])
    await service.studies.open(BOB.id, replace(record, lines={1: Line(MAIN, 1, ["e5"])}))
    await service.follows.follow((await begin(service, BOB, CAROL)).match.id, ZOE, each_move=True)
    await service.settings.choose(ZOE.id, replace(PlayerSettings(), listed=True))
    await service.vacations.start(ZOE.id, 3)
    await lived_in_private(service, direct.match)
    await service.blocks.add(ZOE, CAROL)
    await service.blocks.add(CAROL, ZOE)
    clock.time += 60
    return {
        "won": won.match.id,
        "lost": lost.match.id,
        "begun": begun.match.id,
        "going": going.match.id,
        "direct": direct.match.id,
    }


async def lived_in_private(service: Service, match: Match) -> None:
    """Acts in Zoe's direct messages, where a match with Carol is shown, and in a group."""
    await service.challenges.invite("heap", CAROL, ZOE, INBOX)
    lost = (await service.practice.begin("heap", ZOE, 1, INBOX)).match
    await service.play.resign(lost.id, ZOE.id)
    await service.practice.begin("heap", ZOE, 1, INBOX)
    await service.practice.begin("heap", ZOE, 1, GROUP)
    shown = (await service.practice.show("heap", ZOE, (1, 2), INBOX)).match
    await service.practice.stop(shown.id, ZOE.id)
    await service.practice.show("heap", ZOE, (1, 2), INBOX)
    moved = (await service.practice.begin("heap", ZOE, 1, FORMER)).match
    (place,) = await service.places.of(moved.id)
    await service.outbox.board_shown(moved, place, 700_001, ())
    await service.places.move_here(moved.id, ZOE.id, CHANNEL)
    for message_id, people in enumerate(([CAROL.id, ZOE.id], [CAROL.id]), 700_002):
        await service.privacy.published(message_id, INBOX.channel_id, None, people)
    await service.privacy.published(700_004, OTHERS.channel_id, None, [ZOE.id, CAROL.id])
    for place in await service.places.of(match.id):
        await service.outbox.board_shown(match, place, 700_005 + (place.seat or 0), ())
        await service.outbox.doubt(match.id, place)


async def test_nothing_leads_to_somebody_who_is_forgotten(service: Service, store: Store, clock: StillClock) -> None:
    matches = await lived(service, clock)
    found = {table for table, _ in await traces(store)}
    assert found >= {"person", "challenge", "match", "player", "block", "outbox", "place", "publication"}
    async with store.read() as view:
        ratings = await view.ratings.all_of(BOB.id)
    before = {table: len(rows) for table, rows in (await everything(store)).items()}
    await service.privacy.forget(ZOE.id)
    assert await traces(store) == []
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
        await service.privacy.published(message_id, CHANNEL.channel_id, CHANNEL.guild_id, [ZOE.id])
    await service.privacy.forget(ZOE.id)
    assert [one.key for one in await service.outbox.of("erasure", match.id)] == [str(CHANNEL.channel_id)]
    assert [one.message_id for one in await service.outbox.of("erasure", other)] == [other]
    assert await service.outbox.of("erasure", newest) == []


async def test_what_others_see_directly_stays(service: Service) -> None:
    match = (await begin(service, CAROL, ZOE, venue=INBOX, also=OTHERS)).match
    of_others = (await service.challenges.invite("heap", ZOE, BOB, OTHERS)).id
    of_zoe = (await service.challenges.invite("heap", BOB, ZOE, INBOX)).id
    await service.privacy.published(700_001, OTHERS.channel_id, None, [ZOE.id, CAROL.id])
    await service.privacy.forget(ZOE.id)
    assert [place.channel_id for place in await service.places.of(match.id)] == [OTHERS.channel_id]
    for kind in ("board", "erasure"):
        assert [one.channel_id for one in await service.outbox.of(kind, match.id)] == [OTHERS.channel_id]
    assert [one.channel_id for one in await service.outbox.of("challenge", of_others)] == [OTHERS.channel_id]
    assert await service.outbox.of("challenge", of_zoe) == []
    assert [one.message_id for one in await service.outbox.of("erasure", 700_001)] == [700_001]
    venues = [(await service.challenges.of(number)).venue for number in (of_others, of_zoe)]
    assert venues == [OTHERS, Venue(0, None)]


async def test_what_they_let_the_computer_show_ends(service: Service) -> None:
    shows = [(await service.practice.show("heap", who, (1, 2), where)).match for who, where in SHOWN]
    await service.privacy.forget(ZOE.id)
    after = [await service.lookup.match(show.id) for show in shows]
    assert [match.ending for match in after] == ["stopped", "stopped", None]
    assert [len(await service.places.of(match.id)) for match in after] == [0, 1, 1]
    owed = [await service.outbox.of("board", match.id) for match in after]
    assert [one.rev for one in owed[1]] == [after[1].board_rev]
    assert owed[0] == []


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
    with pytest.raises(Refusal, match="left Tidepool"):
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
    while (following := parts[-1].following) is not None:
        parts.append(await service.privacy.export(ZOE.id, following))
    held = [rows_in(part.text) for part in parts]
    assert [part.challenges for part in parts] == [4, 4, 4, 2]
    assert first.following == whole["challenge"][-4]["id"]
    paged = {"challenge", "match", "move", "place", "condition"}
    for table, rows in whole.items():
        found = [part.get(table, []) for part in reversed(held)]
        assert [row for each in found for row in each] == rows, table
        assert table in paged or found[:-1] == [[], [], []], "everything else is in the first file"
