"""Puzzles and the practice of mistakes on the board page of a phone, by touches, in two windows, and offline."""

import pytest
from playwright.async_api import Page, Route, expect

from games import GAMES
from matches.puzzles import FIRST_DAY, numbers_known, numbers_shown, origin_of
from matches.timecontrol import DAY
from puzzles import collection
from service import Service
from tests.page.board import SEEN, act, go, make, press, visit
from tests.page.browser import Windows
from tests.support.board_page import Page as Door
from tests.support.critic import criticise, lost
from tests.support.matches import ANN, CHANNEL, StillClock
from tests.support.thinker import Puppet

DAYS = 30
"""How many days after the first puzzle of the day the tests are."""


def free(game: str = "konane") -> int:
    """Return the number of an easy puzzle that is not of the day for two months."""
    day = FIRST_DAY + DAYS
    known = numbers_known(day + 60) | numbers_shown(day + 60)
    return next(number for number, stars in collection.stars(game).items() if stars == 1 and number not in known)


async def open_puzzle(page: Page, door: Door, service: Service, number: int, origin: int = 0) -> None:
    link = await service.visits.editor_link(ANN, collection.puzzle(number).game, CHANNEL)
    await page.goto(f"{door.url}/?puzzle/{number}/{origin}#{link}")
    await expect(page.locator("#chat")).to_contain_text(f"puzzle {number} ★☆☆")


async def test_a_puzzle_is_missed_solved_and_left_by_touches(
    page: Page, door: Door, service: Service, clock: StillClock
) -> None:
    clock.time = (FIRST_DAY + DAYS) * DAY
    number = free()
    puzzle, board = collection.puzzle(number), collection.puzzle(number).board()
    wrong, right = (board.parse(text) for text in (next(iter(puzzle.replies)), puzzle.answers[0]))
    question, state = page.locator("#question"), page.locator("#state")
    await open_puzzle(page, door, service, number, origin_of("konane"))
    await expect(state).to_have_text("Black to move. Find the only move that wins.")
    for tries in (1, 2):
        await make(page, board, wrong)
        await expect(question).to_contain_text(f"{board.format(wrong)} does not win: White answers ")
        assert (await service.puzzles.attempt(ANN.id, number)).tries == 1, "the same move counts once"
        if tries == 1:
            await expect(question).to_contain_text("Puzzle rating: 1500 → 1")
            await expect(question).to_contain_text("Only the first try counts for it · This puzzle comes back tomorrow")
        await go(page, "retry")
    await page.reload()  # in the middle of the puzzle
    await expect(page.locator("#chat")).to_contain_text(f"puzzle {number} ★☆☆")
    await make(page, board, right)
    await expect(question).to_contain_text(f"Solved at try 2. {board.format(right)} is right.")
    await expect(question).to_contain_text("2. ")
    await expect(act(page, "next-puzzle")).to_be_in_viewport(ratio=1)
    await press(page, "study")
    await expect(state).to_have_text("Study")
    await page.reload()
    await expect(question).to_have_text("You have solved this puzzle.")
    await press(page, "next-puzzle")
    await expect(page.locator("#chat")).not_to_contain_text(f"puzzle {number} ")
    await expect(page.locator("#chat")).to_contain_text("Konane puzzle")


async def test_a_move_whose_answer_was_lost_counts_once_in_two_windows_and_in_discord(
    windows: Windows, door: Door, service: Service, clock: StillClock
) -> None:
    clock.time = (FIRST_DAY + DAYS) * DAY
    number = free()
    puzzle, board = collection.puzzle(number), collection.puzzle(number).board()
    wrong, other = (board.parse(text) for text in [*puzzle.replies][:2])
    gone = list[bool]()

    async def answer_lost(route: Route) -> None:
        if gone:
            await route.continue_()
        else:
            await route.fetch()
            gone.append(True)
            await route.abort()

    page, beside = await windows.open(phone=True), await windows.open(phone=True)
    await open_puzzle(beside, door, service, number)
    await open_puzzle(page, door, service, number)
    await page.route("**/answer", answer_lost)
    await make(page, board, wrong)
    await expect(page.locator("#notice")).to_have_text("No connection. The page keeps trying.")
    await expect(page.locator("#question")).to_contain_text("does not win")
    await expect(page.locator("#notice")).to_be_hidden()
    assert (await service.puzzles.attempt(ANN.id, number)).tries == 1
    answer = await service.puzzles.answer(ANN, number, board.format(other))  # in Discord
    assert (answer.attempt.tries, answer.rated) == (2, None)
    await make(beside, board, board.parse(puzzle.answers[0]))
    await expect(beside.locator("#question")).to_contain_text("Solved at try 3.")
    await go(page, "retry")
    await make(page, board, other)  # where it is still open
    await expect(page.locator("#question")).to_contain_text("does not win")
    assert (await service.puzzles.attempt(ANN.id, number)).tries == 3
    assert len((await service.puzzles.curves(ANN.id))["konane"]) == 1


async def test_mistakes_are_practised_after_the_match_and_by_a_link(
    page: Page, door: Door, service: Service, thinker: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    criticise(thinker, monkeypatch, 0.6, e4=0.3)
    match = await lost(service, thinker)
    state, question = page.locator("#state"), page.locator("#question")
    await visit(page, door, service, ANN.id, match.id)
    await press(page, "practise")
    await expect(state).to_be_in_viewport(ratio=1)
    await page.wait_for_timeout(SEEN)  # a finger that stops a scrolling page touches nothing
    await expect(state).to_have_text("You played d5. Find a better move.")
    await expect(page.locator("#chat")).to_have_text(f"Konane #{match.code}, move 1")
    board = GAMES["konane"].start()
    for hints in (0, 1):
        await make(page, board, board.parse("e4"))
        await expect(question).to_contain_text("After e4 your winning chance is 30%. It could be 60%.")
        await expect(page.locator(".hinted")).to_have_count(hints)
        if hints:
            await expect(act(page, "retry")).to_have_count(0)
        else:
            await go(page, "retry")
    await page.reload()
    await expect(state).to_have_text("You played d5. Find a better move.")
    await make(page, board, board.legal_moves()[-1])
    await expect(question).to_contain_text("is right.")
    await go(page, "next-step")
    await expect(state).to_have_text("You played d7-d5. Find a better move.")
    await press(page, "leave")
    await expect(state).to_contain_text(f"Konane #{match.code}")
    await page.reload()
    await expect(state).to_contain_text(f"Konane #{match.code}")
    link = await service.visits.link(ANN.id, match.id)
    await page.goto(f"{door.url}/?practise/{match.code}/3#{link}")
    await expect(state).to_have_text("You played d7-d5. Find a better move.")
    board = (await service.lookup.snapshot_at(match.id, 2)).position
    await make(page, board, board.legal_moves()[-1])
    await expect(question).to_contain_text(f"You have practised your mistakes in Konane #{match.code}.")


async def test_a_puzzle_is_solved_by_keyboard_and_read_aloud(
    windows: Windows, door: Door, service: Service, clock: StillClock
) -> None:
    clock.time = (FIRST_DAY + DAYS) * DAY
    number = free()
    puzzle, board = collection.puzzle(number), collection.puzzle(number).board()
    page = await windows.open()
    await open_puzzle(page, door, service, number)
    await expect(page.locator("#live")).to_have_text("Black to move. Find the only move that wins.")
    for text, said, key in (
        (next(iter(puzzle.replies)), "does not win", "retry"),
        (puzzle.answers[0], "Solved at try 2.", "next-puzzle"),
    ):
        for step in board.steps(board.parse(text)):
            await page.locator(f"[data-cell='{step}']").focus()
            await page.keyboard.press("Enter")
        await expect(page.locator("#question")).to_contain_text(said)
        assert await page.locator("#question").get_attribute("aria-live") == "polite"
        assert await page.evaluate("document.activeElement !== document.body"), "the focus is lost"
        await expect(act(page, key)).to_be_enabled()
        await page.wait_for_timeout(SEEN)
        await act(page, key).focus()
        await page.keyboard.press("Enter")
        await expect(act(page, key if key == "next-puzzle" else "undo")).to_be_attached()
    await expect(page.locator("#chat")).not_to_contain_text(f"puzzle {number} ")
    assert await page.evaluate("document.activeElement !== document.body"), "the focus is lost"
