"""The service on a database of its own, with a clock that the test moves and a game of a few moves."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from service import Service
from tests.support.heap import Heap
from tests.support.matches import StillClock

if TYPE_CHECKING:
    from storage.store import Store


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def service(store: Store, clock: StillClock) -> Service:
    return Service(store, clock, random.Random(7), games={"heap": Heap})
