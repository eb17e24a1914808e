"""Matches that two computer players play for show."""

import re

from cogs.posts.threads import WEEK
from sandbox import Driver
from tests.e2e.conftest import House
from tests.e2e.rooms import watch
from tests.e2e.whereabouts import code_in, is_archived, thread_of_match


async def test_a_show_goes_on_in_one_message_until_it_is_stopped(own_house: House) -> None:
    room = own_house.room()
    begun = await watch(room.alice, levels="12")
    assert "Computer match: Ripple (computer, level 1, Black) plays Swell (computer, level 2, White)" in begun.content
    refused = await watch(room.bob, "squalma")
    assert re.search(rf"already running here\. Stop it first\. It is here: \S+/{begun.post.id}$", refused.content)
    assert "started it" in (await room.bob.click(refused, "Stop")).content
    first = begun.post.attachments[0].filename
    room.sandbox.move_clock(30)
    await room.sandbox.wait_for(lambda: begun.message and begun.post.attachments[0].filename != first)
    assert "Computer match: Ripple (computer, level 1, Black) took" in begun.post.content
    assert "started it" in (await room.bob.click(begun.post, "Stop")).content
    await room.alice.click(begun.post, "Stop")
    await room.sandbox.wait_for(lambda: begun.message and "the match was stopped" in begun.post.content)


async def test_a_show_is_bumped_by_who_began_it_and_goes_on_at_the_bottom_of_its_channel(own_house: House) -> None:
    room = own_house.room()
    begun = await watch(room.alice)
    old, code = begun.post.id, code_in(begun)
    await own_house.noted("SELECT 1 FROM place WHERE message_id IS NOT NULL")
    there = room.sandbox.world.add_channel("elsewhere")
    moved = await room.alice.at(there).slash("/match move-here", match=code)
    assert "is a computer match and stays in the channel where it started" in moved.content
    refused = await room.bob.forge(await room.bob.click(begun, "More"), f"t1:bump:{int(code, 36)}:1")
    assert f"{room.alice.user.global_name} started this, so only they can post it again" in refused.content
    assert "Post the board again" not in [button.label for button in (await room.bob.click(begun, "More")).buttons]
    await room.alice.click(await room.alice.click(begun, "More"), "Post the board again")
    bumped = await room.carol.sees(lambda message: message.id != old and "Computer match" in message.content)
    assert bumped.pinged == ()
    await room.sandbox.wait_for(
        lambda: room.sandbox.world.message(room.channel.id, old) is None, what="the old board to go"
    )
    room.sandbox.move_clock(30)
    await room.carol.sees(
        lambda message: (
            message.id == bumped.id and "Computer match: Ripple (computer, level 1, Black) took" in message.content
        )
    )


async def test_a_show_opens_its_thread_again_that_archived_itself(own_house: House) -> None:
    room = own_house.room()
    thread = await thread_of_match(room)
    await watch(room.alice.at(thread), "squalma")
    for ply in (1, 2):
        room.sandbox.move_clock(WEEK * 60)  # a show is edited, and no edit keeps a thread open
        await own_house.noted(
            "SELECT 1 FROM place JOIN match ON match.id = match_id WHERE ply = ? AND shown_rev > ?", ply, ply
        )
        assert not is_archived(room, thread)
    assert "deliver" not in own_house.bot.errors


async def test_a_show_is_stopped_where_the_next_one_is_refused(own_house: House) -> None:
    room = own_house.room()
    there = room.sandbox.world.add_channel("elsewhere")
    begun = await watch(room.alice)
    room.sandbox.trouble.delete_message(begun.post)
    refused = await watch(room.alice)
    (stop,) = refused.buttons
    boss = Driver(room.sandbox, room.sandbox.world.users[room.sandbox.world.guild.owner_id], there)
    forged = await boss.forge(await boss.slash("/matches"), stop.custom_id or "")
    assert "started it" in forged.content, "it is shown in another channel"
    stopped = await room.alice.click(refused, "Stop")
    assert "You stopped" in stopped.content
    assert not stopped.buttons
    await own_house.noted("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)")
    assert (await watch(room.alice)).message is not None
