"""A store in SQLite: texts do not depend on the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.support.stores import Stores


@pytest.fixture
async def store(stores: Stores) -> AsyncIterator[Store]:
    async with stores.lent(Store) as store:
        yield store
