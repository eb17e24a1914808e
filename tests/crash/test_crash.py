"""A short run of `make crash`."""

from pathlib import Path

import pytest

from tests.crash import endure
from tests.crash.story import NEVER, Story
from tests.support import postgres

KILLS = 10
"""A story goes on at least until so many kills, however slow the machine is."""
MOVES = 6
"""A story goes on at least until so many acknowledged moves."""
MOST_KILLS = 500


def _is_much(story: Story) -> bool:
    return story.kills >= KILLS and story.acknowledged >= MOVES


@pytest.mark.long
async def test_kills_at_random_instants_lose_and_double_nothing(tmp_path: Path) -> None:
    figures = await endure(MOST_KILLS, 1, tmp_path / "data" / "tidepool.sqlite3", _is_much)
    assert figures["kills"] >= KILLS
    assert figures["acknowledged moves"] >= MOVES
    assert {name: figures[name] for name in NEVER} == dict.fromkeys(NEVER, 0)


@pytest.mark.long
async def test_workers_that_are_killed_lose_and_double_nothing(postgres_server: str) -> None:
    figures = await endure(MOST_KILLS, 2, postgres.fresh(postgres_server), _is_much, workers=2)
    assert figures["kills"] >= KILLS
    assert figures["acknowledged moves"] >= MOVES
    assert {name: figures[name] for name in NEVER} == dict.fromkeys(NEVER, 0)
