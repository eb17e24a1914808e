"""What the board page explains: the score, the rules, and the mistakes of a finished match."""

import asyncio

import pytest
from playwright.async_api import Page, Route, expect

from games import GAMES
from matches.model import Match
from matches.reviews import Review, Slip
from sandbox import PATIENCE
from service import Service
from tests.page.board import play_all, press, touch, visit
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, BOB, begin_game


async def test_the_score_follows_the_moves(page: Page, door: Door, service: Service) -> None:
    match = (await play_all(service, await begin_game(service), "d5", "d4")).match
    await visit(page, door, service, ANN.id, match.id)
    score = page.locator("#score span")
    await expect(score).to_have_text(["Black: 3 possible jumps", "White: 3 possible jumps"])
    for cell in ("d7", "d5", "d5"):
        await touch(page, cell)
    await expect(score).to_have_text(["Black: 2 possible jumps", "White: 6 possible jumps"])
    await page.get_by_role("button", name="One move back").click()
    await expect(score).to_have_text(["Black: 3 possible jumps", "White: 3 possible jumps"])


async def test_a_finished_match_is_reviewed_and_its_mistakes_are_shown(
    page: Page, door: Door, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = await play_all(service, await begin_game(service), "d5", "d4")
    slip = Slip(1, GAMES["konane"].start(), "d5", "e4", 0.9, 0.2)

    async def reviewed(match_id: int, person_id: int) -> tuple[Match, Review]:
        assert person_id == ANN.id
        return await service.lookup.match(match_id), Review((0.9, 0.2, 0.2), (slip,), (31.4, 100))

    monkeypatch.setattr(service.advice, "review", reviewed)
    await visit(page, door, service, ANN.id, snapshot.match.id)
    button, review = page.get_by_role("button", name="Review"), page.locator("#review")
    await expect(button).to_be_hidden()
    await service.play.resign(snapshot.match.id, BOB.id)
    await press(page, "review")
    await expect(review.locator("p")).to_have_text("Accuracy: Ann 31%, Bob 100%.")
    await review.get_by_role("button", name="Move 1: d5.").click()
    await expect(page.locator("#last")).to_contain_text("took d5 off the board")
    await expect(page.get_by_role("button", name="Newest board")).to_be_enabled()


async def test_a_review_is_shown_to_somebody_who_looks_at_other_boards_meanwhile(
    page: Page, door: Door, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshot = await play_all(service, await begin_game(service), "d5", "d4")
    match = (await service.play.resign(snapshot.match.id, BOB.id)).match
    reviewing, seen = asyncio.Event(), asyncio.Event()

    async def reviewed(match_id: int, person_id: int) -> tuple[Match, Review]:  # noqa: ARG001 (the arguments of the method)
        reviewing.set()
        await seen.wait()
        return match, Review((0.9, 0.2, 0.2), (), (31.4, 100))

    monkeypatch.setattr(service.advice, "review", reviewed)
    await visit(page, door, service, ANN.id, match.id)
    await press(page, "review")
    async with asyncio.timeout(PATIENCE):
        await reviewing.wait()
    await page.get_by_role("button", name="One move back").click()
    await expect(page.get_by_role("button", name="Newest board")).to_be_enabled()
    seen.set()
    await expect(page.locator("#review p")).to_contain_text("Accuracy: Ann 31%, Bob 100%.")


async def test_a_script_that_could_not_be_loaded_is_loaded_by_itself(page: Page, door: Door, service: Service) -> None:
    match = (await begin_game(service)).match
    lost = list[str]()

    async def lose(route: Route) -> None:
        lost.append(route.request.url)
        await route.abort()

    await page.route("**/rules.js", lose)  # forever: browsers may remember that an address failed
    await visit(page, door, service, ANN.id, match.id)
    summary, rules = page.locator("#rules summary"), page.locator("#rules div")
    await summary.click()
    await expect(page.locator("#notice")).to_have_text("No connection. The page keeps trying.")
    await expect(rules).to_contain_text("you lose")
    assert len(lost) == 1
