"""Fixtures for the tests of the cogs: a database for each test, and pictures that are drawn only once."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest

from cogs.posts import pictures
from cogs.ui import profiles
from language import language
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from tests.support.stores import Stores


@pytest.fixture
async def store(stores: Stores) -> AsyncIterator[Store]:
    async with stores.lent(Store) as store:
        yield store


@pytest.fixture(scope="session", autouse=True)
def _kept_pictures() -> Iterator[None]:
    """Keep each picture when it is drawn for the first time: hundreds of tests show the same few boards."""
    with (
        patch.object(pictures, "draw", _kept(pictures.draw)),
        patch.object(pictures, "thumbnail", _kept(pictures.thumbnail)),
        patch.object(pictures, "draw_course", _kept(pictures.draw_course)),
        patch.object(profiles, "draw_profile", _kept(profiles.draw_profile)),
    ):
        yield


def _kept(drawing: Callable[..., bytes]) -> Callable[..., bytes]:
    known: dict[tuple[str, bytes], bytes] = {}

    def draw(*given: Any) -> bytes:
        key = language(), pickle.dumps(given)
        if key not in known:
            known[key] = drawing(*given)
        return known[key]

    return draw
