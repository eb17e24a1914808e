"""The course of a match between two people: buttons, forms, wrong moves, several matches, lost channels."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from sandbox import Driver
from tests.e2e.rooms import refusal

if TYPE_CHECKING:
    from tests.e2e.conftest import House
    from tests.e2e.rooms import Room


async def test_a_move_is_picked_tapped_and_confirmed(room: Room) -> None:
    match = await room.match(size="6")
    picker = await room.alice.click(await match.post(), "Move")
    assert picker.private
    letter = next(button.label for button in picker.buttons if button.label.endswith(" d3"))
    preview = await room.alice.click(picker, letter)
    assert "Nothing counts" in preview.content
    assert len(match.posts()) == 1
    counted = await room.alice.click(preview, "Confirm")
    assert counted.state == "update"
    assert "You played **d3**" in counted.content
    post = await match.post(2)
    assert post.content.startswith(room.bob.user.mention)
    assert post.pinged == (room.bob.user.id,)


async def test_back_takes_a_choice_back(room: Room) -> None:
    match = await room.match(size="6")
    picker = await room.alice.click(await match.post(), "Move")
    preview = await room.alice.click(picker, picker.buttons[0].label)
    again = await room.alice.click(preview, "Back")
    assert [button.label for button in again.buttons] == [button.label for button in picker.buttons]
    assert len(match.posts()) == 1


async def test_a_move_is_typed_into_the_form(room: Room) -> None:
    match = await room.match(size="6")
    picker = await room.alice.click(await match.post(), "Move")
    form = await room.alice.click(picker, "Type it")
    assert form.modal is not None
    board = await room.alice.submit(form, {"Your move": " D3 "})
    assert "took d3 off the board" in board.content
    assert not board.private


async def test_autocomplete_lists_the_moves_that_go_on_as_typed(room: Room) -> None:
    match = await room.match()
    assert await room.alice.autocomplete("/konane move", "move") == ["a8", "d5", "e4", "h1"]
    assert await room.alice.autocomplete("/konane move", "move", "E") == ["e4"]
    assert await room.bob.autocomplete("/konane move", "move") == []
    matches = await room.bob.autocomplete("/konane move", "match")
    assert len(matches) == 1
    assert match.name in matches[0]
    other = await room.match()
    await other.move(0, "d5")
    assert await room.bob.autocomplete("/konane move", "move", match=other.name) == ["d4", "c5", "e5", "d6"]
    await match.move(0, "a8")
    either = await room.bob.autocomplete("/konane move", "move")
    assert either == ["d4", "c5", "e5", "d6", "a7", "b8"]


async def test_each_refused_move_is_answered_privately_with_what_to_do(room: Room) -> None:
    match = await room.match()
    assert "It is" in refusal(await match.move(1, "d4"))
    assert "neither in a corner nor in the centre" in refusal(await match.move(0, "b1"))
    assert "squares are written like" in refusal(await match.move(0, "hello"))
    assert "too long" in refusal(await match.move(0, "d5" * 40))
    stranger = refusal(await room.carol.slash("/konane move", move="d5", match=match.name))
    assert "you are watching" in stranger
    assert "not your turn in any match of Konane" in refusal(await room.carol.slash("/konane move", move="d5"))
    assert "not the code of a match" in refusal(await room.alice.slash("/konane move", move="d5", match="?!"))
    assert "no match #zzzz" in refusal(await room.alice.slash("/konane move", move="d5", match="zzzz"))
    assert "is no match of SquAlma" in refusal(await room.alice.slash("/squalma move", move="a2-a3", match=match.name))
    assert len(match.posts()) == 1
    await match.move(0, "d5")
    await match.move(1, "d4")
    why = refusal(await match.move(0, "d7-d3"))
    assert why == "d7 to d3 jumps over nothing: there is no white stone on d4."


async def test_two_moves_sent_at_once_count_once(room: Room) -> None:
    match = await room.match()
    answers = await asyncio.gather(match.move(0, "d5"), match.move(0, "e4"))
    assert sorted(answer.private for answer in answers) == [False, True]
    assert (await match.move(1, "pass")).private
    board = await room.bob.slash("/konane board", match=match.name, text=True)
    assert "move 2" in board.content


async def test_a_double_clicked_accept_begins_one_match(room: Room) -> None:
    challenge = await room.alice.slash("/konane challenge", opponent=room.bob.user.id)
    answers = await asyncio.gather(room.bob.click(challenge, "Accept"), room.bob.click(challenge, "Accept"))
    assert sorted(answer.private for answer in answers) == [False, True]
    boards = [message for message in room.bob.messages() if "Move" in [one.label for one in message.buttons]]
    assert len(boards) == 1
    await room.sandbox.wait_for(lambda: not challenge.buttons, what="the challenge without buttons")


async def test_two_matches_between_the_same_two_people_go_on_side_by_side(room: Room) -> None:
    first, second = await room.match(), await room.match()
    assert first.code != second.code
    which = await room.alice.slash("/konane move", move="d5")
    assert which.private
    assert "Which match" in which.content
    chosen = next(button for button in which.buttons if second.name in button.label)
    board = await room.alice.click(which, chosen.label)
    assert f" · Konane {second.name}" in board.content
    assert len(second.posts()) == 2
    assert len(first.posts()) == 1
    board = await room.alice.slash("/konane move", move="d5")  # only one match is left in which it is her turn
    assert f" · Konane {first.name}" in board.content


async def test_a_click_on_an_old_board_leads_to_the_newest(room: Room) -> None:
    match = await room.match()
    picker = await room.alice.click(await match.post(), "Move")
    await match.move(0, "d5")
    late = await room.alice.click(picker, picker.buttons[0].label)
    assert "the newest is the board after move 1" in late.content
    newest = await match.post(2)
    assert newest.id in late.content
    await room.sandbox.wait_for(lambda: not match.posts()[0].buttons, what="the old board without buttons")


async def test_move_explains_itself_to_who_is_not_to_move_and_to_who_watches(room: Room) -> None:
    match = await room.match()
    assert "turn" in refusal(await room.bob.click(await match.post(), "Move"))
    assert "you are watching" in refusal(await room.carol.click(await match.post(), "Move"))


async def test_my_board_shows_each_player_their_own_side_privately(room: Room) -> None:
    match = await room.match()
    mine = await room.alice.click(await match.post(), "My board")
    theirs = await room.bob.click(await match.post(), "My board")
    watching = await room.carol.click(await match.post(), "My board")
    assert mine.private
    assert theirs.private
    assert await mine.png() != await theirs.png()
    assert await watching.png() == await mine.png()


async def test_resigning_asks_once(room: Room) -> None:
    match = await room.match()
    asked = await room.bob.click(await match.post(), "Resign")
    assert asked.private
    kept = await room.bob.click(asked, "Keep playing")
    assert "goes on" in kept.content
    assert len(match.posts()) == 1
    asked = await room.bob.slash("/konane resign")
    await room.bob.click(asked, "Resign")
    post = await match.post(2)
    assert f"{room.alice.user.mention} wins: **{room.bob.user.global_name}** resigned" in post.content
    assert post.pinged == (room.alice.user.id,)
    assert "nothing to resign" in refusal(await room.carol.slash("/konane resign", match=match.name))
    assert "is over" in refusal(await room.bob.slash("/konane resign", match=match.name))
    assert "is over" in refusal(await match.move(0, "d5"))


async def test_a_deleted_board_message_does_not_stop_the_match(troubled_room: Room) -> None:
    room = troubled_room  # the bot cannot know that the message with the buttons is gone
    match = await room.match()
    room.sandbox.trouble.delete_message(await match.post())
    board = await match.move(0, "d5")
    assert not board.private


async def test_a_match_whose_channel_is_deleted_goes_on_where_the_player_is(troubled_room: Room) -> None:
    room = troubled_room
    match = await room.match()
    elsewhere = room.sandbox.world.add_channel(f"refuge-{match.code}")
    room.sandbox.trouble.delete_channel(room.channel)
    alice = room.alice.at(elsewhere)
    told = await alice.slash("/konane move", move="d5", match=match.name)
    assert told.private
    assert "gone" in told.content
    moved = await alice.slash("/match move-here", match=match.name)
    post = await alice.sees(lambda message: message.attachments, channel=elsewhere)
    assert moved.state == "message"
    assert "took d5 off the board" in post.content


async def test_a_bot_that_may_not_attach_files_says_so(troubled_room: Room) -> None:
    room = troubled_room
    match = await room.match()
    room.sandbox.trouble.deny("attach_files", room.channel)
    assert "attach files" in refusal(await room.alice.slash("/konane challenge", opponent=room.bob.user.id))
    told = await match.move(0, "d5")
    assert told.private
    assert "Attach Files" in told.content
    room.sandbox.trouble.allow("attach_files", room.channel)
    board = await match.move(1, "d4")
    assert "took d4 off the board" in board.content


async def test_people_who_cannot_be_challenged_are_refused_with_a_reason(room: Room) -> None:
    world = room.sandbox.world
    assert "yourself" in refusal(await room.alice.slash("/konane challenge", opponent=room.alice.user.id))
    assert "against the computer" in (await room.alice.slash("/konane challenge", opponent=world.bot.id)).content
    stranger = world.add_user("Stranger", world.add_guild("Elsewhere", room.alice.user))
    assert "cannot see this channel" in refusal(await room.alice.slash("/konane challenge", opponent=stranger.id))
    hidden = world.add_user("Hidden")
    room.sandbox.trouble.deny("view_channel", room.channel, hidden)
    assert "cannot see this channel" in refusal(await room.alice.slash("/konane challenge", opponent=hidden.id))


async def test_a_challenge_is_declined_or_withdrawn_by_whom_it_concerns(room: Room) -> None:
    challenge = await room.alice.slash("/squalma challenge", opponent=room.bob.user.id)
    assert challenge.message is not None
    assert challenge.message.pinged == (room.bob.user.id,)
    assert "Only" in refusal(await room.bob.click(challenge, "Withdraw"))
    assert "for " in refusal(await room.carol.click(challenge, "Decline"))
    assert "your own challenge" in refusal(await room.alice.click(challenge, "Accept"))
    declined = await room.bob.click(challenge, "Decline")
    assert "declined" in declined.content
    assert declined.buttons == ()
    challenge = await room.alice.slash("/squalma challenge", opponent=room.bob.user.id)
    withdrawn = await room.alice.click(challenge, "Withdraw")
    assert "withdrew" in withdrawn.content


async def test_help_and_rules_open_privately_and_turn_pages(room: Room) -> None:
    shown = await room.carol.slash("/help")
    assert shown.private
    rules = await room.carol.click(shown, "Konane: rules")
    assert rules.private
    first = await rules.png()
    turned = await room.carol.click(rules, "Next")
    assert turned.content != ""
    assert await turned.png() != first


async def test_in_direct_messages_one_is_told_where_to_play(room: Room) -> None:
    alone = Driver(room.sandbox, room.alice.user)
    shown = await alone.slash("/help")
    assert "Tidepool" in shown.content


async def test_a_match_under_rules_of_another_version_holds_up_no_other_board(own_house: House) -> None:
    room = own_house.room()
    old, new = await room.match(), await room.match()
    await own_house.bot.kill()
    with closing(sqlite3.connect(own_house.database)) as database, database:
        database.execute("UPDATE match SET rules_version = 99 WHERE id = ?", (old.id,))
        for match in (old, new):
            database.execute("UPDATE place SET shown_rev = 0 WHERE match_id = ?", (match.id,))
            database.execute(
                "INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, due_at)"
                " SELECT 'board', match_id, CAST(channel_id AS TEXT), 1, channel_id, guild_id, 0 FROM place"
                " WHERE match_id = ? ON CONFLICT (kind, subject, key) DO UPDATE SET due_at = 0",
                (match.id,),
            )
    room.sandbox.trouble.delete_message(await new.post())
    assert new.posts() == []
    await own_house.bot.start()
    assert "you begin" in (await new.post()).content
