"""A service with real games, whose clock and computer players the test moves."""

import random
from collections.abc import AsyncIterator

import pytest

from service import Service
from storage.store import Store
from tests.support.board_page import Eyes, Page, page_of
from tests.support.matches import StillClock
from tests.support.thinker import Puppet


@pytest.fixture
async def service(store: Store, clock: StillClock, puppet: Puppet) -> AsyncIterator[Service]:
    service = Service(store, clock, random.Random(7), thinker=puppet)
    yield service
    service.computer_turns.stop()


@pytest.fixture
def eyes() -> Eyes:
    return Eyes()


@pytest.fixture
async def page(service: Service, eyes: Eyes) -> AsyncIterator[Page]:
    """The page without a visitor."""
    async with page_of(service, eyes) as page:
        yield page
