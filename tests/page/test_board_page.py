"""The board page in a phone's browser, with the real bot behind it and the opponent in Discord."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from sandbox import Answer, Sandbox, free_ports
from tests.e2e.rooms import Room
from tests.page.browser import Windows
from tests.support.patience import PatientBot


def link_in(answer: Answer) -> str:
    """The address of **Open the board**."""
    (url,) = [button.url for button in answer.buttons if button.label == "Open the board"]
    assert url is not None
    return url


async def tap(page: Page, cell: str) -> None:
    """Touch the middle of a cell."""
    box = await page.locator(f"[data-cell='{cell}']").bounding_box()
    assert box is not None
    await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


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
        await expect(page.locator("#notice")).to_contain_text("b2 (White stones) cannot be chosen now.")
        await tap(page, "d3")
        await expect(page.locator("#question")).to_have_text("Touch d3 again to play there.")
        assert len(match.posts()) == 1, "one touch is no move"
        await tap(page, "d3")
        await expect(page.locator("#last")).to_contain_text("took d3 off the board")
        await match.post(2)

        await match.move(1, "c3")
        await expect(page.locator("#question")).to_have_text("Which stone jumps?")
        if killed:
            await bot.restart(kill=True)
        await tap(page, "d5")
        await tap(page, "d3")
        await expect(page.locator("#list summary")).to_have_text("Moves (3)")
        await match.post(4)

        await page.get_by_label("One move back").click()
        await expect(page.locator("#last")).to_contain_text("took c3")
        await page.get_by_label("Newest board").click()
        await page.get_by_text("Resign", exact=True).click()
        await page.get_by_text("Yes", exact=True).click()
        await expect(page.locator("#state")).to_contain_text("is over")
        await match.post(5)

        again = await windows.open()
        await again.goto(link)
        await expect(again.locator("#notice")).to_contain_text("Get a new one in Discord under My board.")
        assert sandbox.refusals == []
        assert "Traceback" not in bot.errors, bot.errors
        assert link.partition("#")[2] not in bot.errors
