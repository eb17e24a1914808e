"""How often a move goes to the database: each trip costs more than most statements do."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from service import Service
from storage.sqlite.connection import Connection
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, CAROL, StillClock, begin
from tests.support.outbox import show


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store.opened(tmp_path / "tidepool.db") as store:
        yield store


async def test_a_move_and_its_board_take_six_trips(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    trips = []
    execute_all = Connection.execute_all

    async def counted(self: Connection, statements: Any) -> object:
        trips.append([sql for sql, _, _ in statements])
        return await execute_all(self, statements)

    match = (await begin(service, clock="3d")).match
    await show(service, match, 501, called=())
    monkeypatch.setattr(Connection, "execute_all", counted)
    after = (await service.play.move(match.id, ANN.id, "take 1")).match
    (posting,) = await service.places.postings(after)
    (old,) = await service.outbox.board_shown(after, posting.place, 502, posting.pinged)
    posted = await service.places.old_post(match.id, old.rev, old.guild_id)
    assert (posted.number, posted.move) == (0, None)
    assert len(trips) <= 6, trips


async def test_whoever_plays_on_is_known_and_let_in_without_a_trip(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await begin(service, clock="3d")).match
    await service.play.move(match.id, ANN.id, "take 1")
    await service.moderation.check(ANN.id, 10)
    monkeypatch.delattr(Connection, "execute_all")
    assert service.lookup.plays(ANN.id, match.id, "heap")
    assert not service.lookup.plays(ANN.id, match.id, "konane")
    assert not service.lookup.plays(CAROL.id, match.id)
    assert not service.lookup.plays(ANN.id, match.id + 1)
    await service.moderation.check(ANN.id, 10)


async def test_where_others_work_with_the_same_store_nobody_is_known_to_play(store: Store) -> None:
    service = Service(store, StillClock(), games={"heap": Heap}, alone=False)
    match = (await begin(service, clock="3d")).match
    await service.play.move(match.id, ANN.id, "take 1")
    assert not service.lookup.plays(ANN.id, match.id)


async def test_whoever_is_forgotten_is_known_to_play_no_more(service: Service) -> None:
    match = (await begin(service, clock="3d")).match
    await service.play.move(match.id, ANN.id, "take 1")
    await service.privacy.forget(ANN.id)
    assert not service.lookup.plays(ANN.id, match.id)


async def test_a_board_that_was_noted_meanwhile_is_the_newest_though_another_place_was_known(service: Service) -> None:
    first = (await begin(service, clock="3d")).match
    (before,) = await service.places.postings(first)
    await show(service, first, 501, called=())
    second = (await service.play.move(first.id, ANN.id, "take 1")).match
    (old,) = await service.outbox.board_shown(second, before.place, 502, ())
    assert (old.message_id, old.rev) == (501, first.board_rev)
    (late,) = await service.outbox.board_shown(first, before.place, 503, ())
    assert (late.message_id, late.rev) == (503, first.board_rev)
    (place,) = await service.places.of(first.id)
    assert (place.message_id, place.shown_rev) == (502, second.board_rev)
