"""The tests of the storage run their statements in threads, as the bot does."""

import pytest

from tests.support.stores import Stores


@pytest.fixture(scope="session")
def stores(stores_in_threads: Stores) -> Stores:
    return stores_in_threads
