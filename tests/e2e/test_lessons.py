"""`/learn` in the sandbox: every lesson is played by taps, with wrong moves before the right ones."""

from pathlib import Path
from typing import Any

import pytest

from games import GAMES, Position
from lessons import AIMS, LESSONS, Tried
from sandbox import Answer, Driver
from tests.e2e.conftest import House
from tests.e2e.rooms import Room
from tests.support.lessons import choices_of, leads
from tests.support.shares import share

DOCS = (Path(__file__).parents[2] / "docs/lessons.md").read_text(encoding="utf-8")


async def tap(player: Driver, picker: Answer, position: Position[Any], text: str) -> tuple[Answer, int]:
    """Choose a move in a lesson's picker; returns the answer to it, and the number of taps."""
    move, taps = position.parse(text), 0
    while choices := choices_of(picker):
        label = next(label for label, path in choices.items() if leads(position, path, move))
        picker, taps = await player.click(picker, label), taps + 1
    return picker, taps


@pytest.mark.parametrize("game", share(3, [(game,) for game in LESSONS]))
async def test_a_lesson_is_played_to_its_end(game: str, room: Room) -> None:
    alice, name = room.alice, GAMES[game].info.name
    shown, total = await alice.slash("/learn", game=game), 0
    assert AIMS[game] in shown.content
    assert [button.label for button in shown.buttons] == ["First step"]
    shown = await alice.click(shown, "First step")
    for number, step in enumerate(LESSONS[game], 1):
        assert step.task in shown.content
        assert f"Step {number} of {len(LESSONS[game])}: " in shown.content
        total += 1
        board = step.board(game)
        tried = [Tried(board, move) for move in board.legal_moves()]
        for kind in step.kinds:
            wrong = next(one for one in tried if step.kind_of(one) is kind)
            told, _ = await tap(alice, shown, board, wrong.text)
            assert kind.says == told.content.split("\n")[0]
            await told.png()
            assert [button.label for button in told.buttons] == ["Try again"]
            shown = await alice.click(told, "Try again")
            assert step.task in shown.content
        shown, taps = await tap(alice, shown, board, step.answer(board))
        assert shown.content.split("\n")[0] == f"Right! {step.praise}"
        total += taps
        if number < len(LESSONS[game]):
            assert [button.label for button in shown.buttons] == ["Next"]
            shown = await alice.click(shown, "Next")
    assert f"You have learned **{name}**." in shown.content
    assert [button.label for button in shown.buttons] == ["Play the computer", "Puzzle", "Rules"]
    assert f"| {name} | {len(LESSONS[game])} | {total} |" in DOCS, "the taps that a lesson needs"


async def test_kills_between_a_step_and_its_answer_lose_nothing(own_house: House) -> None:
    async def killed() -> None:
        await own_house.bot.kill()
        await own_house.bot.start()

    alice, (_, second, third, *_) = own_house.room().alice, LESSONS["konane"]
    shown = await alice.slash("/learn", game="konane")
    await killed()  # the aim is open
    shown = await alice.click(shown, "First step")
    await killed()  # a step is open
    first, *_ = LESSONS["konane"]
    shown, _ = await tap(alice, shown, first.board("konane"), first.answer(first.board("konane")))
    assert shown.content == f"Right! {first.praise}"
    await killed()  # a right move was answered
    shown = await alice.click(shown, "Next")
    assert second.task in shown.content
    for _ in range(2):
        shown, _ = await tap(alice, shown, second.board("konane"), "d5-f5")
        await killed()  # a wrong move was answered
        shown = await alice.click(shown, "Try again")
    shown, _ = await tap(alice, shown, second.board("konane"), "d5-f5")
    assert "**b3-d3** is right." in shown.content, "the wrong moves before count"
    shown = await alice.click(shown, "Try again")
    shown, _ = await tap(alice, shown, second.board("konane"), "b3-d3")
    await killed()
    shown = await alice.slash("/learn", game="konane")
    assert third.task in shown.content, "what was done is kept"
    assert own_house.sandbox.refusals == []
