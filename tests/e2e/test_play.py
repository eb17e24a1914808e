"""The course of a match between two people: buttons, forms, wrong moves, several matches, lost channels."""

import sqlite3
from contextlib import closing
from dataclasses import replace

from tests.e2e.conftest import House
from tests.e2e.rooms import Room, refusal


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
    assert "not your turn in any Konane match" in refusal(await room.carol.slash("/konane move", move="d5"))
    assert "not a match code" in refusal(await room.alice.slash("/konane move", move="d5", match="?!"))
    assert "no match #zzzz" in refusal(await room.alice.slash("/konane move", move="d5", match="zzzz"))
    assert "is not a SquAlma match" in refusal(await room.alice.slash("/squalma move", move="a2-a3", match=match.name))
    assert len(match.posts()) == 1
    await match.move(0, "d5")
    await match.move(1, "d4")
    why = refusal(await match.move(0, "d7-d3"))
    assert why == "d7 to d3 jumps over nothing: there is no white stone on d4."


async def test_resigning_asks_once(room: Room) -> None:
    match = await room.match()
    asked = await room.bob.click(await match.post(), "Abort (no result)")
    assert asked.private
    kept = await room.bob.click(asked, "Keep playing")
    assert "The match continues" in kept.content
    assert len(match.posts()) == 1
    await match.move(0, "d5")
    await match.move(1, "d4")
    asked = await room.bob.slash("/konane resign")
    await room.bob.click(asked, "Resign")
    post = await match.post(4)
    assert f"{room.alice.user.mention}, you win! **{room.bob.user.global_name}** resigned" in post.content
    assert post.pinged == (room.alice.user.id,)
    assert "you cannot resign it" in refusal(await room.carol.slash("/konane resign", match=match.name))
    assert "is over" in refusal(await room.bob.slash("/konane resign", match=match.name))
    assert "is over" in refusal(await match.move(0, "d5"))


async def test_a_deleted_board_message_does_not_stop_the_match(troubled_room: Room) -> None:
    room = troubled_room  # the bot cannot know that the message with the buttons is gone
    match = await room.match()
    room.sandbox.trouble.delete_message(await match.post())
    board = await match.move(0, "d5")
    assert not board.private


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
    assert "you move first" in (await new.post()).content


async def test_a_new_name_is_noticed_with_any_use_and_shown_from_the_next_picture_on(room: Room) -> None:
    match = await room.match(size="6")
    for number, use in enumerate(("menu", "command", "autocomplete and move")):
        renamed = room.alice.user = room.sandbox.world.put(replace(room.alice.user, global_name=f"Zoe {number}"))
        if use == "menu":
            await room.alice.click(await match.post(), "More")
        elif use == "command":
            await room.alice.slash("/help")
        else:
            await match.move(0, "a6")
        board = await room.bob.slash("/konane board", match=match.name)
        assert renamed.global_name in (board.post.attachments[0].description or "")
