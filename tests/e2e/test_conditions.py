"""Planned replies in the sandbox: chosen on the board or typed, nested, changed, cancelled, played at once."""

from collections.abc import Sequence

from games import GAMES
from sandbox import Answer, Driver
from tests.e2e.rooms import Match, Room, labels

# In Konane on 6x6: Black a6, c4, d3 or f1; after a6 White a5 or b6; after a5 Black c6-a6; then White a3-a5 or others.


async def prepare(match: Match, they: str, answer: str) -> Answer:
    """Type a prepared answer of Bob's, and return the page that lists them all."""
    bob = match.room.bob
    menu = await bob.click(await match.post(), "More")
    shown = await bob.click(menu, next(label for label in labels(menu) if label.startswith("Plan")))
    for field, text in (("If they play", they), ("Your reply", answer)):
        form = await bob.click(
            await bob.click(shown, "Plan a reply") if "Plan a reply" in labels(shown) else shown, "Type a move"
        )
        shown = await bob.submit(form, {field: text})
    return shown


async def choose_line(who: Driver, shown: Answer, value: str) -> Answer:
    """Choose the prepared line that contains this text."""
    return await who.select(shown, next(option for text, option in shown.selects[0].options if value in text))


def legal(moves: Sequence[str]) -> list[str]:
    position = GAMES["konane"].start(size="6")
    for text in moves:
        position = position.play(position.parse(text))
    return [position.format(move) for move in position.legal_moves()]


async def test_an_answer_is_prepared_on_the_board_and_played_at_once_with_one_ping(room: Room) -> None:
    match = await room.match(size="6")
    menu = await room.bob.click(await match.post(), "More")
    shown = await room.bob.click(menu, "Plan my replies")
    assert shown.private
    assert "Your opponent's move: Which stone leaves the board?" in shown.content
    assert await shown.png()
    assert labels(shown)[:-1] == legal([])[::-1]  # White, who plans, is at the bottom
    shown = await room.bob.click(shown, "a6")
    shown = await room.bob.click(shown, "Choose the reply")
    assert "your reply to **a6**: Which stone leaves the board?" in shown.content
    shown = await room.bob.click(shown, "b6")
    assert "if they play **a6**, you reply **b6**?" in shown.content
    shown = await room.bob.click(shown, "Plan b6")
    assert "- if **a6**, you reply **b6**" in shown.content
    assert labels(await room.bob.click(await match.post(), "More")).count("Planned replies: 1") == 1
    assert len(match.posts()) == 1
    board = await match.move(0, "a6")
    alice, bob = room.alice.user, room.bob.user
    told = f"{alice.mention}, your move. You played a6, then {bob.global_name} took b6 off the board · due"
    assert board.content.startswith(told)
    assert board.post.pinged == (alice.id,)
    assert len(match.posts()) == 2
    assert not [message for message in room.bob.messages() if bob.id in message.pinged and "Move" in labels(message)]


async def test_answers_are_nested_two_deep_and_shown_as_a_tree(room: Room) -> None:
    match = await room.match(size="6")
    await prepare(match, "c4", "c3")
    shown = await prepare(match, "a6", "a5")
    shown = await choose_line(room.bob, shown, "play a6")
    assert await shown.png()
    assert labels(shown) == ["And then …", "Change the reply", "Cancel it", "Back"]
    shown = await room.bob.click(shown, "And then …")
    if "Choose the reply" not in labels(shown):
        shown = await room.bob.click(shown, "c6-a6")
    assert "Plan a reply to **c6-a6** after that?" in shown.content
    shown = await room.bob.click(shown, "Choose the reply")
    form = await room.bob.click(shown, "Type a move")
    shown = await room.bob.submit(form, {"Your reply": "a3a5"})
    assert shown.content.splitlines()[1:] == [
        "- if **a6**, you reply **a5**",
        "  - if **c6-a6**, you reply **a3-a5**",
        "- if **c4**, you reply **c3**",
    ]
    deepest = await choose_line(room.bob, shown, "play c6-a6")
    assert "And then …" not in labels(deepest)
    await match.move(0, "a6")
    left = await match.act(room.bob, "Planned replies: 1")
    assert left.content.splitlines()[1:] == ["- if **c6-a6**, you reply **a3-a5**"]
    board = await match.move(0, "c6-a6")
    assert "You played c6-a6 (taking b6), then" in board.content


async def test_answers_are_changed_and_cancelled(room: Room) -> None:
    match = await room.match(size="6")
    await prepare(match, "c4", "c3")
    shown = await prepare(match, "a6", "a5")
    shown = await choose_line(room.bob, shown, "play a6")
    shown = await room.bob.click(shown, "Change the reply")
    shown = await room.bob.click(shown, "b6")
    shown = await room.bob.click(shown, "Plan b6")
    assert "- if **a6**, you reply **b6**" in shown.content
    shown = await choose_line(room.bob, shown, "play a6")
    shown = await room.bob.click(shown, "Cancel it")
    assert shown.content.splitlines()[1:] == ["- if **c4**, you reply **c3**"]
    shown = await room.bob.click(shown, "Cancel all")
    assert "no planned replies" in shown.content
    board = await room.alice.slash("/konane move", move="c4")
    assert "You played" not in board.content
