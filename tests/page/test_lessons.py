"""Lessons on the board page of a phone, by touches: a wrong move, and each right one, without a reload."""

import pytest
from playwright.async_api import Page, expect

from games import GAMES
from lessons import AIMS, LESSONS, Tried
from render.geometry import SQUARE
from service import Service
from tests.page.board import cells_of, go, make, press
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, CHANNEL


@pytest.mark.parametrize(
    "game", ["konane", *(pytest.param(key, marks=pytest.mark.long) for key in LESSONS if key != "konane")]
)
async def test_a_lesson_is_played_by_touches(page: Page, door: Door, service: Service, game: str) -> None:
    await page.goto(f"{door.url}/?lesson/{game}#{await service.visits.editor_link(ANN, game, CHANNEL)}")
    await expect(page.locator("#state")).to_have_text(AIMS[game])
    await go(page, "next-step")
    for number, step in enumerate(LESSONS[game], 1):
        await expect(page.locator("#state")).to_contain_text(step.task)
        await expect(page.locator("#chat")).to_contain_text(f"Step {number} of {len(LESSONS[game])}")
        board = step.board(game)
        tried = [Tried(board, move) for move in board.legal_moves()]
        for kind in step.kinds[:1]:
            await make(page, board, next(one for one in tried if step.kind_of(one) is kind).move)
            await expect(page.locator("#question")).to_have_text(kind.says)
            await go(page, "retry")
            await expect(page.locator("#question")).not_to_have_text(kind.says)
        right = next(one for one in tried if one.text == step.answer(board))
        await make(page, board, right.move)
        await expect(page.locator("#question")).to_contain_text(step.praise)
        taken = right.after.placement().keys()
        parts = set(SQUARE.findall(" ".join(taken)))  # a piece on two squares is on each of them
        assert await cells_of(page, ":not([aria-label$=', empty'])") == parts | taken
        if number < len(LESSONS[game]):
            await go(page, "next-step")
    assert (await service.lessons.of(ANN.id, game)).finished_at is not None
    await press(page, "play")
    await expect(page.locator("#state")).to_contain_text(f"{GAMES[game].info.name} #")


async def test_a_reload_goes_on_with_the_lesson_and_two_wrong_moves_show_the_right_one(
    page: Page, door: Door, service: Service
) -> None:
    await service.lessons.answer(ANN.id, "konane", "start", "d3")
    await page.goto(f"{door.url}/?lesson/konane#{await service.visits.editor_link(ANN, 'konane', None)}")
    _, step, *_ = LESSONS["konane"]
    await expect(page.locator("#state")).to_have_text(step.task)
    await page.reload()
    await expect(page.locator("#state")).to_have_text(step.task)
    board = step.board("konane")
    for hints in (0, 2):
        await make(page, board, board.parse("d5-f5"))
        await expect(page.locator("#question")).to_have_text(step.kinds[0].says)
        await expect(page.locator(".hinted")).to_have_count(hints)
        await go(page, "retry")
        await expect(page.locator("#question")).not_to_have_text(step.kinds[0].says)
    await make(page, board, board.parse("b3-d3"))
    await expect(page.locator("#question")).to_have_text(f"Right! {step.praise}")
    await page.reload()  # the move counts, whether or not its result was seen
    _, _, third, *_ = LESSONS["konane"]
    await expect(page.locator("#state")).to_have_text(third.task)
