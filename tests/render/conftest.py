"""A fixture for the tests of the pictures: nothing is painted twice."""

from collections.abc import Iterator

import pytest

from render.paintings import paintings


@pytest.fixture(scope="session", autouse=True)
def _painted_once() -> Iterator[None]:
    """Keep all paintings: the caches of a bot forget, among all games and themes, what the next test needs again."""
    with paintings.collecting():
        yield
