"""The board editor under quick fingers and on slow connections: no change is lost, and none brings it back."""

import asyncio

from playwright.async_api import Page, Route, expect

from service import Service
from tests.page.board import act, edit, press, visit
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, begin_game


async def test_quick_changes_all_count_and_a_reload_goes_on_with_them(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service)).match
    held = asyncio.Event()

    async def hold(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await visit(page, door, service, ANN.id, match.id)
    await edit(page)
    await page.get_by_role("button", name="Take off").click()
    await page.route("**/edit*", hold)
    for cell in ("d5", "d4", "e4"):
        await page.locator(f"[data-cell='{cell}']").evaluate("(button) => button.click()")
    held.set()
    for cell in ("d5", "d4", "e4"):
        await expect(page.locator(f"[data-cell='{cell}']")).to_have_attribute("aria-label", f"{cell}, empty")
    await page.reload()
    await expect(page.locator("#question")).to_have_text("Choose a piece below, or touch one on the board.")
    await expect(page.locator("[data-cell='d5']")).to_have_attribute("aria-label", "d5, empty")
    await press(page, "leave")
    await expect(act(page, "resign")).to_be_enabled()
    await page.reload()
    await expect(page.locator("#state")).to_contain_text(match.code)
    await expect(act(page, "resign")).to_be_enabled()


async def test_a_change_that_is_answered_late_does_not_bring_the_editor_back(
    page: Page, door: Door, service: Service
) -> None:
    match = (await begin_game(service)).match
    held, asked = asyncio.Event(), list[str]()

    async def hold(route: Route) -> None:
        asked.append(route.request.url)
        await held.wait()
        await route.continue_()

    await visit(page, door, service, ANN.id, match.id)
    await edit(page)
    await page.get_by_role("button", name="Take off").click()
    await page.route("**/edit*", hold)
    for cell in ("d5", "d4"):
        await page.locator(f"[data-cell='{cell}']").evaluate("(button) => button.click()")
    await press(page, "leave")
    await expect(act(page, "resign")).to_be_enabled()
    async with page.expect_response("**/edit*"):
        held.set()
    await expect(act(page, "resign")).to_be_enabled()
    place = page.locator("[data-cell='d5']")
    await place.evaluate("(button) => button.click()")
    await expect(page.locator("#question")).to_have_text("Touch d5 again to confirm.")
    await place.evaluate("(button) => button.click()")
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
    assert len(asked) == 1, "the second change was made in an editor that was left"
