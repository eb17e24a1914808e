"""A client of a service in which a puppet thinks."""

import random
from collections.abc import AsyncIterator

import pytest

from service import Service
from storage.store import Store
from tests.support.matches import StillClock
from tests.support.presses import Client
from tests.support.thinker import Puppet


@pytest.fixture
async def client(store: Store, clock: StillClock, puppet: Puppet) -> AsyncIterator[Client]:
    service = Service(store, clock, random.Random(1), thinker=puppet)
    yield Client(service)
    service.computer_turns.stop()
