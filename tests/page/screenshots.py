"""`python -m tests.page.screenshots` writes docs/images/page-*.png: the sandbox's page, and the board page."""

import asyncio
import random
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Page, expect

from games.konane import Konane
from sandbox import BotProcess, Sandbox, free_ports
from tests.page.browser import Windows, chromium
from tests.page.match import Person

IMAGES = Path(__file__).parents[2] / "docs" / "images"
CHANNEL = "games"
SEED, PLIES = 5, 7

PICTURES_IN_VIEW = """() => {
  const inView = (image) => image.getBoundingClientRect().bottom > 0 && image.getBoundingClientRect().top < innerHeight;
  return [...document.images].filter(inView).every((image) => image.complete);
}"""


async def play(sandbox: Sandbox, windows: Windows) -> tuple[Person, Person]:
    """Play a little: some talk, a challenge, and the first moves of a match."""
    window = await windows.open()
    alice, bob = Person("Alice", window), Person("Bob", await windows.open(beside=window))
    for person in (alice, bob):
        await person.arrive(sandbox, CHANNEL)
    await alice.type("Has anybody here played **Konane**, the game of the *papamū*?", "<Enter>")
    await bob.type("Not yet, but I read the rules: you jump, and whoever cannot jump loses.", "<Enter>")
    await bob.type("Go easy on me 😅", "<Enter>")
    await alice.challenge("@Bob", side="first", size="6")
    await bob.newest("Accept").click()
    chance, position = random.Random(SEED), Konane.start(size="6")
    for ply in range(PLIES):
        text = position.format(chance.choice(position.legal_moves()))
        for person in (alice, bob):
            await person.sees_move(ply + 1)
        await (alice, bob)[position.turn].move(text)
        position = position.play(position.parse(text))
    await bob.sees_move(PLIES + 1)
    return alice, bob


async def shoot(page: Page, name: str) -> None:
    await page.mouse.move(0, 0)
    await page.wait_for_function(PICTURES_IN_VIEW)
    await page.wait_for_timeout(300)
    await page.screenshot(path=IMAGES / f"page-{name}.png")


async def shoot_all(sandbox: Sandbox, windows: Windows) -> None:
    alice, bob = await play(sandbox, windows)
    await shoot(bob.page, "desktop")
    await bob.page.get_by_role("button", name="Move", exact=True).last.click()
    await expect(bob.said("Only you can see this").locator("img")).to_be_visible()
    await shoot(bob.page, "picker")
    await alice.command("konane challenge")
    await shoot(alice.page, "composer")
    await bob.page.get_by_role("button", name="Trouble").click()
    await shoot(bob.page, "trouble")
    phone = Person("Bob", await windows.open(phone=True, scale=2))
    await phone.page.goto(f"{sandbox.page_url}&as=bob")
    await phone.sees_move(PLIES + 1)
    await shoot(phone.page, "phone")
    await phone.newest("My board").click()
    board = await windows.open(phone=True, scale=2)
    await board.goto(await phone.page.get_by_role("link", name="Open in browser").last.get_attribute("href") or "")
    await board.locator("[data-cell].lit").first.press("Enter")
    await shoot(board, "touch")


async def main() -> None:
    with TemporaryDirectory() as folder:
        database, address = Path(folder) / "tidepool.sqlite3", f"127.0.0.1:{free_ports(1)[0]}"
        async with (
            Sandbox() as sandbox,
            BotProcess(sandbox, database, TIDEPOOL_BOARD=address, TIDEPOOL_BOARD_URL=f"http://{address}"),
            chromium() as browser,
        ):
            windows = Windows(browser)
            await shoot_all(sandbox, windows)
            await windows.close()


if __name__ == "__main__":
    asyncio.run(main())
