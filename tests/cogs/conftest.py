"""Fixtures for the tests of the cogs: a database for each test, and pictures that are drawn only once."""

import pickle
import random
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs import buttons, errors
from cogs.posts import leaderboards
from cogs.ui.context import Context
from cogs.ui.error_replies import answer_failure
from cogs.ui.pages import profiles
from cogs.wire import pictures
from language import language
from matches.limits import Limits
from render import draw
from render.evaluation_graph import draw_evaluation_graph
from render.leaderboard import draw_leaderboards
from render.profile import draw_profile
from render.thumbnails import small_picture
from service import Service
from storage.store import Store
from tests.support.matches import StillClock
from tests.support.presses import Client
from tests.support.stores import Stores
from tests.support.world import World, make


@pytest.fixture
async def store(stores: Stores) -> AsyncIterator[Store]:
    async with stores.lent(Store) as store:
        yield store


@pytest.fixture
def service(store: Store, clock: StillClock) -> Service:
    return Service(store, clock, random.Random(1), limits=Limits.off())


@pytest.fixture
def client(service: Service) -> Client:
    return Client(service)


@pytest.fixture(scope="session")
async def world(new_database: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A small world in which every control has something to do."""
    folder = tmp_path_factory.mktemp("world")
    path = folder / "world.db"
    shutil.copy(new_database, path)
    async with Store.opened(path) as store:
        scenes, time = await make(store)
    stores = Stores(path, folder)
    yield World(stores, scenes, time)
    await stores.close()


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """Why uses of the bot failed, from refusals to faults; nothing else is changed by this fixture."""
    noted: list[Exception] = []

    async def answer(context: Context, error: Exception) -> None:
        noted.append(error)
        await answer_failure(context, error)

    monkeypatch.setattr(buttons, "answer_failure", answer)
    monkeypatch.setattr(errors, "answer_failure", answer)
    return noted


@pytest.fixture(scope="session", autouse=True)
def _kept_pictures() -> Iterator[None]:
    """Keep each picture when it is drawn for the first time: hundreds of tests show the same few boards."""
    drawings = (
        *((pictures, drawing) for drawing in (draw, small_picture, draw_evaluation_graph)),
        (profiles, draw_profile),
        (leaderboards, draw_leaderboards),
    )
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
