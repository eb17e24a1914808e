"""How the page shows messages, to whom it shows them, and what people can do with them."""

from playwright.async_api import expect

from tests.page import world
from tests.page.browser import Windows
from tests.page.puppet import Puppet, PuppetServer
from tests.page.world import ALICE, BOB, GAMES, NOW, attachment, button, row, used


async def test_the_newest_messages_are_shown_when_one_comes(puppet: Puppet) -> None:
    puppet.history = [world.message(f"Number {n}") for n in range(120)]
    await puppet.open()
    await expect(puppet.page.get_by_text("Number 119", exact=True)).to_be_in_viewport()


async def test_messages_of_one_author_stand_under_one_name(puppet: Puppet) -> None:
    puppet.history = [world.message("one", author=BOB), world.message("two", author=BOB)]
    await puppet.open()
    assert await puppet.page.locator("#messages .byline").count() == 1
    await expect(puppet.article(puppet.history[1])).to_have_accessible_name("Bob two")


async def test_a_ping_is_seen_by_the_pinged_alone(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say(f"<@{ALICE}>, your move", pinged=[ALICE])
    await expect(puppet.article(message)).to_contain_class("pinged")
    await puppet.be("Bob")
    await expect(puppet.article(message)).to_contain_text("@Alice, your move")
    await expect(puppet.article(message)).not_to_contain_class("pinged")


async def test_a_message_that_was_edited_to_call_nobody_is_not_marked(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say(f"<@{ALICE}>, Bob challenges you", pinged=[ALICE])
    await puppet.send("MESSAGE_UPDATE", {**message, "content": "Accepted", "edited_timestamp": message["timestamp"]})
    await expect(puppet.article(message)).to_contain_text("Accepted")
    await expect(puppet.article(message)).not_to_contain_class("pinged")


async def test_a_private_answer_is_for_its_addressee_alone(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say("It is not your turn.", only_for=ALICE, flags=64)
    await expect(puppet.article(message)).to_contain_text("Only you can see this")
    await puppet.be("Bob")
    await expect(puppet.article(message)).to_have_count(0)
    await puppet.be("Alice")
    await puppet.article(message).get_by_role("button", name="Dismiss message").click()
    await puppet.send("MESSAGE_DELETE", {"id": message["id"], "channel_id": message["channel_id"]})
    await expect(puppet.article(message)).to_have_count(0)
    assert (await puppet.act("dismiss"))["message"] == message["id"]


async def test_an_answer_says_who_used_which_command(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say("Here", **used(BOB, "konane move"))
    await expect(puppet.article(message)).to_contain_text("Bob used /konane move")
    await expect(puppet.article(message)).to_contain_text("APP")


async def test_an_edit_replaces_the_text_and_says_so(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say("before")
    await puppet.send("MESSAGE_UPDATE", {**message, "content": "after", "edited_timestamp": message["timestamp"]})
    await expect(puppet.article(message).locator(".content")).to_have_text("after (edited)")


async def test_a_thinking_bot_is_shown_until_it_answers(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say(flags=128, **used(ALICE, "help"))
    await expect(puppet.article(message)).to_contain_text("Tidepool is thinking…")
    await puppet.send("MESSAGE_UPDATE", {**message, "flags": 0, "content": "Done"})
    await expect(puppet.article(message)).not_to_contain_text("thinking")


async def test_a_picture_has_its_alt_text_and_opens_large(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say("Look", attachments=[attachment("White to move")])
    await expect(puppet.article(message).get_by_role("img", name="White to move")).to_be_visible()
    await puppet.article(message).get_by_role("button", name="Enlarge").click()
    large = puppet.page.get_by_role("dialog", name="Picture")
    await expect(large.get_by_role("img", name="White to move")).to_be_visible()
    await puppet.page.keyboard.press("Escape")
    await expect(large).to_have_count(0)


async def test_an_embed_shows_its_parts(puppet: Puppet) -> None:
    await puppet.open()
    fields = [{"name": "Moves", "value": "**12**", "inline": True}]
    image = {"url": "attachment://board.png"}
    embed = {"title": "Konane", "description": "A *game*", "color": 0x123456, "fields": fields, "image": image}
    message = await puppet.say(embeds=[embed], attachments=[attachment("The end")])
    card = puppet.article(message).get_by_role("region", name="Konane")
    await expect(card).to_contain_text("A game")
    await expect(card.locator("strong", has_text="12")).to_be_visible()
    await expect(card).to_have_css("border-left-color", "rgb(18, 52, 86)")
    assert await puppet.article(message).get_by_role("img").count() == 1


async def test_components_v2_are_laid_out(puppet: Puppet) -> None:
    await puppet.open()
    section = {
        "type": 9,
        "components": [{"type": 10, "content": "## Alice"}],
        "accessory": button("Refresh", "refresh", emoji={"name": "🔄"}),
    }
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "Last board"}]}
    parts = [section, {"type": 14, "divider": True, "spacing": 1}, gallery, row(button("Off", "off", disabled=True))]
    message = await puppet.say(
        flags=1 << 15,
        attachments=[attachment("")],
        components=[{"type": 17, "accent_color": 0x00FF00, "components": parts}],
    )
    article = puppet.article(message)
    await expect(article.get_by_role("heading", name="Alice")).to_be_visible()
    await expect(article.get_by_role("separator")).to_have_count(1)
    await expect(article.get_by_role("img", name="Last board")).to_be_visible()
    await expect(article.get_by_role("button", name="Off")).to_be_disabled()
    await article.get_by_role("button", name="Refresh").click()
    assert (await puppet.act("button"))["custom_id"] == "refresh"


async def test_a_button_waits_and_says_when_the_bot_did_not_answer(puppet: Puppet) -> None:
    await puppet.open()
    puppet.answer = lambda _: {"ok": True, "interaction_id": "88"}
    message = await puppet.say(
        "Board", components=[row(button("Move", "t1:move", 1), button("Resign", "t1:resign", 4))]
    )
    article = puppet.article(message)
    await article.get_by_role("button", name="Move").click()
    await expect(article.get_by_role("button", name="Move")).to_have_attribute("aria-busy", "true")
    state = {"id": "88", "user_id": ALICE, "channel_id": world.GENERAL, "state": "failed", "reason": "too late"}
    await puppet.send("INTERACTION", state)
    await expect(article.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(article.get_by_role("button", name="Move")).not_to_have_attribute("aria-busy", "true")
    await puppet.be("Bob")
    await expect(article.get_by_role("alert")).to_have_count(0)


async def test_a_command_without_an_answer_is_told_to_its_sender(puppet: Puppet) -> None:
    await puppet.open()
    puppet.answer = lambda _: {"ok": True, "interaction_id": "89"}
    await puppet.composer.fill("/help")
    await puppet.composer.press("Enter")
    await puppet.page.keyboard.press("Enter")
    await expect(puppet.page.get_by_text("Sending command…")).to_be_visible()
    state = {"id": "89", "user_id": ALICE, "channel_id": world.GENERAL, "state": "failed", "reason": "too late"}
    await puppet.send("INTERACTION", state)
    await expect(puppet.page.get_by_role("alert")).to_have_text("The application did not respond")
    await puppet.page.get_by_role("button", name="Dismiss message").click()
    await expect(puppet.page.get_by_text("did not respond")).to_have_count(0)


async def test_a_command_that_failed_makes_room_for_the_next_one(puppet: Puppet) -> None:
    await puppet.open()
    for ident in ("89", "90"):
        puppet.answer = lambda _, ident=ident: {"ok": True, "interaction_id": ident}  # type: ignore[misc]  # a default binds the id
        await puppet.composer.fill("/help")
        await puppet.composer.press("Enter")
        await puppet.page.keyboard.press("Enter")
        await expect(puppet.page.get_by_text("Sending command…")).to_be_visible()
        await expect(puppet.page.get_by_text("did not respond")).to_have_count(0)
        state = {"id": ident, "user_id": ALICE, "channel_id": world.GENERAL, "state": "failed", "reason": "too late"}
        await puppet.send("INTERACTION", state)
        await expect(puppet.page.get_by_text("did not respond")).to_have_count(1)


async def test_a_select_is_used_by_keys(puppet: Puppet) -> None:
    await puppet.open()
    options = [{"label": label, "value": label.lower()} for label in ("Classic", "Dark")]
    menu = {"type": 3, "custom_id": "theme", "placeholder": "Choose a theme", "options": options}
    message = await puppet.say(components=[row(menu)])
    await puppet.article(message).get_by_role("combobox").press("ArrowDown")
    await puppet.page.keyboard.press("ArrowDown")
    await puppet.page.keyboard.press("Enter")
    await expect(puppet.article(message).get_by_role("combobox")).to_contain_text("Dark")
    act = await puppet.act("select")
    assert (act["custom_id"], act["values"]) == ("theme", ["dark"])


async def test_a_user_select_offers_everybody(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say(components=[row({"type": 5, "custom_id": "who"})])
    await puppet.article(message).get_by_role("combobox").click()
    await puppet.page.get_by_role("option", name="Bob").click()
    assert (await puppet.act("select"))["values"] == [BOB]


async def test_relative_times_follow_the_sandbox_clock(puppet: Puppet) -> None:
    await puppet.open()
    message = await puppet.say(f"due <t:{NOW + 7200 + 30}:R>")
    await expect(puppet.article(message)).to_contain_text("due in 2 hours")
    await puppet.send("CLOCK", {"now": NOW + 3600, "offset": 3600})
    await expect(puppet.article(message)).to_contain_text("due in 1 hour")


async def test_a_thread_stands_under_its_channel_and_can_be_opened(puppet: Puppet) -> None:
    await puppet.open(channel=GAMES)
    thread = {"id": "777", "type": 11, "guild_id": world.GUILD, "parent_id": GAMES, "name": "Konane #1f3k"}
    await puppet.send("THREAD_CREATE", thread)
    await puppet.page.get_by_role("list", name="Threads of games").get_by_role("button").click()
    await expect(puppet.page.get_by_role("heading", name="Konane #1f3k", level=2)).to_be_visible()
    await puppet.send("THREAD_DELETE", thread)
    await expect(puppet.page.get_by_role("heading", name="general", exact=True)).to_be_visible()


async def test_a_link_to_an_old_message_leads_to_it(puppet: Puppet) -> None:
    puppet.history = [world.message(f"Number {n}", channel=GAMES) for n in range(180)]
    await puppet.open()
    await puppet.say(f"[Look](https://discord.com/channels/500/{GAMES}/{puppet.history[5]['id']})")
    await puppet.page.get_by_role("button", name="Look").click()
    await expect(puppet.article(puppet.history[5])).to_be_in_viewport()


async def test_other_people_have_a_badge_of_their_pings(puppet: Puppet) -> None:
    await puppet.open()
    await puppet.say(f"<@{BOB}> <@{ALICE}>", channel=GAMES, pinged=[BOB, ALICE])
    await expect(puppet.page.get_by_role("button", name="games, text channel, 1 mention")).to_be_visible()
    await puppet.page.get_by_role("button", name="Be Bob, 1 mention").click()
    await puppet.page.get_by_role("button", name="games, text channel, 1 mention").click()
    await expect(puppet.page.get_by_role("button", name="games, text channel", exact=True)).to_be_visible()
    await expect(puppet.page.get_by_role("button", name="Be Alice, 1 mention")).to_be_visible()


async def test_in_a_new_channel_a_private_message_to_somebody_else_takes_no_ping_away(puppet: Puppet) -> None:
    await puppet.open()
    await puppet.send("CHANNEL_CREATE", {"id": "777", "type": 0, "name": "new", "guild_id": world.GUILD, "position": 2})
    await puppet.say(f"<@{BOB}>", channel="777", pinged=[BOB])
    await puppet.say("Hello, Alice!", channel="777", only_for=ALICE, flags=64)
    last = await puppet.say("The last one")
    await expect(puppet.article(last)).to_be_visible()
    await expect(puppet.page.get_by_role("button", name="Be Bob, 1 mention")).to_be_visible()


async def test_a_direct_message_counts_as_a_ping(puppet: Puppet) -> None:
    await puppet.open(who="bob")
    await puppet.say("Your turn", channel=world.DM)
    await puppet.page.get_by_role("button", name="Be Alice, 1 mention").click()
    await expect(puppet.page.get_by_role("button", name="Direct messages, 1 mention")).to_be_visible()


async def test_two_windows_of_one_browser_share_what_was_read(
    puppet: Puppet, windows: Windows, puppet_server: PuppetServer
) -> None:
    other = puppet_server.puppet(await windows.open(beside=puppet.page))
    await puppet.open()
    await other.open(who="bob", channel=GAMES)
    message = world.message(f"<@{BOB}>", channel=GAMES, pinged=[BOB])
    await puppet.send("MESSAGE_CREATE", message)
    await expect(puppet.page.get_by_role("button", name="Be Bob, 1 mention")).to_be_visible()
    await other.send("MESSAGE_CREATE", message)
    await expect(puppet.page.get_by_role("button", name="Be Bob", exact=True)).to_be_visible()


async def test_direct_messages_are_seen_by_their_owner_alone(puppet: Puppet) -> None:
    await puppet.open()
    await puppet.page.get_by_role("button", name="Direct messages").click()
    await expect(puppet.page.get_by_role("heading", name="Tidepool", level=2)).to_be_visible()
    await puppet.be("Bob")
    await expect(puppet.page.get_by_role("heading", name="general", exact=True)).to_be_visible()


async def test_a_refusal_is_said_in_place_and_the_text_kept(puppet: Puppet) -> None:
    await puppet.open()
    puppet.answer = lambda _: "Bob has closed their direct messages."
    await puppet.composer.fill("hello")
    await puppet.composer.press("Enter")
    await expect(puppet.page.get_by_role("alert")).to_have_text("Bob has closed their direct messages.")
    await expect(puppet.composer).to_have_value("hello")
