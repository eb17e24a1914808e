"""Where matches live: channels, threads, direct messages, and places where the bot is a guest or lost its access."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from sandbox.driver import Driver
from tests.e2e.rooms import refusal

if TYPE_CHECKING:
    from sandbox.driver import Answer
    from sandbox.records import Channel, Guild, Message
    from tests.e2e.conftest import House
    from tests.e2e.rooms import Room

DAY = 86400


def code_in(message: Message | Answer) -> str:
    """The code of the match of which a message speaks."""
    text = message.content
    found = re.search(r"(?<!<)#(\w{4,6})\b", text)
    assert found, text
    return found[1]


def boards(room: Room, channel: Channel, code: str) -> list[Message]:
    """The boards of a match that everybody in a channel sees, oldest first."""
    return [
        message
        for message in room.sandbox.world.messages_of(channel.id)
        if not message.private and any(f"-{code}-" in file.filename for file in message.attachments)
    ]


async def board(room: Room, channel: Channel, code: str, count: int) -> Message:
    """The newest of so many boards, once they are there; there must not be more."""
    found = await room.sandbox.wait_for(
        lambda: shown if len(shown := boards(room, channel, code)) >= count else None,
        what=f"board {count} of #{code} in {channel.name or 'a conversation'}",
    )
    assert len(found) == count
    return found[-1]


async def direct(person: Driver, *words: str) -> Message:
    """The only direct message from the bot in which these words stand."""
    alone = person.at(None)

    def fits(message: Message) -> bool:
        return not message.private and all(word in message.content for word in words)

    newest = await alone.sees(fits, what=f"a direct message to {person!r} with {words}")
    assert [message.id for message in alone.messages() if fits(message)] == [newest.id]
    return newest


async def followed(room: Room, answer: Answer) -> Message:
    """The message that follows an answer."""
    return await room.sandbox.wait_for(lambda: answer.followups[0] if answer.followups else None, what="a follow-up")


async def retired(room: Room, message: Message) -> None:
    """Wait until an old board has lost its buttons."""
    await room.sandbox.wait_for(
        lambda: (now := room.sandbox.world.message(message.channel_id, message.id)) is not None and not now.buttons,
        what="the buttons of an old board to go",
    )


def server(room: Room, name: str, *, with_bot: bool = True) -> tuple[Guild, Channel]:
    """A server of Carol's with Alice and Bob in it, and its first channel."""
    world = room.sandbox.world
    guild = world.add_guild(name, room.carol.user, with_bot=with_bot)
    for person in (room.alice, room.bob):
        world.join(guild, person.user)
    return guild, next(channel for channel in world.channels.values() if channel.guild_id == guild.id)


async def begin(alice: Driver, bob: Driver, **options: str) -> tuple[Answer, Answer]:
    """Alice's challenge and Bob's Accept, in a channel where both see it; Alice moves first."""
    challenge = await alice.slash("/konane challenge", opponent=bob.user.id, side="first", **options)
    return challenge, await bob.click(challenge, "Accept")


# In channels


async def test_matches_of_the_same_people_go_on_in_several_channels(room: Room) -> None:
    other = room.sandbox.world.add_channel("beside")
    here = [await room.match("konane"), await room.match("squalma"), await room.match("konane")]
    there = code_in((await begin(room.alice.at(other), room.bob.at(other)))[1])
    which = await room.alice.slash("/konane move", move="d5")
    assert sorted(re.findall(r"#(\w+)", " ".join(button.label for button in which.buttons))) == sorted(
        match.code for match in (here[0], here[2])
    )
    played = await room.alice.at(other).slash("/konane move", move="d5")
    assert f"#{there}: move 2" in played.content
    assert [len(match.posts()) for match in here] == [1, 1, 1]
    listed = (await room.alice.slash("/matches")).content
    assert all(name in listed for name in (*(match.name for match in here), f"#{there}"))
    assert other.id in listed


async def test_where_the_server_wants_it_each_match_has_a_thread_that_is_archived_at_its_end(room: Room) -> None:
    _, channel = server(room, "Threads")
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    await room.carol.at(channel).slash("/server", place="thread")
    challenge, accepted = await begin(alice, bob)
    assert accepted.private
    assert challenge.message is not None
    thread = room.sandbox.world.channel(challenge.message.id)
    assert thread.mention in accepted.content
    (first,) = boards(room, thread, code := code_in(room.sandbox.world.messages(thread)[-1]))
    assert thread.name == f"Konane #{code}: {alice.user.global_name} – {bob.user.global_name}"
    assert first.pinged == (alice.user.id,)
    assert boards(room, channel, code) == []
    moved = await alice.at(thread).slash("/konane move", move="d5")
    assert not moved.private
    assert (await board(room, thread, code, 2)).pinged == (bob.user.id,)
    assert "no match of Konane in this channel" in refusal(await bob.slash("/konane move", move="d4"))
    asked = await bob.at(thread).slash("/konane resign")
    await bob.click(asked, "Resign")
    assert (await board(room, thread, code, 3)).pinged == (alice.user.id,)

    def archived() -> bool:
        now = room.sandbox.world.channel(thread).thread
        return now is not None and now.archived

    await room.sandbox.wait_for(archived, what="the thread to be archived")
    await retired(room, boards(room, thread, code)[-2])


async def test_without_permission_for_threads_a_match_stays_in_the_channel(troubled_room: Room) -> None:
    room = troubled_room
    _, channel = server(room, "No threads")
    room.sandbox.trouble.deny("create_public_threads", channel)
    await room.carol.at(channel).slash("/server", place="thread")
    _, accepted = await begin(room.alice.at(channel), room.bob.at(channel))
    assert not accepted.private
    assert len(boards(room, channel, code_in(accepted))) == 1
    moved = await room.alice.at(channel).slash("/konane move", move="d5")
    assert not moved.private


async def test_a_deleted_thread_does_not_strand_its_match(troubled_room: Room) -> None:
    room = troubled_room
    _, channel = server(room, "Deleted threads")
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    await room.carol.at(channel).slash("/server", place="thread")
    challenge, _ = await begin(alice, bob)
    assert challenge.message is not None
    thread = room.sandbox.world.channel(challenge.message.id)
    code = code_in(room.sandbox.world.messages(thread)[-1])
    room.sandbox.trouble.delete_channel(thread)
    told = await alice.slash("/konane move", move="d5", match=code)
    assert "gone, or closed to me" in refusal(told)
    for person in (alice, bob):
        await direct(person, f"#{code}", "gone, or closed to me")
    listed = await bob.slash("/matches")
    assert "its channel is gone" in listed.content
    entry = await bob.select(listed, f"match-{int(code, 36)}")
    await bob.click(entry, "Move it here")
    shown = await board(room, channel, code, 1)
    assert "move 2" in shown.content
    assert shown.pinged == (bob.user.id,)
    played = await bob.slash("/konane move", move="d4")
    assert not played.private
    assert (await board(room, channel, code, 2)).pinged == (alice.user.id,)


async def test_a_bot_that_was_removed_from_the_server_leads_its_matches_on_elsewhere(troubled_room: Room) -> None:
    room = troubled_room
    guild, channel = server(room, "Farewell")
    _, accepted = await begin(room.alice.at(channel), room.bob.at(channel))
    code = code_in(accepted)
    room.sandbox.trouble.remove_bot(guild)
    assert "gone, or closed to me" in refusal(await room.alice.slash("/konane move", move="d5", match=code))
    for person in (room.alice, room.bob):
        await direct(person, f"#{code}", "gone, or closed to me")
    answered = await room.bob.at(None).slash("/konane move", move="d4", match=code)
    assert "shown nowhere any more" in refusal(answered)
    turn = await direct(room.alice, f"your move in Konane #{code}: move 3")
    assert turn.attachments
    await room.alice.slash("/match move-here", match=code)
    shown = await board(room, room.channel, code, 1)
    assert "move 3" in shown.content
    assert shown.pinged == ()  # she was told by direct message
    await room.alice.slash("/konane move", move="d7-d5", match=code)
    assert (await board(room, room.channel, code, 2)).pinged == (room.bob.user.id,)


async def test_a_match_whose_players_cannot_be_reached_is_closed_without_rating(own_house: House) -> None:
    room, world = own_house.room(), own_house.sandbox.world
    guild = world.add_guild("Nobody", room.carol.user)
    channel = next(channel for channel in world.channels.values() if channel.guild_id == guild.id)
    alice, bob = (Driver(room.sandbox, world.add_user(name, guild), channel) for name in ("Ann", "Ben"))
    _, accepted = await begin(alice, bob, clock="1d")
    code = code_in(accepted)
    room.sandbox.trouble.remove_bot(guild)
    room.sandbox.move_clock(0.7 * DAY)  # a third of the time is left: the reminder finds the channel closed
    tried = await room.sandbox.wait_for(
        lambda: [entry for entry in room.sandbox.log.entries if entry.code == 50007],
        what="an attempt to reach somebody by direct message",
    )
    assert tried
    room.sandbox.move_clock(0.4 * DAY)
    world.join(world.guild, alice.user)
    ann = alice.at(room.channel)
    async with asyncio.timeout(10):
        while "is over" not in (seen := await ann.slash("/konane board", match=code)).content:
            await ann.dismiss(seen)
    assert "is over: no result (its channel is gone)" in seen.content


async def test_a_match_is_not_moved_where_the_opponent_cannot_follow(troubled_room: Room) -> None:
    room = troubled_room
    match = await room.match()
    world = room.sandbox.world
    guild = world.add_guild("Without Bob", room.alice.user)
    away = next(channel for channel in world.channels.values() if channel.guild_id == guild.id)
    told = refusal(await room.alice.at(away).slash("/match move-here", match=match.name))
    assert "is not in this server" in told
    world.install_app(room.alice.user)
    group = world.add_group(room.alice.user, room.carol.user)
    told = refusal(await room.alice.at(group).slash("/match move-here", match=match.name))
    assert "is not in this conversation" in told
    room.sandbox.trouble.close_dms(room.bob.user)
    told = refusal(await room.alice.at(None).slash("/match move-here", match=match.name))
    assert "takes no direct messages" in told
    hidden = world.add_channel("hidden")
    room.sandbox.trouble.deny("view_channel", hidden, room.bob.user)
    told = refusal(await room.alice.at(hidden).slash("/match move-here", match=match.name))
    assert "cannot see this channel" in told
    assert "is shown here already" in refusal(await room.alice.slash("/match move-here", match=match.name))
    assert "All your running matches are shown here" in refusal(await room.alice.slash("/match move-here"))


# In direct messages


async def test_a_match_by_direct_message_is_shown_to_each_player_from_their_own_side(room: Room) -> None:
    alice, bob = room.alice.at(None), room.bob.at(None)
    asked = await alice.slash("/konane challenge", opponent=bob.user.id, side="first")
    assert f"You challenged {bob.user.global_name}" in asked.content
    challenge = await direct(bob, "challenges you to **Konane**")
    assert challenge.pinged == (bob.user.id,)
    accepted = await bob.click(challenge, "Accept")
    assert accepted.message is not None
    code = code_in(accepted)
    hers = await board(room, alice.channel, code, 1)
    his = await board(room, bob.channel, code, 1)
    assert his == accepted.message
    assert hers.pinged == (alice.user.id,)
    assert his.pinged == ()
    for person, shown in ((alice, hers), (bob, his)):
        mine = await person.slash("/konane board", match=code)
        assert await room.sandbox.png(shown.attachments[0]) == await mine.png()
    assert await room.sandbox.png(hers.attachments[0]) != await room.sandbox.png(his.attachments[0])

    moved = await alice.slash("/konane move", move="d5")
    assert moved.message is not None
    assert moved.message.pinged == ()
    his = await board(room, bob.channel, code, 2)
    assert his.pinged == (bob.user.id,)
    picker = await bob.click(his, "Move")
    preview = await bob.click(picker, picker.buttons[0].label)
    await bob.click(preview, "Confirm")
    assert (await board(room, bob.channel, code, 3)).pinged == ()
    hers = await board(room, alice.channel, code, 3)
    assert hers.pinged == (alice.user.id,)
    await retired(room, boards(room, alice.channel, code)[1])


async def test_who_plays_by_direct_message_gets_each_board_once_whatever_notices_they_chose(room: Room) -> None:
    alice, bob = room.alice.at(None), room.bob.at(None)
    await alice.slash("/notifications", way="dm")
    await bob.slash("/notifications", way="both")
    await alice.slash("/konane challenge", opponent=bob.user.id, side="first")
    code = code_in(await bob.click(await direct(bob, "challenges you"), "Accept"))
    for count, (mover, other, move) in enumerate([(alice, bob, "d5"), (bob, alice, "d4"), (alice, bob, "d7-d5")], 2):
        await mover.slash("/konane move", move=move)
        assert (await board(room, other.channel, code, count)).pinged == (other.user.id,)
        assert (await board(room, mover.channel, code, count)).pinged == ()
    await asyncio.sleep(0.3)
    for person in (alice, bob):
        assert len(boards(room, person.channel, code)) == 4


async def test_a_match_by_direct_message_ends_and_begins_again_there(room: Room) -> None:
    alice, bob = room.alice.at(None), room.bob.at(None)
    await alice.slash("/konane challenge", opponent=bob.user.id, side="first")
    code = code_in(await bob.click(await direct(bob, "challenges you"), "Accept"))
    await alice.click(await alice.slash("/konane resign", match=code), "Resign")
    his = await board(room, bob.channel, code, 2)
    assert his.pinged == (bob.user.id,)
    hers = await board(room, alice.channel, code, 2)
    assert hers.pinged == ()
    await alice.click(hers, "Rematch")
    begun = await bob.click(his, "Rematch")
    again = code_in(begun)
    assert again != code
    assert (await board(room, bob.channel, again, 1)).pinged == (bob.user.id,)
    assert (await board(room, alice.channel, again, 1)).pinged == ()


async def test_whoever_takes_no_direct_messages_cannot_be_challenged_by_one(troubled_room: Room) -> None:
    room = troubled_room
    room.sandbox.trouble.close_dms(room.bob.user)
    told = refusal(await room.alice.at(None).slash("/konane challenge", opponent=room.bob.user.id))
    assert told == (
        f"{room.bob.user.global_name} cannot be reached by direct message: "
        "challenge them in a channel where you both are."
    )
    assert "no challenges" in (await room.alice.slash("/matches")).content


async def test_a_match_goes_on_when_a_player_closes_their_direct_messages(troubled_room: Room) -> None:
    room = troubled_room
    alice, bob = room.alice.at(None), room.bob.at(None)
    await alice.slash("/konane challenge", opponent=bob.user.id, side="first")
    code = code_in(await bob.click(await direct(bob, "challenges you"), "Accept"))
    room.sandbox.trouble.close_dms(bob.user)
    await alice.slash("/konane move", move="d5")
    told = await alice.sees(lambda message: message.private and "takes no direct messages" in message.content)
    assert f"{bob.user.global_name} takes no direct messages from me any more" in told.content
    await room.alice.slash("/match move-here", match=code)
    shown = await board(room, room.channel, code, 1)
    assert shown.pinged in {(), (bob.user.id,)}
    await room.bob.slash("/konane move", move="d4")
    assert (await board(room, room.channel, code, 2)).pinged == (alice.user.id,)


# Where the bot is a guest


async def test_in_a_group_the_board_is_the_answer_to_whoever_acts(room: Room) -> None:
    world = room.sandbox.world
    world.install_app(room.alice.user)
    group = world.add_group(room.alice.user, room.bob.user, name="Two friends")
    alice, bob = room.alice.at(group), room.bob.at(group)
    assert "cannot see this channel" in refusal(await alice.slash("/konane challenge", opponent=room.carol.user.id))
    challenge, accepted = await begin(alice, bob)
    assert f"{bob.user.global_name} accepted" in challenge.content
    assert challenge.buttons == ()
    first = await followed(room, accepted)
    code = code_in(first)
    assert first.mentions == (alice.user.id,)
    picker = await alice.click(first, "Move")
    preview = await alice.click(picker, next(button.label for button in picker.buttons if button.label.endswith("d5")))
    confirmed = await alice.click(preview, "Confirm")
    assert confirmed.state == "update"
    second = await board(room, group, code, 2)
    assert [message.id for message in confirmed.followups] == [second.id]
    assert second.mentions == (bob.user.id,)
    form = await bob.click(await bob.click(second, "Move"), "Type it")
    played = await bob.submit(form, {"Your move": "d4"})
    assert not played.private
    assert (await board(room, group, code, 3)).mentions == (alice.user.id,)


async def test_a_board_that_a_guest_could_not_show_is_told_directly_and_shown_to_the_next_who_comes_by(
    room: Room,
) -> None:
    world = room.sandbox.world
    world.install_app(room.alice.user)
    group = world.add_group(room.alice.user, room.bob.user, name="Two friends")
    alice, bob = room.alice.at(group), room.bob.at(group)
    _, accepted = await begin(alice, bob)
    first = await followed(room, accepted)
    code = code_in(first)
    told = refusal(await alice.at(None).slash("/konane move", move="d5", match=code))
    assert "I can only answer" in told
    turn = await direct(bob, f"your move in Konane #{code}: move 2")
    assert turn.attachments
    assert len(boards(room, group, code)) == 1
    shown = await bob.click(first, "Move")
    assert "move 2" in shown.content
    assert not shown.private
    assert shown.message is not None
    assert shown.message.pinged == shown.message.mentions == ()
    assert shown.message == await board(room, group, code, 2)


async def test_in_a_server_without_the_bot_people_play_by_their_own_installation(room: Room) -> None:
    _, channel = server(room, "No bot", with_bot=False)
    for person in (room.alice, room.bob):
        room.sandbox.world.install_app(person.user)
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    _, accepted = await begin(alice, bob)
    first = await followed(room, accepted)
    code = code_in(first)
    assert first.pinged == (alice.user.id,)
    moved = await alice.slash("/konane move", move="d5")
    assert moved.message == await board(room, channel, code, 2)
    assert moved.message is not None
    assert moved.message.pinged == (bob.user.id,)
    await bob.slash("/konane move", move="d4")
    assert (await board(room, channel, code, 3)).pinged == (alice.user.id,)
    await alice.click(await alice.slash("/konane resign"), "Resign")
    assert (await board(room, channel, code, 4)).pinged == (bob.user.id,)


async def test_where_external_apps_are_not_allowed_nobody_is_challenged(room: Room) -> None:
    _, channel = server(room, "No apps", with_bot=False)
    for person in (room.alice, room.bob):
        room.sandbox.world.install_app(person.user)
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    room.sandbox.trouble.deny("use_external_apps", channel, alice.user)
    told = refusal(await alice.slash("/konane challenge", opponent=bob.user.id))
    assert "**use external apps**" in told
    challenge = await bob.slash("/konane challenge", opponent=alice.user.id, side="second")
    assert not challenge.private
    assert "**use external apps**" in refusal(await alice.click(challenge, "Accept"))
    room.sandbox.trouble.allow("use_external_apps", channel, alice.user)
    accepted = await alice.click(challenge, "Accept")
    code = code_in(await followed(room, accepted))
    room.sandbox.trouble.deny("use_external_apps", channel, alice.user)
    told = refusal(await alice.slash("/konane move", move="d5"))
    assert "I can only answer" in told
    assert (await direct(bob, f"your move in Konane #{code}: move 2")).attachments
    played = await bob.slash("/konane move", move="d4")
    assert played.message == await board(room, channel, code, 2)
