"""The board page under a finger: a touch counts when it is lifted where it began, alone."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from sandbox import PATIENCE
from service import Service
from tests.page.board import SEEN, STILL, Fingers, Point, edit, middle, play_all, touch, visit
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, begin_game


@pytest.fixture
async def page(page: Page, door: Door, service: Service) -> Page:
    """A match of Konane on a phone, in which the black stone at d7 can jump to d5."""
    begun = await begin_game(service)
    match = (await play_all(service, begun, "d5", "d4")).match
    await visit(page, door, service, ANN.id, match.id)
    return page


def beside(point: Point, right: float, down: float) -> Point:
    return point[0] + right, point[1] + down


def requests(page: Page, path: str) -> list[str]:
    """The requests of the page for this, from now on."""
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if path in request.url else None)
    return asked


async def until_asked(page: Page, asked: list[str], gesture: Callable[[], Awaitable[None]]) -> None:
    """Repeat a gesture until the page asks for something: a browser that is too busy cancels touches."""
    async with asyncio.timeout(PATIENCE):
        while not asked:
            await gesture()
            await page.wait_for_timeout(SEEN)


async def test_a_gesture_that_begins_on_a_target_plays_no_move(page: Page) -> None:
    finger, lit = await Fingers.on(page), page.locator("#board .chosen")
    target, moves = await middle(page, "d5"), page.locator("#list summary")
    await touch(page, "d7")
    await expect(lit).to_have_count(1)

    for way in ((100, 0), (0, 100), (0, -100), (-18, 0)):  # swipes; the last one ends on the same cell
        await finger.swipe(target, beside(target, *way))
    await finger.down(beside(target, 90, 0), target)  # a second finger on the target
    await finger.up()
    await finger.down(target)  # the page scrolls under the finger
    await page.evaluate("document.body.append(Object.assign(document.createElement('p'), { style: 'height: 2000px' }))")
    await page.evaluate("new Promise((done) => { addEventListener('scroll', done, { once: true }); scrollBy(0, 5); })")
    await finger.up()
    await page.evaluate("new Promise((done) => { addEventListener('scroll', done, { once: true }); scrollBy(0, -5); })")
    await expect(moves).to_have_text("Moves (2)")

    await page.wait_for_timeout(150)  # a touch just after scrolling would only stop that
    await finger.down(target)
    await finger.to(beside(target, 3, -4))  # a finger is never quite still
    await finger.up()
    await expect(moves).to_have_text("Moves (3)")


async def test_a_pinch_on_a_target_plays_no_move(page: Page) -> None:
    finger, target = await Fingers.on(page), await middle(page, "d5")
    await touch(page, "d7")
    await expect(page.locator("#board .chosen")).to_have_count(1)
    await finger.down(target)
    await finger.down(target, beside(target, 90, 90))
    await finger.to(beside(target, -3, -3), beside(target, 120, 120))
    await finger.up(beside(target, -3, -3))
    await finger.up()
    await expect(page.locator("#list summary")).to_have_text("Moves (2)")
    await expect(page.locator("#board .chosen")).to_have_count(1)


async def test_a_touch_chooses_nothing_while_the_board_scrolls_changes_or_turns(page: Page) -> None:
    finger, chosen = await Fingers.on(page), page.locator("#board .chosen")
    stopped = """([x, y]) => {
      const board = document.querySelector("#board svg");
      const send = (name) => board.dispatchEvent(
        new PointerEvent(name, { clientX: x, clientY: y, pointerId: 1, isPrimary: true, bubbles: true }));
      const capture = board.setPointerCapture;
      board.setPointerCapture = () => undefined;
      dispatchEvent(new Event("scroll"));
      send("pointerdown");
      send("pointerup");
      board.setPointerCapture = capture;
    }"""
    await page.evaluate(stopped, await middle(page, "d7"))
    await expect(chosen).to_have_count(0)

    await page.evaluate(STILL)
    await finger.down(await middle(page, "d7"))
    await page.get_by_role("button", name="One move back").evaluate("(button) => button.click()")
    await expect(page.get_by_role("button", name="Newest board")).to_be_enabled()
    await page.get_by_role("button", name="Newest board").evaluate("(button) => button.click()")
    await expect(page.get_by_role("button", name="Newest board")).to_be_disabled()
    await finger.up()
    await expect(chosen).to_have_count(0)

    await finger.down(await middle(page, "d7"))
    await page.set_viewport_size({"width": 740, "height": 390})
    await page.wait_for_function("innerWidth > innerHeight")
    await finger.up()
    await expect(chosen).to_have_count(0)
    await touch(page, "d7")
    await expect(chosen).to_have_count(1)


async def test_a_piece_is_dragged_to_its_target_by_finger(page: Page) -> None:
    finger = await Fingers.on(page)
    start, end = await middle(page, "d7"), await middle(page, "d5")
    await finger.down(start)
    await finger.to(beside(start, 0, 20))
    await expect(page.locator("#board .chosen")).to_have_count(1)
    await finger.down(beside(start, 0, 20), beside(start, 100, 0))  # a second finger ends the drag
    await finger.up()
    await expect(page.locator("#board .chosen")).to_have_count(0)
    await until_asked(page, requests(page, "/move"), lambda: finger.drag(start, beside(start, 0, 20), end))
    await expect(page.locator("#list summary")).to_have_text("Moves (3)")


async def test_a_swipe_from_a_piece_over_its_target_only_chooses_it(page: Page) -> None:
    finger = await Fingers.on(page)
    start, end = await middle(page, "d7"), await middle(page, "d5")
    async with asyncio.timeout(PATIENCE):
        while not await page.locator("#board .chosen").count():
            await finger.swipe(start, beside(start, 0, 20), end)
            await page.wait_for_timeout(SEEN)
    await expect(page.locator("#list summary")).to_have_text("Moves (2)")
    await touch(page, "d5")
    await expect(page.locator("#list summary")).to_have_text("Moves (3)")


async def test_a_finger_moves_the_page_where_it_can_drag_nothing(page: Page) -> None:
    """On a board of the opponent's turn, and where the page is enlarged so that the board may fill the screen."""
    drags = page.locator("#board .drags")
    await expect(drags).to_have_css("touch-action", "pinch-zoom")
    screen = await page.context.new_cdp_session(page)
    for scale, count in ((2.5, 0), (1, 1)):
        await screen.send("Emulation.setPageScaleFactor", {"pageScaleFactor": scale})
        await expect(drags).to_have_count(count)
    await page.get_by_role("button", name="One move back").click()
    await expect(drags).to_have_count(0)
    await expect(page.locator("#board svg")).to_have_css("touch-action", "auto")


async def test_a_swipe_from_the_palette_puts_no_piece(page: Page) -> None:
    await edit(page)
    finger, cell = await Fingers.on(page), page.locator("[data-cell='d4']")
    box = await page.get_by_role("button", name="white stone", exact=True).bounding_box()
    assert box is not None
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    end = await middle(page, "d4")
    changes = requests(page, "/edit")
    await finger.swipe(start, beside(start, 0, -60), end)
    await expect(page.locator("#question")).to_have_text("Choose a piece below, or touch one on the board.")
    await page.wait_for_timeout(SEEN)
    assert changes == []
    await until_asked(page, changes, lambda: finger.drag(start, beside(start, 0, -60), end))
    await expect(cell).to_have_attribute("aria-label", "d4, white stone")
    assert len(changes) == 1


async def test_the_editor_puts_no_piece_where_a_swipe_began(page: Page) -> None:
    await edit(page)
    await page.get_by_role("button", name="white stone", exact=True).click()
    finger, empty = await Fingers.on(page), await middle(page, "d4")
    await finger.swipe(empty, beside(empty, 60, 0))
    await finger.down(empty)
    await finger.down(empty, beside(empty, 90, 90))
    await finger.up()
    cell = page.locator("[data-cell='d4']")
    await expect(cell).to_have_attribute("aria-label", "d4, empty, can be chosen")
    await touch(page, "d4")
    await expect(cell).to_have_attribute("aria-label", "d4, white stone, can be chosen")
