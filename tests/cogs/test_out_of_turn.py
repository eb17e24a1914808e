"""Buttons under a board for those who are not to move: the answer says why, and offers what they can do instead."""

from collections.abc import Awaitable, Callable

import pytest

from cogs.ui.acts.play import choose_move, keep_playing
from cogs.ui.context import Context
from cogs.ui.error_replies import answer_failure
from cogs.ui.pages.board import show_board, show_board_as_text
from cogs.ui.pages.menu import open_draw_offer
from matches.errors import Refusal
from matches.model import Match, Person
from tests.support.matches import ANN, BOB, CAROL, CHANNEL, begin_game
from tests.support.presses import Client, pressed

Button = Callable[[Context], Awaitable[None]]
Answer = tuple[str, list[str]]
"""The text of an answer, and the labels of its buttons."""


async def press(client: Client, who: Person, match: Match, button: Button = choose_move) -> Answer:
    interaction = pressed(client, who, CHANNEL, private=False)
    context = Context(interaction, match.id, match.rev)
    try:
        await button(context)
    except Refusal as refusal:
        await answer_failure(context, refusal)
    (answer,) = interaction.answers.sent
    return answer["content"], [item.label for item in answer["view"].children] if "view" in answer else []


async def test_a_player_out_of_turn_may_prepare_an_answer(client: Client) -> None:
    match = (await begin_game(client.service)).match
    assert await press(client, BOB, match) == ("It is Ann's turn in match #1000.", ["Plan my replies"])


async def test_nobody_prepares_answers_to_the_computer(client: Client) -> None:
    match = (await client.service.practice.begin("konane", ANN, 1, CHANNEL, "second")).match
    assert await press(client, ANN, match) == ("Ripple (computer, level 1) is still thinking in match #1000.", [])


async def test_the_picker_names_the_code_only_where_another_match_could_be_meant(client: Client) -> None:
    mine = (await begin_game(client.service)).match
    await press(client, ANN, mine)  # the first picker welcomes
    text, _ = await press(client, ANN, mine)
    assert text.startswith("Konane against Bob, move 1: ")
    theirs = (await client.service.practice.begin("konane", BOB, 1, CHANNEL, "first")).match
    text, _ = await press(client, ANN, theirs)
    assert text.startswith(f"Konane #{mine.code} against Bob, move 1: ")


async def test_a_spectator_is_offered_to_follow(client: Client) -> None:
    match = (await begin_game(client.service)).match
    for button in (choose_move, open_draw_offer):
        said = await press(client, CAROL, match, button)
        assert said == ("Match #1000 is between Ann and Bob; you are watching.", ["Follow"])
    text, labels = await press(client, CAROL, match, show_board)
    assert text.startswith("You are watching Ann and Bob.\nKonane, move 1: Ann (Black) to move.")
    assert labels == ["◀◀", "◀ Back", "▶ Next", "▶▶", "Turn the board", "Follow", "More"]


async def test_the_private_board_of_the_player_to_move_has_the_button_to_move(client: Client) -> None:
    match = (await begin_game(client.service)).match
    for shown in (show_board, show_board_as_text):
        offered = [(await press(client, person, match, shown))[1] for person in (ANN, BOB)]
        assert ["Move" in labels for labels in offered] == [True, False]


@pytest.mark.parametrize(("who", "ways"), [(ANN, ["Rematch"]), (BOB, ["Rematch"]), (CAROL, ["Replay"])])
async def test_move_in_a_finished_match_says_how_it_ended(client: Client, who: Person, ways: list[str]) -> None:
    match = (await begin_game(client.service)).match
    over = (await client.service.play.resign(match.id, ANN.id)).match
    said = await press(client, who, over)
    assert said == ("Match #1000 is over. Bob wins: Ann resigned.", ways)


async def test_play_on_says_how_the_match_has_ended_since_the_question(client: Client) -> None:
    match = (await begin_game(client.service)).match
    assert await press(client, ANN, match, keep_playing) == ("The match continues.", [])
    over = (await client.service.play.resign(match.id, BOB.id)).match
    said = await press(client, ANN, over, keep_playing)
    assert said == ("Konane #1000 is over. Ann wins: Bob resigned.", ["Rematch"])
