"""A channel gets as many messages in an evening as docs/operating.md says, and not more."""

import re
from pathlib import Path

import pytest

from tests.support.evening import EVENINGS, counted
from tests.support.kills import draw_nothing, first_run
from tests.support.stores import Stores

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


@pytest.mark.parametrize("people", [4, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("evening", EVENINGS)
async def test_an_evening_fills_its_channel_as_the_docs_say(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, evening: str, people: int
) -> None:
    draw_nothing(monkeypatch)
    async with first_run(stores) as run:
        traffic = await counted(run, EVENINGS[evening], people)
    row = re.search(
        rf"^\| {evening}, {people} people \|.*\| (\d+) \| (\d+) \| (\d+) \|$", PAGE.read_text(), re.MULTILINE
    )
    assert row is not None
    assert (traffic.posts, traffic.edits, traffic.left) == tuple(map(int, row.groups()))
