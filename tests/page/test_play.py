"""Two people on the page with the real bot behind it: everything that they do besides a whole match."""

import itertools
import re
from typing import Any

import pytest
from playwright.async_api import expect

from games import GAMES, Position
from sandbox import Driver
from tests.page.browser import Windows
from tests.page.conftest import House
from tests.page.match import Person
from tests.support.patience import patience

_rooms = itertools.count(1)


@pytest.fixture
async def room(house: House) -> str:
    """A channel that no other test uses."""
    name = f"room-{next(_rooms)}"
    house.sandbox.world.add_channel(name)
    return name


@pytest.fixture
async def alice(windows: Windows, house: House, room: str) -> Person:
    """Alice in a window of her own, in a fresh channel."""
    alice = Person("Alice", await windows.open())
    await alice.arrive(house.sandbox, room)
    return alice


@pytest.fixture
async def players(windows: Windows, house: House, room: str, alice: Person) -> tuple[Person, Person]:
    """Alice and Bob with a match of Konane on the small board, in which Alice moves first."""
    bob = Person("Bob", await windows.open())
    await bob.arrive(house.sandbox, room)
    await alice.challenge("@Bob", side="first", size="6")
    await bob.newest("Accept").click()
    for person in (alice, bob):
        await person.sees_move(1)
    return alice, bob


async def test_the_start_of_a_channel_leads_to_a_match_against_the_computer(alice: Person) -> None:
    await alice.page.get_by_role("button", name="/konane practice").click()
    await expect(alice.page.get_by_role("group", name="/konane practice")).to_be_visible()
    await alice.page.keyboard.press("Enter")
    await expect(alice.newest("Hint")).to_be_visible()


async def test_a_move_is_typed_in_a_form(players: tuple[Person, Person]) -> None:
    alice, bob = players
    await alice.newest("Move").click()
    await alice.newest("Type a move").click()
    form = alice.page.get_by_role("dialog", name=re.compile("Konane"))
    await form.get_by_label("Your move").fill("c4")
    await form.get_by_role("button", name="Submit").click()
    await expect(bob.said("c4")).to_contain_text(re.compile("took|jumped"))
    await expect(form).to_have_count(0)


@pytest.mark.long
async def test_a_form_opens_only_in_the_window_that_asked_for_it(
    windows: Windows, house: House, room: str, players: tuple[Person, Person]
) -> None:
    alice, _ = players
    beside = Person("Alice", await windows.open())
    await beside.arrive(house.sandbox, room)
    await alice.newest("Move").click()
    await beside.newest("Type a move").click()
    await expect(beside.page.get_by_role("textbox", name="Your move")).to_be_visible()
    await beside.page.get_by_role("button", name="Cancel").click()
    await alice.newest("Type a move").click()
    await expect(alice.page.get_by_role("textbox", name="Your move")).to_be_visible()
    await expect(beside.page.get_by_role("dialog")).to_have_count(0)


async def test_a_bot_that_is_gone_fails_the_button_and_the_command(house: House, alice: Person, room: str) -> None:
    await Driver(house.sandbox, "Alice", room).slash("/konane practice", side="first")
    await house.bot.stop()
    try:
        with patience(house.sandbox, 0.5):  # no bot is connected to answer
            await alice.newest("My board").click()
            await expect(alice.page.get_by_text("This interaction failed")).to_be_visible()
            await alice.type("/help ", "<Enter>")
            await expect(alice.page.get_by_text("The application did not respond")).to_be_visible()
    finally:
        await house.bot.start()


@pytest.mark.long
async def test_the_way_from_key_press_to_picture_is_logged(players: tuple[Person, Person]) -> None:
    alice, _ = players
    await alice.page.get_by_role("button", name="Request log").click()
    await alice.move("a6")
    log = alice.page.get_by_role("list", name="Requests, newest first")
    trip = log.locator("li").filter(has_text="/konane move").filter(has_text="key press to picture")
    await expect(trip).to_contain_text(re.compile(r"\d+ ms"))
    assert not await log.get_by_text("invalid", exact=True).count()


async def test_a_match_against_the_computer_stays_one_board_with_one_private_line(
    house: House, alice: Person, room: str
) -> None:
    await alice.command("konane practice")
    await alice.choose("level", "Ripple", "Ripple, level 1")
    await alice.choose("side", "Black", "Black, moves first")
    await alice.choose("size", "6", "6")
    await alice.page.keyboard.press("Enter")
    private = alice.page.get_by_role("article").filter(has_text="Only you can see this")
    lines = private.filter(has_text="You played")
    position: Position[Any] = GAMES["konane"].start(size="6")
    for ply in (1, 3, 5):
        post = await alice.sees_move(ply)
        described = await post.locator("figure img").get_attribute("alt") or ""
        if answered := re.search(rf"Move {ply - 1}, [^:]+: ([a-f][0-9][-a-f0-9]*)", described):
            position = position.play(position.parse(answered[1]))
        move = position.format(position.legal_moves()[0])
        await alice.pick(position, move)
        position = position.play(position.parse(move))
        await expect(lines.filter(has_text=f"You played {move}")).to_be_visible()
        await expect(lines).to_have_count(1)
    await alice.sees_move(7)
    shown = Driver(house.sandbox, "Bob", room).messages()
    assert sum(bool(message.attachments) for message in shown if not message.private) == 1
