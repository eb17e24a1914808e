"""Writing in the composer with the keyboard alone."""

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.page import world
from tests.page.puppet import Puppet
from tests.page.world import ALICE, BOB, CAROL, DM, GENERAL

MOVES = ["d4-d6", "d4-d2", "c3-e3"]
TYPED = """async (text) => {
  for (const letter of text) {
    document.execCommand("insertText", false, letter);
    await new Promise((done) => setTimeout(done, 0));
  }
}"""
"""A script that types a text quickly, also on a slow machine: the page does what it can between two letters."""


def moves_are_offered(act: dict[str, Any]) -> dict[str, Any]:
    if act["act"] != "autocomplete":
        return {"ok": True}
    typed = act["options"][act["focused"]]
    return {"choices": [{"name": move, "value": move} for move in MOVES if typed in move]}


async def write(puppet: Puppet, *keys: str) -> None:
    """Type texts and press keys (those named in <>) where the focus is."""
    for key in keys:
        if key.startswith("<"):
            await puppet.page.keyboard.press(key[1:-1])
        else:
            await puppet.page.keyboard.type(key)


@pytest.fixture
async def composing(puppet: Puppet) -> Puppet:
    puppet.answer = moves_are_offered
    await puppet.open()
    await puppet.composer.focus()
    return puppet


async def test_plain_text_is_said(composing: Puppet) -> None:
    await write(composing, "hello @Bob", "<Shift+Enter>", "again", "<Enter>")
    act = await composing.act("say")
    assert act == {"as": ALICE, "channel": GENERAL, "act": "say", "content": f"hello <@{BOB}>\nagain"}
    await expect(composing.composer).to_have_value("")


async def test_a_slash_lists_the_commands_and_typing_narrows_the_list(composing: Puppet) -> None:
    options = composing.page.get_by_role("listbox").get_by_role("option")
    await write(composing, "/")
    await expect(options).to_contain_text(["/help", "/konane challenge", "/konane move", "/server"])
    await expect(options.nth(1)).to_contain_text("Challenge someone to Konane")
    await write(composing, "kon mo")
    await expect(options).to_contain_text(["/konane move"])


async def test_a_command_is_written_by_keys_from_end_to_end(composing: Puppet) -> None:
    await write(composing, "/kon", "<ArrowDown>", "<Tab>", "d4-")
    listed = composing.page.get_by_role("option")
    await expect(listed).to_have_text(["d4-d6", "d4-d2"])
    await write(composing, "<ArrowDown>", "<Enter>", "<Enter>")
    act = await composing.act("slash")
    assert (act["command"], act["options"]) == ("konane move", {"move": "d4-d2"})
    await expect(composing.composer).to_be_focused()


async def test_autocomplete_is_asked_once_for_quick_typing(composing: Puppet) -> None:
    await write(composing, "/konane move ")
    await expect(composing.page.get_by_role("combobox", name="move")).to_be_focused()
    await composing.page.evaluate(TYPED, "d4-d6")
    await expect(composing.page.get_by_role("option")).to_have_text(["d4-d6"])
    asked = [act["options"]["move"] for act in composing.acts if act["act"] == "autocomplete"]
    assert [text for text in asked if text] == ["d4-d6"]


async def test_required_options_come_first_and_optional_ones_are_offered(composing: Puppet) -> None:
    await write(composing, "/konane challenge ", "car", "<Tab>")
    await expect(composing.page.get_by_role("option")).to_contain_text(["side", "rated", "days"])
    await write(
        composing, "si", "<Tab>", "sec", "<Enter>", "ra", "<Enter>", "<ArrowDown>", "<Enter>", "days:", "3", "<Enter>"
    )
    act = await composing.act("slash")
    assert act["options"] == {"opponent": CAROL, "side": "second", "rated": False, "days": 3}


async def test_what_is_no_options_name_becomes_the_value_of_the_option_that_one_chooses(composing: Puppet) -> None:
    await write(composing, "/konane challenge ", "carol", "<Enter>", "12")
    await expect(composing.page.get_by_role("option")).to_contain_text(["side", "rated", "days"])
    await write(composing, "<ArrowUp>", "<Enter>", "<Enter>")
    act = await composing.act("slash")
    assert act["options"] == {"opponent": CAROL, "days": 12}


async def test_a_missing_or_wrong_value_is_said_in_place(composing: Puppet) -> None:
    alert = composing.page.get_by_role("alert")
    await write(composing, "/konane challenge ", "nobody", "<Enter>")
    await expect(alert).to_have_text("opponent: Choose a person from the list.")
    await write(composing, "<Control+a>", "bob", "<Enter>", "days:", "99", "<Enter>")
    await expect(alert).to_have_text("days: The greatest value is 14.")
    await expect(composing.page.get_by_role("combobox", name="days")).to_be_focused()
    assert not [act for act in composing.acts if act["act"] == "slash"]


async def test_backspace_takes_options_away_and_then_the_command(composing: Puppet) -> None:
    await write(composing, "/konane challenge ", "bob", "<Enter>", "days:", "<Backspace>")
    await expect(composing.page.get_by_role("combobox", name="days")).to_have_count(0)
    await expect(composing.page.get_by_role("combobox", name="opponent")).to_be_focused()
    await write(composing, *["<Backspace>"] * 4, "<Backspace>")
    await expect(composing.composer).to_have_value("/konane challenge")


async def test_escape_closes_the_list_and_then_leaves_the_command(composing: Puppet) -> None:
    await write(composing, "/konane challenge ")
    await expect(composing.page.get_by_role("option").first).to_be_visible()
    await write(composing, "<Escape>")
    await expect(composing.page.get_by_role("option")).to_have_count(0)
    await write(composing, "<Escape>")
    await expect(composing.composer).to_be_focused()
    await expect(composing.composer).to_have_value("")


async def test_a_text_that_no_choice_fits_is_sent_as_it_is(composing: Puppet) -> None:
    await write(composing, "/konane move ", "z9")
    await expect(composing.page.get_by_text("No options match")).to_be_visible()
    await write(composing, "<Enter>")
    assert (await composing.act("slash"))["options"] == {"move": "z9"}


async def test_a_refused_command_is_kept(composing: Puppet) -> None:
    composing.answer = lambda act: "The bot is not connected." if act["act"] == "slash" else moves_are_offered(act)
    await write(composing, "/help", "<Enter>", "<Enter>")
    await expect(composing.page.get_by_role("alert")).to_have_text("The bot is not connected.")
    await expect(composing.page.get_by_role("group", name="/help")).to_be_visible()


async def test_a_command_is_taken_also_when_its_list_was_closed(composing: Puppet) -> None:
    await composing.page.keyboard.type("/help")
    await composing.page.keyboard.press("Escape")
    await composing.page.keyboard.press("Enter")
    await composing.page.keyboard.press("Enter")
    assert (await composing.act("slash"))["command"] == "help"


async def test_an_unknown_command_is_not_said_as_a_message(composing: Puppet) -> None:
    await write(composing, "/nothing", "<Enter>")
    await expect(composing.page.get_by_role("alert")).to_contain_text("No command is called that.")
    assert composing.acts == []


async def test_a_command_is_listed_where_it_is_offered(puppet: Puppet) -> None:
    puppet.hidden = lambda channel: {"3"} if channel == DM else set()
    await puppet.open(channel=DM)
    await puppet.composer.fill("/")
    await expect(puppet.page.get_by_role("option", name="/help")).to_be_visible()
    await expect(puppet.page.get_by_role("option", name="/server")).to_have_count(0)
    await puppet.page.get_by_role("button", name="Tidepool", exact=True).last.click()
    await puppet.composer.fill("/ser")
    await expect(puppet.page.get_by_role("option", name="/server")).to_be_visible()


async def test_newly_synced_commands_are_listed_at_once(composing: Puppet) -> None:
    await write(composing, "/")
    await composing.send("COMMANDS", [{"id": "9", "name": "matches", "type": 1, "description": "Your matches"}])
    await expect(composing.page.get_by_role("option")).to_contain_text(["/matches"])


async def test_a_person_has_a_menu_with_the_commands_of_apps(composing: Puppet) -> None:
    await (
        composing.page.get_by_role("complementary", name="Members")
        .get_by_role("button", name="Bob")
        .click(button="right")
    )
    await expect(composing.page.get_by_role("menuitem").first).to_be_visible()
    await composing.page.get_by_role("menuitem", name="Challenge").click()
    act = await composing.act("user_command")
    assert (act["command"], act["target"]) == ("Challenge", BOB)


MODAL = {
    "custom_id": "m",
    "title": "Challenge Bob",
    "components": [
        {
            "type": 18,
            "label": "Game",
            "description": "Which one",
            "component": {
                "type": 3,
                "custom_id": "game",
                "options": [{"label": "Konane", "value": "konane"}, {"label": "SquAlma", "value": "squalma"}],
            },
        },
        {"type": 1, "components": [{"type": 4, "custom_id": "note", "label": "Note", "style": 2, "required": False}]},
        {"type": 18, "label": "Move", "component": {"type": 4, "custom_id": "move", "style": 1, "min_length": 2}},
    ],
}


async def test_a_modal_is_filled_in_and_sent(puppet: Puppet) -> None:
    await puppet.open()
    await puppet.send("MODAL", {"interaction_id": "66", "user_id": ALICE, "modal": MODAL})
    form = puppet.page.get_by_role("dialog", name="Challenge Bob")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_text("This field is required.")).to_have_count(2)
    await form.get_by_role("combobox", name="Game").click()
    await form.get_by_role("option", name="SquAlma").click()
    await form.get_by_label("Move").fill("d4")
    await form.get_by_label("Note").fill("Have fun")
    await form.get_by_label("Move").press("Enter")
    act = await puppet.act("modal")
    assert act["values"] == {"game": ["squalma"], "note": "Have fun", "move": "d4"}
    assert (act["interaction_id"], act["custom_id"]) == ("66", "m")
    await expect(form).to_have_count(0)


async def test_a_modal_stays_open_when_the_bot_does_not_answer(puppet: Puppet) -> None:
    await puppet.open()
    puppet.answer = lambda _: {"ok": True, "interaction_id": "67"}
    part = {"type": 1, "components": [{"type": 4, "custom_id": "note", "label": "Note", "style": 1, "required": False}]}
    modal = {"custom_id": "m", "title": "A note", "components": [part]}
    await puppet.send("MODAL", {"interaction_id": "66", "user_id": ALICE, "modal": modal})
    form = puppet.page.get_by_role("dialog", name="A note")
    await form.get_by_role("button", name="Submit").click()
    await puppet.act("modal")
    state = {"id": "67", "user_id": ALICE, "channel_id": world.GENERAL, "state": "failed", "reason": "too late"}
    await puppet.send("INTERACTION", state)
    await expect(form.get_by_role("alert")).to_have_text("Something went wrong. Try again.")


async def test_a_modal_for_somebody_else_is_not_shown(puppet: Puppet) -> None:
    await puppet.open()
    await puppet.send("MODAL", {"interaction_id": "66", "user_id": BOB, "modal": MODAL})
    await puppet.say("after it")
    await expect(puppet.page.get_by_text("after it").first).to_be_visible()
    await expect(puppet.page.get_by_role("dialog")).to_have_count(0)


async def test_a_file_is_attached_for_an_option(composing: Puppet) -> None:
    options = [{"name": "file", "description": "The record", "type": 11, "required": True}]
    command = {"id": "9", "name": "import", "type": 1, "description": "Import a record", "options": options}
    await write(composing, "/import ")
    await composing.send("COMMANDS", [command])  # it may arrive later than the person types
    field = composing.page.locator('input[type="file"]')
    await expect(field).to_be_focused()
    await composing.page.get_by_role("button", name="Send").click()
    await expect(
        composing.page.get_by_text("file: This option is required")
        .or_(composing.page.get_by_text("file: Attach a file."))
        .first
    ).to_be_visible()
    await field.set_input_files({"name": "record.txt", "mimeType": "text/plain", "buffer": b"1. a1 *"})
    await composing.page.get_by_role("button", name="Send").click()
    act = await composing.act("slash")
    assert act["options"] == {"file": {"filename": "record.txt", "base64": "MS4gYTEgKg=="}}


async def test_the_composer_says_when_the_bot_would_not_answer(composing: Puppet) -> None:
    await composing.send("BOT", {"online": False, "stopped": ""})
    await expect(composing.composer).to_have_attribute("placeholder", re.compile("Tidepool is not connected"))
    await composing.send("BOT", {"online": True, "stopped": ""})
    await expect(composing.composer).not_to_have_attribute("placeholder", re.compile("not connected"))
