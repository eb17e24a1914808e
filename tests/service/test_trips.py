"""How often a move goes to the database: each trip costs more than most statements do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service import Service
from storage.sqlite.connection import Connection
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import ANN, StillClock, begin

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store.opened(tmp_path / "tidepool.db") as store:
        yield store


async def test_a_move_and_its_board_take_seven_trips(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    trips = []
    execute_all = Connection.execute_all

    async def counted(self: Connection, statements: Any) -> object:
        trips.append([sql for sql, _, _ in statements])
        return await execute_all(self, statements)

    service = Service(store, StillClock(), games={"heap": Heap})
    match = (await begin(service, clock="3d")).match
    await service.outbox.board_shown(match, 100, 501, ())
    monkeypatch.setattr(Connection, "execute_all", counted)
    after = (await service.play.move(match.id, ANN.id, "take 1")).match
    (posting,) = await service.places.postings(after)
    (old,) = await service.outbox.board_shown(after, posting.place.channel_id, 502, posting.called)
    posted = await service.places.posted(match.id, old.rev, old.guild_id)
    assert (posted.number, posted.move) == (0, None)
    assert len(trips) <= 7, trips
