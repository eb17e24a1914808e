"""The places of matches on a server: channels, threads, and places to which the bot or a player lost access."""

import pytest

from sandbox import Message
from tests.e2e.conftest import House
from tests.e2e.rooms import Room, labels, refusal
from tests.e2e.whereabouts import (
    begin,
    board,
    boards,
    code_in,
    direct,
    is_archived,
    retired,
    server,
    thread_of_match,
)

DAY = 86400


async def test_where_the_server_wants_it_each_match_has_a_thread_that_is_archived_at_its_end(room: Room) -> None:
    _, channel = server(room, "Threads")
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    await room.carol.at(channel).slash("/server", place="thread")
    challenge, accepted = await begin(alice, bob)
    assert accepted.private
    thread = room.sandbox.world.channel(challenge.post.id)
    assert f"/{thread.id}/" in accepted.content
    (first,) = boards(room, thread, code := code_in(room.sandbox.world.messages(thread)[-1]))
    assert thread.name == f"Konane #{code}: {alice.user.global_name} – {bob.user.global_name}"
    assert first.pinged == (alice.user.id,)
    assert boards(room, channel, code) == []
    moved = await alice.at(thread).slash("/konane move", move="d5")
    assert not moved.private
    assert (await board(room, thread, code, 2)).pinged == (bob.user.id,)
    moved = await bob.slash("/konane move", move="d4")
    shown = await board(room, thread, code, 3)
    assert shown.pinged == (alice.user.id,)
    assert moved.private
    assert moved.content.endswith(f"/{thread.id}/{shown.id}"), "it is found from the channel above, and goes on below"
    assert boards(room, channel, code) == []
    seen = await bob.slash("/konane board")
    assert seen.private
    assert seen.content.startswith("Konane, move 3: ")
    assert await seen.png()
    asked = await bob.at(thread).slash("/konane resign")
    await bob.click(asked, "Resign")
    assert (await board(room, thread, code, 4)).pinged == (alice.user.id,)

    await room.sandbox.wait_for(lambda: is_archived(room, thread), what="the thread to be archived")
    await retired(room, boards(room, thread, code)[-2])
    await alice.at(thread).click(boards(room, thread, code)[-1], "Rematch")
    invited = await bob.sees(lambda message: "would like a rematch" in message.content)
    assert "Done" in (await bob.click(invited, "Accept")).content
    anew = room.sandbox.world.channel(invited.id)
    assert anew.id != thread.id
    assert anew.name.endswith(f"{bob.user.global_name} – {alice.user.global_name}"), "a thread of its own"


async def test_a_move_chosen_in_the_channel_above_is_answered_with_a_link_into_the_thread(room: Room) -> None:
    thread = await thread_of_match(room)
    assert thread.thread is not None
    alice = room.alice.at(room.sandbox.world.channel(thread.thread.parent_id))
    code = code_in(room.sandbox.world.messages(thread)[-1])
    picker = await alice.slash("/konane move", match=code)
    done = await (await alice.click(picker, next(label for label in labels(picker) if label.endswith("d5")))).settled()
    shown = await board(room, thread, code, 2)
    link = f"/{thread.id}/{shown.id}"
    changed = await alice.sees(lambda message: message.id == done.post.id and link in message.content)
    assert changed.content.startswith("You played **d5** in Konane.")
    assert [button.label for button in changed.buttons] == ["Take back d5"]
    assert done.followups == []


@pytest.mark.parametrize("trouble", ["slow board", "refused board", "refused edit", "slow answer"])
async def test_the_link_into_the_thread_comes_although_discord_is_slow(troubled_room: Room, trouble: str) -> None:
    room = troubled_room
    thread = await thread_of_match(room)
    assert thread.thread is not None
    alice = room.alice.at(room.sandbox.world.channel(thread.thread.parent_id))
    code = code_in(room.sandbox.world.messages(thread)[-1])
    picker = await alice.slash("/konane move", match=code)
    chosen = next(label for label in labels(picker) if label.endswith("d5"))
    match trouble:
        case "slow board":
            room.sandbox.trouble.slow_next(4, path=f"POST .*/channels/{thread.id}/messages")
        case "refused board":
            room.sandbox.trouble.fail_next(2, status=503, path=f"POST .*/channels/{thread.id}/messages")
        case "refused edit":
            room.sandbox.trouble.fail_next(1, status=503, path="PATCH .*/webhooks")
        case _:
            room.sandbox.trouble.slow_next(4, path="/callback")
    await alice.click(picker, chosen)
    shown = await board(room, thread, code, 2)

    def says_where(message: Message) -> bool:
        # a board that comes later is the newest message of the thread
        link = f"/{thread.id}" if trouble == "refused board" else f"/{thread.id}/{shown.id}"
        return message.private and link in message.content

    assert "d5" in (await alice.sees(says_where)).content


async def test_a_thread_is_archived_only_when_no_match_is_running_in_it_any_more(
    shared_house: House, room: Room
) -> None:
    thread = await thread_of_match(room)
    code = code_in(room.sandbox.world.messages(thread)[-1])
    alice = room.alice.at(thread)
    other = code_in(await alice.slash("/squalma practice", level=1, side="first"))
    await alice.click(await alice.slash("/konane resign"), "Abort (no result)")
    await board(room, thread, code, 2)
    await retired(room, boards(room, thread, code)[0])
    await shared_house.calm()
    assert not is_archived(room, thread)
    await alice.click(await alice.slash("/squalma resign", match=other), "Resign")
    await room.sandbox.wait_for(lambda: is_archived(room, thread), what="the thread to be archived")


async def test_a_thread_is_archived_when_its_last_match_moves_away(room: Room) -> None:
    thread = await thread_of_match(room)
    assert thread.thread is not None
    parent = room.sandbox.world.channel(thread.thread.parent_id)
    code = code_in(room.sandbox.world.messages(thread)[-1])
    assert not is_archived(room, thread)
    await room.alice.at(parent).slash("/match move-here", match=code)
    await board(room, parent, code, 1)
    await room.sandbox.wait_for(lambda: is_archived(room, thread), what="the thread to be archived")
    assert "moved" in room.sandbox.world.messages(thread)[-1].content
    await retired(room, boards(room, thread, code)[0])


async def test_one_message_tells_of_all_matches_whose_threads_are_gone_with_their_channel(troubled_room: Room) -> None:
    room = troubled_room
    _, channel = server(room, "Threads to lose")
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    await room.carol.at(channel).slash("/server", place="thread")
    threads = [room.sandbox.world.channel((await begin(alice, bob))[0].post.id) for _ in range(3)]
    codes = [code_in(room.sandbox.world.messages(thread)[-1]) for thread in threads]
    for gone in (*threads, channel):
        room.sandbox.trouble.delete_channel(gone)
    await room.alice.at(None).slash("/konane move", move="d5", match=codes[0])
    told = await direct(room.bob, *(f"#{code}" for code in codes))
    lost = [message.id for message in room.bob.at(None).messages() if "can no longer post" in message.content]
    assert lost == [told.id]


async def test_against_the_computer_the_thread_begins_at_the_first_board(room: Room) -> None:
    _, channel = server(room, "Threads for practice")
    alice = room.alice.at(channel)
    await room.carol.at(channel).slash("/server", place="thread")
    begun = await alice.slash("/konane practice", level=1, side="first")
    code = code_in(begun)
    (first,) = boards(room, channel, code)
    assert first.id not in room.sandbox.world.channels, "a thread without a board says nothing"
    moved = await alice.slash("/konane move", move="d5")
    assert moved.private
    thread = room.sandbox.world.channel(first.id)
    assert f"/{thread.id}/" in moved.content
    assert thread.name == f"Konane #{code}: {alice.user.global_name} – Ripple (computer, level 1)"
    shown = boards(room, thread, code)[0]
    assert shown.pinged == (alice.user.id,), "the ping brings Alice into the thread"
    await retired(room, first)
    (first,) = boards(room, channel, code)
    assert first.content == f"The start of Konane #{code}"
    await room.sandbox.wait_for(lambda: "your move" in boards(room, thread, code)[-1].content)
    assert not (await alice.at(thread).click(boards(room, thread, code)[-1], "Take back")).private

    await alice.click(await alice.at(thread).slash("/konane resign"), "Resign")
    await room.sandbox.wait_for(lambda: is_archived(room, thread), what="the thread to be archived")
    again = await alice.at(thread).click(boards(room, thread, code)[-1], "Rematch")
    assert "How strong" in again.content
    begun = await alice.at(thread).click(again, "Same level: Ripple")
    assert f"/{channel.id}/" in begun.content
    newest = room.sandbox.world.messages(channel)[-1]
    assert code_in(newest) != code
    assert newest.pinged == (alice.user.id,), "it is not where Alice pressed"


async def test_a_match_against_the_computer_that_ends_at_once_needs_no_thread(room: Room) -> None:
    _, channel = server(room, "No need of threads")
    alice = room.alice.at(channel)
    await room.carol.at(channel).slash("/server", place="thread")
    code = code_in(await alice.slash("/konane practice", level=1, side="first"))
    await alice.click(await alice.slash("/konane resign"), "Resign")
    assert (await board(room, channel, code, 2)).id
    assert [
        one for one in room.sandbox.world.channels.values() if one.thread and one.guild_id == channel.guild_id
    ] == []


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
    begun = await room.alice.at(channel).slash("/squalma practice", level=1, side="first")
    (first,) = boards(room, channel, code_in(begun))
    moved = await room.alice.at(channel).slash("/squalma move", move="a1-a2")
    assert not moved.private
    assert moved.post.pinged == (), "its own answer shows it"
    await retired(room, first)


async def test_a_deleted_thread_does_not_strand_its_match(troubled_room: Room) -> None:
    room = troubled_room
    _, channel = server(room, "Deleted threads")
    alice, bob = room.alice.at(channel), room.bob.at(channel)
    await room.carol.at(channel).slash("/server", place="thread")
    challenge, _ = await begin(alice, bob)
    thread = room.sandbox.world.channel(challenge.post.id)
    code = code_in(room.sandbox.world.messages(thread)[-1])
    room.sandbox.trouble.delete_channel(thread)
    told = await alice.slash("/konane move", move="d5", match=code)
    assert "I can no longer post" in refusal(told)
    for person in (alice, bob):
        await direct(person, f"#{code}", "I can no longer post")
    await direct(bob, f"#{code}", "your first move")
    listed = await bob.slash("/matches")
    assert "**channel gone**" in listed.content
    entry = await bob.select(listed, f"match-{int(code, 36)}")
    await bob.click(entry, "Move it here")
    shown = await board(room, channel, code, 1)
    assert "your first move" in shown.content
    assert shown.pinged == (), "he was told before"
    played = await bob.slash("/konane move", move="d4")
    assert not played.private
    assert (await board(room, channel, code, 2)).pinged == (alice.user.id,)


async def test_a_bot_that_was_removed_from_the_server_leads_its_matches_on_elsewhere(troubled_room: Room) -> None:
    room = troubled_room
    guild, channel = server(room, "Farewell")
    challenge, accepted = await begin(room.alice.at(channel), room.bob.at(channel))
    assert challenge.followups == []
    assert accepted.followups == []
    code = code_in(accepted)
    room.sandbox.trouble.remove_bot(guild)
    assert "I can no longer post" in refusal(await room.alice.slash("/konane move", move="d5", match=code))
    for person in (room.alice, room.bob):
        await direct(person, f"#{code}", "I can no longer post")
    answered = await room.bob.at(None).slash("/konane move", move="d4", match=code)
    assert "I can no longer post" in refusal(answered)
    turn = await direct(room.alice, "took d4 off the board", f"#{code}")
    assert turn.attachments
    await room.alice.slash("/match move-here", match=code)
    shown = await board(room, room.channel, code, 1)
    assert "took d4 off the board" in shown.content
    assert shown.pinged == ()  # she got a direct message
    await room.alice.slash("/konane move", move="d7-d5", match=code)
    assert (await board(room, room.channel, code, 2)).pinged == (room.bob.user.id,)


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
    assert "does not accept direct messages" in told
    hidden = world.add_channel("hidden")
    room.sandbox.trouble.deny("view_channel", hidden, room.bob.user)
    told = refusal(await room.alice.at(hidden).slash("/match move-here", match=match.name))
    assert "cannot see this channel" in told
    assert "is already here" in refusal(await room.alice.slash("/match move-here", match=match.name))
    assert "All your running matches are already in this channel" in refusal(await room.alice.slash("/match move-here"))


async def test_the_board_of_a_match_that_ended_while_its_channel_was_closed_loses_its_buttons_when_it_opens(
    troubled_room: Room,
) -> None:
    room, trouble = troubled_room, troubled_room.sandbox.trouble
    _, channel = server(room, "Closed for a while")
    _, accepted = await begin(room.alice.at(channel), room.bob.at(channel))
    code = code_in(accepted)
    shown = await board(room, channel, code, 1)
    trouble.deny("view_channel", channel)
    asked = await room.alice.slash("/konane resign", match=f"#{code}")
    await room.alice.click(asked, "Abort (no result)")
    await room.alice.sees(lambda message: message.private and "aborted" in message.content)
    await direct(room.bob, "aborted", f"#{code}")
    await room.sandbox.wait_for(
        lambda: any(channel.id in entry.path for entry in room.sandbox.refusals), what="the edit that finds it closed"
    )
    assert room.sandbox.world.message(channel.id, shown.id) == shown
    trouble.allow("view_channel", channel)
    await room.alice.at(channel).slash("/matches")
    await retired(room, shown)
