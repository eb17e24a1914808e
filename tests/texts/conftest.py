"""A store in SQLite: texts do not depend on the database."""

from collections.abc import AsyncIterator

import pytest

from storage.store import Store
from tests.support.stores import Stores


@pytest.fixture
async def store(stores: Stores) -> AsyncIterator[Store]:
    async with stores.lent(Store) as store:
        yield store
