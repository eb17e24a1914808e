"""What the tables themselves refuse, even if the service fails to."""

from dataclasses import replace
from pathlib import Path

import pytest

from matches.model import Ply
from service import Service
from storage.errors import Conflict, Unsound
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, StillClock, begin


@pytest.fixture
def service(store: Store) -> Service:
    return Service(store, StillClock(), games={"heap": Heap})


async def test_a_second_move_at_the_same_ply_is_refused_by_the_key(store: Store, service: Service) -> None:
    match = (await begin(service)).match
    await service.play.move(match.id, ANN.id, "take 1")
    with pytest.raises(Conflict):
        async with store.write() as tx:
            await tx.plies.add(match.id, Ply(1, "take 2", 0, 0))
    assert [ply.text for ply in await service.lookup.plies(match.id)] == ["take 1"]


async def test_a_revision_is_raised_by_one_and_never_lowered(store: Store, service: Service) -> None:
    match = (await begin(service)).match
    await service.play.move(match.id, ANN.id, "take 1")
    for rev in (1, 2, 4):
        with pytest.raises(Conflict, match="came first"):
            async with store.write() as tx:
                await tx.matches.save(replace(match, rev=rev))
    assert (await service.lookup.match(match.id)).rev == 2


async def test_a_move_of_no_match_is_refused(store: Store) -> None:
    with pytest.raises(Unsound, match=r"(?i)foreign key"):
        async with store.write() as tx:
            await tx.plies.add(99999, Ply(1, "take 2", 0, 0))


async def test_a_match_is_over_exactly_when_it_has_an_end(store: Store, service: Service) -> None:
    match = (await begin(service)).match
    with pytest.raises(Unsound):
        async with store.write() as tx:
            await tx.matches.save(replace(match, rev=2, status="over"))


async def test_a_running_clock_has_a_deadline_or_stands_still_and_not_both(store: Store, service: Service) -> None:
    match = (await begin(service, clock="1d")).match
    for wrong in ({"deadline": None}, {"paused": 5}, {"left": None, "paused": 5}):
        with pytest.raises(Unsound):
            async with store.write() as tx:
                await tx.matches.save(replace(match, rev=2, **wrong))


async def test_a_match_without_result_is_not_rated_and_not_won(store: Store, service: Service) -> None:
    match = (await begin(service, rated=True)).match
    over = replace(match, rev=2, status="over", reason="aborted", ended_at=5, void=True)
    for wrong in (over, replace(over, rated=False, winner=0)):
        with pytest.raises(Unsound):
            async with store.write() as tx:
                await tx.matches.save(wrong)


async def test_what_is_asked_all_the_time_is_found_by_an_index(tmp_path: Path) -> None:
    asked = {
        "SELECT at FROM alarm WHERE kind <> 'thought' AND kind <> 'missed' ORDER BY at LIMIT 1": "alarm_at",
        "SELECT * FROM alarm WHERE at <= 5 AND kind <> 'thought' AND kind <> 'missed' ORDER BY at LIMIT 9": "alarm_at",
        "SELECT min(due_at) AS at FROM outbox WHERE due_at IS NOT NULL": "outbox_due",
        "SELECT * FROM outbox WHERE due_at <= 5 ORDER BY due_at, id LIMIT 9": "outbox_due",
        "UPDATE outbox SET due_at = 5 WHERE channel_id = 7 AND tried > 0 AND due_at > 5": "outbox_refused",
        "UPDATE match SET deadline = deadline + 5 WHERE deadline > 9 AND status = 'running'": "match_deadline",
    }
    async with Store.opened(tmp_path / "tidepool.db") as store, store._driver.read() as session:
        for statement, index in asked.items():
            plan = " / ".join(row["detail"] for row in await session.rows(f"EXPLAIN QUERY PLAN {statement}"))
            assert index in plan, plan
            assert "TEMP B-TREE FOR ORDER" not in plan, plan
