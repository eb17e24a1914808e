"""The board page in a phone's browser, with the real bot behind it and the opponent in Discord."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from games import GAMES
from matches.model import Venue
from matches.setups import clear_board, verdict
from sandbox import Answer, Sandbox, free_ports
from service import Service
from tests.e2e.rooms import Room
from tests.page import board
from tests.page.board import SEEN, cells_of, tap
from tests.page.browser import Windows
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, CHANNEL, begin_game
from tests.support.patience import PatientBot

KEPT = "JSON.parse(sessionStorage.getItem('visit'))"
"""What the tab remembers, in JavaScript."""


def link_in(answer: Answer) -> str:
    """The address of **Open in browser**."""
    (url,) = [button.url for button in answer.buttons if button.label == "Open in browser"]
    assert url is not None
    return url


@pytest.mark.parametrize("killed", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_a_match_by_touches_goes_on_in_discord(windows: Windows, tmp_path: Path, killed: bool) -> None:
    (port,) = free_ports(1)
    address = f"127.0.0.1:{port}"
    page_settings = {"TIDEPOOL_BOARD": address, "TIDEPOOL_BOARD_URL": f"http://{address}"}
    async with Sandbox() as sandbox, PatientBot(sandbox, tmp_path / "tidepool.sqlite3", **page_settings) as bot:
        room = Room.new(sandbox, bot)
        match = await room.match("konane", size="6")
        link = link_in(await (await room.alice.click(await match.post(), "My board")).settled())
        page = await windows.open(phone=True)
        await page.goto(link)
        await expect(page.locator("#question")).to_have_text("Which stone leaves the board?")
        assert "#" not in page.url

        await tap(page, "b2")
        await expect(page.locator("#notice")).to_contain_text("The stone on b2 is not yours")
        await tap(page, "d3")
        await expect(page.locator("#question")).to_have_text("Touch d3 again to confirm.")
        assert len(match.posts()) == 1, "one touch is no move"
        await tap(page, "d3")
        await expect(page.locator("#last")).to_contain_text("took d3 off the board")
        await expect(page.locator("#question")).to_have_text(f"Waiting for {room.bob.user.global_name}.")
        await expect(board.act(page, "next")).to_be_hidden()
        await match.post(2)

        await match.move(1, "c3")
        await expect(page.locator("#question")).to_have_text("Which stone jumps?")
        if killed:
            await bot.restart(kill=True)
        await tap(page, "d5")
        await tap(page, "a2")
        await expect(page.locator("#notice")).not_to_be_empty()
        await expect(page.locator("#question")).to_contain_text("d5")  # an impossible touch leaves what was chosen
        await tap(page, "d3")
        await expect(page.locator("#list summary")).to_have_text("Moves (3)")
        await match.post(4)

        await page.evaluate(f"sessionStorage.setItem('visit', JSON.stringify({{...{KEPT}, words: {{}}}}))")
        await page.reload()  # as after an update that needs other words
        await page.get_by_label("One move back").click()
        await expect(page.locator("#last")).to_contain_text("took c3")
        await page.wait_for_timeout(SEEN)
        await page.get_by_text("Resign", exact=True).click()
        await page.get_by_label("Newest board").click()
        await expect(page.locator("#last .move")).to_have_text("d5-d3")
        lines = "move => (document.getElementById('last').style.width = '1em', move.getClientRects().length)"
        assert await page.locator("#last .move").evaluate(lines) == 1
        await page.wait_for_timeout(SEEN)
        await page.get_by_text("Yes", exact=True).click()
        await expect(page.locator("#state")).to_contain_text("is over")
        await match.post(5)

        again = await windows.open()
        await again.goto(link)
        await expect(again.locator("#notice")).to_contain_text("For a new link, press Move in Discord")
        assert sandbox.refusals == []
        assert "Traceback" not in bot.errors, bot.errors
        assert link.partition("#")[2] not in bot.errors


async def edited(page: Page, cell: str) -> None:
    """Touch a lit cell, and wait for the answer."""
    await expect(page.locator(f"[data-cell='{cell}']")).to_have_class(re.compile(r"\blit\b"))
    async with page.expect_response(lambda answer: "/edit" in answer.url):
        await tap(page, cell)


async def drag(page: Page, start: Locator, end: Locator) -> None:
    """Drag from the middle of one element to the middle of another, which may appear meanwhile; await the answer."""

    async def go_to(place: Locator) -> tuple[float, float]:
        await place.wait_for()
        box = await place.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await page.mouse.move(x, y, steps=3)
        return x, y

    await start.scroll_into_view_if_needed()
    x, y = await go_to(start)
    await page.mouse.down()
    await page.mouse.move(x, y - 30, steps=3)  # the piece is lifted, which shows where it can go
    await go_to(end)
    async with page.expect_response(lambda answer: "/edit" in answer.url):
        await page.mouse.up()


@pytest.mark.parametrize(
    "game", ["konane", *(pytest.param(key, marks=pytest.mark.long) for key in GAMES if key != "konane")]
)
async def test_a_position_is_set_up_by_touches(page: Page, door: Door, service: Service, game: str) -> None:
    """A match begins from the editor; then pieces are put on a board, moved, and taken off, by touch and by drag."""
    await page.goto(f"{door.url}/#{await service.visits.editor_link(ANN, game, CHANNEL)}")
    question, state, name = page.locator("#question"), page.locator("#state"), GAMES[game].info.name
    await expect(question).to_have_text("Choose a piece below, or touch one on the board.")
    await page.locator("#acts select").select_option("1")
    await board.press(page, "play-here")
    await expect(state).to_contain_text(f"{name} #")
    await board.edit(page)
    await board.press(page, "clear")
    empty = verdict(clear_board(GAMES[game].start())).said()
    await expect(state).to_have_text(empty)

    piece = page.locator("#choices button").first
    await piece.click()
    await expect(question).to_contain_text("touch a cell to put one there.")
    cells = sorted(await cells_of(page, ".lit"))
    first, second, third = cells[0], cells[-1], cells[len(cells) // 2]
    await edited(page, first)
    await piece.click()
    await tap(page, first)
    await expect(question).to_contain_text("touch a cell to move it there.")
    await edited(page, second)
    await drag(page, page.locator(f"[data-cell='{second}']"), page.locator(f"[data-cell='{third}']"))
    await drag(page, page.locator(f"[data-cell='{third}']"), page.locator("#more summary"))
    await expect(state).to_have_text(empty)
    await drag(page, piece, page.locator(f"[data-cell='{first}']"))
    await page.get_by_role("button", name="Take off").click()
    await edited(page, first)
    await expect(state).to_have_text(empty)


async def test_a_player_in_a_group_chat_reads_that_its_board_cannot_follow(
    page: Page, door: Door, service: Service
) -> None:
    match = (await begin_game(service, venue=Venue(700, None, guest=True))).match
    await page.goto(f"{door.url}/#{await service.visits.link(ANN.id, match.id)}")
    await expect(page.locator("#chat")).to_contain_text("does not follow the moves that you make here")
    await service.play.resign(match.id, ANN.id)
    await expect(page.locator("#chat")).to_be_hidden()


async def test_an_act_that_is_not_possible_now_is_hidden_and_keeps_its_place(
    windows: Windows, door: Door, service: Service
) -> None:
    match = (await begin_game(service, "kings_convoy")).match
    page = await windows.open(phone=True)
    await board.visit(page, door, service, match.players[0].id, match.id)
    await expect(board.act(page, "resign")).to_be_visible()
    for key in ("play", "undo", "accept-draw", "grant-take-back"):
        await expect(board.act(page, key)).to_be_hidden()
    place = "(made) => made.getBoundingClientRect().top"
    score, before = page.locator("#score"), await page.locator("#steps").evaluate(place)
    gap = before - await page.locator("#question").evaluate("(made) => made.getBoundingClientRect().bottom")
    assert gap < 20, "no room is kept for buttons as long as nothing is chosen"
    outlines = page.locator(".lights .may")
    await expect(outlines).not_to_have_count(0)
    await expect(page.locator(".lights .around")).to_have_count(await outlines.count())
    await tap(page, "g2")
    await expect(board.act(page, "undo")).to_be_visible()
    assert abs(await board.act(page, "undo").evaluate(place) - before) < 20
    wide = "(made) => made.getBoundingClientRect().width"
    assert await board.act(page, "play").evaluate(wide) > 0
    assert await board.act(page, "undo").evaluate(wide) == await page.locator("#confirm").evaluate(wide), "no hole"
    await expect(score.locator("svg")).to_have_count(2)
