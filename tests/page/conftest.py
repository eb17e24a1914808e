"""Fixtures for the tests of the page: one browser, and windows that must stay free of errors."""

import random
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from sandbox import PATIENCE, Sandbox, free_ports
from service import Service
from storage.store import Store
from tests.page import browser as chrome
from tests.page.puppet import Puppet, PuppetServer
from tests.support.board_page import Page as Door
from tests.support.board_page import page_of
from tests.support.matches import StillClock
from tests.support.patience import PatientBot
from tests.support.stores import Stores
from tests.support.thinker import Puppet as Thinker


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium; without one the tests are skipped by name, or fail where a browser is required."""
    if chrome.installed() is None:
        if chrome.required():
            pytest.fail(chrome.MISSING, pytrace=False)
        pytest.skip(chrome.MISSING)
    expect.set_options(timeout=PATIENCE * 1000)
    async with chrome.chromium() as running:
        yield running


@pytest.fixture(scope="session")
def spare_windows() -> dict[chrome.Kind, list[BrowserContext]]:
    """The contexts that earlier tests have closed."""
    return {}


@pytest.fixture
async def windows(
    browser: Browser, spare_windows: dict[chrome.Kind, list[BrowserContext]]
) -> AsyncIterator[chrome.Windows]:
    """Windows of the browser, closed at the end. A script error or a request to another machine fails the test."""
    made = chrome.Windows(browser, spare_windows)
    yield made
    await made.close()
    assert made.complaints == []


@dataclass
class House:
    """A sandbox with the bot in it."""

    sandbox: Sandbox
    bot: PatientBot


@pytest.fixture(scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A sandbox with the real bot in it, which has a board page and keeps boards as it does by default.

    Discord must refuse nothing, and the bot's log has no traceback.
    """
    database = tmp_path_factory.mktemp("bot") / "tidepool.sqlite3"
    board = f"127.0.0.1:{free_ports(1)[0]}"
    settings = {"TIDEPOOL_BOARD": board, "TIDEPOOL_BOARD_URL": f"http://{board}", "BOARDS": "usual"}
    async with Sandbox() as sandbox, PatientBot(sandbox, database, **settings) as bot:
        yield House(sandbox, bot)
        assert sandbox.refusals == []
        assert "Traceback" not in bot.errors, bot.errors


@pytest.fixture
def sandbox(house: House) -> Sandbox:
    return house.sandbox


@pytest.fixture(scope="session")
async def puppet_server() -> AsyncIterator[PuppetServer]:
    """The server of the page for tests without a bot."""
    async with PuppetServer.opened() as puppet_server:
        yield puppet_server


@pytest.fixture
async def puppet(windows: chrome.Windows, puppet_server: PuppetServer) -> Puppet:
    """The page with a pretended sandbox behind it, whose events the test sends."""
    return puppet_server.puppet(await windows.open())


@pytest.fixture
def thinker() -> Thinker:
    return Thinker()


@pytest.fixture
async def service(stores: Stores, clock: StillClock, thinker: Thinker) -> AsyncIterator[Service]:
    """A service without people, whose clock stands still."""
    async with stores.lent(Store) as store:
        service = Service(store, clock, random.Random(7), thinker=thinker)
        yield service
        service.computer_turns.stop()


@pytest.fixture
async def door(service: Service) -> AsyncIterator[Door]:
    """The board page of the service."""
    async with page_of(service) as door:
        yield door


@pytest.fixture
async def page(windows: chrome.Windows) -> Page:
    """A window on a phone."""
    return await windows.open(phone=True)
