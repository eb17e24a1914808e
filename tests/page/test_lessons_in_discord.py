"""Lessons in Discord on a phone: the task, the picture and all buttons are in sight together."""

import pytest

from lessons import LESSONS, Tried
from sandbox import Sandbox
from tests.page.browser import Windows
from tests.page.match import arrive, is_in_sight
from tests.support.lessons import choices_of, leads


@pytest.mark.parametrize(
    "game", ["kings_convoy", *(pytest.param(key, marks=pytest.mark.long) for key in LESSONS if key != "kings_convoy")]
)
async def test_a_task_is_in_sight_with_its_picture_and_buttons(windows: Windows, sandbox: Sandbox, game: str) -> None:
    page = await windows.open(phone=True)
    alice = await arrive(page, sandbox, f"lesson-of-{game.replace('_', '-')}")
    shown = await alice.slash("/learn", game=game)
    for step in LESSONS[game]:
        board = step.board(game)
        tried = [Tried(board, move) for move in board.legal_moves()]
        wrong = [(one, kind.says) for kind in step.kinds for one in tried if step.kind_of(one) is kind]
        right = next(one for one in tried if one.text == step.answer(board))
        for one, said in [*wrong[:1], (right, step.praise)]:
            while choices := choices_of(shown):
                await is_in_sight(page, step.task)
                label = next(label for label, path in choices.items() if leads(board, path, one.move))
                shown = await alice.click(shown, label)
            await is_in_sight(page, said)
            if one is not right:
                shown = await alice.click(shown, "Try again")
        if step is not LESSONS[game][-1]:
            shown = await alice.click(shown, "Next")
