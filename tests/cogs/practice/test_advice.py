"""Hints and reviews in matches against the computer."""

import asyncio
from typing import Any

import pytest

from cogs.buttons import use
from cogs.ui.acts import advice
from cogs.ui.acts.advice import beginning
from cogs.wire.controls import custom_id
from games import GAMES, Position
from matches.computers import Interrupted
from render import cells
from tests.support.drawings import draw_squalma
from tests.support.matches import ANN, CHANNEL
from tests.support.presses import Client, pressed
from tests.support.thinker import SETTLES, Puppet


@pytest.mark.parametrize(
    ("others", "sentences"),
    [(0, []), (1, ["-# 1 request is ahead of yours."]), (2, ["-# 2 requests are ahead of yours."])],
)
@pytest.mark.parametrize("kind", ["hint", "review"])
async def test_advice_tells_how_many_answers_come_before_it_and_then_takes_that_place(
    client: Client, puppet: Puppet, monkeypatch: pytest.MonkeyPatch, kind: str, others: int, sentences: list[str]
) -> None:
    monkeypatch.setattr(advice, "SOON", 0.05)
    puppet.others = others
    match = (await client.service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match
    if kind == "review":
        match = (await client.service.play.resign(match.id, ANN.id)).match
        sentences = sentences or ["The computer is reviewing the match …"]
    puppet.gate.clear()
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id(kind, match.id, match.rev))
    asking = asyncio.create_task(use(interaction, interaction.data))
    async with asyncio.timeout(SETTLES):
        while len(interaction.answers.sent) <= len(sentences):  # noqa: ASYNC110 (the answers tell nobody)
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)  # time for too many tags
    waiting, *meanwhile = interaction.answers.sent
    assert waiting == {"ephemeral": True, "thinking": True}
    assert meanwhile == [{"original": True, "content": place} for place in sentences]
    puppet.gate.set()
    await asking
    answer = interaction.answers.sent[-1]
    assert answer.get("original", False) == bool(sentences)
    assert ("Hint: look at " if kind == "hint" else match.code) in answer["content"]
    assert len(interaction.answers.sent) == len(sentences) + 2


async def test_a_hint_for_a_move_that_is_a_single_cell_tells_only_its_row(client: Client) -> None:
    """Also in Konane's first move, where there is one such move in a row."""
    match = (await client.service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("hint", match.id, match.rev))
    await use(interaction, interaction.data)
    assert interaction.answers.sent[-1]["content"].endswith("look at row **8**.")


async def test_a_hint_for_a_pass_marks_no_cell() -> None:
    """A swap names no place, either."""
    position = draw_squalma("\n".join([*[". . . . . . . ."] * 7, "BW . . . . . . ."]))
    assert [position.format(move) for move in position.legal_moves()] == ["pass"]
    said, marked = beginning(position, "pass", cells(position))
    assert said == "Hint: the best move has no place on the board."
    assert marked == ()


async def test_a_match_from_a_position_counts_its_moves_alike_in_words_and_in_the_description(client: Client) -> None:
    position = set_up_konane()
    match = (await client.service.practice.begin_at("konane", ANN, 1, CHANNEL, position.encode(), "second")).match
    move = position.format(position.legal_moves()[0])
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("hint", match.id, match.rev))
    await use(interaction, interaction.data)
    assert interaction.answers.sent[-1]["content"].startswith("Hint: look at ")
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("hint-move", match.id, match.rev, move))
    await use(interaction, interaction.data)
    (file,) = interaction.answers.sent[-1]["attachments"]
    assert f"Move 1, White (Ann): {move}" in file.description


def set_up_konane() -> Position[Any]:
    """A position of Konane after three moves."""
    position: Position[Any] = GAMES["konane"].start(size="6")
    for _ in range(3):
        position = position.play(position.legal_moves()[0])
    return position


@pytest.mark.parametrize("plies", [0, 1])
async def test_the_review_of_a_match_from_a_position_that_was_aborted_has_a_picture(client: Client, plies: int) -> None:
    position = set_up_konane()
    match = (await client.service.practice.begin_at("konane", ANN, 1, CHANNEL, position.encode(), "second")).match
    for move in position.legal_moves()[:plies]:
        await client.service.play.move(match.id, ANN.id, position.format(move))
    await client.service.agreements.abort(match.id, ANN.id)
    interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id("review", match.id, match.rev))
    await use(interaction, interaction.data)
    answer = interaction.answers.sent[-1]
    assert f"Konane #{match.code}" in answer["content"]
    assert "**No mistakes.**" in answer["content"]
    assert answer["file"].filename == f"konane-{match.code}-review.png"


@pytest.mark.parametrize("kind", ["hint", "review"])
async def test_advice_that_was_interrupted_is_to_be_asked_for_again(
    client: Client, puppet: Puppet, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    match = (await client.service.practice.begin("konane", ANN, 1, CHANNEL, "first")).match
    if kind == "review":
        match = (await client.service.play.resign(match.id, ANN.id)).match
    puppet.failures, puppet.failure = 1, Interrupted("the helper process died")
    answers = []
    for _ in range(2):
        interaction = pressed(client, ANN, CHANNEL, custom_id=custom_id(kind, match.id, match.rev))
        await use(interaction, interaction.data)
        answers.append(interaction.answers.sent[-1]["content"])
    assert answers[0] == "The computer was interrupted while thinking. Please try again."
    assert ("Hint: look at " if kind == "hint" else match.code) in answers[1]
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("WARNING", None)]
