"""Discord's ids: the time in milliseconds, a few bits, and a counter, written as decimal text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

EPOCH = 1_420_070_400_000
"""Milliseconds from 1970 to the first second of 2015, where Discord's ids begin."""
_TIME_SHIFT = 22


class Snowflakes:
    """Gives ids that always rise, even when the clock stands still or moves back."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last = 0

    def next(self) -> str:
        self._last = max(self._last + 1, (int(self._now() * 1000) - EPOCH) << _TIME_SHIFT)
        return str(self._last)

    def seen(self, snowflake: str) -> None:
        """Never give this id or a lower one again."""
        self._last = max(self._last, int(snowflake))
