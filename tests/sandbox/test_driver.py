"""A person acts, the bot answers: every kind of act and of answer."""

from __future__ import annotations

import asyncio

import pytest

from sandbox import Driver, Impossible, Sandbox, State
from tests.sandbox.small_bot import SmallBot, png

pytestmark = pytest.mark.usefixtures("spotless")


async def test_a_slash_command_is_answered_by_a_public_message_with_a_picture(alice: Driver, bob: Driver) -> None:
    answer = await alice.slash("/game challenge", opponent="@Bob", side="First", days="5")
    assert answer.state is State.MESSAGE
    assert answer.content == f"{bob.user.mention}, play for 5 days?"
    assert not answer.private
    assert [button.label for button in answer.buttons] == ["Accept", "Move", "Later"]
    assert await answer.png() == png()
    message = await bob.sees(lambda message: "play for" in message.text)
    assert message.pinged == (bob.user.id,)
    attachment = message.attachments[0]
    assert (attachment.width, attachment.height, attachment.description) == (3, 2, "A small black board")


async def test_a_private_answer_is_seen_by_its_person_alone(alice: Driver, bob: Driver) -> None:
    answer = await alice.slash("/game move", move="d5")
    assert answer.private
    assert [message.text for message in alice.inbox()] == ["Moved d5"]
    assert bob.messages() == []


async def test_autocomplete_offers_what_fits_what_was_typed(alice: Driver) -> None:
    assert await alice.autocomplete("/game move", "move", "d") == ["d5", "d6"]


async def test_autocomplete_leaves_out_what_is_not_yet_right(alice: Driver) -> None:
    assert await alice.autocomplete("/game move", "move", "e", against="@bo") == ["e5"]
    with pytest.raises(Impossible, match="nobody called @bo"):
        await alice.slash("/game move", move="e5", against="@bo")
    assert (await alice.slash("/game move", move="e5", against="@bob")).content == "Moved e5"


async def test_autocomplete_is_for_options_that_have_it(alice: Driver) -> None:
    with pytest.raises(Impossible, match="has no autocomplete"):
        await alice.autocomplete("/game challenge", "side", "f")
    with pytest.raises(Impossible, match="no option nope"):
        await alice.autocomplete("/game move", "nope", "f")


async def test_a_button_may_update_its_message(alice: Driver, bob: Driver) -> None:
    challenge = await alice.slash("/game challenge", opponent="Bob")
    answer = await bob.click(challenge, "Accept")
    assert answer.state is State.UPDATE
    assert challenge.content == "Accepted by Bob"
    assert challenge.buttons == ()
    assert len(challenge.message.attachments if challenge.message else ()) == 1


async def test_a_button_may_update_its_message_later(alice: Driver, box: Sandbox) -> None:
    challenge = await alice.slash("/game challenge", opponent="Bob")
    await alice.click(challenge, "later")
    await box.wait_for(lambda: challenge.content == "Later it is")


async def test_a_button_may_open_a_form_and_the_form_is_answered(alice: Driver) -> None:
    challenge = await alice.slash("/game challenge", opponent="Bob")
    opened = await alice.click(challenge, "Move")
    assert opened.state is State.MODAL
    assert opened.modal
    assert opened.modal.title == "Your move"
    assert list(opened.modal.fields) == ["Move"]
    with pytest.raises(Impossible, match="1 to 5"):
        await alice.submit(opened, move="too long")
    answer = await alice.submit(opened, move="d5")
    assert answer.content == "You wrote d5"
    assert answer.private


async def test_a_form_with_labels_has_defaults_and_selects(alice: Driver) -> None:
    opened = await alice.slash("/terms")
    assert opened.modal
    assert opened.modal.text == "Choose well."
    assert list(opened.modal.fields) == ["Note", "Side", "Whom"]
    assert (await alice.submit(opened)).content == "/Second/[]"
    opened = await alice.slash("/terms")
    with pytest.raises(Impossible, match="choose from First, Second"):
        await alice.submit(opened, Side="Third")
    with pytest.raises(Impossible, match="no field Colour"):
        await alice.submit(opened, Colour="red")
    answer = await alice.submit(opened, note="hello", Side="First", Whom="@bob")
    assert answer.content == "hello/First/['bob']"


async def test_a_select_hands_over_what_was_chosen(alice: Driver) -> None:
    challenge = await alice.slash("/game challenge", opponent="Bob")
    answer = await alice.select(challenge, "White")
    assert answer.content == "You chose white"


async def test_a_menu_command_names_its_target(alice: Driver) -> None:
    assert (await alice.user_command("Challenge", "Bob")).content == "Challenge bob?"


@pytest.mark.parametrize("private", [True, False])
async def test_thinking_becomes_the_first_follow_up(alice: Driver, box: Sandbox, private: bool) -> None:
    answer = await alice.slash("/think", private=private)
    assert answer.interaction.state is State.DEFERRED
    await answer.settled()
    assert (answer.content, answer.private) == ("Thought", private)
    await box.wait_for(lambda: answer.followups)
    assert [message.text for message in answer.followups] == ["And one more"]


async def test_two_clicks_at_once_both_reach_the_bot(alice: Driver, bob: Driver) -> None:
    challenge = await alice.slash("/game challenge", opponent="Bob")
    answers = await asyncio.gather(alice.click(challenge, "Accept"), bob.click(challenge, "Accept"))
    assert [answer.state for answer in answers] == [State.UPDATE, State.UPDATE]


async def test_commands_work_in_direct_messages(alice: Driver) -> None:
    answer = await alice.at(None).slash("/game move", move="e5")
    assert answer.content == "Moved e5"


async def test_the_bot_sees_who_acted_where_and_with_which_rights(alice: Driver, bot: SmallBot) -> None:
    await alice.slash("/game move", move="d5")
    assert bot.last
    assert str(bot.last.user.id) == alice.user.id
    assert str(bot.last.channel_id) == alice.channel.id
    assert bot.last.app_permissions.attach_files
    assert not bot.last.app_permissions.manage_guild
    assert bot.last.permissions.manage_guild
    assert bot.last.is_guild_integration()
