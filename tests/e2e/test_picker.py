"""The picker in the sandbox: every way into it, through it and out of it."""

import asyncio
from typing import Any

import pytest

from cogs.ui.picker.stages import Steps, stage
from games import GAMES, Position
from render import Scene, draw
from sandbox import Answer
from sandbox.discord.components import Button
from tests.e2e.conftest import House
from tests.e2e.rooms import Room, labels, play_button, play_chosen, refusal
from tests.support.shares import share

games = pytest.mark.parametrize("key", share(3, [(key,) for key in sorted(GAMES)]))


def _choice(button: Button) -> str:
    """The choice that a button of the picker makes."""
    return (button.custom_id or "").rsplit(":", 1)[-1]


async def test_the_command_without_a_text_opens_what_the_button_opens(room: Room) -> None:
    match = await room.match()
    welcome = await room.alice.click(await match.post(), "Move")
    assert welcome.content.startswith("Welcome!")
    pressed = await room.alice.click(await match.post(), "Move")
    typed = await room.alice.slash("/konane move")
    assert typed.private
    assert typed.content == pressed.content
    assert typed.buttons == pressed.buttons
    assert await typed.png() == await pressed.png()


@games
async def test_the_names_on_the_buttons_stand_on_a_picture_from_the_own_side(room: Room, key: str) -> None:
    match = await room.match(key)
    first: Position[Any] = GAMES[key].start()
    move = first.legal_moves()[0]
    position = first.play(move)
    await match.move(first.turn, first.format(move))
    player = match.seats[position.turn]
    picker = await player.click(await match.post(2), "Move")
    starts = {position.steps(reply)[0] for reply in position.legal_moves()}
    path: Steps = ()
    if rows := [button for button in picker.buttons if button.label.startswith("Row ")]:
        picker, path = await player.click(picker, rows[0].label), (_choice(rows[0]),)
    names = (str(room.alice.user.global_name), str(room.bob.user.global_name))
    following = stage(position, path).following
    offered = tuple(choice for choice in following if len(choice) > 1)
    badges = tuple(dict.fromkeys(choice[0] for choice in following if choice[0] != "swap"))
    assert all(any(label.split()[-1].startswith(cell) for label in labels(picker)) for cell in badges)
    assert set(badges) < starts if rows else set(badges) == starts - {"swap"}
    scene = Scene(position, names, first, move, view=position.turn, badges=badges, offered=offered, plates=False)
    assert await picker.png() == draw(scene)


async def test_back_leads_to_each_earlier_choice(room: Room) -> None:
    match = await room.match("coral_clash")
    for number, text in enumerate(("+e8", "e2-f3+", "d7-c6+"), 2):
        await match.move(number % 2 ^ 1, text)
    await room.alice.slash("/settings", preview=True)
    await room.alice.click(await match.post(4), "Move")  # the first picker welcomes them
    opened = await room.alice.click(await match.post(4), "Move")
    begun = _look(opened)
    destinations = await room.alice.click(opened, _label(opened, "f3"))
    chosen = _look(destinations)
    preview = await room.alice.click(destinations, _label(destinations, "g3"))
    assert "**f3-g3 (placing a coral)**?" in preview.content
    changed = await room.alice.click(preview, "Just move")
    assert "**f3-g3**?" in changed.content
    assert labels(changed) == ["✓ Just move", "Place coral", "Play f3-g3", "Back"]
    assert _look(await room.alice.click(changed, "Back")) == chosen
    assert _look(await room.alice.click(changed, "Back")) == begun
    assert "Back" not in labels(changed)
    assert len(match.posts()) == 4


async def test_a_move_has_its_usual_effect_unless_another_is_chosen_before_its_last_cell(room: Room) -> None:
    match = await room.match("coral_clash")
    for number, text in enumerate(("+e8", "e2-f3+", "d7-c6+"), 2):
        await match.move(number % 2 ^ 1, text)
    opened = await room.alice.click(await match.post(4), "Move")
    assert not any("coral" in label for label in labels(opened))
    usual = await room.alice.click(opened, _label(opened, "f3"))
    changed = await room.alice.click(usual, "Instead: Just move")
    assert "Instead: Place coral" in labels(changed)
    assert _look(await room.alice.click(changed, "Instead: Place coral")) == _look(usual)
    assert "You played **f3-g3 (placing a coral)**" in (await room.alice.click(usual, _label(usual, "g3"))).content
    await match.move(1, "c6-d7+")
    opened = await room.alice.click(await match.post(6), "Move")
    usual = await room.alice.click(opened, _label(opened, "g3"))
    changed = await room.alice.click(usual, "Instead: Just move")
    assert "You played **g3-f3**" in (await room.alice.click(changed, _label(changed, "f3"))).content


async def test_where_few_moves_are_left_a_button_names_each_and_back_leads_to_all_of_them(room: Room) -> None:
    match = await room.match(size="6")
    await match.move(0, "d3")
    await match.move(1, "d4")
    await room.alice.click(await match.post(3), "Move")  # the first picker welcomes them
    opened = await room.alice.click(await match.post(3), "Move")
    assert "move 3: Which move?" in opened.content
    position = GAMES["konane"].start(size="6")
    for text in ("d3", "d4"):
        position = position.play(position.parse(text))
    legal = [position.format(move) for move in position.legal_moves()]
    assert sorted(labels(opened)) == sorted([*legal, "Type a move"])
    await room.alice.slash("/settings", preview=True)
    preview = await room.alice.click(opened, legal[0])
    assert labels(preview) == [f"Play {legal[0]}", "Back"]
    assert labels(await room.alice.click(preview, "Back")) == labels(opened)


def _look(picker: Answer) -> tuple[str, list[str]]:
    """What a picker says and which buttons it offers."""
    return picker.content, labels(picker)


def _label(picker: Answer, place: str) -> str:
    """The label of the button for a cell."""
    return next(button.label for button in picker.buttons if _choice(button) == place)


async def test_the_buttons_run_as_one_reads_the_board_from_ones_own_side(room: Room) -> None:
    match = await room.match("squalma")
    as_black = await room.alice.click(await match.post(), "Move")
    assert labels(as_black)[:3] == ["a2", "b2", "c2"]
    await match.move(0, "a2-a3")
    as_white = await room.bob.click(await match.post(2), "Move")
    assert labels(as_white)[:3] == ["h7", "g7", "f7"]


async def test_a_swap_stands_among_the_rows_under_its_own_name(room: Room) -> None:
    match = await room.match("brain_coral", order="6", pie="on")
    await match.move(0, "c3")
    picker = await room.bob.click(await match.post(2), "Move")
    assert "Where does your stone go?" in picker.content
    assert "Choose the row first." in picker.content
    assert "You played **swap**" in (await play_chosen(room.bob, picker, "Swap: take over c3")).content
    assert "swapped and took over the stone on c3" in (await match.post(3)).content


async def test_pickers_go_on_after_a_kill_and_say_so_when_the_match_has_moved_on(own_house: House) -> None:
    room = own_house.room()
    await room.alice.slash("/settings", preview=True)
    match = await room.match("squalma")
    post = await match.post()
    room.keep_older_pages(100)
    waiting, choosing, playing, looking, typing = [await room.alice.click(post, "Move") for _ in range(5)]
    choosing = await room.alice.click(choosing, _label(choosing, "a2"))
    for place in ("b2", "b3"):
        playing = await room.alice.click(playing, _label(playing, place))
    looking = await room.alice.click(await room.alice.click(looking, _label(looking, "a2")), "Back")
    for place in ("a2", "a3"):
        looking = await room.alice.click(looking, _label(looking, place))
    form = await room.alice.click(typing, "Type a move")
    own_house.sandbox.trouble.clear()
    await own_house.bot.kill()  # so that it no longer knows them, as after a quarter of an hour
    await own_house.bot.start()
    assert "**a2-a3**?" in (await room.alice.click(choosing, _label(choosing, "a3"))).content
    assert "You played **b2-b3**" in (await room.alice.click(playing, play_button(playing))).content
    newest = await match.post(2)
    assert "moved b2-b3" in newest.content
    late = [
        await room.alice.click(waiting, _label(waiting, "a2")),
        await room.alice.click(looking, play_button(looking)),
        await room.alice.click(looking, "Back"),
        await room.alice.submit(form, {"Your move": "a2-a3"}),
    ]
    for answer in late:
        assert "The newest one is after move 1" in refusal(answer)
        assert newest.id in answer.content
    await match.move(1, "b7-b6")
    again = await room.alice.click(await match.post(3), "Move")
    assert "move 3: Which disc moves?" in again.content
    assert len(match.posts()) == 3
    assert own_house.sandbox.refusals == []


async def test_of_two_pickers_side_by_side_the_first_confirmed_counts(room: Room) -> None:
    await room.alice.slash("/settings", preview=True)
    match = await room.match(size="6")
    post = await match.post()
    room.keep_older_pages(3)
    one, other = await room.alice.click(post, "Move"), await room.alice.click(post, "Move")
    one = await room.alice.click(one, _label(one, "d3"))
    other = await room.alice.click(other, _label(other, "c4"))
    answers = await asyncio.gather(*(room.alice.click(picker, play_button(picker)) for picker in (one, other, one)))
    assert sum("You played" in answer.content for answer in answers[:2]) == 1
    await match.post(2)
    assert len(match.posts()) == 2


async def test_the_command_without_a_text_explains_itself_to_a_player_who_is_not_to_move(room: Room) -> None:
    match = await room.match("kings_convoy")
    assert "'s turn" in refusal(await room.bob.slash("/kings-convoy move"))
    told = refusal(await room.carol.slash("/kings-convoy move"))
    assert "not your turn in any King's Convoy match in this channel. Start one with </kings-convoy challenge:" in told
    assert "you are watching" in refusal(await room.carol.slash("/kings-convoy move", match=match.name))
    await room.alice.slash("/kings-convoy resign")
