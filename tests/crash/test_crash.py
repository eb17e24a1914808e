"""A short run of `make crash`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.crash import endure
from tests.crash.story import NEVER

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.long
async def test_kills_at_random_instants_lose_and_double_nothing(tmp_path: Path) -> None:
    figures = await endure(10, 1, tmp_path / "data" / "tidepool.sqlite3")
    assert figures["kills"] == 10
    assert figures["acknowledged moves"] > 5
    assert {name: figures[name] for name in NEVER} == dict.fromkeys(NEVER, 0)
