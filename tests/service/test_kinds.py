"""Kinds of alarms: `tests/cogs/test_kinds.py` declares one in a new module."""

import pytest

from service import Service
from service.core import alarm


async def test_an_undeclared_kind_cannot_be_armed(service: Service) -> None:
    async with service.schedule._core.change() as change:
        with pytest.raises(KeyError, match="tide"):
            await change.arm("tide", 7, change.now)


async def act(*_: object) -> None:
    """Do nothing."""


def test_two_kinds_cannot_have_the_same_name() -> None:
    with pytest.raises(ValueError, match="the name 'flag' is already taken"):
        alarm("flag", "match", until=())(act)
