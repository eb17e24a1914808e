"""The service on a database of its own, with a clock that the test moves and a game of a few moves."""

import random
from collections.abc import AsyncIterator

import pytest

from service import Service
from storage.store import Store
from tests.support.heap import Heap
from tests.support.matches import StillClock
from tests.support.thinker import Puppet


@pytest.fixture
def thinker() -> Puppet | None:
    """What thinks: nothing, or the puppet in a module with a fixture of this name that returns it."""
    return None


@pytest.fixture
async def service(store: Store, clock: StillClock, thinker: Puppet | None) -> AsyncIterator[Service]:
    service = Service(store, clock, random.Random(7), games={"heap": Heap}, thinker=thinker)
    yield service
    service.computer_turns.stop()
