"""Every game on the board page of a phone: one side plays by touches and drags, the other by keyboard alone."""

import random
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from games import GAMES, Position
from render import cells
from service import Service
from tests.page.board import NARROW, SEEN, drag, middle, touch
from tests.page.browser import Windows
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, BOB, begin_game

PLIES = 24
"""The most plies of a match."""

Choose = Callable[[Page, str], Awaitable[None]]
"""Chooses a cell of the page."""


async def press(page: Page, cell: str) -> None:
    """Walk to a cell with the arrow keys, and press Enter. The first time, Tab leads to the board."""
    focus = page.locator("[data-cell]:focus")
    if await page.evaluate("document.activeElement === document.body"):
        await page.keyboard.press("Tab")
    for _ in range(60):
        here = await focus.get_attribute("data-cell")
        if here == cell:
            await page.keyboard.press("Enter")
            return
        (x, y), (to_x, to_y) = await middle(page, here or ""), await middle(page, cell)
        across = "ArrowRight" if to_x > x else "ArrowLeft"
        along = "ArrowDown" if to_y > y else "ArrowUp"
        ways = [across, along] if abs(to_x - x) > abs(to_y - y) else [along, across]
        for way in ways:
            await page.keyboard.press(way)
            if await focus.get_attribute("data-cell") != here:
                break
    raise AssertionError(f"the arrow keys do not lead to {cell}")


async def play(page: Page, position: Position[Any], steps: tuple[str, ...], choose: Choose) -> None:
    """Choose a move. One touch makes no move, and nothing moves under the finger."""
    where, touches, board = cells(position), 0, page.locator("#board")
    before = await board.bounding_box()
    dragged = choose is touch and position.ply % 4 == 2 and len(steps) > 1 and {*steps[:2]} <= {*where}
    for at, step in enumerate(steps):
        if dragged and at < 2:
            if at == 0:
                await drag(page, steps[0], steps[1])
        elif step in where:
            await choose(page, step)
        else:
            made = page.locator("#choices").get_by_role(
                "button", name=position.label(step, steps[:at]).said(), exact=True
            )
            if not await made.count():
                continue  # words without an alternative are no choice
            await made.press("Enter")
            await expect(page.locator("#page :focus"), "the focus is lost").to_have_count(1)
        touches += 1
        if not dragged and touches == 1:
            assert await page.locator("#choices button, #confirm button:enabled").count(), "it must leave a choice"
        if at < len(steps) - 1 and not dragged:
            assert await board.bounding_box() == before, "the board moved"
    moves = [position.steps(move) for move in position.legal_moves()]
    if len(steps) == 1:
        await choose(page, steps[0])
    elif any(longer[: len(steps)] == steps and longer != steps for longer in moves):
        await page.wait_for_timeout(SEEN)
        await page.get_by_role("button", name="Stop here").press("Enter")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_by_touches_and_by_keys(
    windows: Windows, door: Door, service: Service, game: str
) -> None:
    match = (await begin_game(service, game)).match
    pages = [await windows.open(phone=True) for _ in match.players]
    await pages[1].set_viewport_size(NARROW)
    for page, player in zip(pages, match.players, strict=True):
        await page.goto(f"{door.url}/#{await service.visits.link(player.id, match.id)}")
    position, choice = GAMES[game].start(), random.Random(5)
    await expect(pages[1].locator("#list summary")).to_have_text("Moves (0)")
    shown = pages[1].locator("[data-cell]:visible")
    names = set(await shown.evaluate_all("cells => cells.map(cell => cell.dataset.cell)"))
    assert names
    assert all(re.fullmatch(r"[a-z]\d+", name) for name in names - position.placement().keys())
    while position.ply < PLIES and (moves := position.legal_moves()):
        move, page = choice.choice(moves), pages[position.turn]
        await expect(page.locator("#list summary")).to_have_text(f"Moves ({position.ply})")
        await play(page, position, position.steps(move), press if position.turn else touch)
        position = position.play(move)
        await expect(page.locator("#list summary")).to_have_text(f"Moves ({position.ply})")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    assert (await service.lookup.snapshot(match.id)).position == position


async def test_a_move_made_offline_is_sent_once_or_refused_with_the_reason(
    page: Page, door: Door, service: Service
) -> None:
    match = (await begin_game(service, options={"size": "6"})).match
    lost = list[bool]()

    async def answer_lost(route: Route) -> None:
        if not lost:
            await route.fetch()
            lost.append(True)
            await route.abort()
        else:
            await route.continue_()

    async def connection_lost(route: Route) -> None:
        if not lost:
            lost.append(True)
            await route.abort()
            await service.play.resign(match.id, BOB.id)
        else:
            await route.continue_()

    await page.goto(f"{door.url}/#{await service.visits.link(ANN.id, match.id)}")
    summary, notice = page.locator("#list summary"), page.locator("#notice")
    await expect(summary).to_have_text("Moves (0)")
    await page.route("**/move*", answer_lost)
    for _ in range(2):
        await touch(page, "d3")
    await expect(notice).to_have_text("No connection. Your move will be sent when it is back.")
    await expect(summary).to_have_text("Moves (1)")
    await expect(notice).to_be_hidden()

    snapshot = await service.lookup.snapshot(match.id)
    await service.play.move(match.id, BOB.id, "c3", rev=snapshot.match.rev)
    await expect(summary).to_have_text("Moves (2)")
    lost.clear()
    await page.unroute("**/move*")
    await page.route("**/move*", connection_lost)
    for cell in ("d5", "d3"):
        await touch(page, cell)
    await expect(notice).to_contain_text("is over")
    assert (await service.lookup.match(match.id)).ply == 2
