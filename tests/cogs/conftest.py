"""Fixtures for the tests of the cogs: a database for each test, and pictures that are drawn only once."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

from cogs.posts import pictures
from cogs.ui import profiles
from language import language
from render import draw
from render.course import draw_course
from render.profile import draw_profile
from render.thumbnails import thumbnail
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
    drawings = (pictures, draw), (pictures, thumbnail), (pictures, draw_course), (profiles, draw_profile)
    with pytest.MonkeyPatch.context() as patch:
        for module, drawing in drawings:
            patch.setattr(module, drawing.__name__, _kept(drawing))
        yield


def _kept(drawing: Callable[..., bytes]) -> Callable[..., bytes]:
    """The function, which keeps what it has drawn in each language."""
    known: dict[tuple[str, bytes], bytes] = {}

    def remembered(*given: Any) -> bytes:
        key = language(), pickle.dumps(given)
        if key not in known:
            known[key] = drawing(*given)
        return known[key]

    return remembered
