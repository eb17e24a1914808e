"""The bot's own backups: one a day, and none where they are Backups are off."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from matches.errors import Refusal
from service import Service
from storage.backups import BackupFolder
from storage.store import Store
from tests.support.matches import StillClock

DAY = 24 * 3600


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store in a file at a certain place: only files are copied."""
    async with Store.opened(tmp_path / "tidepool.db") as store:
        yield store


async def test_one_is_due_each_day(store: Store, clock: StillClock, tmp_path: Path) -> None:
    service = Service(store, clock, backups=BackupFolder(tmp_path / "backups", tmp_path / "tidepool.db"))
    assert service.backups.age() is None
    for _ in range(12):
        assert service.backups.next_due() == clock.now()
        made = await service.backups.make()
        assert made.stat().st_size > 0
        assert (service.backups.age(), service.backups.next_due()) == (0, clock.now() + DAY)
        clock.time = service.backups.next_due()
    assert service.backups.age() == DAY
    assert len(list((tmp_path / "backups").iterdir())) < 12


async def test_one_from_a_clock_that_was_ahead_is_neither_new_nor_waited_for(
    store: Store, clock: StillClock, tmp_path: Path
) -> None:
    service = Service(store, clock, backups=BackupFolder(tmp_path / "backups", tmp_path / "tidepool.db"))
    clock.time += 365 * DAY
    await service.backups.make()
    clock.time -= 365 * DAY
    assert (service.backups.age(), service.backups.next_due()) == (None, clock.now())
    await service.backups.make()
    assert (service.backups.age(), service.backups.next_due()) == (0, clock.now() + DAY)


async def test_where_they_are_switched_off_none_is_made(service: Service) -> None:
    assert not service.backups.on
    assert service.backups.age() is None
    with pytest.raises(Refusal, match="Backups are off"):
        await service.backups.make()
