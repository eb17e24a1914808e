"""Fixtures for all tests: a store in either database.

Also the order of the tests, so that no worker idles at the end.
"""

import gc
import os
import sys
from collections.abc import AsyncIterator, Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import language
from storage.sqlite.connection import Connection
from storage.store import Store
from tests.support import postgres, schedule, unseen
from tests.support.matches import StillClock
from tests.support.shares import share_tests
from tests.support.stores import Stores
from tests.support.thinker import Puppet

os.environ["TIDEPOOL_STATUS"] = ""  # many bots run side by side in the tests
os.environ["SSL_CERT_FILE"] = os.devnull  # no test uses TLS, and reading all certificates costs every bot 0.1 s
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise every bot compiles the whole program again
sys.dont_write_bytecode = False
unseen.watch()
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")  # no test depends on the speed of the machine

HERE = Path(__file__).parent
LAST = (
    "soak",
    "e2e/test_slow.py",
    "e2e/test_clocks.py",
    "e2e/test_outages.py",
    "e2e/test_picker.py",
    "e2e/test_practice.py",
    "e2e/test_notices.py",
    "e2e",
    "page/test_pickers.py",
    "page/test_play.py",
    "page/test_studies.py",
    "page",
)
"""The rooms and files whose tests wait, the longest first.

Half of the workers begin with them, the others end with them.
Tests that need no other go one by one to whichever worker is free (`tests/support/schedule.py`): they fill the end.
"""


SHARES = {
    "e2e": 6,
    "page": 6,
    "sandbox": 3,
    "test_processes.py": 3,
    "players": 2,
    "render": 4,
    "web": 2,
}
"""The rooms whose tests take the most processor time: `make test` runs one of so many, `make test-all` the others.

Tests of the rooms below them find most of the faults that they would find.
"""


@pytest.fixture(autouse=True)
def seen_by_translators() -> Iterator[None]:
    """Fail a test in which the program has made a sentence that no translator sees."""
    yield
    if noted := unseen.taken():
        pytest.fail("\n".join(noted), pytrace=False)


@pytest.fixture(autouse=True)
def told_of_what_is_public(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test in which an alarm has told a notice whose `public` is wrong, which the service only logs."""
    yield
    wrong = [text for record in caplog.get_records("call") if "declared with public=" in (text := record.getMessage())]
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


@pytest.fixture(autouse=True)
def own_languages() -> Iterator[None]:
    """Take back the languages that a test adds or replaces; catalogues that it has loaded stay loaded."""
    before = dict(language._translations)
    yield
    after = language._translations
    loaded = {code: translation for code, translation in after.items() if type(translation) is GNUTranslations}
    after.clear()
    after.update(loaded | before)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server.

    Where its programs are missing the test is skipped, or fails where a server is required.
    """
    postgres.needed()
    with postgres.server() as address:
        yield address


@pytest.fixture(scope="session")
def schemas(postgres_server: str) -> postgres.Schemas:
    """Empty schemas in PostgreSQL for the tests of a worker."""
    return postgres.Schemas(postgres_server)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def database(request: pytest.FixtureRequest) -> str:
    """Which database a test uses."""
    name: str = request.param
    return name


@pytest.fixture
def address(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """The address of a database without tables, in SQLite and in PostgreSQL."""
    if database == "sqlite":
        return tmp_path / "tidepool.db"
    server: str = request.getfixturevalue("postgres_server")
    return postgres.fresh(server)


@pytest.fixture(scope="session")
async def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database file with all tables. Copying it takes a fifth of the time of making one."""
    path = tmp_path_factory.mktemp("new") / "tidepool.db"
    async with Store.opened(path):
        return path


@pytest.fixture(scope="session")
async def stores(new_database: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stores]:
    """Empty stores in SQLite for the tests of a worker, whose statements run at once."""
    stores = Stores(new_database, tmp_path_factory.mktemp("stores"))
    yield stores
    await stores.close()


@pytest.fixture(scope="session")
async def stores_in_threads(new_database: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stores]:
    """Empty stores in SQLite whose statements run in threads, as those of the bot do."""
    stores = Stores(new_database, tmp_path_factory.mktemp("threads"), Connection)
    yield stores
    await stores.close()


@pytest.fixture
async def store(database: str, request: pytest.FixtureRequest, stores: Stores) -> AsyncIterator[Store]:
    """An open, empty store."""
    if database == "sqlite":
        async with stores.lent(Store) as store:
            yield store
        return
    schemas: postgres.Schemas = request.getfixturevalue("schemas")
    with schemas.lent() as address:
        async with Store.opened(address) as store:
            yield store


@pytest.fixture
def clock() -> StillClock:
    """The clock of the service, which the test moves."""
    return StillClock()


@pytest.fixture
def puppet() -> Puppet:
    """A computer player that thinks what the test says."""
    return Puppet()


def pytest_collection() -> None:
    """Collect without looking for garbage: among so much that stays it takes a quarter of the processor time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage from now on, but seldom, and not through what was collected."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Where tests are handed out by file, hand them out in the order of this project."""
    return schedule.scheduler(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave some tests to `make test-all`. Sort them by file, those that wait last, the longest files first.

    A file's tests stay in order.
    """
    for room, step in SHARES.items():
        share_tests(step, HERE / room, items)
    items.sort(key=lambda item: _rank(item.path))


@cache
def _rank(path: Path) -> int:
    inside = path.relative_to(HERE)
    return next((rank for rank, late in enumerate(LAST, 1) if inside.is_relative_to(late)), 0)
