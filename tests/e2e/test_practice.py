"""Matches against the computer, from the command to the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games import GAMES
from tests.e2e.rooms import Match
from tests.e2e.whereabouts import board, code_in

if TYPE_CHECKING:
    from sandbox import Answer, Driver
    from tests.e2e.conftest import House
    from tests.e2e.rooms import Room


async def practice(room: Room, game: str = "konane", **options: object) -> tuple[Match, Answer]:
    """A match of Alice against the computer, and the answer to her command."""
    command = f"/{game.replace('_', '-')}"
    answer = await room.alice.slash(f"{command} practice", **options)
    assert answer.state == "message", answer
    found = re.search(r"#(\w{4,})", answer.content)
    assert found, answer
    return Match(room, command, found[1], (room.alice, room.alice)), answer


async def test_a_match_against_level_1_to_its_end(room: Room, shared_house: House) -> None:
    match, answer = await practice(room, level=1, side="first", size="6")
    assert not answer.private
    assert answer.message
    assert "you begin against Ripple" in answer.content
    position = GAMES["konane"].start(size="6")
    while position.result() is None:
        if position.turn == 0:
            played = position.format(position.legal_moves()[0])
            moved = await match.move(0, played)
            assert moved.state == "message", moved
        await shared_house.noted("SELECT 1 FROM match WHERE id = ? AND (turn = 0 OR status = 'over')", match.id)
        plies = shared_house.rows("SELECT text FROM move WHERE match_id = ? ORDER BY ply", match.id)
        for row in plies[position.ply :]:
            position = position.play(position.parse(row["text"]))
    (over,) = shared_house.rows("SELECT status, winner, rated FROM match WHERE id = ?", match.id)
    result = position.result()
    assert result
    assert tuple(over) == ("over", result.winner, 0)
    last = await match.post()
    assert f"{position.ply} moves in " in last.content
    assert [button.label for button in last.buttons] == [
        "Rematch: Ripple, level 1",
        "Harder: Swell, level 2",
        "My board",
        "More",
    ]


async def test_a_quick_answer_comes_in_one_post_with_the_move(room: Room) -> None:
    match, _ = await practice(room, level=1, side="first")
    before = len(match.posts())
    moved = await match.move(0, "d5")
    assert "your move" in moved.content
    assert "at once in answer to d5" in moved.content
    assert len(match.posts()) == before + 1
    assert f"<@{room.alice.user.id}>" not in moved.content


async def test_challenging_tidepool_leads_to_the_levels(room: Room) -> None:
    asked = await room.alice.slash("/konane challenge", opponent=room.sandbox.world.bot.id, side="second")
    assert asked.private
    assert [button.label for button in asked.buttons][2] == "Breaker, level 3"
    assert "for a first game" in asked.content
    begun = await room.alice.click(asked, "Ripple, level 1")
    assert "your first move: Ripple took " in begun.content


async def test_a_take_back_and_the_next_match(room: Room, shared_house: House) -> None:
    match, _ = await practice(room, level=1, side="first")
    moved = await match.move(0, "d5")
    back = await room.alice.click(moved, "Take back")
    assert "d5 is taken back" in back.content
    asked = await room.alice.click(back, "Resign")
    assert "Ripple wins then" in asked.content
    await room.alice.click(asked, "Resign")
    await shared_house.noted("SELECT 1 FROM match WHERE id = ? AND status = 'over'", match.id)
    over = await room.sandbox.wait_for(lambda: match.posts()[-1] if "resigned" in match.posts()[-1].content else None)
    again = await room.alice.click(over, "Harder: Swell, level 2")
    assert "your first move: Swell took " in again.content
    assert "in answer" not in again.content


async def test_the_menu_of_tidepool_itself_opens_a_form(room: Room) -> None:
    form = await room.alice.user_command("Challenge", room.sandbox.world.bot)
    begun = await room.alice.submit(form, game="squalma", level="1", side="first")
    assert "you begin against Ripple" in begun.content


async def test_by_direct_message_with_the_board_from_ones_own_side(room: Room) -> None:
    alice = room.alice.at(None)
    begun = await alice.slash("/konane practice", level=1, side="second")
    assert begun.message is not None
    assert "your first move" in begun.content
    code = code_in(begun)
    mine = await alice.slash("/konane board", match=code)
    assert await mine.png() != b""
    position = GAMES["konane"].start()
    (first,) = await answers(room, alice, code)
    position = position.play(position.parse(first))
    moved = await alice.slash("/konane move", move=position.format(position.legal_moves()[0]))
    assert "at once" in moved.content


async def answers(room: Room, alice: Driver, code: str) -> list[str]:
    """What the newest board in Alice's direct messages says the computer played."""
    shown = await board(room, alice.channel, code, 1)
    return re.findall(r"took (\w+) off the board", shown.content)
