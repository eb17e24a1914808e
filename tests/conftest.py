"""In which order the tests run: what fails soonest first, then the longest, so that no worker is left waiting."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

os.environ["TIDEPOOL_STATUS"] = ""  # many bots run side by side in the tests

HERE = Path(__file__).parent
LAST = (
    "soak",
    "e2e/test_clocks.py",
    "e2e/test_whole_matches.py",
    "page/test_pickers.py",
    "page/test_play.py",
    "e2e/test_picker.py",
    "page",
    "e2e",
)
"""The rooms and files that take longest, the longest first; all others run before them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by file alone: the tests of a file stay as they are written."""
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    path = item.path.relative_to(HERE)
    return next((rank for rank, late in enumerate(LAST, 1) if path.is_relative_to(late)), 0)
