"""Private boards: from either side, and back through the moves, for players and spectators."""

from games import GAMES
from sandbox import Answer
from tests.e2e.rooms import Match, Room

MOVES = ["d5", "d4", "d7-d5"]
WAYS = ["◀◀", "◀ Back", "▶ Next", "▶▶"]


async def played(room: Room) -> Match:
    match = await room.match()
    for number, move in enumerate(MOVES):
        await match.move(number % 2, move)
    return match


def open_ways(answer: Answer) -> list[str]:
    return [button.label for button in answer.buttons if button.label in WAYS and not button.disabled]


async def test_a_player_steps_back_to_the_start_and_on_to_the_newest_board(room: Room) -> None:
    match = await played(room)
    seen = await room.alice.click(await match.post(4), "My board")
    assert seen.private
    assert open_ways(seen) == WAYS[:2]
    pictures, told = [await seen.png()], [seen.content]
    for _ in MOVES:
        seen = await room.alice.click(seen, "◀ Back")
        assert seen.state == "update"
        pictures.append(await seen.png())
        told.append(seen.content)
    assert len(set(pictures)) == len(MOVES) + 1
    assert "after move 2 of 3" in told[1]
    assert "took d4 off the board." in told[1]
    assert "at the start of 3 moves" in told[3]
    assert open_ways(seen) == WAYS[2:]
    seen = await room.alice.click(seen, "▶ Next")
    assert await seen.png() == pictures[2]
    seen = await room.alice.click(seen, "▶▶")
    assert (seen.content, await seen.png()) == (told[0], pictures[0])
    seen = await room.alice.click(seen, "◀◀")
    assert await seen.png() == pictures[3]
    assert len(match.posts()) == 4


async def test_a_spectator_sees_either_side_and_every_move(room: Room) -> None:
    match = await played(room)
    seen = await room.carol.click(await match.post(4), "My board")
    assert seen.private
    first_side = await seen.png()
    seen = await room.carol.click(seen, "Turn the board")
    other_side = await seen.png()
    assert other_side != first_side
    seen = await room.carol.click(seen, "◀ Back")
    seen = await room.carol.click(seen, "▶ Next")
    assert await seen.png() == other_side
    seen = await room.carol.click(seen, "Turn the board")
    assert await seen.png() == first_side


async def test_the_board_in_letters_goes_back_through_the_moves_too(room: Room) -> None:
    match = await played(room)
    position = GAMES["konane"].start()
    first = position.diagram()
    for move in MOVES:
        position = position.play(position.parse(move))
    seen = await room.bob.slash("/konane board", text=True)
    assert f"```\n{position.diagram()}\n```" in seen.content
    assert position.info.legend in seen.content
    assert not any(button.label == "Turn the board" for button in seen.buttons)
    seen = await room.bob.click(seen, "◀◀")
    assert f"```\n{first}\n```" in seen.content
    spectator = await room.carol.slash("/konane board", match=match.name, text=True)
    assert position.diagram() in spectator.content


async def test_the_way_on_leads_to_moves_that_were_made_meanwhile(room: Room) -> None:
    match = await played(room)
    seen = await room.carol.click(await match.post(4), "My board")
    seen = await room.carol.click(seen, "◀ Back")
    await match.move(1, "d2-d4")
    seen = await room.carol.click(seen, "▶▶")
    assert "move 5" in seen.content
    assert "jumped d2-d4, taking d3." in seen.content
