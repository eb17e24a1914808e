"""The small fortnight, always the same one."""

from pathlib import Path
from typing import get_args

import pytest

from tests.soak import live
from tests.soak.fortnight import Plan
from tests.soak.halls import Kind


@pytest.mark.long
async def test_a_fortnight_with_kills_and_outages_leaves_nobody_forgotten_nagged_or_trapped(tmp_path: Path) -> None:
    figures = await live(Plan(people=12, matches=30, kills=3, outages=1, seed=7), tmp_path / "tidepool.sqlite3")
    assert figures["begun"] == 30
    assert figures["moves"] > 100
    assert figures["ended by time"] > 0
    assert figures["ends told"] > 0
    assert figures["reminders that had to come"] > 0
    assert figures["old boards"] > 50
    assert [kind for kind in get_args(Kind) if not figures.get(f"begun: {kind}")] == []
