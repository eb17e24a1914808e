"""A lesson on the board page of a phone, by touches: a wrong move, and each right one, without a reload."""

import pytest
from playwright.async_api import Page, expect

from games import GAMES
from lessons import LESSONS, Tried
from render.plan import SQUARE
from service import Service
from service.clock import Clock
from storage.store import Store
from tests.page.board import act, cells_of, press, tap
from tests.page.browser import Windows
from tests.support.board_page import page_of
from tests.support.matches import ANN, CHANNEL
from tests.support.stores import Stores


async def make(page: Page, tried: Tried) -> None:
    """Make a move by touches; a single cell is touched twice, and words are chosen below the board."""
    steps, cells = tried.before.steps(tried.move), await cells_of(page)
    for at, step in enumerate(steps):
        if step in cells:
            await tap(page, step)
        else:
            label = tried.before.label(step, steps[:at]).said()
            await page.locator("#choices").get_by_text(label, exact=True).click()
    if len(steps) == 1:
        await tap(page, steps[0])


async def go(page: Page, text: str) -> None:
    """Go on after a move, by a button that is in sight as soon as something is said of the move."""
    await expect(act(page, "go")).to_have_text(text)
    await expect(act(page, "go")).to_be_in_viewport(ratio=1)
    await press(page, "go")


@pytest.mark.parametrize(
    "game", ["konane", *(pytest.param(key, marks=pytest.mark.long) for key in LESSONS if key != "konane")]
)
async def test_a_lesson_is_played_by_touches(windows: Windows, stores: Stores, game: str) -> None:
    async with stores.lent(Store) as store, page_of(service := Service(store, Clock())) as server:
        page = await windows.open(phone=True)
        await page.goto(f"{server.url}/?learn#{await service.visits.editor_link(ANN, game, CHANNEL)}")
        for number, step in enumerate(LESSONS[game], 1):
            await expect(page.locator("#state")).to_have_text(step.task)
            await expect(page.locator("#chat")).to_contain_text(f"Step {number} of {len(LESSONS[game])}")
            board = step.board(game)
            tried = [Tried(board, move) for move in board.legal_moves()]
            for kind in step.kinds[:1]:
                await make(page, next(one for one in tried if step.kind_of(one) is kind))
                await expect(page.locator("#question")).to_have_text(kind.says)
                await go(page, "Try again")
                await expect(page.locator("#question")).not_to_have_text(kind.says)
            await make(page, right := next(one for one in tried if one.text == step.answer(board)))
            await expect(page.locator("#question")).to_have_text(step.praise)
            taken = right.after.placement().keys()
            parts = set(SQUARE.findall(" ".join(taken)))  # a piece on two squares is on each of them
            assert await cells_of(page, ":not([aria-label$=', empty'])") == parts | taken
            if number < len(LESSONS[game]):
                await go(page, "Next")
        assert (await service.lessons.of(ANN.id, game)).finished_at is not None
        await press(page, "beginner")
        await expect(page.locator("#state")).to_contain_text(f"{GAMES[game].info.name} #")


async def test_a_reload_goes_on_with_the_lesson_and_two_wrong_moves_show_the_right_one(
    windows: Windows, stores: Stores
) -> None:
    async with stores.lent(Store) as store, page_of(service := Service(store, Clock())) as server:
        page = await windows.open(phone=True)
        await service.lessons.answer(ANN.id, "konane", "start", "d3")
        await page.goto(f"{server.url}/?learn#{await service.visits.editor_link(ANN, 'konane', None)}")
        _, step, *_ = LESSONS["konane"]
        await expect(page.locator("#state")).to_have_text(step.task)
        await page.reload()
        await expect(page.locator("#state")).to_have_text(step.task)
        board = step.board("konane")
        for hints in (0, 2):
            await make(page, Tried(board, board.parse("d5-f5")))
            await expect(page.locator("#question")).to_have_text(step.kinds[0].says)
            await expect(page.locator(".hinted")).to_have_count(hints)
            await go(page, "Try again")
            await expect(page.locator("#question")).not_to_have_text(step.kinds[0].says)
        await make(page, Tried(board, board.parse("b3-d3")))
        await expect(page.locator("#question")).to_have_text(step.praise)
        await page.reload()  # the move counts, whether or not its result was seen
        _, _, third, *_ = LESSONS["konane"]
        await expect(page.locator("#state")).to_have_text(third.task)
