"""People who play Tidepool on the page in a running sandbox, and what must fit on their screens."""

import asyncio
import re
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, Page, expect

from cogs.ui.picker.pages import choices
from cogs.ui.picker.stages import EFFECT, Stage, stage
from games import Position
from language import ENGLISH
from sandbox import Driver, Sandbox

HIGH = """(article) => {
  const shown = [article.querySelector(".markdown"), article.querySelector("figure img"),
                 ...article.querySelectorAll(".row button")].map((one) => one.getBoundingClientRect());
  const image = article.querySelector("figure img");
  return [image.complete && image.naturalHeight > 0,
          Math.max(...shown.map((box) => box.bottom)) - Math.min(...shown.map((box) => box.top)),
          document.getElementById("scroller").clientHeight];
}"""
"""A script that returns whether the picture is there, the height of the message, and that of the screen."""

SHARE = """async (article) => {
  await article.querySelector("figure img").decode();
  return article.getBoundingClientRect().height / document.getElementById("scroller").clientHeight;
}"""
"""A script that returns which share of the screen a message takes once its picture is there."""


@dataclass
class Person:
    """One person in a window of their own."""

    name: str
    page: Page

    async def arrive(self, sandbox: Sandbox, channel: str) -> None:
        """Open the page and go to a channel."""
        await self.page.goto(f"{sandbox.page_url}&as={self.name.lower()}")
        await self.page.get_by_role("button", name=f"You are {self.name}").wait_for()
        await self.page.get_by_role("button", name=f"{channel}, text channel", exact=True).click()
        await self.page.locator("#messages[aria-label]:not([aria-busy])").wait_for(state="attached")

    async def type(self, *keys: str) -> None:
        """Type texts and press keys (those named in <>) in the composer."""
        await self.page.locator("#composer input, #composer textarea").last.focus()
        for key in keys:
            if key.startswith("<"):
                await self.page.keyboard.press(key[1:-1])
            else:
                await self.page.keyboard.type(key)

    async def command(self, name: str) -> None:
        """Begin a command."""
        await self.type(f"/{name} ")
        await self.page.get_by_role("group", name=f"/{name}").wait_for()

    async def choose(self, option: str, typed: str, shown: str) -> None:
        """Give an option: type a little and take the suggestion."""
        if not await self.page.get_by_role("combobox", name=f"{option}:").count():
            await self.type(f"{option}:")
        await self.page.keyboard.type(typed)
        suggested = self.page.get_by_role("option").filter(has=self.page.get_by_text(shown))
        await expect(suggested.first).to_have_attribute("aria-selected", "true")
        await self.page.keyboard.press("Tab")

    async def challenge(self, opponent: str, **options: str) -> None:
        """Challenge someone to Konane by command."""
        await self.command("konane challenge")
        for option, value in {"opponent": opponent, **options}.items():
            await self.choose(option, value, value)
        await self.page.keyboard.press("Enter")

    async def move(self, text: str) -> None:
        """Play a move by command and autocomplete."""
        await self.command("konane move")
        await self.choose("move", text[:2], text)
        await self.page.keyboard.press("Enter")

    async def pick(self, position: Position[Any], text: str) -> None:
        """Choose a move by clicking, with its rows and effects; every stage must fit the screen."""
        private = self.page.get_by_role("article").filter(has_text="Only you can see this").last
        move = position.parse(text)
        path: tuple[str, ...] = ()
        await self.newest("Move").click()
        while (here := stage(position, path)).move != move:
            await fits(private)
            effect_of_move = position.steps(move)[-1]
            if effect_of_move in here.effects[1:]:
                await instead(private, position, here).click()
                path += (EFFECT + effect_of_move,)
                await instead(private, position, stage(position, path)).wait_for()
                continue
            left = position.steps(move)[len(here.settled) :]
            row = next(((name,) for name, steps in here.parts.items() if left[:1] in steps), None)
            wanted = row or next(choice for choice in here.following if left[: len(choice)] == choice)
            effect = here.move is not None
            label = left[0] if effect else choices(position, here, position.turn, 1)[0][wanted].said()
            button = private.get_by_role("button", name=label, exact=True)
            await button.wait_for()
            before = await private.inner_text()
            await button.click()
            async with asyncio.timeout(60):
                while await private.inner_text() == before:  # noqa: ASYNC110 (the page tells nobody that it has drawn)
                    await asyncio.sleep(0.02)
            path += wanted
        over = position.play(position.parse(text)).result() is not None
        said = position.worded(text).said()
        await expect(private).to_contain_text(re.compile(f"{re.escape(said)}|You won:") if over else said)
        confirm = private.get_by_role("button", name=f"Play {said}", exact=True)
        if await confirm.count():
            await fits(private)
            await confirm.click()

    def newest(self, button: str) -> Locator:
        """The newest button with that name."""
        return self.page.locator("#messages").get_by_role("button", name=button, exact=True).last

    def said(self, text: str | re.Pattern[str]) -> Locator:
        """The newest message that contains a text, or what a pattern describes."""
        return self.page.get_by_role("article").filter(has_text=text).last

    async def sees_move(self, number: int) -> Locator:
        """Wait for the post that asks for the move of this number. Returns its article.

        A private preview of the move before shows the same board, so private messages do not count.
        """
        last = f"Move {number - 1}, " if number > 1 else "No moves yet"
        board = self.page.get_by_role("img", name=re.compile(last))
        post = self.page.get_by_role("article").filter(has=board, has_not_text="Only you can see this").last
        await expect(post.locator("figure img")).to_be_visible()
        return post


def instead(private: Locator, position: Position[Any], here: Stage) -> Locator:
    """The button that changes to the other effect."""
    effect = position.label(here.effects[1], here.settled).said()
    return private.get_by_role("button", name=f"Instead: {effect}", exact=True)


async def fits(private: Locator) -> None:
    """Check that the prompt, the picture and the buttons of a private message can be seen at once, once it is drawn."""
    await expect(private.locator("figure img")).to_be_visible()
    for _ in range(250):
        drawn, high, room = await private.evaluate(HIGH)
        if drawn and high <= room:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"{high} pixels where a screen shows {room}: {await private.inner_text()}")


async def arrive(page: Page, sandbox: Sandbox, name: str, spoken: str = ENGLISH) -> Driver:
    """Let somebody new open a new channel; both have this name, in small letters and hyphens.

    Tidepool has already said to them, in their language, all that it says once.
    """
    channel, reader = sandbox.world.add_channel(name), sandbox.world.add_user(name)
    await page.goto(f"{sandbox.page_url}&as={reader.username}&channel={channel.id}")
    await page.locator("#messages[aria-label]:not([aria-busy])").wait_for(state="attached")
    person = Driver(sandbox, reader, channel)
    await person.slash("/settings", language=spoken)
    await person.slash("/help")
    return person


async def is_in_sight(page: Page, said: str) -> None:
    """Check that the newest private message that says this is not higher than the screen."""
    message = page.get_by_role("article").filter(has_text="Only you can see this").filter(has_text=said).last
    await expect(message.locator(".markdown").first).to_contain_text(said)
    await expect(message.locator("figure img")).to_be_visible()
    assert await message.evaluate(SHARE) <= 1, await message.inner_text()
