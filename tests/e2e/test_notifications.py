"""How people choose the way of their notices, what the page tells them, and that the choice holds."""

from sandbox import Answer
from tests.e2e.rooms import Room

WAY, BEGIN, END, DIGEST = (f"t1:tell:0:0:{what}" for what in ("way", "from", "to", "digest"))


def chosen(page: Answer) -> str:
    """The sentence of the page about the current choice."""
    return page.content.splitlines()[1].replace("*", "")


async def test_the_page_says_in_plain_words_what_is_chosen(room: Room) -> None:
    page = await room.alice.slash("/notifications")
    assert page.private
    assert chosen(page) == "You are notified by a ping in the channel, at any time."
    page = await room.alice.select(page, "dm", custom_id=WAY)
    assert chosen(page) == "You are notified by direct message, at any time."
    page = await room.alice.select(page, "22:00", custom_id=BEGIN)
    assert chosen(page) == "You are notified by direct message, except between 22:00 and 07:00 (UTC)."
    page = await room.alice.select(page, "06:00", custom_id=END)
    assert chosen(page) == "You are notified by direct message, except between 22:00 and 06:00 (UTC)."
    page = await room.alice.select(page, "digest", custom_id=WAY)
    page = await room.alice.select(page, "18:00", custom_id=DIGEST)
    assert (
        chosen(page) == "You are notified in one direct message a day, at 18:00, except between 22:00 and 06:00 (UTC)."
    )
    page = await room.alice.select(page, "off", custom_id=BEGIN)
    assert chosen(page) == "You are notified in one direct message a day, at 18:00 (UTC)."
    assert chosen(await room.alice.slash("/notifications")) == chosen(page)


async def test_everything_can_be_chosen_by_the_command_itself(room: Room) -> None:
    page = await room.alice.slash(
        "/notifications", way="both", quiet_from="22:30", quiet_to="7", zone="Europe/Berlin", digest="8:15"
    )
    assert chosen(page) == (
        "You are notified by a ping in the channel and by direct message, "
        "except between 22:30 and 07:00 (Europe/Berlin)."
    )
    page = await room.alice.slash("/notifications", way="digest", quiet_from="off")
    told = "You are notified in one direct message a day, at 08:15 (Europe/Berlin)."
    assert chosen(page) == told
    refused = await room.alice.slash("/notifications", way="dm", quiet_from="07:00", quiet_to="07:00")
    assert refused.private
    assert "cannot start and end at the same time" in refused.content
    assert chosen(await room.alice.slash("/notifications")) == told


async def test_a_closed_direct_message_is_said_on_the_page_and_tried_again_on_demand(troubled_room: Room) -> None:
    room = troubled_room
    await room.bob.slash("/notifications", way="dm")
    room.sandbox.trouble.close_dms(room.bob.user)
    match = await room.match()
    await match.move(0, "d5")
    await room.bob.sees(lambda message: "your first move" in message.content and room.bob.user.id in message.pinged)
    page = await room.bob.slash("/notifications")
    assert "refused my last direct message" in page.content
    page = await room.bob.click(page, "Try direct messages again")
    assert "refused" not in page.content
    assert "by direct message" in chosen(page)
