"""What is done on the board page while another answer is on its way, or has not arrived: nothing is lost or undone."""

import asyncio

import pytest
from playwright.async_api import Page, Route, expect

from sandbox import PATIENCE
from service import Service
from tests.page.board import act, edit, play_all, press, touch, until, visit
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, begin_game
from tests.support.shares import share

UNSENT = "No connection. Your move will be sent when it is back."


class Held:
    """Holds requests until they are released."""

    def __init__(self) -> None:
        self.released = asyncio.Event()

    async def __call__(self, route: Route) -> None:
        await self.released.wait()
        await route.continue_()


async def test_a_move_made_while_another_one_is_sent_says_so(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service)).match
    await visit(page, door, service, ANN.id, match.id)
    await page.route("**/move*", held := Held())
    for cell in ("d5", "d5", "e4", "e4"):
        await touch(page, cell)
    await expect(page.locator("#notice")).to_have_text("Still sending. Wait a moment.")
    held.released.set()
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
    await expect(page.locator("#notice")).to_be_hidden()
    assert [ply.text for ply in await service.lookup.plies(match.id)] == ["d5"]


async def test_an_answer_leaves_what_was_opened_meanwhile(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service)).match
    await visit(page, door, service, ANN.id, match.id)
    await page.route("**/move*", held := Held())
    for _ in range(2):
        await touch(page, "d5")
    await edit(page)
    async with page.expect_response("**/move*"):
        held.released.set()
    await expect(page).to_have_title("Konane – Tidepool")
    await expect(page.locator("#question")).to_have_text("Choose a piece below, or touch one on the board.")
    await press(page, "leave")
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")


async def test_somebody_who_turns_to_another_board_after_a_refusal_sees_that_one(
    page: Page, door: Door, service: Service
) -> None:
    match = (await play_all(service, await begin_game(service), "d5")).match
    await visit(page, door, service, ANN.id, match.id)
    await page.route("**/take-back*", lambda route: route.fulfill(status=409, json={"said": "Refused."}))
    await page.route(f"**/api/match/{match.code}", held := Held())
    await press(page, "take-back")
    await expect(page.locator("#notice")).to_have_text("Refused.")
    await act(page, "back").click()
    await expect(page.locator("#last")).to_have_text("No move yet.")
    async with page.expect_response(f"**/api/match/{match.code}"):
        held.released.set()
    await act(page, "on").click()
    await expect(page.locator("#last")).to_contain_text("took d5 off the board")


async def test_moves_of_two_matches_wait_side_by_side(page: Page, door: Door, service: Service) -> None:
    matches = [(await begin_game(service)).match for _ in range(2)]
    lost = list[str]()

    async def lose(route: Route) -> None:
        lost.append(route.request.url)
        await route.abort()

    await visit(page, door, service, ANN.id, matches[0].id)
    await page.route("**/move*", lose)
    await touch(page, "d5")
    await touch(page, "d5")
    await expect(page.locator("#notice")).to_have_text(UNSENT)
    await press(page, "next")
    await expect(page.locator("#state")).to_contain_text(matches[1].code)
    await page.locator("[data-cell='e4']").evaluate("(button) => { button.click(); button.click(); }")
    await until(lambda: any(matches[1].code in url for url in lost))
    await page.unroute("**/move*")
    await page.reload()
    await expect(page.locator("#state")).to_contain_text(matches[1].code)
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
    async with asyncio.timeout(PATIENCE):
        while not all([(await service.lookup.match(match.id)).ply for match in matches]):  # noqa: ASYNC110 (as above)
            await asyncio.sleep(0.02)


async def test_a_move_made_offline_survives_a_fresh_link(page: Page, door: Door, service: Service) -> None:
    own, other = [(await begin_game(service)).match for _ in range(2)]
    await visit(page, door, service, ANN.id, own.id)
    await page.route("**/move*", lambda route: route.abort())
    await touch(page, "d5")
    await touch(page, "d5")
    await expect(page.locator("#notice")).to_have_text(UNSENT)
    await page.unroute("**/move*")
    await page.goto(f"{door.url}/#{await service.visits.link(ANN.id, other.id)}")
    await expect(page.locator("#state")).to_contain_text(other.code)
    async with asyncio.timeout(PATIENCE):
        while not (await service.lookup.match(own.id)).ply:  # noqa: ASYNC110 (as above)
            await asyncio.sleep(0.02)
    await expect(page.locator("#state")).to_contain_text(other.code)
    await expect(page.locator("#list summary")).to_have_text("Moves (0)")


@pytest.mark.parametrize(
    ("status", "body"), share(4, [(502, '{"error": "bad gateway"}'), (403, "{}"), (200, "null"), (500, "<html>")])
)
async def test_what_a_proxy_answers_is_no_answer(
    page: Page, door: Door, service: Service, status: int, body: str
) -> None:
    match = (await begin_game(service)).match
    left = list[None]()

    async def answer(route: Route) -> None:
        if left:
            left.pop()
            await route.fulfill(status=status, body=body, content_type="application/json")
        else:
            await route.continue_()

    await page.route("**/api/**", answer)
    left.append(None)
    await page.goto(f"{door.url}/#{await service.visits.link(ANN.id, match.id)}")
    await expect(page.locator("#notice")).to_have_text("No connection. The page keeps trying.")
    await expect(page.locator("#state")).to_contain_text("Konane")
    await expect(act(page, "resign")).to_be_enabled()
    await page.unroute("**/api/**")
    await page.route("**/move*", answer)
    left.append(None)
    await touch(page, "d5")
    await touch(page, "d5")
    await expect(page.locator("#notice")).to_have_text(UNSENT)
    await expect(page.locator("#list summary")).to_have_text("Moves (1)")
