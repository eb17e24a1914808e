"""Tabs of the board page in one browser, which has six connections to an address: one request waits for all of them."""

from collections.abc import Sequence

import pytest
from playwright.async_api import Page, expect

from matches.model import Match
from service import Service
from tests.page.board import until, visit
from tests.page.browser import Windows
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, BOB, CAROL, begin_game

TABS = 7
HOLD_THE_LOCK = (
    "new Promise((held) => void navigator.locks.request('tidepool', () => (held(), new Promise(() => {}))).catch(held))"
)
"""A script of a tab that falls asleep while it asks for all."""

OWN_ID = """navigator.locks.request("own", () => navigator.locks.query())
  .then(({ held }) => held.find(({ name }) => name === "own").clientId)"""
"""A script that returns the ID by which the locks know this tab."""


async def opened(windows: Windows, door: Door, service: Service, matches: Sequence[Match]) -> list[Page]:
    """Tabs of one browser, in which Ann sees one match each."""
    tabs = [await windows.open()]
    tabs += [await windows.open(beside=tabs[0]) for _ in matches[1:]]
    for tab, match in zip(tabs, matches, strict=True):
        await visit(tab, door, service, ANN.id, match.id)
    return tabs


def waits(service: Service, *matches: Match) -> bool:
    """Whether one request waits for the changes of exactly these matches."""
    return [set(seen) for seen in service.watching._seen.values()] == [{match.id for match in matches}]


async def moved(tab: Page, count: int) -> None:
    await expect(tab.locator("#list summary")).to_have_text(f"Moves ({count})")


@pytest.mark.long
async def test_one_request_waits_for_all_tabs(windows: Windows, door: Door, service: Service) -> None:
    matches = [(await begin_game(service)).match for _ in range(TABS)]
    tabs = await opened(windows, door, service, matches)
    await until(lambda: waits(service, *matches))
    cell = tabs[-1].locator("[data-cell='d5']")
    for _ in range(2):
        await cell.evaluate("(button) => button.click()")
    await moved(tabs[-1], 1)
    await until(lambda: waits(service, *matches))
    for tab, match in zip(tabs[:-1], matches[:-1], strict=True):
        await service.play.move(match.id, ANN.id, "d5")
        await moved(tab, 1)
    await until(lambda: waits(service, *matches))


async def test_when_the_tab_that_asks_is_closed_another_one_asks(
    windows: Windows, door: Door, service: Service
) -> None:
    matches = [(await begin_game(service)).match for _ in range(3)]
    tabs = await opened(windows, door, service, matches)
    await until(lambda: waits(service, *matches))
    asking = await tabs[0].evaluate("navigator.locks.query().then(({ held }) => held[0].clientId)")
    at = [await tab.evaluate(OWN_ID) for tab in tabs].index(asking)
    await tabs.pop(at).close()
    del matches[at]
    await until(lambda: waits(service, *matches))
    for tab, match in zip(tabs, matches, strict=True):
        await service.play.move(match.id, ANN.id, "d5")
        await moved(tab, 1)


async def test_a_tab_that_fell_asleep_while_it_asked_holds_nobody_up(
    windows: Windows, door: Door, service: Service
) -> None:
    match = (await begin_game(service)).match
    asleep = await windows.open()
    await asleep.goto(f"{door.url}/")
    await asleep.evaluate(HOLD_THE_LOCK)
    tab = await windows.open(beside=asleep)
    await tab.clock.install()
    await visit(tab, door, service, ANN.id, match.id)
    await tab.wait_for_function("navigator.locks.query().then(({ pending }) => pending.length)")
    await service.play.move(match.id, ANN.id, "d5")
    await tab.clock.run_for(46_000)
    await moved(tab, 1)
    await until(lambda: waits(service, match))
    await service.play.move(match.id, BOB.id, "d4")
    await moved(tab, 2)


async def test_a_tab_of_another_person_asks_for_itself(windows: Windows, door: Door, service: Service) -> None:
    own = (await begin_game(service)).match
    other = (await begin_game(service, first=CAROL)).match
    (tab,) = await opened(windows, door, service, [own])
    beside = await windows.open(beside=tab)
    await visit(beside, door, service, CAROL.id, other.id)
    both = {own.id, other.id}
    await until(lambda: len(service.watching._seen) == 2 and set(service.watching._core.watched) == both)
    for page, match, mover in ((tab, own, ANN), (beside, other, CAROL)):
        await service.play.move(match.id, mover.id, "d5")
        await moved(page, 1)


@pytest.mark.parametrize(
    "script",
    [
        "navigator.locks.request = () => Promise.reject(new DOMException('', 'SecurityError'))",  # storage is blocked
        pytest.param("delete Navigator.prototype.locks", marks=pytest.mark.long),
        pytest.param("delete self.BroadcastChannel", marks=pytest.mark.long),
    ],
)
async def test_where_tabs_cannot_talk_each_asks_for_itself(
    windows: Windows, door: Door, service: Service, script: str
) -> None:
    matches = [(await begin_game(service)).match for _ in range(2)]
    tabs = [first := await windows.open(), await windows.open(beside=first)]
    for tab, match in zip(tabs, matches, strict=True):
        await tab.add_init_script(script)
        await visit(tab, door, service, ANN.id, match.id)
    await until(lambda: len(service.watching._seen) == 2)
    for tab, match in zip(tabs, matches, strict=True):
        await service.play.move(match.id, ANN.id, "d5")
        await moved(tab, 1)
