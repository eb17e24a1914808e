"""The service on a database of its own, with a clock that stands still and a game of a few moves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from service import Service
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import StillClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "tidepool.db")
    yield store
    await store.close()


@pytest.fixture
def service(store: Store, clock: StillClock) -> Service:
    return Service(store, clock, random.Random(7), games={"heap": Heap})
