"""What people do with the board page by mouse and by finger."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Locator, Page, ViewportSize, expect

from games import Position
from matches.model import Snapshot
from sandbox import PATIENCE
from service import Service
from tests.support.board_page import Page as Door

Point = tuple[float, float]

NARROW: ViewportSize = {"width": 320, "height": 568}
"""The smallest window in CSS pixels."""
SEEN = 450
"""Milliseconds after which the press of an act counts."""
STILL = """() => new Promise((done) => {
  let still = setTimeout(done, 120);
  addEventListener("scroll", () => { clearTimeout(still); still = setTimeout(done, 120); }, true);
})"""
"""Waits until nothing has scrolled for longer than the page's SCROLLING."""
RESTS = 0.5
"""Seconds for which a finger that drags rests before it is lifted: a busy browser reports its way late."""


async def play_all(service: Service, snapshot: Snapshot, *texts: str) -> Snapshot:
    """Play these moves, each by the player whose turn it is."""
    for text in texts:
        match = snapshot.match
        snapshot = await service.play.move(match.id, match.players[match.turn].id, text, rev=match.rev)
    return snapshot


async def until(holds: Callable[[], object]) -> None:
    """Wait until this holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 (neither the page nor the service tells it)
            await asyncio.sleep(0.02)


async def visit(page: Page, door: Door, service: Service, person_id: int, match_id: int) -> None:
    """Open a match by a new link, and wait for its board."""
    await page.goto(f"{door.url}/#{await service.visits.link(person_id, match_id)}")
    await page.locator("#board [data-cell]").first.wait_for(state="attached")


async def middle(page: Page, cell: str) -> Point:
    """The middle of a cell in the window."""
    box = await page.locator(f"[data-cell='{cell}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def touch(page: Page, cell: str) -> None:
    """Touch a cell once the page has not scrolled for a while: a finger on a scrolling page only stops it."""
    await page.evaluate(STILL)
    await page.touchscreen.tap(*await middle(page, cell))


def act(page: Page, key: str) -> Locator:
    """The place of an act."""
    return page.locator(f"[data-key='{key}']")


async def press(page: Page, key: str) -> None:
    """Press an act once it is possible and could be seen."""
    await expect(act(page, key)).to_be_enabled()
    await page.wait_for_timeout(SEEN)
    await act(page, key).click()


async def edit(page: Page) -> None:
    """Open the editor of the board that is shown."""
    await page.get_by_text("More", exact=True).click()
    await page.get_by_role("button", name="Edit this position").click()
    await expect(act(page, "clear")).to_be_enabled()


async def drag(page: Page, start: str, end: str) -> None:
    await page.mouse.move(*await middle(page, start))
    await page.mouse.down()
    await page.mouse.move(*await middle(page, end), steps=3)
    await page.mouse.up()


@dataclass
class Fingers:
    """Fingers on a phone's page, as its touch screen reports them."""

    screen: CDPSession
    began: float = 0
    """When the first finger came down."""

    @classmethod
    async def on(cls, page: Page) -> "Fingers":
        return cls(await page.context.new_cdp_session(page))

    async def swipe(self, *way: Point) -> None:
        """One finger comes down, moves along a way, and is lifted at its end, all within 30 milliseconds."""
        for at, point in enumerate(way):
            await self._send("touchMove" if at else "touchStart", point, at=10 * at)
        await self._send("touchEnd", at=10 * len(way))

    async def drag(self, *way: Point) -> None:
        """One finger comes down, moves along a way, rests at its end, and is lifted."""
        await self.down(way[0])
        for point in way[1:]:
            await self.to(point)
        await asyncio.sleep(RESTS)
        await self.up()

    async def down(self, *points: Point) -> None:
        """All fingers that are down from now on."""
        await self._send("touchStart", *points)

    async def to(self, *points: Point) -> None:
        await self._send("touchMove", *points)

    async def up(self, *points: Point) -> None:
        """Lift all fingers but these."""
        await self._send("touchEnd", *points)

    async def _send(self, kind: str, *points: Point, at: int | None = None) -> None:
        """Report fingers; `at` milliseconds after the gesture began, or now."""
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        if kind == "touchStart":
            self.began = time.time()
        when = {} if at is None else {"timestamp": self.began + at / 1000}
        await self.screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches, **when})


async def cells_of(page: Page, kind: str = "") -> set[str]:
    """The cells of the board, or those of a class."""
    return set(await page.locator(f"[data-cell]{kind}").evaluate_all("cells => cells.map(cell => cell.dataset.cell)"))


async def tap(page: Page, cell: str) -> None:
    """Touch the middle of a cell, once a scroll to it is over: a finger that stops a scrolling page touches nothing."""
    before = await page.evaluate("scrollY")
    await (place := page.locator(f"[data-cell='{cell}']")).scroll_into_view_if_needed()
    if await page.evaluate("scrollY") != before:
        await page.wait_for_timeout(SEEN)
    box = await place.bounding_box()
    assert box is not None
    await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def make(page: Page, position: Position[Any], move: Any) -> None:
    """Make a move by touches; a single cell is touched twice, and words are chosen below the board."""
    steps, cells = position.steps(move), await cells_of(page)
    for at, step in enumerate(steps):
        if step in cells:
            await tap(page, step)
        else:
            label = position.label(step, steps[:at]).said()
            await page.locator("#choices").get_by_text(label, exact=True).click()
    if len(steps) == 1:
        await tap(page, steps[0])


async def go(page: Page, key: str) -> None:
    """Go on after a move, by a button that is in sight as soon as something is said of the move."""
    await expect(act(page, key)).to_be_in_viewport(ratio=1)
    await press(page, key)
