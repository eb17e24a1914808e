"""Challenges in the sandbox: named and open, their terms, answers and refusals, blocks, expiry and restarts."""

import asyncio
import re
import struct
from dataclasses import replace

from sandbox import Answer, Message
from tests.e2e.conftest import House
from tests.e2e.rooms import Room, labels, refusal
from tests.e2e.whereabouts import thread_of_match

DAY = 86400


NO_CHALLENGE_IS_UNPOSTED = """
SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE kind = 'challenge')
"""
ALL_OFFER_THE_COMPUTER = f"{NO_CHALLENGE_IS_UNPOSTED} AND NOT EXISTS (SELECT 1 FROM alarm WHERE kind = 'meanwhile')"
"""The bot has tried to put the button under each challenge, and is done with that."""


async def settled(room: Room, challenge: Answer | Message, words: str) -> None:
    """Wait until the message of a challenge contains these words and has no buttons."""

    def look() -> bool:
        message = challenge if not hasattr(challenge, "message") else challenge.message
        seen = room.sandbox.world.message(room.channel.id, message.id) if message else None
        return seen is not None and words in seen.text and not seen.buttons

    await room.sandbox.wait_for(look, what=f"a challenge that says “{words}”")


async def test_a_challenge_pings_the_opponent_and_shows_all_terms(room: Room) -> None:
    challenge = await room.alice.slash(
        "/konane challenge",
        opponent=room.bob.user.id,
        side="second",
        clock="72+12/96h",
        size="10",
        note="have **fun**, @everyone",
    )
    assert not challenge.private
    assert challenge.post.pinged == (room.bob.user.id,)
    text = challenge.content
    assert text.startswith(f"{room.bob.user.mention}, {room.alice.user.global_name} challenges you to **Konane**!")
    for term in (
        "You play Black",
        "10 x 10, a large board",
        "3 days + 12 hours a move, at most 4 days",
        " · not for ratings",
        r"have \*\*fun\*\*",
    ):
        assert term in text
    assert re.search(r"Expires <t:\d+:R>", text)
    assert "-# New to Konane? Learn it in 3 minutes." in text
    assert labels(challenge) == ["Accept", "Decline", "Learn it"]
    (picture,) = challenge.post.attachments
    assert picture.description == "Konane: the board at the start."
    png = await room.sandbox.png(picture)
    wide, high = struct.unpack(">II", png[16:24])
    assert wide <= 640
    assert high <= 660
    lesson = await room.bob.click(challenge, "Learn it")
    assert lesson.private
    assert "How to win" in lesson.content
    own = await room.alice.click(challenge, "Decline")
    assert "This is your own challenge" in refusal(own)
    await room.alice.click(own, "Withdraw")
    await settled(room, challenge, f"{room.alice.user.global_name} withdrew")


async def test_an_open_challenge_can_be_accepted_by_anyone_but_the_challenger(room: Room) -> None:
    challenge = await room.alice.slash("/squalma challenge", side="first")
    assert challenge.post.pinged == ()
    assert "challenges anyone here to **SquAlma**" in challenge.content
    (picture,) = challenge.post.attachments
    assert str(picture.description).startswith("An example: SquAlma. Move 43, Black: a5-b6. Black wins")
    assert labels(challenge) == ["Accept", "Rules", "Withdraw"]
    rules = await room.bob.click(challenge, "Rules")
    assert rules.private
    assert rules.content.startswith("### SquAlma: ")
    assert "How to win" in (await room.bob.click(rules, "Learn it")).content
    assert "This is your own challenge" in refusal(await room.alice.click(challenge, "Accept"))
    board = await room.carol.click(challenge, "Accept")
    assert board.content.startswith(f"{room.alice.user.mention}, you move first against {room.carol.user.global_name}")
    await settled(room, challenge, f"{room.carol.user.global_name} accepted")
    assert challenge.post.attachments == ()


async def test_oneself_bots_and_people_who_cannot_see_the_channel_are_not_challenged(room: Room) -> None:
    assert "cannot challenge yourself" in refusal(
        await room.alice.slash("/konane challenge", opponent=room.alice.user.id)
    )
    other = room.sandbox.world.add_user("Other bot", bot=True)
    assert "a bot that does not play" in refusal(await room.alice.slash("/konane challenge", opponent=other.id))
    stranger = room.sandbox.world.add_user("Stranger", room.sandbox.world.add_guild("Elsewhere", room.alice.user))
    room.sandbox.trouble.deny("view_channel", room.channel, room.bob.user)
    for person in (stranger, room.bob.user):
        assert "cannot see this channel" in refusal(await room.alice.slash("/konane challenge", opponent=person.id))


async def test_there_is_nobody_to_challenge_in_the_direct_messages_of_the_bot(room: Room) -> None:
    assert "Nobody else can see" in refusal(await room.alice.at(None).slash("/konane challenge"))


async def test_the_menu_of_a_person_opens_the_page_for_a_challenge(room: Room) -> None:
    page = await room.alice.user_command("Challenge", room.bob.user)
    assert f"against <@{room.bob.user.id}>" in page.content
    page = await room.alice.click(page, "King's Convoy")
    challenge = await room.public(await room.alice.click(page, "Start"))
    assert challenge.pinged == (room.bob.user.id,)
    assert "**King's Convoy**" in challenge.content


async def test_the_menu_refuses_oneself(room: Room) -> None:
    assert "cannot challenge yourself" in refusal(await room.alice.user_command("Challenge", room.alice.user))


async def test_a_block_stops_challenges_until_it_is_lifted(room: Room) -> None:
    alice, bob = room.alice, room.bob
    waiting = await alice.slash("/konane challenge", opponent=bob.user.id)
    blocked = await bob.slash("/block", user=alice.user.id)
    assert blocked.private
    assert "You blocked" in blocked.content
    assert "You cannot block me" in refusal(await bob.slash("/block", user=room.sandbox.world.bot.id))
    assert "cannot be challenged right now" in refusal(await alice.slash("/konane challenge", opponent=bob.user.id))
    await room.sandbox.wait_for(lambda: not waiting.buttons, what="the challenge that the block has closed")
    freed = await bob.select(await bob.slash("/block"), str(alice.user.id))
    assert "can challenge each other again.\nYou have not blocked anyone." in freed.content
    assert not (await alice.slash("/konane challenge", opponent=bob.user.id)).private


async def test_a_list_of_blocks_that_is_too_long_for_a_message_says_how_many_more_there_are(room: Room) -> None:
    assert "You have not blocked anyone" in refusal(await room.carol.slash("/block"))
    for number in range(38):
        other = room.sandbox.world.add_user(f"{number:02} with _the_ longest *name*")
        await room.carol.slash("/block", user=other.id)
    listed = refusal(await room.carol.slash("/block"))
    assert listed.count("<@") + int(listed.split()[-2]) == 38
    assert len(listed) <= 2000


async def test_challenges_outlive_a_restart_and_expire_in_the_end(own_house: House) -> None:
    room = own_house.room()
    named = await room.alice.slash("/konane challenge", opponent=room.bob.user.id)
    opened = await room.alice.slash("/squalma challenge")
    await own_house.noted(NO_CHALLENGE_IS_UNPOSTED)
    await own_house.bot.restart(kill=True)
    assert not (await room.bob.click(named, "Accept")).private
    room.sandbox.move_clock(6.9 * DAY)
    await asyncio.sleep(0.5)
    assert labels(opened) == ["Accept", "Rules", "Withdraw", "Play the computer meanwhile"]
    room.sandbox.move_clock(0.2 * DAY)
    await settled(room, opened, "has expired")
    assert "Open challenges" not in (await room.alice.slash("/matches")).content


async def test_a_challenge_gets_the_button_of_the_computer_in_an_archived_thread_and_stays_open_where_it_cannot(
    own_house: House,
) -> None:
    room, world, trouble = own_house.room(), own_house.sandbox.world, own_house.sandbox.trouble
    thread = await thread_of_match(room)
    archived = await room.alice.at(thread).slash("/squalma challenge")
    assert thread.thread is not None
    world.put(replace(thread, thread=replace(thread.thread, archived=True)))
    closed = await room.alice.slash("/konane challenge")
    deleted = await room.alice.at(world.add_channel("beside")).slash("/squalma challenge")
    trouble.delete_message(deleted.post)
    trouble.deny("view_channel", room.channel)
    room.sandbox.move_clock(600)
    await own_house.noted(ALL_OFFER_THE_COMPUTER)
    assert "Play the computer meanwhile" in labels(archived)
    trouble.allow("view_channel", room.channel)
    statuses = [row["status"] for row in own_house.rows("SELECT status FROM challenge ORDER BY id")]
    assert statuses == ["accepted", "open", "open", "open"]
    assert not (await room.bob.click(closed, "Accept")).private
    assert "deliver" not in own_house.bot.errors


async def test_all_messages_of_a_challenge_that_was_posted_twice_are_settled_however_busy_the_channel_is(
    room: Room,
) -> None:
    world = room.sandbox.world
    for _ in range(150):
        await room.bob.say("a word")
    for button, words in (("Accept", "accepted"), ("Decline", "declined")):
        asked = await room.alice.slash("/konane challenge", opponent=room.bob.user.id)
        challenge = await room.public(asked)
        copy = world.put(replace(challenge, id=world.snowflakes.next(), nonce=None))
        await room.bob.click(copy, button)
        for message in (challenge, copy):
            await settled(room, message, words)
