"""The page as a whole: long channels, phones, screen readers, the panels for programmers."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.page import world
from tests.page.browser import Windows
from tests.page.puppet import Puppet, PuppetServer
from tests.page.world import ALICE, BOB, GENERAL, attachment, button, row, used

ROWS = "document.querySelectorAll('#messages > li').length"
TOP_ROW = """() => {
  const edge = document.getElementById("scroller").getBoundingClientRect().top + 300;
  const row = [...document.querySelectorAll("#messages > li")].find((li) => li.getBoundingClientRect().bottom > edge);
  return [row.dataset.id, row.getBoundingClientRect().top];
}"""
SCROLL = """async (by) => {
  document.getElementById("scroller").scrollBy(0, by);
  await new Promise((done) => setTimeout(done, 40));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
GROWN = """() => {
  const pending = document.getElementById("pending");
  pending.hidden = false;
  pending.style.height = "400px";
  document.getElementById("scroller").dispatchEvent(new Event("scroll"));
}"""
"""A script that adds a row below the messages while a scroll event is still under way."""
SHRUNK = """() => {
  document.querySelector("#messages > li").style.paddingTop = "";
  document.getElementById("scroller").dispatchEvent(new Event("scroll"));
}"""
"""A script that makes a row above lower than expected: the browser then scrolls up so that the view stays."""
BELOW = """() => {
  const { scrollTop, scrollHeight, clientHeight } = document.getElementById("scroller");
  return scrollHeight - scrollTop - clientHeight < 2;
}"""
"""A script that returns whether nothing is below the visible part."""
TOP_OF = "(id) => document.querySelector(`li[data-id='${id}']`).getBoundingClientRect().top"

TURN_POST = """
- 'article "Tidepool @Alice, your move in Konane #1f3k: move 12."':
  - text: Bob used /konane move
  - heading /^Tidepool APP/ [level=3]
  - text: "@Alice, your move in"
  - strong: Konane
  - text: "#1f3k: move 12."
  - figure:
    - img "Black to move"
    - button "Enlarge the picture"
  - button "Move"
  - button "My board"
  - button "Resign"
"""


def turn_post(number: int = 12) -> world.Json:
    buttons = [button("Move", f"t1:move:{number}", 1), button("My board", "t1:board"), button("Resign", "t1:resign", 4)]
    text = f"<@{ALICE}>, your move in **Konane** #1f3k: move {number}."
    return world.message(text, attachments=[attachment("Black to move")], components=[row(*buttons)])


@pytest.mark.parametrize("many", [200, pytest.param(2000, marks=pytest.mark.long)])
async def test_among_many_messages_one_reads_and_writes_as_ever(puppet: Puppet, many: int) -> None:
    puppet.history = [
        turn_post(n) if n % 40 == 0 else world.message(f"Number {n} " + "words " * (n % 40), at=world.NOW + 5 * n)
        for n in range(many)
    ]
    await puppet.open()
    page = puppet.page
    await expect(page.locator("#messages > li").last).to_be_in_viewport()
    assert await page.evaluate(ROWS) < 200
    await _climb(page, many)
    assert await page.evaluate(ROWS) == many
    await expect(page.get_by_text("Welcome to #general!")).to_be_visible()
    await page.get_by_role("button", name="Jump to the newest message").click()
    await puppet.composer.press_sequentially("/konane move ")
    await expect(page.get_by_role("group", name="/konane move")).to_be_visible()
    message = await puppet.say("The newest of all")
    await expect(puppet.article(message)).to_be_in_viewport()
    assert await page.evaluate(ROWS) < 400, "old rows are given up once one reads the newest"


async def _climb(page: Page, many: int) -> None:
    """Scroll up to the first of these messages, and check that the visible part never jumps."""
    for _ in range(many * 3 // 10):
        row_id, before = await page.evaluate(TOP_ROW)
        rows = await page.evaluate(ROWS)
        await page.evaluate(SCROLL, -700)
        moved = await page.evaluate(TOP_OF, row_id) - before
        assert moved <= 702, "what is read stays where it is when older messages come"
        if moved <= 0 and rows == many:
            return
        if moved <= 0:
            await page.wait_for_function(f"{ROWS} > {rows}")
    raise AssertionError("the first message was not reached")


async def test_reading_older_messages_is_not_disturbed_by_new_ones(puppet: Puppet) -> None:
    puppet.history = [world.message(f"Number {n}") for n in range(200)]
    await puppet.open()
    await puppet.page.evaluate(SCROLL, -1200)
    row_id, before = await puppet.page.evaluate(TOP_ROW)
    message = await puppet.say("News")
    await expect(puppet.article(message)).to_be_attached()
    assert abs(await puppet.page.evaluate(TOP_OF, row_id) - before) < 2
    await expect(puppet.page.get_by_role("button", name="Jump to the newest message")).to_be_visible()


async def test_a_person_sees_the_answer_to_their_command(puppet: Puppet) -> None:
    puppet.history = [world.message(f"Number {n}") for n in range(200)]
    await puppet.open()
    await puppet.page.evaluate(SCROLL, -1200)
    puppet.answer = lambda _: {"ok": True, "interaction_id": "89"}
    await puppet.composer.fill("/help")
    await puppet.composer.press("Enter")
    await puppet.page.keyboard.press("Enter")
    await expect(puppet.page.get_by_text("Sending command…")).to_be_in_viewport()
    await expect(puppet.article(await puppet.say("News"))).to_be_in_viewport()


async def test_what_grows_below_the_newest_message_is_no_scrolling_up(puppet: Puppet) -> None:
    puppet.history = [world.message(f"Number {n}") for n in range(200)]
    await puppet.open()
    await puppet.page.evaluate(GROWN)
    await puppet.say("News")
    await puppet.page.wait_for_function(BELOW)


async def test_what_shrinks_above_the_newest_message_is_no_scrolling_up(puppet: Puppet) -> None:
    puppet.history = [world.message(f"Number {n}") for n in range(60)]
    await puppet.open()
    await expect(puppet.page.locator("#messages > li")).to_have_count(60)
    await puppet.page.evaluate("document.querySelector('#messages > li').style.paddingTop = '200px'")
    await puppet.page.evaluate(SCROLL, 0)
    await puppet.page.wait_for_function(BELOW)
    await puppet.page.evaluate(f"() => {{ ({GROWN})(); ({SHRUNK})(); }}")
    await puppet.page.wait_for_function(BELOW)


async def test_a_phone_shows_channels_and_people_in_a_drawer(windows: Windows, puppet_server: PuppetServer) -> None:
    puppet = puppet_server.puppet(await windows.open(phone=True))
    await puppet.open()
    page = puppet.page
    channels = page.get_by_role("navigation", name="Channels")
    await expect(channels).to_be_hidden()
    await page.get_by_role("button", name="Channels").tap()
    await channels.get_by_role("button", name="games").tap()
    await expect(channels).to_be_hidden()
    await expect(page.get_by_role("heading", name="games", level=2)).to_be_visible()
    await page.get_by_role("button", name="Channels").tap()
    await page.get_by_role("button", name="Be Bob").tap()
    await page.touchscreen.tap(380, 400)
    await puppet.say(f"<@{ALICE}>, look", channel=GENERAL, pinged=[ALICE])
    await expect(page.get_by_role("button", name="Channels, 1 mention")).to_be_visible()


async def test_a_phone_never_scrolls_sideways(windows: Windows, puppet_server: PuppetServer) -> None:
    puppet = puppet_server.puppet(await windows.open(phone=True))
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}
    menu = {"type": 3, "custom_id": "theme", "options": []}
    panel = world.message(
        flags=1 << 15, attachments=[attachment()], components=[{"type": 17, "components": [gallery, row(menu)]}]
    )
    puppet.history = [panel, turn_post(), world.message("word" * 100), world.message("```\n" + "code " * 60 + "\n```")]
    await puppet.open()
    for width in (360, 420):
        await puppet.page.set_viewport_size({"width": width, "height": 780})
        wide = (
            "[...document.querySelectorAll('#chat *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)"
        )
        assert await puppet.page.evaluate(f"{wide}.map((e) => e.outerHTML.slice(0, 80))") == []


async def test_a_turn_post_is_read_in_order(puppet: Puppet) -> None:
    puppet.history = [{**turn_post(), **used(BOB, "konane move")}]
    await puppet.open()
    await expect(puppet.article(puppet.history[0])).to_match_aria_snapshot(TURN_POST)


async def test_a_new_message_is_told_to_screen_readers(puppet: Puppet) -> None:
    await puppet.open()
    await puppet.send("MESSAGE_CREATE", turn_post())
    await expect(puppet.page.get_by_role("log", name="New messages")).to_contain_text(
        "Tidepool: @Alice, your move in Konane #1f3k: move 12. Picture: Black to move"
    )


async def test_every_control_has_a_name(puppet: Puppet) -> None:
    puppet.history = [turn_post()]
    await puppet.open()
    for panel in ("Trouble", "Request log"):
        await puppet.page.get_by_role("button", name=panel).click()
        snapshot = await puppet.page.locator("body").aria_snapshot()
        unnamed = re.findall(r"- (?:button|link|textbox|combobox|spinbutton)(?: \[[^]]*\])*:?$", snapshot, re.MULTILINE)
        assert unnamed == []


async def test_the_request_log_shows_validity_and_the_round_trip(puppet: Puppet) -> None:
    await puppet.open()
    await puppet.page.get_by_role("button", name="Request log").click()
    message = await puppet.say("Board", components=[row(button("Move", "t1:move"))])
    await puppet.article(message).get_by_role("button", name="Move").click()
    await puppet.act("button")
    await puppet.send("MESSAGE_CREATE", turn_post())
    entry = {"at": world.NOW, "method": "POST", "path": "/channels/1/messages", "status": 200, "ms": 12.3}
    await puppet.send("LOG", {**entry, "valid": True, "round_trip_ms": 87, "body": '{"content":"hi"}'})
    await puppet.send("LOG", {**entry, "valid": "content: 2001 characters are too many", "body": None})
    log = puppet.page.get_by_role("list", name="Requests, newest first")
    await expect(log.get_by_text("87 ms", exact=False).first).to_be_visible()
    await expect(log.locator("li", has_text="key press to picture")).to_contain_text(re.compile(r"\d+ ms"))
    await expect(puppet.page.get_by_text("Requests: 2, invalid: 1.")).to_be_visible()
    await log.get_by_text("invalid").click()
    await expect(log.get_by_text("content: 2001 characters are too many")).to_be_visible()


async def test_the_page_comes_back_when_the_sandbox_does(puppet: Puppet) -> None:
    await puppet.open()
    await puppet.drop()
    await expect(puppet.page.get_by_text("The sandbox does not answer.").first).to_be_visible()
    puppet.history = [world.message("said meanwhile")]
    await expect(puppet.article(puppet.history[0])).to_be_visible()
    await expect(puppet.page.locator("#banner")).to_be_hidden()
