"""A fixture that gives each test a database of its own."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def store(tmp_path: Path, new_database: Path) -> AsyncIterator[Store]:
    async with Store.opened(shutil.copy(new_database, tmp_path / "tidepool.db")) as store:
        yield store
