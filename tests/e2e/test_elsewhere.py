"""Matches outside the bot's servers: in direct messages, and in places where the bot is a guest."""

import asyncio

import pytest

from sandbox import Driver
from tests.e2e.conftest import House
from tests.e2e.rooms import Room, labels, play_button, play_chosen, refusal
from tests.e2e.whereabouts import begin, board, boards, code_in, direct, followed, retired, server

# In direct messages


async def test_a_match_by_direct_message_is_shown_to_each_player_from_their_own_side(room: Room) -> None:
    alice, bob = room.alice.at(None), room.bob.at(None)
    asked = await alice.slash("/konane challenge", opponent=bob.user.id, side="first")
    assert f"You sent {bob.user.global_name} a" in asked.content
    challenge = await direct(bob, "challenges you to **Konane**")
    assert challenge.pinged == (bob.user.id,)
    accepted = await bob.click(challenge, "Accept")
    code = code_in(accepted)
    hers = await board(room, alice.channel, code, 1)
    his = await board(room, bob.channel, code, 1)
    assert his == accepted.post
    assert hers.pinged == (alice.user.id,)
    assert his.pinged == ()
    for person, shown in ((alice, hers), (bob, his)):
        mine = await person.slash("/konane board", match=code)
        assert await room.sandbox.png(shown.attachments[0]) == await mine.png()
    assert await room.sandbox.png(hers.attachments[0]) != await room.sandbox.png(his.attachments[0])

    moved = await alice.slash("/konane move", move="d5")
    assert moved.post.pinged == ()
    his = await board(room, bob.channel, code, 2)
    assert his.pinged == (bob.user.id,)
    picker = await bob.click(his, "Move")
    await play_chosen(bob, picker, picker.buttons[0].label)
    assert (await board(room, bob.channel, code, 3)).pinged == ()
    hers = await board(room, alice.channel, code, 3)
    assert hers.pinged == (alice.user.id,)
    await retired(room, boards(room, alice.channel, code)[1])


async def test_a_person_without_direct_messages_cannot_be_challenged_by_one(troubled_room: Room) -> None:
    room = troubled_room
    room.sandbox.trouble.close_dms(room.bob.user)
    told = refusal(await room.alice.at(None).slash("/konane challenge", opponent=room.bob.user.id))
    assert told == (
        f"I cannot reach {room.bob.user.global_name} by direct message. Challenge them in a channel that you share."
    )
    assert "no matches or challenges" in (await room.alice.slash("/matches")).content


async def test_a_match_goes_on_when_a_player_closes_their_direct_messages(troubled_room: Room) -> None:
    room = troubled_room
    alice, bob = room.alice.at(None), room.bob.at(None)
    await alice.slash("/konane challenge", opponent=bob.user.id, side="first")
    code = code_in(await bob.click(await direct(bob, "challenges you"), "Accept"))
    room.sandbox.trouble.close_dms(bob.user)
    await alice.slash("/konane move", move="d5")
    told = await alice.sees(lambda message: message.private and "no longer accepts direct messages" in message.content)
    assert f"{bob.user.global_name} no longer accepts direct messages from me" in told.content
    await room.alice.slash("/match move-here", match=code)
    shown = await board(room, room.channel, code, 1)
    assert shown.pinged in {(), (bob.user.id,)}
    await room.bob.slash("/konane move", move="d4")
    assert (await board(room, room.channel, code, 2)).pinged == (alice.user.id,)


# Where the bot is a guest


def in_a_group(room: Room) -> tuple[Driver, Driver]:
    """Alice and Bob in a group in which the bot is a guest."""
    for person in (room.alice, room.bob):
        room.sandbox.world.install_app(person.user)
    group = room.sandbox.world.add_group(room.alice.user, room.bob.user, name="Two friends")
    return room.alice.at(group), room.bob.at(group)


async def test_in_a_group_the_board_is_the_answer_to_the_player_who_acts(room: Room) -> None:
    alice, bob = in_a_group(room)
    assert "cannot see this channel" in refusal(await alice.slash("/konane challenge", opponent=room.carol.user.id))
    challenge, accepted = await begin(alice, bob)
    assert f"{bob.user.global_name} accepted" in challenge.content
    assert challenge.buttons == ()
    first = await followed(room, challenge, accepted)
    code = code_in(first)
    assert first.mentions == (alice.user.id,)
    picker = await alice.click(first, "Move")
    confirmed = await play_chosen(alice, picker, next(label for label in labels(picker) if label.endswith("d5")))
    assert confirmed.state == "update"
    second = await board(room, alice.channel, code, 2)
    assert [message.id for message in confirmed.followups] == [second.id]
    assert second.mentions == (bob.user.id,)
    form = await bob.click(await bob.click(second, "Move"), "Type a move")
    played = await bob.submit(form, {"Your move": "d4"})
    third = await board(room, alice.channel, code, 3)
    assert [message.id for message in played.followups] == [third.id]
    assert third.mentions == (alice.user.id,)


async def test_a_board_that_a_guest_could_not_show_is_told_directly_and_shown_to_the_next_who_comes_by(
    room: Room,
) -> None:
    alice, bob = in_a_group(room)
    challenge, accepted = await begin(alice, bob)
    first = await followed(room, challenge, accepted)
    code = code_in(first)
    await bob.slash("/help")  # by now, Accept no longer shows what is queued here
    told = refusal(await alice.at(None).slash("/konane move", move="d5", match=code))
    assert "I can only reply" in told
    turn = await direct(bob, "your first move", f"#{code}")
    assert turn.attachments
    assert len(boards(room, alice.channel, code)) == 1
    shown = await bob.click(first, "Move")
    assert "your first move" in shown.content
    assert not shown.private
    assert shown.post.pinged == shown.post.mentions == ()
    assert shown.post == await board(room, alice.channel, code, 2)
    told = refusal(await bob.at(None).slash("/konane move", move="d4", match=code))
    assert "I can only reply" in told
    shown = await alice.slash("/konane board")
    assert not shown.private
    assert shown.post == await board(room, alice.channel, code, 3)
    assert (await alice.slash("/konane board")).private
    uses = ((alice, "d7-d5", "/matches"), (bob, "d2-d4", "/squalma move"))
    for count, (mover, move, command) in enumerate(uses, 4):
        await mover.at(None).slash("/konane move", move=move, match=code)
        assert (await alice.slash(command)).private, "the command has its own answer, or its refusal"
        await board(room, alice.channel, code, count)


@pytest.mark.long
async def test_a_turn_in_a_group_is_told_directly_where_a_kill_kept_it_from_being_shown(own_house: House) -> None:
    room, trouble = own_house.room(), own_house.sandbox.trouble
    alice, bob = in_a_group(room)
    challenge, accepted = await begin(alice, bob, clock="1d")
    code = code_in(await followed(room, challenge, accepted))
    trouble.slow_next(60, path="/callback")
    moving = asyncio.create_task(alice.slash("/konane move", move="d5"))
    await own_house.noted("SELECT 1 FROM move WHERE text = 'd5'")
    await own_house.bot.kill()
    trouble.clear()
    assert (await moving).state == "failed"
    await own_house.bot.start()
    turn = await direct(bob, "your first move", f"#{code}")
    assert turn.attachments
    shown = await bob.slash("/konane board")
    assert shown.message == await board(room, alice.channel, code, 2)
    own_house.sandbox.move_clock(86400)
    own_house.sandbox.move_clock(30)  # nobody has used the bot there since, so the end could not be shown
    for player in (alice, bob):
        assert (await direct(player, "both players had moved", f"#{code}")).attachments
    assert len(boards(room, alice.channel, code)) == 2


async def test_an_old_button_in_a_group_shows_the_newest_board_and_changes_nothing(room: Room) -> None:
    alice, bob = in_a_group(room)
    challenge, accepted = await begin(alice, bob)
    first = await followed(room, challenge, accepted)
    code = code_in(first)
    await alice.slash("/konane move", move="d5")
    newest = await board(room, alice.channel, code, 2)
    shown = await bob.click(first, "Move")
    assert shown.private
    assert f"/{newest.id}" in shown.content
    assert await shown.png() == await (await bob.click(first, "My board")).png(), "the newest board is shown"
    refused = await bob.click(first, "Abort (no result)")
    assert labels(refused) == ["Move"], "nothing is asked below an old board"
    assert await refused.png() == await shown.png()
    picker = await bob.click(shown, "Move")
    assert "Which" in picker.content
    assert (await board(room, alice.channel, code, 2)).id == newest.id, "nothing was changed"
    played = await bob.slash("/konane move", move="d4")
    assert played.message == await board(room, alice.channel, code, 3)


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
    code = code_in(await followed(room, challenge, accepted))
    await alice.sees(lambda message: message.private and message.content.startswith("Welcome!"))
    room.sandbox.trouble.deny("use_external_apps", channel, alice.user)
    told = refusal(await alice.slash("/konane move", move="d5"))
    assert "only you see" in told
    assert "in another channel that you share" in told
    assert (await direct(bob, "your first move", f"#{code}")).attachments
    played = await bob.slash("/konane move", move="d4")
    assert played.message == await board(room, channel, code, 2)


async def test_a_match_against_the_computer_goes_on_where_external_apps_are_not_allowed_any_more(room: Room) -> None:
    _, channel = server(room, "No apps", with_bot=False)
    room.sandbox.world.install_app(room.alice.user)
    alice = room.alice.at(channel)
    begun = await alice.slash("/konane practice", level=1, side="first", size="6")
    code = code_in(begun)
    room.sandbox.trouble.deny("use_external_apps", channel, alice.user)
    told = refusal(await alice.slash("/konane move", move="c4"))
    assert told.startswith("Done. This server does not let you **use external apps**")
    assert "use `/match move-here` in a direct message" in told
    seen = await alice.click(begun, "Move")
    assert seen.post.attachments
    assert seen.content.endswith("The newest one is after move 2."), "with no link to a board that is not there"
    assert "move 3: " in (await alice.slash("/konane board")).content
    entry = await alice.select(await alice.slash("/matches"), f"match-{int(code, 36)}")
    menu = await alice.click(entry, "More")
    assert "You took back your move" in (await alice.click(menu, "Take back")).content
    assert "move 1: " in (await alice.slash("/konane board")).content
    await alice.at(None).slash("/match move-here", match=code)
    assert (await direct(alice, "your move again", f"#{code}")).attachments


async def test_in_a_group_a_chosen_move_counts_at_once_or_after_its_preview_and_is_taken_back(room: Room) -> None:
    world = room.sandbox.world
    for person in (room.alice, room.bob):
        world.install_app(person.user)
    group = world.add_group(room.alice.user, room.bob.user)
    alice, bob = room.alice.at(group), room.bob.at(group)
    challenge = await alice.slash("/squalma challenge", opponent=bob.user.id, side="first")
    accepted = await bob.click(challenge, "Accept")
    code = code_in(await followed(room, challenge, accepted))
    await bob.slash("/settings", preview=True)
    picker = await alice.click(await board(room, group, code, 1), "Move")
    played = await alice.click(await alice.click(picker, "a2"), "a3")
    shown = await board(room, group, code, 2)
    assert "You played **a2-a3**" in played.content
    picker = await bob.click(shown, "Move")
    cells = await bob.click(picker, labels(picker)[0])
    preview = await bob.click(cells, labels(cells)[0])
    assert preview.content.startswith("Not played yet. Play **")
    assert len(boards(room, group, code)) == 2
    await alice.click(played, "Take back a2-a3")
    assert "a2-a3 was taken back" in (await board(room, group, code, 3)).content
    stale = await bob.click(preview, play_button(preview))
    assert stale.private
    assert len(boards(room, group, code)) == 3
    await alice.slash("/squalma move", move="a2-a3")
    assert bob.user.id in (await board(room, group, code, 4)).pinged
