"""Lessons in Discord on a phone: the task, the picture and all buttons are in sight together, in every language."""

from itertools import product

import pytest

from language import languages, say, speaking
from lessons import AIMS, LESSONS, Tried
from sandbox import Sandbox
from tests.page.browser import Windows
from tests.page.match import arrive, is_in_sight
from tests.support.lessons import choices_of, leads
from tests.support.samples import one_of

LONGEST = ("squalma", "de")
"""The lesson with the longest tasks, which is read in `make test`."""


@pytest.mark.parametrize(("game", "spoken"), one_of(dict.fromkeys([LONGEST, *product(LESSONS, languages())])))
async def test_a_task_is_in_sight_with_its_picture_and_buttons(
    windows: Windows, sandbox: Sandbox, game: str, spoken: str
) -> None:
    page = await windows.open(phone=True)
    reader = await arrive(page, sandbox, f"lesson-of-{game}-{spoken}".lower().replace("_", "-"), spoken)
    shown = await reader.slash("/learn", game=game)
    with speaking(spoken):
        await is_in_sight(page, say(AIMS[game]))
        shown = await reader.click(shown, say("First step"))
        for step in LESSONS[game]:
            board = step.board(game)
            tried = [Tried(board, move) for move in board.legal_moves()]
            wrong = [(one, kind.says) for kind in step.kinds for one in tried if step.kind_of(one) is kind]
            right = next(one for one in tried if one.text == step.answer(board))
            for one, said in [*wrong[:1], (right, step.praise)]:
                while choices := choices_of(shown):
                    await is_in_sight(page, say(step.task))
                    label = next(label for label, path in choices.items() if leads(board, path, one.move))
                    shown = await reader.click(shown, label)
                await is_in_sight(page, say(said))
                if one is not right:
                    shown = await reader.click(shown, say("Try again"))
            if step is not LESSONS[game][-1]:
                shown = await reader.click(shown, say("Next"))
