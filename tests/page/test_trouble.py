"""The panel for programmers: every kind of trouble, and how it is ended."""

from playwright.async_api import expect

from tests.page import world
from tests.page.browser import Windows
from tests.page.puppet import Puppet, PuppetServer


async def test_the_trouble_panel_makes_trouble(puppet: Puppet) -> None:
    await puppet.open()
    panel = puppet.page.get_by_role("complementary", name="For programmers")
    await puppet.page.get_by_role("button", name="Trouble").click()
    await panel.get_by_label("How many requests").fill("3")
    await panel.get_by_label("Answer").select_option("500")
    await panel.get_by_role("button", name="Fail the next ones").click()
    await expect(panel.get_by_role("status")).to_have_text("Done: Fail the next ones.")
    trouble = await puppet.act("trouble")
    assert (trouble["what"], trouble["count"], trouble["status"]) == ("fail_next", 3, 500)
    puppet.answer = lambda _: "There is no such channel."
    await panel.get_by_role("button", name="Delete the channel").click()
    await expect(panel.get_by_role("status")).to_have_text("There is no such channel.")


async def test_the_trouble_panel_makes_a_channel_and_goes_there(puppet: Puppet) -> None:
    await puppet.open()
    panel = puppet.page.get_by_role("complementary", name="For programmers")
    await puppet.page.get_by_role("button", name="Trouble").click()
    made = {"id": "777", "type": 0, "name": "board-games", "guild_id": world.GUILD, "position": 2}
    puppet.answer = lambda _: {"ok": True, "channel_id": "777"}
    await panel.get_by_label("Name of a new channel").fill("Board games")
    await panel.get_by_role("button", name="New channel").click()
    trouble = await puppet.act("trouble")
    assert (trouble["what"], trouble["name"], trouble["guild"]) == ("new_channel", "Board games", world.GUILD)
    await puppet.send("CHANNEL_CREATE", made)
    await expect(puppet.page.get_by_role("heading", name="board-games", exact=True)).to_be_visible()


async def test_what_was_chosen_in_the_trouble_panel_stays_chosen(puppet: Puppet) -> None:
    await puppet.open()
    panel = puppet.page.get_by_role("complementary", name="For programmers")
    await puppet.page.get_by_role("button", name="Trouble").click()
    await panel.get_by_role("combobox", name="Permission").select_option("send_messages")
    await panel.get_by_role("combobox", name="Person").select_option(world.CAROL)
    await panel.get_by_role("button", name="Take away").click()
    channel = world.ready()["guilds"][0]["channels"][0]
    await puppet.send("CHANNEL_UPDATE", {**channel, "topic": "Changed"})
    await expect(puppet.page.get_by_text("Changed")).to_be_visible()
    await expect(panel.get_by_role("button", name="Take away")).to_be_focused()
    people = [person | {"dms_closed": person["id"] == world.CAROL} for person in world.PEOPLE]
    await puppet.send("READY", world.ready(users=people))
    await expect(
        panel.get_by_role("combobox", name="Person").locator("option", has_text="Carol (closed)")
    ).to_be_attached()
    await expect(panel.get_by_role("combobox", name="Permission")).to_have_value("send_messages")
    await expect(panel.get_by_role("combobox", name="Person")).to_have_value(world.CAROL)
    await puppet.page.get_by_role("button", name="Direct messages").click()
    await expect(panel.get_by_role("combobox", name="Permission")).to_have_count(0)


async def test_the_bot_can_be_invited_again(puppet: Puppet) -> None:
    await puppet.open()
    panel = puppet.page.get_by_role("complementary", name="For programmers")
    await puppet.page.get_by_role("button", name="Trouble").click()
    puppet.hidden = lambda _: {command["id"] for command in world.COMMANDS}
    await puppet.send("GUILD_UPDATE", {"id": world.GUILD, "name": "Tidepool", "has_bot": False})
    await expect(panel.get_by_role("button", name="Throw the bot out")).to_have_count(0)
    await puppet.composer.fill("/")
    await expect(puppet.page.get_by_text("Tidepool has no commands here.")).to_be_visible()
    await panel.get_by_role("button", name="Invite the bot again").click()
    assert (await puppet.act("trouble"))["what"] == "invite_bot"
    await puppet.send("GUILD_UPDATE", {"id": world.GUILD, "name": "Tidepool", "has_bot": True})
    await expect(panel.get_by_role("button", name="Throw the bot out")).to_be_visible()


async def test_a_bot_that_stopped_is_shown_with_its_last_lines_and_started_again(
    windows: Windows, puppet_server: PuppetServer
) -> None:
    puppet = puppet_server.puppet(await windows.open(phone=True))
    await puppet.open()
    notice = puppet.page.locator("#stopped")
    await expect(notice).to_be_hidden()
    lines = [f"line {number} {'of the log ' * 20}" for number in range(19)]
    stopped = "\n".join(["The bot has stopped on its own (exit code 3).", *lines, "The database is broken."])
    await puppet.send("BOT", {"online": False, "stopped": stopped})
    await expect(notice.get_by_text("exit code 3")).to_be_in_viewport()
    await expect(notice.get_by_text("The database is broken.")).to_be_visible()
    await expect(puppet.composer).to_be_in_viewport()
    assert await puppet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    puppet.answer = lambda _: "The bot did not start again."
    await notice.get_by_role("button", name="Start the bot again").click()
    assert (await puppet.act("trouble"))["what"] == "restart_bot"
    await expect(puppet.page.locator("#banner")).to_have_text("The bot did not start again.")
    await puppet.send("BOT", {"online": True, "stopped": ""})
    await expect(notice).to_be_hidden()


async def test_with_every_channel_gone_one_talks_to_the_bot_and_makes_another(puppet: Puppet) -> None:
    await puppet.open()
    for channel in (world.GENERAL, world.GAMES):
        await puppet.send("CHANNEL_DELETE", {"id": channel})
    await expect(puppet.page.get_by_role("heading", name="Tidepool", exact=True, level=2)).to_be_visible()
    await puppet.page.get_by_role("button", name="Tidepool", exact=True).first.click()
    await expect(puppet.page.get_by_text("There is none. The panel Trouble")).to_be_visible()
    panel = puppet.page.get_by_role("complementary", name="For programmers")
    await puppet.page.get_by_role("button", name="Trouble").click()
    await expect(panel.get_by_role("button", name="New channel")).to_be_visible()
