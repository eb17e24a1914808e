"""Matches against the computer, from the command to the end of the match."""

import json
import re

import pytest

from games import GAMES, worded
from lessons import LESSONS
from sandbox import Driver, Message
from tests.e2e.computers import helpers, practice, standing_still, turn
from tests.e2e.conftest import House
from tests.e2e.rooms import Match, Room, labels, play_button, refusal
from tests.e2e.whereabouts import board, code_in
from tests.support.patience import HELPERS


async def test_a_match_against_level_1_to_its_end(room: Room, shared_house: House) -> None:
    """At first Alice misses a win, so there is a mistake to practise, whatever the computer replies."""
    start = GAMES["konane"].decode(LESSONS["konane"][-1].code)
    begun = await room.public(
        await room.alice.slash("/setup", game="konane", code=start.encode(), level=1, side="first")
    )
    assert "you move first against Ripple" in begun.content
    match, position, wanted = Match(room, "/konane", code_in(begun), (room.alice, room.alice)), start, "a6-c6"
    while position.result() is None:
        if position.turn == 0:
            moved = await match.move(0, wanted or position.format(position.legal_moves()[0]))
            assert moved.state == "message", moved
            wanted = ""
        await shared_house.noted("SELECT 1 FROM match WHERE id = ? AND (turn = 0 OR status = 'over')", match.id)
        plies = shared_house.rows("SELECT text FROM move WHERE match_id = ? ORDER BY ply", match.id)
        for row in plies[position.ply - start.ply :]:
            position = position.play(position.parse(row["text"]))
    (over,) = shared_house.rows("SELECT status, winner, rated FROM match WHERE id = ?", match.id)
    result = position.result()
    assert result
    assert tuple(over) == ("over", result.winner, 0)
    last = await match.post()
    assert " win" in last.content
    assert labels(last) == ["Rematch", "Review", "Practise mistakes", "Replay", "More"]
    assert "Only the player of match" in refusal(await room.bob.click(last, "Practise mistakes"))
    task = await room.alice.click(last, "Practise mistakes")
    await room.sandbox.wait_for(lambda: "Find a better move." in task.content, HELPERS, "the first mistake")
    assert task.private
    ply = int(re.findall(r"move (\d+): ", task.content)[0])
    played = shared_house.rows("SELECT text FROM move WHERE match_id = ? ORDER BY ply", match.id)[ply - 1]["text"]
    wrong = await room.alice.submit(await room.alice.click(task, "Type a move"), move=played)
    assert f"**{played}**" in (await wrong.settled(HELPERS)).content
    assert labels(wrong)[0] == "Try again"


async def test_without_a_clear_mistake_the_button_for_practising_goes(room: Room, shared_house: House) -> None:
    match, _ = await practice(room, level=1, side="first")
    await match.move(0, "d5")
    board = await turn(room, match, 3)
    last = await resigned(room, shared_house, match, board)
    told = await room.alice.click(last, "Practise mistakes")
    await room.sandbox.wait_for(lambda: "so there is nothing to practise." in told.content, HELPERS, "the review")
    assert labels(told) == ["Rematch", "Review"]
    left = ["Rematch", "Review", "Replay", "More"]
    await room.sandbox.wait_for(lambda: labels(match.posts()[-1]) == left, what="the button goes")
    replay = await room.alice.click(match.posts()[-1], "Replay")
    assert "Practise mistakes" not in labels(await room.alice.click(replay, "More"))


async def test_a_hint_shows_the_piece_and_then_the_move(room: Room) -> None:
    match, _ = await practice(room, level=1, side="first")
    await match.move(0, "d5")
    board = await turn(room, match, 3)
    shown = await first_hint(room, board)
    assert shown.private
    piece = re.findall(r"look at \*\*(\w\d)\*\*", shown.content)[0]
    told = await room.alice.click(shown, "Show the move")
    assert told.content.startswith(f"Hint: play **{piece}-")
    await room.alice.click(told, play_button(told))
    await turn(room, match, 5)


@pytest.mark.long
async def test_a_hint_behind_answers_to_others_tells_its_place(hasty_house: House) -> None:
    room = hasty_house.room()
    _, board = await practice(room, level=1, side="first")
    people = (room.bob, room.carol, room.alice)
    begun = [await person.slash("/squalma practice", level=5, side="first") for person in people]
    move = GAMES["squalma"].start().format(GAMES["squalma"].start().legal_moves()[0])
    await room.sandbox.wait_for(lambda: list(helpers(hasty_house)), what="a helper")
    with standing_still(hasty_house):
        for person, other in zip(people, begun, strict=True):
            await person.slash("/squalma move", move=move, match=code_in(other))
        asked = await room.alice.click(board, "Hint")
        place = "requests? (is|are) ahead"
        placed = await room.alice.sees(lambda message: message.private and re.search(place, message.content))
    hint = await room.alice.sees(lambda message: message.id == placed.id and message.buttons, timeout=HELPERS)
    assert hint.content.startswith("Hint: look at ")
    assert hint.attachments
    assert asked.followups == []


async def test_an_open_challenge_offers_the_computer_after_a_while(own_house: House) -> None:
    room = own_house.room()
    challenge = await room.alice.slash("/konane challenge", side="second", size="6")
    room.sandbox.move_clock(600)
    await room.sandbox.wait_for(
        lambda: (
            challenge.message and "Play the computer meanwhile" in [button.label for button in challenge.post.buttons]
        )
    )
    asked = await room.alice.click(challenge.post, "Play the computer meanwhile")
    assert all(":second" in (button.custom_id or "") for button in asked.buttons), (
        "by lot she would often be second, too"
    )
    refused = await room.bob.click(challenge.post, "Play the computer meanwhile")
    assert refused.private
    assert "can play the computer while this challenge is open" in refused.content
    begun = await room.alice.click(asked, "Ripple, level 1")
    assert "Ripple (computer, level 1) took" in begun.content, "Alice is second, as in her challenge"
    (row,) = own_house.rows("SELECT options FROM match")
    assert json.loads(row["options"]) == {"size": "6"}


async def test_challenging_tidepool_leads_to_the_levels(room: Room) -> None:
    asked = await room.alice.slash("/konane challenge", opponent=room.sandbox.world.bot.id, side="second")
    assert asked.private
    assert labels(asked)[2] == "Breaker, level 3"
    assert "for a first game" in asked.content
    begun = await room.alice.click(asked, "Ripple, level 1")
    assert "Ripple (computer, level 1) took" in begun.content


async def test_a_take_back_and_the_next_match(room: Room, shared_house: House) -> None:
    match, _ = await practice(room, level=1, side="first")
    moved = await match.move(0, "d5")
    back = await room.alice.click(moved, "Take back")
    assert "your move again. d5 was taken back" in back.content
    asked = await room.alice.click(await room.alice.click(back, "More"), "Resign")
    assert "Ripple (computer, level 1) will win" in asked.content
    await room.alice.click(asked, "Resign")
    await shared_house.noted("SELECT 1 FROM match WHERE id = ? AND status = 'over'", match.id)
    over = await room.sandbox.wait_for(lambda: match.posts()[-1] if "resigned" in match.posts()[-1].content else None)
    levels = await room.alice.click(over, "Rematch")
    assert labels(levels) == ["Same level: Ripple", "Harder: Swell"]
    again = await room.alice.click(levels, "Harder: Swell")
    assert "Swell" in again.content
    refused = await room.alice.click(levels, "Same level: Ripple")
    assert re.search(rf"already started: match #\w+\. It is here: \S+/{again.post.id}$", refused.content)


async def test_the_menu_of_tidepool_itself_opens_the_page_with_the_computer(room: Room) -> None:
    page = await room.alice.user_command("Challenge", room.sandbox.world.bot)
    assert "against Ripple (computer, level 1)" in page.content


async def test_by_direct_message_with_the_board_from_ones_own_side(room: Room) -> None:
    alice = room.alice.at(None)
    begun = await alice.slash("/konane practice", level=1, side="second")
    assert "Ripple (computer, level 1) took" in begun.content
    code = code_in(begun)
    mine = await alice.slash("/konane board", match=code)
    assert await mine.png() != b""
    position = GAMES["konane"].start()
    (first,) = await answers(room, alice, code)
    position = position.play(position.parse(first))
    moved = await alice.slash("/konane move", move=position.format(position.legal_moves()[0]))
    assert "You played" in moved.content


async def answers(room: Room, alice: Driver, code: str) -> list[str]:
    """The part of Alice's newest board that says what the computer played."""
    shown = await board(room, alice.channel, code, 1)
    return re.findall(r"Ripple \(computer, level 1\) took (\S+) off", shown.content)


async def first_hint(room: Room, board: Message) -> Message:
    """The private answer to the button Hint."""
    hint = await room.alice.click(board, "Hint")
    return await room.sandbox.wait_for(
        lambda: next(
            (message for message in [*hint.followups, hint.message] if message is not None and message.buttons), None
        ),
        HELPERS,
        "the hint",
    )


async def resigned(room: Room, house: House, match: Match, board: Message) -> Message:
    """The last board of a match that Alice resigns."""
    asked = await room.alice.click(await room.alice.click(board, "More"), "Resign")
    await room.alice.click(asked, "Resign")
    await house.noted("SELECT 1 FROM match WHERE id = ? AND status = 'over'", match.id)
    return await room.sandbox.wait_for(lambda: match.posts()[-1] if "resigned" in match.posts()[-1].content else None)


async def first_review(room: Room, over: Message) -> Message:
    """The private answer to the button Review."""
    waiting = await room.alice.click(over, "Review")
    return await room.sandbox.wait_for(
        lambda: next(
            (
                message
                for message in [*waiting.followups, waiting.message]
                if message is not None and message.attachments
            ),
            None,
        ),
        HELPERS,
        "the review",
    )


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
async def test_every_game_has_hints_and_reviews(room: Room, shared_house: House, key: str) -> None:
    match, board = await practice(room, key, level=1, side="first")
    hint = await first_hint(room, board)
    assert hint.private
    assert "look at" in hint.content
    assert hint.attachments
    told = await room.alice.click(hint, "Show the move")
    (best,) = re.findall(r"play \*\*(.+?)\*\*\.", told.content.replace("\\", ""))
    number = GAMES[key].start().turn + 1  # in one game the computer begins
    await room.alice.click(told, play_button(told))
    played = "SELECT text FROM move WHERE match_id = ? AND ply = ?", match.id, number
    await shared_house.noted(*played)
    assert [worded(key, text).said() for (text,) in shared_house.rows(*played)] == [best]
    over = await resigned(room, shared_house, match, await turn(room, match, number + 2))
    review = await first_review(room, over)
    assert review.private
    assert "accuracy" in review.content
    assert re.search("Alice.*'s chances|In orange: ", review.attachments[0].description or "")
    assert (await room.sandbox.png(review.attachments[0])).startswith(b"\x89PNG")


async def test_a_review_shows_the_chances_and_the_better_moves(room: Room, shared_house: House) -> None:
    match, _ = await practice(room, level=1, side="first", size="6")
    for number in (3, 5, 7):
        position = GAMES["konane"].start(size="6")
        for row in shared_house.rows("SELECT text FROM move WHERE match_id = ? ORDER BY ply", match.id):
            position = position.play(position.parse(row["text"]))
        await match.move(0, position.format(position.legal_moves()[0]))
        board = await turn(room, match, number)
    review = await first_review(room, await resigned(room, shared_house, match, board))
    assert review.private
    if "Mistake 1 of" in review.content:
        assert "In orange: " in (review.attachments[0].description or "")
        review = (await (await room.alice.click(review, "◀ Graph")).settled()).post
    assert re.search("Alice.*'s chances", review.attachments[0].description or "")
    assert (await room.sandbox.png(review.attachments[0])).startswith(b"\x89PNG")
    await room.alice.click(review, "Replay")
