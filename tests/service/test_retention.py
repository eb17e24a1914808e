"""Old records are deleted in slices; everything that somebody may still need stays."""

import random
from dataclasses import replace

import pytest

from matches.errors import NoMatch
from matches.limits import Limits, Retention
from matches.model import Challenge, Person
from matches.timecontrol import DAY
from service import Service
from service.upkeep import BATCH, FIRST, MATCHES_DELETED, SOON
from storage.store import Store
from storage.tables import TABLES
from tests.support.heap import Heap
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock, begin, begin_game, play_all
from tests.support.rows import dicts_of, everything
from tests.support.sample_rows import add_sample
from tests.support.zoe import lived

DAN = Person(4, "Dan")


def keeping(store: Store, clock: StillClock, **days: int | None) -> Service:
    """A service that deletes only these records."""
    return Service(
        store,
        clock,
        random.Random(7),
        games={"heap": Heap},
        retention=replace(Retention.off(), **days),
        limits=Limits.off(),
    )


async def later(service: Service, clock: StillClock, days: int) -> None:
    """Let days pass, with every alarm in its time. Only retention matters here."""
    end = clock.time + days * DAY
    while (at := await service.schedule.next_due()) is not None and at <= end:
        clock.time = max(clock.time, at)
        await service.schedule.beat()
        await service.schedule.act()
    clock.time = end
    await service.schedule.beat()


async def over(service: Service, one: Person = ANN, other: Person = BOB, *, rated: bool = False) -> int:
    """A finished match."""
    return (await play_all(service, await begin(service, one, other, size="4", rated=rated), "1 1 1 1")).match.id


async def test_where_everything_is_kept_no_alarm_is_set(service: Service, store: Store) -> None:
    await service.schedule.start()
    async with store.read() as view:
        assert await view.alarms.at("retention", 0) is None


async def test_an_alarm_that_was_set_goes_with_the_setting(store: Store, clock: StillClock) -> None:
    await keeping(store, clock, matches=30).schedule.start()
    async with store.read() as view:
        assert await view.alarms.at("retention", 0) == clock.time + FIRST
    await keeping(store, clock).schedule.start()
    async with store.read() as view:
        assert await view.alarms.at("retention", 0) is None


async def test_an_old_match_goes_with_all_that_belongs_to_it(store: Store, clock: StillClock) -> None:
    service = keeping(store, clock, matches=30)
    await service.schedule.start()
    old = await over(service, rated=True)
    asked = await service.challenges.rematch(old, BOB, CHANNEL)
    assert isinstance(asked, Challenge)
    again = (await service.challenges.accept(asked.id, ANN)).match.id
    await play_all(service, await service.lookup.snapshot(again), "1")
    await over(service, CAROL, DAN)
    async with store.read() as view:
        scores = (await view.ratings.all_of(ANN.id), await view.ratings.all_of(BOB.id))
    tally = (await everything(store))["tally"]
    await later(service, clock, 29)
    assert (await service.lookup.match(old)).over
    young = await over(service)
    await later(service, clock, 3)
    with pytest.raises(NoMatch):
        await service.lookup.match(old)
    assert (await service.lookup.match(young)).over
    assert not (await service.lookup.match(again)).over
    held = await everything(store)
    for table in ("move", "event", "place", "finished", "rating_change", "match", "follow", "condition"):
        assert not [row for row in held[table] if old in row], table
    assert not [row for row in held["challenge"] if row[0] == old]
    async with store.read() as view:
        assert (await view.ratings.all_of(ANN.id), await view.ratings.all_of(BOB.id)) == scores
        assert await view.key_values.get(MATCHES_DELETED) == "2"
    assert {row for row in (await everything(store))["tally"] if row[0] == ANN.id} >= {
        row for row in tally if row[0] == ANN.id and row[1] != BOB.id and row[1] != 0
    }
    assert {row[:2] for row in (await everything(store))["tally"]} == {row[:2] for row in tally}


async def test_the_newest_id_is_never_used_twice(store: Store, clock: StillClock) -> None:
    service = keeping(store, clock, matches=30, challenges=30)
    await service.schedule.start()
    first, last = await over(service), await over(service)
    await later(service, clock, 40)
    with pytest.raises(NoMatch):
        await service.lookup.match(first)
    assert (await service.lookup.match(last)).over, "the next id is counted from it"
    assert (await begin(service)).match.id == last + 1


async def test_challenges_that_came_to_nothing_go_and_notes_of_the_others(store: Store, clock: StillClock) -> None:
    service = keeping(store, clock, challenges=30)
    await service.schedule.start()
    declined = await service.challenges.invite("heap", ANN, BOB, CHANNEL, note="tea?")
    await service.challenges.decline(declined.id, BOB.id)
    expired = await service.challenges.invite("heap", ANN, None, CHANNEL)
    accepted = await service.challenges.invite("heap", ANN, BOB, CHANNEL, note="cake?")
    await service.challenges.accept(accepted.id, BOB)
    await later(service, clock, 29)
    young = await service.challenges.invite("heap", ANN, BOB, CHANNEL, note="now?")
    await later(service, clock, 3)
    left = {row[0]: row for row in (await everything(store))["challenge"]}
    assert left.keys() == {accepted.id, young.id}
    assert expired.id not in left
    assert "cake?" not in left[accepted.id]
    assert "now?" in left[young.id]


async def test_names_of_people_of_whom_nothing_else_is_kept_go(store: Store, clock: StillClock) -> None:
    service = keeping(store, clock, challenges=30)
    await service.schedule.start()
    made = await service.challenges.invite("heap", CAROL, DAN, CHANNEL, "first", {})
    await service.challenges.decline(made.id, DAN.id)
    await service.blocks.add(CAROL, BOB)
    await begin(service, ANN, BOB, size="4")
    await later(service, clock, 33)
    async with store.read() as view:
        assert sorted(await view.privacy.everybody()) == [ANN.id, BOB.id, CAROL.id]


async def test_old_vacations_go(store: Store, clock: StillClock) -> None:
    service = keeping(store, clock, vacations=366)
    await service.schedule.start()
    await service.vacations.start(ANN.id, 3)
    await later(service, clock, 367)
    assert len((await everything(store))["vacation"]) == 1
    await later(service, clock, 4)
    assert (await everything(store))["vacation"] == []


async def test_studies_that_nobody_opens_go_and_those_of_a_deleted_match_stay(store: Store, clock: StillClock) -> None:
    service = Service(
        store, clock, random.Random(7), retention=replace(Retention.off(), matches=30, studies=60), limits=Limits.off()
    )
    await service.schedule.start()
    match = (await begin_game(service)).match
    await service.play.move(match.id, ANN.id, "d5")
    await service.play.resign(match.id, BOB.id)
    await service.challenges.invite("konane", ANN, BOB, CHANNEL, "first")
    study, _ = await service.studies.open_match(ANN.id, match.id, CHANNEL.guild_id)
    await later(service, clock, 32)
    with pytest.raises(NoMatch):
        await service.lookup.match(match.id)
    (left,) = await service.studies.all_of(ANN.id)
    assert left.id == study.id
    assert (await service.studies.of(study.id, ANN.id)).match_id is None
    await later(service, clock, 30)
    assert await service.studies.all_of(ANN.id) == []


async def test_much_is_deleted_in_slices(store: Store, clock: StillClock) -> None:
    service = keeping(store, clock, matches=30)
    await service.schedule.start()
    for _ in range(BATCH + 2):
        await over(service)
    clock.time += 31 * DAY
    await service.schedule.beat()
    await service.schedule.act()
    async with store.read() as view:
        assert await view.key_values.get(MATCHES_DELETED) == str(BATCH)
        assert await view.alarms.at("retention", 0) == clock.time + SOON
    clock.time += SOON
    await service.schedule.act()
    async with store.read() as view:
        assert await view.key_values.get(MATCHES_DELETED) == str(BATCH + 1)
        assert await view.alarms.at("retention", 0) == clock.time + DAY


async def test_nothing_leads_to_a_deleted_match(
    service: Service, store: Store, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.challenges.FIRST_ID", 777_555_777)
    columns = {table.name: table.of_match for table in TABLES.values() if table.of_match}
    match_id = (await lived(service, clock))["won"]
    async with store.write() as tx:
        (ended,) = [ended for ended in await tx.standing.over() if ended.match_id == match_id]
        for name in columns.keys() - {"challenge"}:
            add_sample(tx.session, TABLES[name], {columns[name].name: match_id})
        tx.retention.remove_match(ended)
    kept = {f"{name}.match_id" for name, of_match in columns.items() if of_match.deleted == "kept"}
    leading = {
        f"{table.name}.{column}"
        for table in TABLES.values()
        for row in await dicts_of(store, table.name)
        for column, value in row.items()
        if str(match_id) in str(value)
    }
    assert leading <= kept, f"{sorted(leading - kept)}: add `of_match=MatchColumn(...)` to the declaration in storage/"


async def test_what_outlasts_its_match_is_deleted_later(store: Store, clock: StillClock) -> None:
    kept = [table for table in TABLES.values() if table.of_match and table.of_match.deleted == "kept"]
    assert kept
    service = keeping(store, clock, matches=1)
    match_id = await over(service)
    async with store.write() as tx:
        for table in (TABLES["tournament"], *kept):
            add_sample(tx.session, table, {"match_id": match_id, "id": 1, "tournament_id": 1, "ended_at": clock.time})
    await service.schedule.start()
    await later(service, clock, 3)
    await service.visits.end_old()
    for table in kept:
        assert await dicts_of(store, table.name) == [], (
            f"{table.where}{table.name} declares MatchColumn('kept'), but nothing deletes its rows later: declare "
            "'row removed', or delete them in `sweep` (service/upkeep.py)."
        )
