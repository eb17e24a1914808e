"""The private response to a move says what the move has led to, in place of the picker."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.buttons import use
from cogs.posts import boards
from cogs.texts.markdown import say
from cogs.wire.controls import custom_id
from language import Sentence, speaking
from lessons import LESSONS
from matches.model import Match, Venue
from puzzles import collection
from storage.errors import Unavailable
from tests.support.controls import form
from tests.support.matches import ANN, BOB, CHANNEL, begin_game
from tests.support.presses import Client, pressed, trouble
from tests.support.thinker import SETTLES, Puppet

END = LESSONS["konane"][-1].code
"""Black wins with a6-e6. After a6-c6, White wins with d6-b6."""


def labels_of(answer: dict[str, Any]) -> list[str]:
    return [item.label for item in answer["view"].children]


async def begun(client: Client, code: str = END) -> Match:
    match = (await client.service.practice.begin_at("konane", ANN, 1, CHANNEL, code, "first")).match
    await client.service.outbox.take()
    return match


async def press(client: Client, match: Match, action: str, *args: str, **more: Any) -> Any:
    locale = more.pop("locale", discord.Locale.british_english)
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id(action, match.id, match.rev, *args), **more)
    interaction.locale = locale
    await use(interaction, interaction.data)
    return interaction


@pytest.mark.parametrize("typed", [False, True], ids=["chosen", "typed"])
async def test_the_move_that_wins_is_answered_with_the_end_and_what_can_follow(client: Client, *, typed: bool) -> None:
    match = await begun(client)
    if typed:
        done = await press(client, match, "typed", components=form({"move": "a6-e6"}))
    else:
        done = await press(client, match, "confirm", "a6-e6")
    told = done.answers.sent[0]
    assert told["content"] == "**You won:** Ripple has no jump left."
    assert told["view"] is None
    (board,) = done.answers.sent[1:] + client.channel.posted
    assert labels_of(board)[:3] == ["Rematch", "Review", "Practise mistakes"]


async def test_where_the_last_board_is_elsewhere_the_private_answer_has_what_can_follow(client: Client) -> None:
    match = await begun(client)
    elsewhere = Venue(10_000 + ANN.id, None)
    interaction = pressed(client, ANN, elsewhere, custom_id=custom_id("confirm", match.id, match.rev, "a6-e6"))
    await use(interaction, interaction.data)
    assert labels_of(interaction.answers.sent[0]) == ["Rematch", "Review", "Practise mistakes"]


async def test_between_people_the_winner_is_told_so_and_in_their_language(client: Client) -> None:
    match = (await begin_game(client.service, start=END)).match
    await client.service.outbox.take()
    with speaking("de"):
        won = say("**You won:** {reason}.", reason=Sentence("{loser} has no jump left", {"loser": "Bob"}))
    done = await press(client, match, "confirm", "a6-e6", locale=discord.Locale.german)
    told = done.answers.sent[0]
    assert told["content"] == won != "**You won:** Bob has no jump left."
    assert told["view"] is None, "the board below has the buttons"


async def test_a_reply_that_wins_is_told_in_the_answer_to_the_move_before(client: Client, puppet: Puppet) -> None:
    puppet.texts.append("d6-b6")
    done = await press(client, await begun(client), "confirm", "a6-c6")
    first, *_, last = [answer for answer in done.answers.sent if "content" in answer]
    assert first["content"].startswith("You played **a6-c6 (taking b6)**")
    assert last["content"].splitlines() == [
        "**You lost:** Ann has no jump left.",
        "-# New to Konane? Learn it in 3 minutes.",
    ]
    assert labels_of(last) == ["Learn it"], "only the loser reads it"


async def test_a_reply_is_named_in_the_answer_to_the_move_before(client: Client) -> None:
    code = LESSONS["konane"][-2].code
    done = await press(client, await begun(client, code), "confirm", "d3-f3")
    last = done.answers.sent[-1]
    assert "You played **d3-f3 (taking e3)**" in last["content"]
    assert "Ripple replied **a1-c1 (taking b1)**." in last["content"]


@pytest.mark.parametrize("typed", [False, True], ids=["chosen", "typed"])
@pytest.mark.parametrize("private", [False, True], ids=["board", "picker"])
async def test_a_planned_reply_is_told_as_the_opponents(client: Client, *, typed: bool, private: bool) -> None:
    match = (await begin_game(client.service)).match
    await client.service.conditional.prepare(match.id, BOB.id, ["d5", "d4"])
    action, more = ("typed", {"components": form({"move": "d5"})}) if typed else ("confirm", {})
    done = await press(client, match, action, *([] if typed else ["d5"]), private=private, **more)
    told = [answer["content"] for answer in done.answers.sent if "in Konane." in (answer.get("content") or "")]
    assert told == ["You played **d5** in Konane. Bob replied **d4**."] * private


async def test_a_late_reply_changes_nothing_in_the_answer(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "PATIENCE", 0.0)
    puppet.gate.clear()
    done = await press(client, await begun(client, LESSONS["konane"][-2].code), "confirm", "d3-f3")
    assert not any("replied" in answer.get("content", "") for answer in done.answers.sent)
    puppet.gate.set()


async def test_the_move_button_of_an_older_board_opens_the_newest_choice(client: Client) -> None:
    older = await begun(client, LESSONS["konane"][-2].code)
    await press(client, older, "confirm", "d3-f3")
    opened = await press(client, older, "move")
    (picker,) = opened.answers.sent
    assert picker["edited"]
    assert "Which move?" in picker["content"] or "Where" in picker["content"]
    refused = await press(client, older, "pick", "a6")
    assert "The newest one is after" in refused.answers.text()


async def test_a_move_that_is_typed_wrong_is_refused_below_the_picker_until_one_is_played(client: Client) -> None:
    match = await begun(client)
    first, second = [await press(client, match, "typed", components=form({"move": "f3-f5"})) for _ in range(2)]
    (told,) = second.answers.sent
    assert told["ephemeral"]
    assert "edited" not in told, "above the picture of the picker, a phone would not show it"
    assert "f3" in told["content"]
    assert labels_of(told) == ["Move"]
    assert (first.answers.deleted, second.answers.deleted) == (1, 0)
    await press(client, match, "confirm", "a6-c6")
    assert (first.answers.deleted, second.answers.deleted) == (1, 1)


@pytest.mark.parametrize(
    ("kind", "subject", "args"),
    [("lesson", 0, ("konane", "start")), ("puzzle", collection.active_numbers("konane")[-1], ())],
    ids=["lesson", "puzzle"],
)
async def test_an_answer_that_is_typed_wrong_is_refused_below_the_picker_until_the_next(
    client: Client, kind: str, subject: int, args: tuple[str, ...]
) -> None:
    async def answer(action: str, *more: str, **typed: Any) -> Any:
        control_id = custom_id(f"{kind}-{action}", subject, 0, *args, *more)
        interaction = pressed(client, ANN, CHANNEL, custom_id=control_id, **typed)
        await use(interaction, interaction.data)
        return interaction

    first, second = [await answer("typed", components=form({"move": "a1-b2"})) for _ in range(2)]
    (told,) = second.answers.sent
    assert told["ephemeral"]
    assert "edited" not in told
    assert labels_of(told) == ["Try again"]
    assert (first.answers.deleted, second.answers.deleted) == (1, 0)
    right = "d3" if kind == "lesson" else collection.puzzle(subject).answers[0]
    await answer("done", right)
    assert (first.answers.deleted, second.answers.deleted) == (1, 1)


@pytest.mark.parametrize(("last", "edited"), [(600, True), (601, False)], ids=["in sight", "out of sight"])
async def test_the_next_match_is_a_new_message_where_others_have_followed(
    client: Client, last: int, *, edited: bool
) -> None:
    """The control is on message 600."""
    match = await begun(client)
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("next", match.id))
    interaction.channel = SimpleNamespace(last_message_id=last)
    await use(interaction, interaction.data)
    (picker,) = interaction.answers.sent
    assert "Type a move" in labels_of(picker)
    assert picker.get("edited", False) == edited


async def test_a_move_typed_instead_takes_the_picker_of_the_next_match_away(client: Client) -> None:
    match = await begun(client, LESSONS["konane"][-2].code)
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("next"), private=False)
    await use(interaction, interaction.data)
    (picker,) = interaction.answers.sent
    assert "Type a move" in labels_of(picker)
    await press(client, match, "typed", components=form({"move": "d3-f3"}), private=False)
    assert interaction.answers.deleted == 1


async def refuse(*_: object) -> None:
    raise Unavailable("The database does not answer just now.")


@pytest.mark.parametrize("private", [True, False], ids=["picker", "board"])
@pytest.mark.parametrize("read", ["has_turn", "queue", "with_newest_board"])
async def test_a_move_is_shown_although_what_follows_cannot_be_read(
    client: Client, monkeypatch: pytest.MonkeyPatch, read: str, *, private: bool
) -> None:
    match = await begun(client, LESSONS["konane"][-2].code)
    await begin_game(client.service)
    monkeypatch.setattr(client.service.lookup, read, refuse)
    done = await press(client, match, "confirm", "d3-f3", private=private)
    told = [answer.get("content") or "" for answer in done.answers.sent]
    assert any("You played **d3-f3 (taking e3)**" in text for text in told) == private
    assert not any("I cannot" in text for text in told)
    posts = [*client.channel.posted, *done.answers.sent]
    assert any("file" in post or post.get("attachments") for post in posts), "the board"


async def test_a_move_is_no_failure_when_discord_refuses_to_add_what_followed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(client, LESSONS["konane"][-2].code)
    picker = await press(client, match, "move", private=False)

    async def refused(*_: object, **__: object) -> None:
        raise trouble(50035, 400)

    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("confirm", match.id, match.rev, "d3-f3"))
    monkeypatch.setattr(interaction, "edit_original_response", refused)
    await use(interaction, interaction.data)
    (told,) = [answer["content"] for answer in interaction.answers.sent if "content" in answer]
    assert told.startswith("You played **d3-f3 (taking e3)**")
    assert picker.answers.deleted == 1


async def test_a_move_from_a_picker_that_was_replaced_meanwhile_is_answered_in_a_new_message(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(client, LESSONS["konane"][-2].code)
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("confirm", match.id, match.rev, "d3-f3"))

    async def edit_message(**_: object) -> None:
        raise discord.InteractionResponded(interaction) if interaction.answers.done else trouble(10008)

    monkeypatch.setattr(interaction.response, "edit_message", edit_message)
    await use(interaction, interaction.data)
    told, *_, following = [answer for answer in interaction.answers.sent if "content" in answer]
    assert told["content"].startswith("You played **d3-f3 (taking e3)**")
    assert "Ripple replied" in following["content"]
    assert following["original"]


async def test_two_presses_of_take_back_below_a_practice_board_take_back_one_move(client: Client) -> None:
    match = (await client.service.practice.begin("squalma", ANN, 1, CHANNEL, "first")).match
    for text in ("a2-a3", "b2-b3"):
        await client.service.play.move(match.id, ANN.id, text)
        await client.service.computer_turns.act()
        await client.service.computer_turns.until_done(match.id, SETTLES)
    newest = await client.service.lookup.match(match.id)
    assert newest.ply == 4
    presses = [
        pressed(client, ANN, CHANNEL, private=False, custom_id=custom_id("takeback", match.id, newest.rev))
        for _ in range(2)
    ]
    for press in presses:
        await use(press, press.data)
    assert (await client.service.lookup.match(match.id)).ply == 2
    assert presses[1].answers.text() == f"You took back your move in SquAlma #{match.code}."


@pytest.mark.parametrize("out_of_sight", [False, True])
async def test_a_takeback_removes_the_answer_to_the_move_and_shows_a_board_out_of_sight(
    client: Client, *, out_of_sight: bool
) -> None:
    match = await begun(client, LESSONS["konane"][-2].code)
    opened = pressed(client, ANN, CHANNEL, private=False, custom_id=custom_id("move", match.id, match.rev))
    await use(opened, opened.data)
    played = pressed(client, ANN, CHANNEL, custom_id=custom_id("confirm", match.id, match.rev, "d3-f3"))
    played.message.id = opened.answers.ids[-1]
    await use(played, played.data)
    assert "Ripple replied" in played.answers.sent[-1]["content"]
    newest = await client.service.lookup.match(match.id)
    button = custom_id("takeback", match.id, newest.rev)
    taken = pressed(client, ANN, CHANNEL, private=False, custom_id=button)
    taken.channel = SimpleNamespace(last_message_id=taken.id) if out_of_sight else None
    await use(taken, taken.data)
    assert (await client.service.lookup.match(match.id)).ply == 0
    assert opened.answers.deleted + played.answers.deleted == 1
    told = [answer for answer in taken.answers.sent if "You took back your move" in answer.get("content", "")]
    assert [[item.label for item in answer["view"].children] for answer in told] == [["Move"]] * out_of_sight
