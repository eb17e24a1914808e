"""Voting on the board page by touch, on a phone."""

from playwright.async_api import Page, expect

from matches.crowds import closes_at
from matches.model import Match
from matches.timecontrol import HOUR
from service import Service
from tests.page import board
from tests.page.board import SEEN, touch, visit
from tests.support.board_page import Page as Door
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, StillClock

SERVER = CHANNEL.guild_id or 0


async def cast(page: Page, *cells: str) -> None:
    """Vote for a move by touching its cells."""
    for cell in cells:
        await touch(page, cell)


async def fits(page: Page) -> bool:
    return bool(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


async def begun(service: Service) -> Match:
    return (await service.server_matches.begin("squalma", BOB, "Reef", BOB, CHANNEL, "second", length=HOUR)).match


async def test_a_vote_by_touch_with_a_reason_a_draw_and_the_result(
    page: Page, door: Door, service: Service, clock: StillClock
) -> None:
    match = await begun(service)
    await service.play.move(match.id, BOB.id, "a1-a2")
    clock.time += 120
    await service.agreements.take_back(match.id, BOB.id)
    await visit(page, door, service, ANN.id, match.id)
    last, beside = page.locator("#last"), page.locator("#chat")
    await expect(last).to_contain_text("The move that you choose is your vote.")
    await expect(page.locator("#clock")).to_contain_text("left")
    assert await fits(page)
    steps = (await service.lookup.snapshot(match.id)).position
    first, second = [steps.steps(move) for move in (steps.legal_moves()[0], steps.legal_moves()[-1])]
    await cast(page, *first)
    await expect(last).to_contain_text("You voted for")
    before = await last.text_content()
    await page.wait_for_timeout(SEEN)
    await cast(page, *second)
    await expect(last).not_to_have_text(before or "")
    await expect(beside).to_have_text("1 voted.")

    await board.press(page, "why")
    typed = page.get_by_label("One line, shown with the result")
    await expect(typed).to_be_focused()
    await typed.fill("It opens the corner")
    await board.press(page, "named")
    await expect(beside).to_contain_text("Shown with the result, with your name: It opens the corner.")
    await expect(typed).to_be_hidden()
    await board.press(page, "vote-draw")
    await expect(beside).to_contain_text("If two thirds of the voters want a draw")
    await board.press(page, "vote-alone")
    await expect(beside).not_to_contain_text("two thirds")
    await board.press(page, "vote-takeback")
    await expect(beside).to_contain_text("If two thirds of the voters allow it")
    await board.press(page, "vote-alone")
    assert await fits(page)

    clock.time = closes_at(await service.lookup.match(match.id)) or 0
    await service.schedule.act()
    await expect(beside).to_contain_text("It opens the corner")
    await expect(beside).to_contain_text("Votes: ")
    await expect(board.act(page, "why")).to_be_disabled()


async def test_a_team_is_joined_by_touch(page: Page, door: Door, service: Service) -> None:
    match = (await service.server_matches.begin("squalma", BOB, "Reef", None, CHANNEL)).match
    await visit(page, door, service, CAROL.id, match.id)
    await expect(page.locator("#last")).to_contain_text("Join a team")
    await board.press(page, "join-first")
    await expect(page.locator("#last")).to_contain_text("The move that you choose is your vote.")
    assert (await service.crowds.teams(match.id, CAROL.id)).own == 0
