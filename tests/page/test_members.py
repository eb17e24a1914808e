"""The list of members, from which people are invited and a crowd presses a button."""

import asyncio

from playwright.async_api import expect

from tests.page import world
from tests.page.browser import Windows
from tests.page.puppet import Puppet, PuppetServer
from tests.page.world import button, row

INVITED = "Invite somebody"


async def test_a_fourth_person_is_invited_and_one_can_be_them(puppet: Puppet) -> None:
    await puppet.open()
    page = puppet.page
    members = page.get_by_role("complementary", name="Members")
    puppet.answer = lambda _: {"ok": True, "name": "Dave"}
    await members.get_by_role("button", name=INVITED).click()
    invited = await puppet.act("invite")
    assert (invited["as"], invited["guild"]) == (world.ALICE, world.GUILD)
    await expect(members.get_by_role("status")).to_have_text("Dave has joined.")
    await puppet.send("READY", world.ready(users=[*world.PEOPLE, world.user("104", "Dave")]))
    await expect(members.get_by_role("status")).to_have_text("Dave has joined.")
    await puppet.be("Dave")
    await expect(page.get_by_role("button", name="You are Dave")).to_be_visible()


async def test_a_crowd_presses_the_leading_button_of_the_newest_post(puppet: Puppet) -> None:
    puppet.history = [
        world.message("Old", components=[row(button("Old", "old", 1))]),
        world.message("Vote now", components=[row(button("Board", "board"), button("Vote", "vote:1", 1))]),
        world.message("Mine", components=[row(button("Mine", "mine", 1))], only_for=world.ALICE),
        world.message("Closed", components=[row(button("Closed", "closed", 1, disabled=True))]),
        world.message("No button"),
    ]
    await puppet.open()
    members = puppet.page.get_by_role("complementary", name="Members")
    crowd = members.get_by_role("button", name="Crowd: ten press “Vote”")
    puppet.answer = lambda _: {"ok": True, "confirmed": 9}
    await crowd.click()
    pressed = await puppet.act("crowd")
    assert (pressed["message"], pressed["custom_id"]) == (puppet.history[1]["id"], "vote:1")
    await expect(members.get_by_role("status")).to_have_text("Confirmed: 9 of 10.")
    await puppet.send("MESSAGE_DELETE", {"id": puppet.history[1]["id"], "channel_id": world.GENERAL})
    await expect(members.get_by_role("button", name="Crowd: ten press “Old”")).to_be_visible()
    await puppet.say(components=[{"type": 17, "components": [row(button("Newer", "newer", 1))]}])
    await expect(members.get_by_role("button", name="Crowd: ten press “Newer”")).to_be_enabled()
    puppet.answer = lambda _: "This message is gone."
    await members.get_by_role("button", name="Crowd").click()
    await expect(members.get_by_role("status")).to_have_text("This message is gone.")


async def test_a_crowd_comes_once_at_a_time(puppet: Puppet) -> None:
    puppet.history = [world.message(components=[row(button("Vote", "vote", 1))])]
    await puppet.open()
    page, done = puppet.page, asyncio.Event()

    async def wait_and_answer(route: object) -> None:
        await done.wait()
        await route.continue_()  # type: ignore[attr-defined]  # a route of Playwright

    await page.route("**/page/act*", wait_and_answer)
    puppet.answer = lambda _: {"ok": True, "confirmed": 10}
    crowd = page.get_by_role("button", name="Crowd")
    await crowd.click()
    await expect(crowd).to_be_disabled()
    await puppet.send("READY", world.ready())
    await expect(crowd).to_be_disabled()
    done.set()
    await expect(crowd).to_be_enabled()


async def test_nobody_is_invited_to_a_conversation(puppet: Puppet) -> None:
    await puppet.open(channel=world.DM)
    members = puppet.page.get_by_role("complementary", name="Members")
    await expect(members.get_by_role("button", name="Alice")).to_be_visible()
    await expect(members.get_by_role("button", name=INVITED)).to_have_count(0)
    await expect(members.get_by_role("button", name="Crowd")).to_have_count(0)


async def test_a_phone_shows_the_faces_of_thirteen_people(windows: Windows, puppet_server: PuppetServer) -> None:
    puppet = puppet_server.puppet(await windows.open(phone=True))
    await puppet.open(world.ready(users=[*world.PEOPLE, *(world.user(str(200 + n), f"Guest {n}") for n in range(10))]))
    await puppet.page.get_by_role("button", name="Channels").tap()
    faces = puppet.page.get_by_role("list", name="Be somebody else").get_by_role("button")
    await expect(faces).to_have_count(12)
    for face in await faces.all():
        await expect(face).to_be_in_viewport(ratio=1)


async def test_a_second_server_is_made_and_shown(puppet: Puppet) -> None:
    await puppet.open()
    puppet.answer = lambda _: {"ok": True, "channel_id": "777"}
    await puppet.page.get_by_role("navigation", name="Servers").get_by_role("button", name="New server").click()
    made = await puppet.act("new_server")
    assert (made["as"], made["name"]) == (world.ALICE, "Alice's server")
    guild = {"id": "700", "name": "Alice's server", "has_bot": True, "channels": []}
    ready = world.ready()
    await puppet.send("READY", {**ready, "guilds": [*ready["guilds"], guild]})
    await puppet.send("CHANNEL_CREATE", {"id": "777", "type": 0, "name": "general", "guild_id": "700", "position": 0})
    await expect(puppet.page.locator("#place-name")).to_have_text("Alice's server")
