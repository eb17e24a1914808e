"""A kind of alarm is declared in its own module, and nowhere else."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

import service as room
from matches.alarms import ALARM_KINDS
from matches.kinds import import_modules
from service.core import alarm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service import Service
    from storage.store import Store
    from tests.support.matches import StillClock

MODULE = """
from service.core import alarm

@alarm("tide", "server")
async def rise(core, change, due):
    change.tx.key_values.set("tide", str(due.subject))
    await change.arm("tide", due.subject, change.now + 60)
"""


@pytest.fixture(autouse=True)
def undeclared() -> Iterator[None]:
    """Forget what a test has declared."""
    known = dict(ALARM_KINDS)
    yield
    ALARM_KINDS.clear()
    ALARM_KINDS.update(known)
    sys.modules.pop("service.tides", None)


async def test_an_alarm_declared_in_a_new_module_is_taken(
    service: Service, store: Store, clock: StillClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tides.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr(room, "__path__", [*room.__path__, str(tmp_path)])
    import_modules(room.__name__, room.__path__)
    async with store.write() as tx:
        await tx.alarms.set("tide", 7, clock.time)
    await service.schedule.act()
    assert await store.get_value("tide") == "7"
    assert await service.schedule.next_due() == clock.time + 60


async def test_an_undeclared_kind_cannot_be_armed(service: Service) -> None:
    async with service.schedule._core.change() as change:
        with pytest.raises(KeyError, match="tide"):
            await change.arm("tide", 7, change.now)


async def act(*_: object) -> None:
    """Do nothing."""


def test_two_kinds_cannot_have_the_same_name() -> None:
    with pytest.raises(ValueError, match="'flag' is already taken"):
        alarm("flag", "match")(act)
