"""A person acts, the bot answers: every kind of act and of answer."""

import pytest

from sandbox import Driver, Impossible
from tests.sandbox.small_bot import SmallBot

pytestmark = pytest.mark.usefixtures("spotless")


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


async def test_the_bot_sees_who_acted_where_and_with_which_rights(alice: Driver, bot: SmallBot) -> None:
    await alice.slash("/game move", move="d5")
    assert bot.last
    assert str(bot.last.user.id) == alice.user.id
    assert str(bot.last.channel_id) == alice.channel.id
    assert bot.last.app_permissions.attach_files
    assert not bot.last.app_permissions.manage_guild
    assert bot.last.permissions.manage_guild
    assert bot.last.is_guild_integration()
