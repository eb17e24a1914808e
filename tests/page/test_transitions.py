"""The board page without a connection or with a wrong clock: it says so, asks again, and loses nothing."""

import asyncio

import pytest
from playwright.async_api import Page, Route, expect

from sandbox import PATIENCE
from service import Service
from tests.page.board import play_all, press, touch, visit
from tests.page.browser import Windows
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, BOB, StillClock, begin_game

OFFLINE = "No connection. The page keeps trying."
UNSENT = "No connection. Your move will be sent when it is back."
SET_CLOCK = "window.ahead = 0; const now = Date.now; Date.now = () => now() + window.ahead;"
"""A script that lets a test set the device's clock."""


class Faults:
    """Fails the next requests: they do not arrive, or their answers are lost."""

    def __init__(self, *, arrives: bool = False) -> None:
        self._arrives = arrives
        self.left = 0

    async def __call__(self, route: Route) -> None:
        if not self.left:
            await route.continue_()
            return
        self.left -= 1
        if self._arrives:
            await route.fetch()
        await route.abort()


@pytest.mark.parametrize("arrives", [False, True])
async def test_a_link_is_opened_when_there_is_a_connection(
    page: Page, door: Door, service: Service, arrives: bool
) -> None:
    match = (await begin_game(service)).match
    faults = Faults(arrives=arrives)
    await page.route("**/api/visit", faults)
    faults.left = 1
    link = await service.visits.link(ANN.id, match.id)
    await page.goto(f"{door.url}/#{link}")
    await expect(page.locator("#notice")).to_have_text(OFFLINE)
    assert page.url.endswith(f"#{link}")
    await expect(page.locator("#state")).to_contain_text("Konane")
    await expect(page.locator("#notice")).to_be_hidden()
    assert "#" not in page.url


async def test_a_page_that_could_not_be_opened_tries_again_and_without_its_scripts_says_so(
    page: Page, door: Door, service: Service
) -> None:
    match = (await begin_game(service)).match
    await page.clock.install()
    await page.route("**/api/visit", lambda route: route.fulfill(status=500, json={"said": "Broken."}))
    await page.goto(f"{door.url}/#{await service.visits.link(ANN.id, match.id)}")
    await expect(page.locator("#notice")).to_have_text("Broken.")
    await page.unroute("**/api/visit")
    await page.clock.run_for(31_000)
    await expect(page.locator("#state")).to_contain_text("Konane")
    await page.route("**/choice.js", lambda route: route.abort())
    await page.reload()
    await expect(page.locator("#notice")).to_have_text("The board is loading. If it does not appear, reload the page.")
    await page.unroute("**/choice.js")
    await page.reload()
    await expect(page.locator("#state")).to_contain_text("Konane")
    await expect(page.locator("#notice")).to_be_hidden()


async def test_a_link_used_here_goes_on_and_elsewhere_says_so_in_the_language_of_the_browser(
    windows: Windows, page: Page, door: Door, service: Service
) -> None:
    matches = [(await begin_game(service)).match for _ in range(2)]
    link = await service.visits.link(ANN.id, matches[0].id)
    state = page.locator("#state")
    for _ in range(2):
        await page.goto(f"{door.url}/#{link}")
        await expect(state).to_contain_text(matches[0].code)
        await expect(page.locator("#notice")).to_be_hidden()
    await page.goto(f"{door.url}/#{await service.visits.link(ANN.id, matches[1].id)}")
    await expect(state).to_contain_text(matches[1].code)
    await page.goto(f"{door.url}/#{'x' * 24}")
    await expect(page.locator("#notice")).to_contain_text("used before")
    await expect(state).to_contain_text(matches[1].code)
    other = await windows.open()
    await other.set_extra_http_headers({"Accept-Language": "fr-CA,fr;q=0.9,en;q=0.5"})
    await other.goto(f"{door.url}/#{link}")
    await expect(other.locator("#notice")).to_contain_text("déjà")


async def test_next_match_and_reload_wait_for_the_connection(page: Page, door: Door, service: Service) -> None:
    own, other = [(await begin_game(service)).match for _ in range(2)]
    faults = Faults()
    await visit(page, door, service, ANN.id, own.id)
    await page.route(f"**/api/match/{other.code}*", faults)
    await page.route("**/api/words", faults)
    state, notice = page.locator("#state"), page.locator("#notice")
    next_match = page.get_by_role("button", name="Next match (1)")
    await expect(next_match).to_be_enabled()
    faults.left = 1
    await press(page, "next")
    await expect(notice).to_have_text(OFFLINE)
    await expect(state).to_contain_text(own.code)
    await expect(state).to_contain_text(other.code)
    await expect(notice).to_be_hidden()
    faults.left = 1
    await page.reload()
    await expect(notice).to_have_text(OFFLINE)
    await expect(state).to_contain_text(other.code)
    await expect(notice).to_be_hidden()


async def test_a_move_made_offline_survives_the_next_match_and_a_reload(
    page: Page, door: Door, service: Service
) -> None:
    own, other = [(await begin_game(service)).match for _ in range(2)]
    faults = Faults()
    await visit(page, door, service, ANN.id, own.id)
    await page.route("**/move*", faults)
    state, notice = page.locator("#state"), page.locator("#notice")
    await expect(page.get_by_role("button", name="Next match (1)")).to_be_enabled()
    faults.left = 1
    for _ in range(2):
        await touch(page, "d5")
    await expect(notice).to_have_text(UNSENT)
    await press(page, "next")
    await expect(state).to_contain_text(other.code)
    async with asyncio.timeout(PATIENCE):
        while not (await service.lookup.match(own.id)).ply:  # noqa: ASYNC110 (the test has no event for it)
            await asyncio.sleep(0.02)
    assert (await service.lookup.match(other.id)).ply == 0

    faults.left = 100
    await page.wait_for_timeout(150)  # the new board is at the top, and no finger stops a page that scrolls there
    for _ in range(2):
        await touch(page, "e4")
    await expect(notice).to_have_text(UNSENT)
    faults.left = 0
    await page.reload()
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
    await expect(state).to_contain_text(other.code)
    assert (await service.lookup.match(other.id)).ply == 1


async def test_the_clock_is_that_of_its_moment(page: Page, door: Door, service: Service, clock: StillClock) -> None:
    match = (await begin_game(service, clock="1d")).match
    match = (await play_all(service, await service.lookup.snapshot(match.id), "d5")).match
    await page.add_init_script(SET_CLOCK)
    await visit(page, door, service, ANN.id, match.id)
    shown = page.locator("#clock")
    await expect(shown).to_have_text("1 day 0 hr left")
    clock.time += 10 * 3600
    await page.get_by_role("button", name="One move back").click()
    await expect(shown).to_have_text("14 hr 0 min left")
    clock.time += 3600
    await page.evaluate("window.ahead = 50 * 3600 * 1000")  # the device's clock is set
    await expect(shown).to_have_text("13 hr 0 min left")
    await play_all(service, await service.lookup.snapshot(match.id), "d4")
    await expect(shown).to_have_text("1 day 0 hr left")
    await expect(page.get_by_role("button", name="Newest board")).to_be_enabled()


async def test_a_dead_connection_is_noticed(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service)).match
    dead = list[Route]()

    async def swallow(route: Route) -> None:
        if not dead:
            dead.append(route)  # it is never answered
        else:
            await route.continue_()

    await page.clock.install()
    await page.route("**/api/match/*?after=*", swallow)
    await visit(page, door, service, BOB.id, match.id)
    async with asyncio.timeout(PATIENCE):
        while not dead:  # noqa: ASYNC110 (the page tells nobody that it waits)
            await asyncio.sleep(0.02)
    await play_all(service, await service.lookup.snapshot(match.id), "d5")
    await page.clock.run_for(39_000)
    await expect(page.locator("#notice")).to_be_hidden()
    await page.clock.run_for(1500)
    await expect(page.locator("#notice")).to_have_text(OFFLINE)
    await page.clock.run_for(1500)
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
    await expect(page.locator("#notice")).to_be_hidden()


async def test_a_page_without_storage_or_clipboard_works(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service)).match
    blocked = (
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
    )
    refused = "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))"
    await page.add_init_script(f"{blocked}; delete AbortSignal.any; delete AbortSignal.timeout; {refused}")
    await visit(page, door, service, ANN.id, match.id)
    for _ in range(2):
        await touch(page, "d5")
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
    await service.play.move(match.id, BOB.id, "d4", rev=(await service.lookup.match(match.id)).rev)
    await expect(page.locator("#list summary")).to_have_text("Moves (2)")
    await page.get_by_text("More", exact=True).click()
    await page.get_by_role("button", name="Copy the position").click()
    await expect(page.locator("#notice")).to_contain_text("does not allow copying")
    code = page.get_by_role("textbox", name="Copy the position")
    await expect(code).to_have_value((await service.lookup.snapshot(match.id)).position.encode())
    await expect(code).to_be_focused()


async def test_a_hidden_tab_holds_no_request(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service)).match
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }"""
    await page.clock.install()
    await visit(page, door, service, BOB.id, match.id)
    async with asyncio.timeout(PATIENCE):
        while not service.watching._core.watched:  # noqa: ASYNC110 (the service has no event for it)
            await asyncio.sleep(0.02)
        await page.evaluate(hide, True)
        while service.watching._core.watched:  # noqa: ASYNC110 (as above)
            await asyncio.sleep(0.02)
    await play_all(service, await service.lookup.snapshot(match.id), "d5")
    await page.clock.run_for(21_000)
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
    assert not service.watching._core.watched
    await page.evaluate(hide, False)
    async with asyncio.timeout(PATIENCE):
        while not service.watching._core.watched:  # noqa: ASYNC110 (as above)
            await asyncio.sleep(0.02)
