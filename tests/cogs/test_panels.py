"""A private page that is opened again replaces the message that shows it, unless that shows something else by now."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.buttons import use
from cogs.posts.controls import turn_controls
from cogs.ui.acts import advice
from cogs.ui.context import Context
from cogs.ui.tournaments.pages import open_newest
from cogs.wire.controls import custom_id, parse_custom_id
from matches.model import Venue
from puzzles import collection
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.presses import Client, pressed, trouble
from tests.support.world import AS_GUEST, World

PANELS = (
    "move", "hint", "review", "start", "learn", "puzzle", "practise", "more", "agree", "mine", "letters", "resign?",
    "abort?", "if", "vote", "vote-teams", "votes", "tournament", "tournament-move", "rules", "study-hint", "meanwhile",
    "list", "theirs", "entry", "next", "history", "history-game", "history-result", "profile", "leaderboard",
    "leaderboard-game", "settings", "set-topic", "set", "server", "serve-topic", "serve", "tell", "privacy", "forget?",
)  # fmt: skip
"""The controls that open a panel."""


async def on_public_message(interaction: Any) -> None:
    interaction.message.flags.ephemeral = False


async def on(client: Client, shown: Any, text: str) -> Any:
    """Use a control on the private message that answered another use."""
    interaction = pressed(client, ANN, CHANNEL, custom_id=text)
    interaction.message.id = shown.answers.ids[-1]
    await use(interaction, interaction.data)
    return interaction


@pytest.mark.parametrize("name", PANELS)
async def test_a_panel_that_is_opened_again_replaces_the_older_message(world: World, name: str) -> None:
    async with world.client() as client:
        first, second = [await world.press(client, name, on_public_message) for _ in range(2)]
    assert [use.answers.deleted for use in (first, second)] == [1, 0]
    assert len(second.answers.sent) == 1


async def test_a_choice_in_progress_is_replaced_and_a_move_that_was_played_stays(client: Client) -> None:
    match = (await begin_game(client.service)).match
    opens = custom_id("move", match.id, match.rev)
    opened = pressed(client, ANN, CHANNEL, private=False, custom_id=opens)
    await use(opened, opened.data)
    chosen = await on(client, opened, custom_id("pick", match.id, match.rev))
    again = pressed(client, ANN, CHANNEL, private=False, custom_id=opens)
    await use(again, again.data)
    assert (opened.answers.deleted, chosen.answers.deleted) == (0, 1)
    played = await on(client, again, custom_id("confirm", match.id, match.rev, "d5"))
    newest = await client.service.play.move(match.id, BOB.id, "d4")
    following = pressed(client, ANN, CHANNEL, private=False, custom_id=custom_id("move", match.id, newest.match.rev))
    await use(following, following.data)
    assert played.answers.sent[0]["content"].startswith("You played **d5**")
    assert [use.answers.deleted for use in (again, played, following)] == [0, 0, 0]


async def test_a_board_on_which_somebody_looked_back_is_replaced(client: Client) -> None:
    match = (await begin_game(client.service)).match
    opens = custom_id("mine", match.id, match.rev)
    opened = pressed(client, ANN, CHANNEL, private=False, custom_id=opens)
    await use(opened, opened.data)
    turned = await on(client, opened, custom_id("at", match.id, match.rev, "0", "1", "back"))
    again = pressed(client, ANN, CHANNEL, private=False, custom_id=opens)
    await use(again, again.data)
    assert [use.answers.deleted for use in (opened, turned, again)] == [0, 1, 0]


async def test_panels_of_other_matches_and_people_stay(client: Client) -> None:
    first, second = [(await begin_game(client.service)).match for _ in range(2)]
    uses = []
    for person, match in ((ANN, first), (ANN, second), (BOB, first)):
        interaction = pressed(client, person, CHANNEL, private=False, custom_id=custom_id("more", match.id, match.rev))
        await use(interaction, interaction.data)
        uses.append(interaction)
    assert [use.answers.deleted for use in uses] == [0, 0, 0]


async def test_another_puzzle_replaces_the_one_before(client: Client) -> None:
    numbers = [*collection.active_numbers()][:2]
    presses = [pressed(client, ANN, CHANNEL, private=False, custom_id=custom_id("puzzle", n, 0)) for n in numbers]
    for press in presses:
        await use(press, press.data)
    assert [press.answers.deleted for press in presses] == [1, 0]


async def test_the_standings_of_the_command_and_of_the_button_are_the_same_page(world: World) -> None:
    async with world.client() as client:
        shown = pressed(client, ANN, CHANNEL, private=False)
        await open_newest(Context(shown))
        _, tournament_id, *_ = parse_custom_id(shown.answers.sent[0]["view"].children[0].custom_id)
        again = pressed(client, ANN, CHANNEL, private=False, custom_id=custom_id("tournament", tournament_id))
        await use(again, again.data)
    assert (shown.answers.deleted, again.answers.deleted) == (1, 0)


@pytest.mark.parametrize("name", PANELS)
async def test_a_panel_that_comes_too_late_replaces_nothing(world: World, name: str) -> None:
    async with world.client() as client:
        shown = await world.press(client, name, on_public_message)
        await world.press(client, name, on_public_message, error=trouble(10062))
        assert shown.answers.deleted == 0
        await world.press(client, name, on_public_message)
    assert shown.answers.deleted == 1


async def test_a_slow_answer_below_the_page_replaces_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def reply(*_: object) -> str:
        await asyncio.sleep(0.001)
        return puzzle.answers[0]

    monkeypatch.setattr(advice, "AT_HAND", 0)
    monkeypatch.setattr(client.service.puzzles, "reply", reply)
    number = collection.active_numbers("konane")[0]
    puzzle = collection.puzzle(number)
    opens = custom_id("puzzle", number, 0)
    opened = pressed(client, ANN, CHANNEL, private=False, custom_id=opens)
    await use(opened, opened.data)
    slow = await on(client, opened, custom_id("puzzle-done", number, 0, puzzle.answers[0]))
    assert slow.answers.sent[0]["thinking"]
    assert (opened.answers.deleted, slow.answers.deleted) == (1, 0)
    again = pressed(client, ANN, CHANNEL, private=False, custom_id=opens)
    await use(again, again.data)
    assert (opened.answers.deleted, slow.answers.deleted) == (1, 1)


async def test_an_answer_on_a_message_that_was_dismissed_meanwhile_is_a_new_message(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def edit_message(**_: object) -> None:
        raise trouble(10008)

    match = (await begin_game(client.service)).match
    turned = pressed(client, ANN, CHANNEL, custom_id=custom_id("at", match.id, match.rev, "0", "1", "back"))
    monkeypatch.setattr(turned.response, "edit_message", edit_message)
    await use(turned, turned.data)
    assert turned.answers.text().startswith("Konane, move 1")


async def test_what_does_not_depend_on_the_board_works_from_an_older_one(client: Client) -> None:
    first, second = [(await begin_game(client.service)).match for _ in range(2)]
    for match in (first, second):
        await client.service.play.move(match.id, ANN.id, "d5")
    asked = pressed(client, ANN, CHANNEL, custom_id=custom_id("resign?", first.id, first.rev))
    await use(asked, asked.data)
    assert "Resign" in asked.answers.text()
    for name in ("abort?", "abort"):
        aborted = pressed(client, ANN, CHANNEL, custom_id=custom_id(name, second.id, second.rev))
        await use(aborted, aborted.data)
    assert (await client.service.lookup.match(second.id)).over


@pytest.mark.parametrize(
    ("name", "said"),
    [("resign?", "Resign Konane"), ("abort?", "Abort Konane"), ("abort", "You aborted"), ("move", "move 2: Which")],
)
async def test_where_the_bot_is_a_guest_older_private_menus_work_too(client: Client, name: str, said: str) -> None:
    match = (await begin_game(client.service, venue=AS_GUEST)).match
    await client.service.play.move(match.id, ANN.id, "d5")
    used = pressed(client, BOB, AS_GUEST, custom_id=custom_id(name, match.id, match.rev))
    await use(used, used.data)
    assert said in used.answers.sent[0]["content"]


@pytest.mark.parametrize(("rated", "act"), [(True, "Abort"), (False, "Resign")])
async def test_what_a_resignation_would_do_is_asked_and_answered_in_one_word(
    client: Client, act: str, *, rated: bool
) -> None:
    match = (await begin_game(client.service, rated=rated)).match
    below: Sequence[Any] = turn_controls(match).children
    (leave,) = [item for item in below if item.label in {"Resign", "Abort (no result)"}]
    assert leave.label.startswith(act)
    for custom in (leave.custom_id, custom_id("resign?", match.id, match.rev)):
        asked = pressed(client, ANN, CHANNEL, private=False, custom_id=custom)
        await use(asked, asked.data)
        (shown,) = asked.answers.sent
        assert shown["content"].startswith(f"{act} Konane #")
        assert [item.label for item in shown["view"].children] == [leave.label, "Keep playing"]
    done = await on(client, asked, shown["view"].children[0].custom_id)
    assert f"You {act.lower()}ed Konane #" in done.answers.text()


async def test_an_abort_is_declined_from_a_menu_opened_before_the_proposer_moved(client: Client) -> None:
    match = (await begin_game(client.service)).match
    proposed = (await client.service.agreements.offer_abort(match.id, ANN.id)).match
    await client.service.play.move(match.id, ANN.id, "d5")
    declined = pressed(client, BOB, CHANNEL, custom_id=custom_id("abort-no", match.id, proposed.rev))
    await use(declined, declined.data)
    assert (await client.service.lookup.match(match.id)).abort_by is None


async def test_a_draw_offered_from_an_older_menu_is_refused_in_a_newer_menu(client: Client) -> None:
    match = (await begin_game(client.service, "coral_clash")).match
    position = (await client.service.lookup.snapshot(match.id)).position
    await client.service.play.move(match.id, match.players[match.turn].id, position.format(position.legal_moves()[0]))
    stale = pressed(client, ANN, CHANNEL, custom_id=custom_id("draw", match.id, match.rev))
    await use(stale, stale.data)
    (menu,) = stale.answers.sent
    assert menu["edited"]
    assert menu["content"].startswith("That board is old. ")
    newest = await client.service.lookup.match(match.id)
    assert newest.draw_by is None
    assert custom_id("draw", match.id, newest.rev) in [item.custom_id for item in menu["view"].children]


async def test_a_takeback_after_the_reply_is_refused_in_place_of_the_answer_to_the_move(client: Client) -> None:
    match = (await begin_game(client.service)).match
    played = pressed(client, ANN, CHANNEL, custom_id=custom_id("confirm", match.id, match.rev, "d5"))
    await use(played, played.data)
    (taking,) = played.answers.sent[0]["view"].children
    newest = (await client.service.play.move(match.id, BOB.id, "d4")).match
    late = await on(client, played, taking.custom_id)
    (menu,) = late.answers.sent
    assert menu["edited"]
    assert menu["content"] == "That board is old. The newest one is after move 2."
    assert custom_id("move", match.id, newest.rev) in [item.custom_id for item in menu["view"].children]


@pytest.mark.parametrize("where", [CHANNEL, AS_GUEST, Venue(10_000 + ANN.id, None)])
async def test_a_second_press_of_take_back_says_what_the_first_one_did(client: Client, where: Venue) -> None:
    """Also from an older page, and with the buttons that an older client still shows."""
    match = (await begin_game(client.service, venue=where)).match
    played = pressed(client, ANN, where, custom_id=custom_id("confirm", match.id, match.rev, "d5"))
    await use(played, played.data)
    (taking,) = played.answers.sent[0]["view"].children
    presses = [pressed(client, ANN, where, custom_id=taking.custom_id) for _ in range(2)]
    for press in presses:
        await use(press, press.data)
        assert press.answers.sent[0]["content"] == f"You took back your move in Konane #{match.code}."
        assert press.answers.sent[0]["edited"]
        assert press.answers.sent[0]["view"] is None
    older = pressed(client, ANN, where, custom_id=custom_id("takeback", match.id, match.rev + 1, "ask"))
    await use(older, older.data)
    assert older.answers.sent[0]["content"] == f"You took back your move in Konane #{match.code}."
    assert (await client.service.lookup.match(match.id)).ply == 0


async def test_two_presses_of_take_back_at_once_take_back_one_move(client: Client) -> None:
    match = (await begin_game(client.service)).match
    rev = (await client.service.play.move(match.id, ANN.id, "d5")).match.rev
    presses = [pressed(client, ANN, CHANNEL, custom_id=custom_id("takeback", match.id, rev)) for _ in range(2)]
    await asyncio.gather(*(use(press, press.data) for press in presses))
    for press in presses:
        assert press.answers.sent[0]["content"] == f"You took back your move in Konane #{match.code}."
        assert press.answers.sent[0]["view"] is None
    assert (await client.service.lookup.match(match.id)).ply == 0


async def test_a_move_that_is_played_again_can_be_taken_back_again(client: Client) -> None:
    match = (await begin_game(client.service)).match
    for _ in range(2):
        rev = (await client.service.play.move(match.id, ANN.id, "d5")).match.rev
        taking = pressed(client, ANN, CHANNEL, custom_id=custom_id("takeback", match.id, rev))
        await use(taking, taking.data)
        assert (await client.service.lookup.match(match.id)).ply == 0
    newest = (await client.service.play.move(match.id, ANN.id, "d5")).match
    late = pressed(client, ANN, CHANNEL, custom_id=custom_id("takeback", match.id, rev))
    await use(late, late.data)
    assert "The newest one is" in late.answers.sent[0]["content"]
    assert (await client.service.lookup.match(match.id)).rev == newest.rev, "this move is not taken back"


async def test_a_resignation_removes_the_choice_of_a_move(client: Client) -> None:
    match = (await begin_game(client.service)).match
    choosing, asked = [
        pressed(client, ANN, CHANNEL, private=False, custom_id=custom_id(name, match.id, match.rev))
        for name in ("move", "resign?")
    ]
    for interaction in (choosing, asked):
        await use(interaction, interaction.data)
    resigned = await on(client, asked, custom_id("resign", match.id, match.rev))
    assert (choosing.answers.deleted, asked.answers.deleted, resigned.answers.deleted) == (1, 0, 0)
